MARKS = ["X", "O"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def find_move(board, players, player):
    for mark in (players[player], players[1 - player]):
        for line in LINES:
            cells = [board[cell] for cell in line]
            if cells.count(mark) == 2 and " " in cells:
                return line[cells.index(" ")]
    return board.index(" ")
