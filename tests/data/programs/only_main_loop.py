import random

cells = [str(i) for i in range(1, 10)]
wins = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
turn = "X"
moves = 0
over = False

while not over and moves < 9:
    print(cells[0], cells[1], cells[2])
    print(cells[3], cells[4], cells[5])
    print(cells[6], cells[7], cells[8])
    if turn == "X":
        place = input("Where? ")
        if place not in cells:
            print("No")
            continue
        cells[int(place) - 1] = "X"
    else:
        place = None
        for line in wins:
            marks = [cells[i] for i in line]
            if marks.count("O") == 2 and "X" not in marks:
                place = [i for i in line if cells[i] != "O"][0]
        if place is None:
            place = random.choice([i for i in range(9) if cells[i] not in "XO"])
        cells[place] = "O"
    moves += 1
    for line in wins:
        if cells[line[0]] == cells[line[1]] == cells[line[2]]:
            print(turn, "has won")
            over = True
    turn = "O" if turn == "X" else "X"
