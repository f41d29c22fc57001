def get_ai_move_hard(board, mark):
    return 4 if board[4] == " " else board.index(" ")
