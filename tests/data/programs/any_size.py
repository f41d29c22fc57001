def move(board):
    return [cell is None for row in board for cell in row].index(True)
