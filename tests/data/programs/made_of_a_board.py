class Board:
    def __init__(self):
        self.squares = [[" "] * 3 for _ in range(3)]

    def set_square(self, row, col, mark):
        if self.squares[row][col] != " ":
            return False
        self.squares[row][col] = mark
        return True


class TicTacToeAI:
    def __init__(self, board, ai_mark):
        self.board = board
        self.ai_mark = ai_mark

    def find_best_move(self):
        for row in range(3):
            for col in range(3):
                if self.board.squares[row][col] == " ":
                    return (row, col)
