from .player import best_move
from .rules import EMPTY, free, wins

cells = [EMPTY] * 9
while free(cells) and not wins(cells, "o"):
    cells[int(input("cell 0-8: "))] = "x"
    if wins(cells, "x") or not free(cells):
        break
    cells[best_move(cells, "o")] = "o"
    print(cells[:3], cells[3:6], cells[6:])
