LINES = [[(i, j) for j in range(3)] for i in range(3)] + [[(i, j) for i in range(3)] for j in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


class Board:
    def __init__(self):
        self.cells = [[" "] * 3 for _ in range(3)]

    def free(self):
        return [(i, j) for i in range(3) for j in range(3) if self.cells[i][j] == " "]

    def place_mark(self, row, column, mark):
        self.cells[row][column] = mark

    def would_win(self, row, column, mark):
        lines = [line for line in LINES if (row, column) in line]
        return any(all(self.cells[i][j] == mark or (i, j) == (row, column) for i, j in line) for line in lines)
