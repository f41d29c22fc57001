import numpy as np


class Agent:
    def act(self, observation):
        own, theirs = observation["observation"][:, :, 0], observation["observation"][:, :, 1]
        legal = np.flatnonzero(observation["action_mask"])
        for stones in (own, theirs):
            for action in legal:
                board = stones.copy()
                board[action // 3, action % 3] = 1
                lines = [*board, *board.T, board.diagonal(), np.fliplr(board).diagonal()]
                if any(line.all() for line in lines):
                    return action
        return legal[0]
