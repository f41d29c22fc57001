class Player:
    """Base class of all players."""

    def __init__(self, name="", symbol="X"):
        self.name = name
        self.symbol = symbol

    def get_move(self, board):
        pass


class MinimaxPlayer(Player):
    def get_move(self, board):
        pass  # TODO next week


class RulePlayer(Player):
    def get_move(self, board):
        other = "O" if self.symbol == "X" else "X"
        for mark in (self.symbol, other):
            for i in range(9):
                if board[i] == " " and self.completes(board, i, mark):
                    return i
        # opposite corner
        for a, b in ((0, 8), (8, 0), (2, 6), (6, 2)):
            if board[a] == other and board[b] == " ":
                return b
        for i in (4, 0, 2, 6, 8, 1, 3, 5, 7):
            if board[i] == " ":
                return i

    def completes(self, board, i, mark):
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        for line in lines:
            if i in line and all(board[j] == mark for j in line if j != i):
                return True
        return False
