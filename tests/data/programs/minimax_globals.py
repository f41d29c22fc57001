ai = "O"
human = "X"
choice = None
counter = 0


def game_over(board):
    return win(board, ai) or win(board, human) or "" not in board


def win(board, p):
    for i in range(3):
        if board[i * 3] == p and board[i * 3 + 1] == p and board[i * 3 + 2] == p:
            return True
        if board[i] == p and board[i + 3] == p and board[i + 6] == p:
            return True
    if board[0] == p and board[4] == p and board[8] == p:
        return True
    if board[2] == p and board[4] == p and board[6] == p:
        return True
    return False


def minimax(board, depth, player):
    global choice, counter
    counter += 1
    if win(board, ai):
        return 10 - depth
    if win(board, human):
        return depth - 10
    if "" not in board or depth > 3:
        return 0
    scores = []
    cells = []
    for i in range(9):
        if board[i] == "":
            board[i] = player
            scores.append(minimax(board, depth + 1, human if player == ai else ai))
            cells.append(i)
            board[i] = ""
    if player == ai:
        best = scores.index(max(scores))
    else:
        best = scores.index(min(scores))
    choice = cells[best]
    return scores[best]


def ai_turn(board):
    global counter
    counter = 0
    minimax(board, 0, ai)
    print("I looked at", counter, "positions")
    return choice
