def player_to_move(board):
    x = sum(row.count("X") for row in board)
    o = sum(row.count("O") for row in board)
    return "X" if x == o else "O"


def threat(board, mark):
    for i in range(3):
        row = board[i]
        if row.count(mark) == 2 and "*" in row:
            return i + 1, row.index("*") + 1
        col = [board[0][i], board[1][i], board[2][i]]
        if col.count(mark) == 2 and "*" in col:
            return col.index("*") + 1, i + 1
    d = [board[i][i] for i in range(3)]
    if d.count(mark) == 2 and "*" in d:
        return d.index("*") + 1, d.index("*") + 1
    d = [board[i][2 - i] for i in range(3)]
    if d.count(mark) == 2 and "*" in d:
        return d.index("*") + 1, 3 - d.index("*")
    return None


def move(board):
    """Row and column, both from 1 to 3."""
    me = player_to_move(board)
    you = "O" if me == "X" else "X"
    found = threat(board, me) or threat(board, you)
    if found:
        return found
    for row, col in [(2, 2), (1, 1), (3, 3), (1, 3), (3, 1), (1, 2), (2, 1), (2, 3), (3, 2)]:
        if board[row - 1][col - 1] == "*":
            return row, col
