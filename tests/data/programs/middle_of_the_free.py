def move(board):
    free = [cell for cell in range(9) if board[cell] == ' ']
    return free[len(free) // 2]
