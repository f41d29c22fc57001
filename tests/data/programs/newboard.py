def to_move(board):
    stones = sum(1 for row in board for cell in row if cell != '.')
    return 'X' if stones % 2 == 0 else 'O'


def play(board):
    """Return the board after the move."""
    mark = to_move(board)
    grid = [list(row) for row in board]
    for i in range(3):
        for j in range(3):
            if grid[i][j] == '.':
                grid[i][j] = mark
                return tuple(tuple(row) for row in grid)
