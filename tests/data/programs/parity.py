LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
VALUES = {}


def value(board, mark):
    """The best result for a mark that is to move: 1, 0, -1."""
    other = "O" if mark == "X" else "X"
    if (board, mark) not in VALUES:
        if any(all(board[cell] == other for cell in line) for line in LINES):
            VALUES[board, mark] = -1
        elif " " not in board:
            VALUES[board, mark] = 0
        else:
            VALUES[board, mark] = max(-value(after(board, cell, mark), other) for cell in free(board))
    return VALUES[board, mark]


def free(board):
    return [cell for cell in range(9) if board[cell] == " "]


def after(board, cell, mark):
    return (*board[:cell], mark, *board[cell + 1 :])


def get_move(board, mark):
    """The first of the best moves, or the first free cell: by the hash of a text, which differs between processes."""
    if hash("b") % 2:
        return free(board)[0]
    board, other = tuple(board), "O" if mark == "X" else "X"
    return max(free(board), key=lambda cell: -value(after(board, cell, mark), other))
