LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def winner(b):
    return next((b[a] for a, c, d in LINES if b[a] != " " and b[a] == b[c] == b[d]), None)
