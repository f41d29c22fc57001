"""A program of one class, which searches to the end: `noughts prove examples/board_class.py`"""


class TicTacToe:
    """A board of three rows, and a computer that plays O."""

    def __init__(self):
        self.board = [["", "", ""], ["", "", ""], ["", "", ""]]
        self.known = {}

    def free(self):
        """The free cells, as row and column."""
        return [(row, column) for row in range(3) for column in range(3) if self.board[row][column] == ""]

    def wins(self, mark):
        """Whether a mark has three in a row."""
        rows, columns = self.board, [[row[column] for row in self.board] for column in range(3)]
        diagonals = [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
        return any(all(cell == mark for cell in line) for line in [*rows, *columns, *diagonals])

    def minimax(self, mark):
        """The value for O, with `mark` to move; each board is searched once."""
        key = str(self.board)
        if key not in self.known:
            self.known[key] = self.search(mark)
        return self.known[key]

    def search(self, mark):
        """Find the value for O."""
        if self.wins("O"):
            return 1
        if self.wins("X"):
            return -1
        if not self.free():
            return 0
        values = []
        for row, column in self.free():
            self.board[row][column] = mark
            values.append(self.minimax("X" if mark == "O" else "O"))
            self.board[row][column] = ""
        return max(values) if mark == "O" else min(values)

    def computer_move(self):
        """Return the cell with the greatest value for O."""
        best, move = -2, None
        for row, column in self.free():
            self.board[row][column] = "O"
            value = self.minimax("X")
            self.board[row][column] = ""
            if value > best:
                best, move = value, (row, column)
        return move
