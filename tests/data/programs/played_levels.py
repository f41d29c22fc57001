# A game at the terminal whose modes are offered as words with strokes between them
MODES = ["2Players", "easy", "minimax"]
cells = dict.fromkeys("a1 a2 a3 b1 b2 b3 c1 c2 c3".split(), " ")
mode = ""
while mode not in MODES:
    mode = input("(" + "/".join(MODES) + "): ")
turn = "X"
LINES = [("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3"), ("a1", "b1", "c1"), ("a2", "b2", "c2"),
         ("a3", "b3", "c3"), ("a1", "b2", "c3"), ("a3", "b2", "c1")]
while True:
    print("   1 2 3")
    for row in "abc":
        print(row, "|" + "|".join(cells[row + c] for c in "123") + "|")
    if any(cells[a] == cells[b] == cells[c] != " " for a, b, c in LINES) or " " not in cells.values():
        break
    if turn == "X" or mode == "2Players":
        at = input("Your move (row-column): ")
        if cells.get(at) != " ":
            print("Please insert a valid move")
            continue
    else:
        at = next(c for c in cells if cells[c] == " ")
    cells[at] = turn
    turn = "O" if turn == "X" else "X"
