SIZE = 4
grid = [["-" for _ in range(SIZE)] for _ in range(SIZE)]


def all_lines():
    out = []
    for i in range(SIZE):
        out.append([(i, j) for j in range(SIZE)])
        out.append([(j, i) for j in range(SIZE)])
    out.append([(i, i) for i in range(SIZE)])
    out.append([(i, SIZE - 1 - i) for i in range(SIZE)])
    return out


LINES = all_lines()


def ai_move(grid, ai="O", human="X"):
    """First a line that can be finished, then one that must be stopped, then the line with most of mine."""
    for who in (ai, human):
        for line in LINES:
            marks = [grid[r][c] for r, c in line]
            if marks.count(who) == SIZE - 1 and "-" in marks:
                return line[marks.index("-")]
    best, best_cell = -1, None
    for r in range(SIZE):
        for c in range(SIZE):
            if grid[r][c] != "-":
                continue
            score = 0
            for line in LINES:
                if (r, c) in line:
                    marks = [grid[i][j] for i, j in line]
                    if human not in marks:
                        score += 1 + marks.count(ai)
                    elif ai not in marks:
                        score += 2 * marks.count(human)
            if score > best:
                best, best_cell = score, (r, c)
    return best_cell


def print_grid():
    for row in grid:
        print(" ".join(row))


if __name__ == "__main__":
    while any("-" in row for row in grid):
        r, c = [int(v) for v in input("row col (0-3): ").split()]
        grid[r][c] = "X"
        move = ai_move(grid)
        if move is None:
            break
        grid[move[0]][move[1]] = "O"
        print_grid()
