
LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return None

def minimax(board, player, me):
    w = winner(board)
    if w == me:
        return 1
    if w is not None:
        return -1
    moves = [i for i in range(9) if board[i] == 0]
    if not moves:
        return 0
    other = -1 if player == 1 else 1
    scores = []
    for m in moves:
        board[m] = player
        scores.append(minimax(board, other, me))
        board[m] = 0
    return max(scores) if player == me else min(scores)

def best_move(board, player):
    other = -1 if player == 1 else 1
    best, move = -2, None
    for m in [1,3,5,7,0,2,6,8,4]:
        if board[m] == 0:
            board[m] = player
            score = minimax(board, other, player)
            board[m] = 0
            if score > best:
                best, move = score, m
    return move
