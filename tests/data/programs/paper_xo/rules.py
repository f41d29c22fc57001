EMPTY = "."

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]


def wins(cells, mark):
    return any(all(cells[i] == mark for i in line) for line in LINES)


def free(cells):
    return [i for i, c in enumerate(cells) if c == EMPTY]
