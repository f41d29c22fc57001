class Computer:
    def __init__(self, board, mark):
        self.board, self.mark = board, mark

    def winning(self, mark):
        for row, column in self.board.free():
            if self.board.would_win(row, column, mark):
                return row, column
        return None

    def get_move(self):
        other = "O" if self.mark == "X" else "X"
        return self.winning(self.mark) or self.winning(other) or self.board.free()[0]
