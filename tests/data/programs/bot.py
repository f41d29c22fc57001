# bot(grid, x) plays for x. It looks three moves ahead.


def result(grid):
    everything = [grid[0:3], grid[3:6], grid[6:9], grid[0::3], grid[1::3], grid[2::3], grid[0::4], grid[2:7:2]]
    for line in everything:
        if line[0] != " " and line.count(line[0]) == 3:
            return line[0]
    return None


def turn(x):
    if x == "x":
        return "o"
    return "x"


def look(grid, x, depth):
    r = result(grid)
    if r is not None:
        return 1 if r == x else -1
    if depth == 0 or " " not in grid:
        return 0
    return max(-look(grid[:i] + [x] + grid[i + 1:], turn(x), depth - 1) for i in range(9) if grid[i] == " ")


def bot(grid, x):
    options = [i for i in range(9) if grid[i] == " "]
    return max(options, key=lambda i: -look(grid[:i] + [x] + grid[i + 1:], turn(x), 2))
