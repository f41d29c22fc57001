
def winner(board):
    lines = [board[r] for r in range(3)] + [[board[r][c] for r in range(3)] for c in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] != 0 and line.count(line[0]) == 3:
            return line[0]
    return None

def minimax(board, player, me):
    w = winner(board)
    if w == me:
        return 1
    if w is not None:
        return -1
    best = -2 if player == me else 2
    other = -1 if player == 1 else 1
    full = True
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                full = False
                board[r][c] = player
                score = minimax(board, other, me)
                board[r][c] = 0
                best = max(best, score) if player == me else min(best, score)
    return 0 if full else best

def find_best_move(board, player):
    best, move = -2, None
    other = -1 if player == 1 else 1
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                board[r][c] = player
                score = minimax(board, other, player)
                board[r][c] = 0
                if score > best:
                    best, move = score, (r, c)
    return move
