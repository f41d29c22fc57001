"""Completes a line, else takes the free cell of the least hash: hashes of numbers are the same in every process."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def get_move(board, mark):
    free = [cell for cell in range(9) if board[cell] == " "]
    for line in LINES:
        cells = [cell for cell in line if board[cell] == " "]
        if len(cells) == 1 and [board[cell] for cell in line].count(mark) == 2:
            return cells[0]
    return min(free, key=hash)
