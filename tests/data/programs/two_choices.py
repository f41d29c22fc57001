"""Names of one's own for the two marks, the other's first."""

TRIPLES = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
TRIPLES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def gap(grid, who):
    for triple in TRIPLES:
        held = [grid[r][c] for r, c in triple]
        if held.count(who) == 2 and held.count(None) == 1:
            return triple[held.index(None)]
    return None


def machine_turn(grid, their_choice, own_choice):
    spot = gap(grid, own_choice) or gap(grid, their_choice)
    if spot is None:
        spot = next((r, c) for r in range(3) for c in range(3) if grid[r][c] is None)
    grid[spot[0]][spot[1]] = own_choice
    return spot


def main():
    grid = [[None] * 3 for _ in range(3)]
    mine = int(input("0 or 1? "))
    while any(None in row for row in grid):
        machine_turn(grid, mine, 1 - mine)
        row, column = map(int, input().split())
        grid[row][column] = mine


if __name__ == "__main__":
    main()
