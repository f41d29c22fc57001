def check(board, mark):
    wins = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
    return any(board[a] == board[b] == board[c] == mark for a, b, c in wins)


def checkDraw(board):
    return ' ' not in board.values()


player = 'O'
bot = 'X'


def compMove(board):
    bestScore = -800
    bestMove = 0
    for key in board.keys():
        if board[key] == ' ':
            board[key] = bot
            score = minimax(board, 0, False)
            board[key] = ' '
            if score > bestScore:
                bestScore = score
                bestMove = key
    return bestMove


def minimax(board, depth, isMaximizing):
    if check(board, bot):
        return 1
    if check(board, player):
        return -1
    if checkDraw(board):
        return 0
    if isMaximizing:
        bestScore = -800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                score = minimax(board, depth + 1, False)
                board[key] = ' '
                bestScore = max(bestScore, score)
        return bestScore
    bestScore = 800
    for key in board.keys():
        if board[key] == ' ':
            board[key] = player
            score = minimax(board, depth + 1, True)
            board[key] = ' '
            bestScore = min(bestScore, score)
    return bestScore
