# the net always sees itself as 1 and the opponent as -1, so no argument is needed for the side

WEIGHTS = [3, 2, 3, 2, 4, 2, 3, 2, 3]
TRIPLES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def policy(state):
    best = None
    for cell in range(9):
        if state[cell]:
            continue
        value = WEIGHTS[cell]
        for triple in TRIPLES:
            if cell in triple:
                total = sum(state[i] for i in triple)
                if total == 2:
                    value += 100
                if total == -2:
                    value += 50
        if best is None or value > best[0]:
            best = (value, cell)
    return best[1]
