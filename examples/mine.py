"""A program of one function: win, block, centre, the first free cell. Can it lose? `noughts prove examples/mine.py`"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def get_move(board, mark):
    """Win, else block, else the centre, else the first free cell."""
    for who in (mark, "O" if mark == "X" else "X"):
        for line in LINES:
            free = [cell for cell in line if board[cell] == " "]
            if len(free) == 1 and [board[cell] for cell in line].count(who) == 2:
                return free[0]
    return 4 if board[4] == " " else board.index(" ")
