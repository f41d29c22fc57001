def full(board):
    return all(cell != "-" for row in board for cell in row)


def line_of(board, p):
    r = range(3)
    if any(all(board[i][j] == p for j in r) for i in r):
        return True
    if any(all(board[i][j] == p for i in r) for j in r):
        return True
    return all(board[i][i] == p for i in r) or all(board[i][2 - i] == p for i in r)


def minimax(board, player, alpha=-2, beta=2):
    """Returns (score, move); the score is +1 when X wins."""
    if line_of(board, "X"):
        return 1, None
    if line_of(board, "O"):
        return -1, None
    if full(board):
        return 0, None
    best_move = None
    for i in range(3):
        for j in range(3):
            if board[i][j] != "-":
                continue
            board[i][j] = player
            score, _ = minimax(board, "O" if player == "X" else "X", alpha, beta)
            board[i][j] = "-"
            if player == "X" and score > alpha:
                alpha, best_move = score, (i, j)
            if player == "O" and score < beta:
                beta, best_move = score, (i, j)
            if alpha >= beta:
                return score, best_move
    return (alpha if player == "X" else beta), best_move
