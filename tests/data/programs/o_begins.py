# O begins: its own player(board) says so
O, X, FREE = "O", "X", None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def player(board):
    cells = sum(board, [])
    return X if cells.count(X) < cells.count(O) else O


def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not FREE and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


seen = {}


def value(board):
    key = str(board)
    if key not in seen:
        who = winner(board)
        free = [(r, c) for r in range(3) for c in range(3) if board[r][c] is FREE]
        if who or not free:
            seen[key] = {X: 1, O: -1, None: 0}[who]
        else:
            seen[key] = (max if player(board) == X else min)(value(result(board, at)) for at in free)
    return seen[key]


def result(board, at):
    new = [row[:] for row in board]
    new[at[0]][at[1]] = player(board)
    return new


def best_move(board):
    free = [(r, c) for r in range(3) for c in range(3) if board[r][c] is FREE]
    return (max if player(board) == X else min)(free, key=lambda at: value(result(board, at)))
