cells = [" "] * 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def show():
    for row in range(3):
        print(" | ".join(cells[3 * row : 3 * row + 3]))


for turn in range(9):
    if turn % 2 == 0:
        if turn:
            input("Press 'Enter' to pick your next move")
        place = ""
        while place not in list("123456789") or cells[int(place) - 1] != " ":
            place = input("Enter your next move (1-9): ")
        cells[int(place) - 1] = "X"
    else:
        input("Press 'Enter' to have the computer play")
        cells[cells.index(" ")] = "O"
    show()
    if any(cells[a] == cells[b] == cells[c] != " " for a, b, c in LINES):
        break
