lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def get_move(board, mark):
    enemy = {"X": "O", "O": "X"}[mark]
    # finish a line
    for a, b, c in lines:
        if board[a] == board[b] == mark and board[c] == " ":
            return c
        if board[b] == board[c] == mark and board[a] == " ":
            return a
        if board[a] == board[c] == mark and board[b] == " ":
            return b
    # stop a line
    for a, b, c in lines:
        if board[a] == board[b] == enemy:
            return c
        if board[b] == board[c] == enemy and board[a] == " ":
            return a
        if board[a] == board[c] == enemy and board[b] == " ":
            return b
    if board[4] == " ":
        return 4
    return board.index(" ")
