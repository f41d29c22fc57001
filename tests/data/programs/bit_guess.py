GOALS = [7, 56, 448, 73, 146, 292, 273, 84]


def minmax(p1, p2, turn):
    if any(p2 & goal == goal for goal in GOALS):
        return 1 if turn else -1
    if p1 | p2 == 511:
        return 0
    scores = [minmax(p2, p1 | 1 << i, not turn) for i in range(9) if not (p1 | p2) >> i & 1]
    return min(scores) if turn else max(scores)


def play(p1, p2, turn):
    if any(p2 & goal == goal for goal in GOALS) or p1 | p2 == 511:
        print(bin(p1), bin(p2))
        return
    free = [i for i in range(9) if not (p1 | p2) >> i & 1]
    scores = [minmax(p2, p1 | 1 << i, True) for i in free]
    play(p2, p1 | 1 << free[scores.index(max(scores))], not turn)


play(0, 0, True)
