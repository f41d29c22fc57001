class Player:
    """Takes the centre, then corners; wins and blocks."""

    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    ORDER = [4, 0, 2, 6, 8, 1, 3, 5, 7]

    def __init__(self, name="computer"):
        self.name = name

    def get_move(self, board):
        turn = "X" if board.count("X") == board.count("O") else "O"
        other = "O" if turn == "X" else "X"
        for mark in (turn, other):
            for line in self.LINES:
                cells = [board[i] for i in line]
                if cells.count(mark) == 2 and cells.count("-") == 1:
                    return line[cells.index("-")]
        return next(i for i in self.ORDER if board[i] == "-")
