"""A table of values: the board as a text, then the value of every cell."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return "draw" if " " not in board else None


def learn(board, turn, q):
    """Fill the table from the end of the game backwards; return the value for the side to move."""
    if board in q:
        return max(q[board].values())
    q[board] = {}
    for move in [i for i in range(9) if board[i] == " "]:
        after = board[:move] + turn + board[move + 1:]
        won = winner(after)
        q[board][move] = (0 if won == "draw" else 1) if won else -learn(after, "O" if turn == "X" else "X", q)
    return max(q[board].values())


Q = {}
learn(" " * 9, "X", Q)
