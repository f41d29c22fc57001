from xo_board import CROSS, EMPTY, NOUGHT, lines, winner


def smart_move(table, sign):
    enemy = CROSS if sign == NOUGHT else NOUGHT
    # a line with two of mine, or two of the enemy
    for who in [sign, enemy]:
        for line in lines():
            values = [table[r][c] for r, c in line]
            if values.count(who) == 2 and values.count(EMPTY) == 1:
                return line[values.index(EMPTY)]
    if table[1][1] == EMPTY:
        return (1, 1)
    for r, c in [(0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]:
        if table[r][c] == EMPTY:
            return (r, c)
