import numpy as np


def winner(board):
    sums = list(board.sum(axis=0)) + list(board.sum(axis=1)) + [board.trace(), np.fliplr(board).trace()]
    if 3 in sums:
        return 1
    if -3 in sums:
        return -1
    return 0


class Agent:
    def act(self, board, player):
        """board: 3x3 array of 1, -1 and 0"""
        free = np.argwhere(board == 0)
        for who in (player, -player):
            for r, c in free:
                trial = board.copy()
                trial[r, c] = who
                if winner(trial) == who:
                    return r, c
        values = np.array([[2, 1, 2], [1, 3, 1], [2, 1, 2]])
        values = np.where(board == 0, values, -1)
        return np.unravel_index(np.argmax(values), values.shape)
