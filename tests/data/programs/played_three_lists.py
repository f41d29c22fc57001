"""A whole game at the top of the file, whose three rows are lists by names of their own."""

top = [" ", " ", " "]
middle = [" ", " ", " "]
bottom = [" ", " ", " "]
ORDER = [5, 1, 9, 3, 7, 2, 4, 6, 8]


def line_of(mark):
    for row in (top, middle, bottom):
        if row == [mark] * 3:
            return True
    for i in range(3):
        if top[i] == middle[i] == bottom[i] == mark:
            return True
    return middle[1] == mark and (top[0] == bottom[2] == mark or top[2] == bottom[0] == mark)


for turn in range(5):
    number = int(input("Enter your position: "))
    if number <= 3:
        top[number - 1] = "O"
    elif number <= 6:
        middle[number - 4] = "O"
    else:
        bottom[number - 7] = "O"
    if line_of("O") or turn == 4:
        break
    for number in ORDER:
        row = (top, middle, bottom)[(number - 1) // 3]
        if row[(number - 1) % 3] == " ":
            row[(number - 1) % 3] = "X"
            break
    for row in (top, middle, bottom):
        print(" | ".join(row))
    if line_of("X"):
        break
print("The game is over")
