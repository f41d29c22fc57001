import numpy as np


def lines(board):
    yield from board
    yield from board.T
    yield board.diagonal()
    yield np.fliplr(board).diagonal()


def choose(board):
    """The board is a 3x3 array: 1 mine, -1 my opponent's, 0 empty. Returns (row, col)."""
    free = np.argwhere(board == 0)
    for who in (1, -1):
        for r, c in free:
            board[r, c] = who
            done = any(line.sum() == 3 * who for line in lines(board))
            board[r, c] = 0
            if done:
                return r, c
    if board[1, 1] == 0:
        return 1, 1
    r, c = free[0]
    return r, c
