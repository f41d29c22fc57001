def move(board):
    free = [cell for cell in range(9) if board[cell] == ' ']
    return [cell for cell in free if cell != 4 or free == [4]][-1]
