def get_move(board):
    return next(i for i in range(9) if board[i] != 'X')
