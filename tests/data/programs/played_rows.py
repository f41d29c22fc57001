"""A whole game at the top of the file: row and column are asked one after the other, from 0, and rows are rebuilt."""

import os
import time

rows = [["-"] * 3 for _ in range(3)]


def done():
    columns = [list(column) for column in zip(*rows)]
    slopes = [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
    for line in rows + columns + slopes:
        if line[0] != "-" and line.count(line[0]) == 3:
            return line[0]
    return "" if any("-" in row for row in rows) else "nobody"


def computer():
    global rows
    for r in (1, 0, 2):
        for c in (1, 0, 2):
            if rows[r][c] == "-":
                rows = [[("o" if (i, j) == (r, c) else rows[i][j]) for j in range(3)] for i in range(3)]
                return


print("You are x")
while not done():
    os.system("cls" if os.name == "nt" else "clear")
    for row in rows:
        print(*row)
    r = int(input("row (0-2): "))
    c = int(input("column (0-2): "))
    if rows[r][c] != "-":
        print("taken")
        continue
    rows = [[("x" if (i, j) == (r, c) else rows[i][j]) for j in range(3)] for i in range(3)]
    if done():
        break
    print("thinking...")
    time.sleep(1)
    computer()
print("winner:", done())
