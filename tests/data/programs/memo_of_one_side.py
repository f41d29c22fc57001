LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def value(board, turn, computer, memo={}):
    key = "".join(board) + turn
    if key not in memo:
        other = "O" if turn == "X" else "X"
        if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
            memo[key] = 1 if other == computer else -1
        elif " " not in board:
            memo[key] = 0
        else:
            values = []
            for cell in range(9):
                if board[cell] == " ":
                    board[cell] = turn
                    values.append(value(board, other, computer))
                    board[cell] = " "
            memo[key] = max(values) if turn == computer else min(values)
    return memo[key]


def best_move(board, computer):
    best, move = -2, None
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = computer
            now = value(board, "O" if computer == "X" else "X", computer)
            board[cell] = " "
            if now > best:
                best, move = now, cell
    return move
