def smart_move(grid, me):
    you = "O" if me == "X" else "X"
    free = [(r, c) for r in range(3) for c in range(3) if grid[r][c] == " "]

    def wins(r, c, who):
        row = [grid[r][j] for j in range(3) if j != c]
        col = [grid[i][c] for i in range(3) if i != r]
        return row == [who, who] or col == [who, who]

    for who in (me, you):
        for r, c in free:
            if wins(r, c, who):
                return r, c
    if (1, 1) in free:
        return 1, 1
    corners = [cell for cell in free if cell[0] != 1 and cell[1] != 1]
    return corners[0]
