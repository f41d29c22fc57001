LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Table:
    def __init__(self):
        self.squares = ["."] * 9

    def is_over(self):
        lines = [{self.squares[place] for place in line} for line in LINES]
        return {"X"} in lines or {"O"} in lines or "." not in self.squares
