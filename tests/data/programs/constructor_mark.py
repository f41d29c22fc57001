class AI:
    def __init__(self, symbol, opponent):
        self.symbol = symbol
        self.opponent = opponent

    def winner(self, grid):
        lines = [grid[0], grid[1], grid[2]]
        lines += [[grid[r][c] for r in range(3)] for c in range(3)]
        lines.append([grid[0][0], grid[1][1], grid[2][2]])
        lines.append([grid[0][2], grid[1][1], grid[2][0]])
        for line in lines:
            if line[0] != "_" and line[0] == line[1] == line[2]:
                return line[0]
        return None

    def empty_cells(self, grid):
        return [(r, c) for r in range(3) for c in range(3) if grid[r][c] == "_"]

    def value(self, grid, mine, alpha, beta):
        w = self.winner(grid)
        if w == self.symbol:
            return 1
        if w == self.opponent:
            return -1
        cells = self.empty_cells(grid)
        if not cells:
            return 0
        for r, c in cells:
            grid[r][c] = self.symbol if mine else self.opponent
            v = self.value(grid, not mine, alpha, beta)
            grid[r][c] = "_"
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if mine else beta

    def choose_move(self, grid):
        best, where = -2, None
        for r, c in self.empty_cells(grid):
            grid[r][c] = self.symbol
            v = self.value(grid, False, -2, 2)
            grid[r][c] = "_"
            if v > best:
                best, where = v, (r, c)
        return where


def main():
    symbol = input("X or O? ").upper()
    computer = AI("O" if symbol == "X" else "X", symbol)
    grid = [["_"] * 3 for _ in range(3)]
    turn = "X"
    while computer.winner(grid) is None and computer.empty_cells(grid):
        if turn == symbol:
            r, c = map(int, input("row column: ").split())
        else:
            r, c = computer.choose_move(grid)
        grid[r][c] = turn
        turn = "O" if turn == "X" else "X"
        for row in grid:
            print(" ".join(row))


if __name__ == "__main__":
    main()
