EMPTY, P1, P2 = 0, 1, 2


def check(board, p):
    for i in range(3):
        if all(board[i][j] == p for j in range(3)) or all(board[j][i] == p for j in range(3)):
            return True
    return all(board[i][i] == p for i in range(3)) or all(board[i][2 - i] == p for i in range(3))


def moves(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY]


def evaluate(board, player, alpha, beta):
    """+1 if player 1 wins, -1 if player 2 wins"""
    if check(board, P1):
        return 1
    if check(board, P2):
        return -1
    if not moves(board):
        return 0
    for i, j in moves(board):
        board[i][j] = player
        v = evaluate(board, 3 - player, alpha, beta)
        board[i][j] = EMPTY
        if player == P1:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return alpha if player == P1 else beta


def find_move(board, player):
    scored = []
    for i, j in moves(board):
        board[i][j] = player
        scored.append((evaluate(board, 3 - player, -9, 9), i, j))
        board[i][j] = EMPTY
    if player == P1:
        best = max(s for s, i, j in scored)
    else:
        best = min(s for s, i, j in scored)
    for s, i, j in scored:
        if s == best:
            return [i, j]
