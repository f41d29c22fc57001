"""Takes the first free cell; where X begins in the first corner it never comes to an end."""


def get_move(board):
    while board == ["X"] + [" "] * 8:
        pass
    return board.index(" ")
