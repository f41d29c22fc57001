def next_move(board):
    """The board is a text such as 'x.o......'; returns the index of the move."""
    turn = "xo"[(9 - board.count(".")) % 2]
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    for mark in (turn, "ox"["ox".index(turn) - 1]):
        for line in lines:
            if sorted(board[i] for i in line) == sorted("." + mark * 2):
                return next(i for i in line if board[i] == ".")
    return board.index(".")
