from graphics import winner


def value(b, p):
    q = "O" if p == "X" else "X"
    if winner(b):
        return -1
    free = [i for i in range(9) if b[i] == " "]
    return max((-value(b[:i] + [p] + b[i + 1:], q) for i in free), default=0)


def best_move(b, p):
    q = "O" if p == "X" else "X"
    return max((i for i in range(9) if b[i] == " "), key=lambda i: -value(b[:i] + [p] + b[i + 1:], q))
