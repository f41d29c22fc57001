class Rules:
    LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))

    def completes(self, board, mark, number):
        lines = [line for line in self.LINES if number in line]
        return any(all(other == number or board.mark_at(other) == mark for other in line) for line in lines)
