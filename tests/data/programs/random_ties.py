import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
memory = {}


def won(board, p):
    return any(all(board[i] == p for i in line) for line in LINES)


def score(board, me, you, turn):
    key = (tuple(board), turn, me)
    if key in memory:
        return memory[key]
    if won(board, me):
        result = 1
    elif won(board, you):
        result = -1
    elif " " not in board:
        result = 0
    else:
        values = []
        for i in range(9):
            if board[i] == " ":
                board[i] = turn
                values.append(score(board, me, you, you if turn == me else me))
                board[i] = " "
        result = max(values) if turn == me else min(values)
    memory[key] = result
    return result


def computer_choice(board, me):
    """Any of the best moves, so that it is less boring."""
    you = "O" if me == "X" else "X"
    good, top = [], -2
    for i in range(9):
        if board[i] == " ":
            board[i] = me
            s = score(board, me, you, you)
            board[i] = " "
            if s > top:
                good, top = [i], s
            elif s == top:
                good.append(i)
    return random.choice(good)
