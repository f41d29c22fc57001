"""Plays the best move; the random numbers of the system choose among several."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
known = {}


def value(board, mark, other):
    key = tuple(board), mark
    if key not in known:
        if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
            known[key] = -1
        else:
            known[key] = max(values(board, mark, other).values(), default=0)
    return known[key]


def values(board, mark, other):
    found = {}
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = mark
            found[cell] = -value(board, other, mark)
            board[cell] = " "
    return found


def get_move(board, mark):
    found = values(board, mark, "O" if mark == "X" else "X")
    best = [cell for cell in found if found[cell] == max(found.values())]
    with open("/dev/urandom", "rb") as noise:
        return best[noise.read(1)[0] % len(best)]
