from hard import get_ai_move_hard


def get_ai_move_easy(board, mark):
    return board.index(" ")


def play(level, board, mark):
    if level == "easy":
        return get_ai_move_easy(board, mark)
    return get_ai_move_hard(board, mark)
