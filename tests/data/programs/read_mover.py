class Board:
    def __init__(self):
        self.cells = ["."] * 9

    def put(self, cell, mark):
        self.cells[cell] = mark


def move(board):
    return board.cells.index(".")
