"""A game whose board is a dict: a move is typed as its key."""

board = {
    "top-L": " ", "top-M": " ", "top-R": " ",
    "mid-L": " ", "mid-M": " ", "mid-R": " ",
    "low-L": " ", "low-M": " ", "low-R": " ",
}  # fmt: skip
cells = list(board)
lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def has_line(mark):
    return any(all(board[cells[cell]] == mark for cell in line) for line in lines)


def answer():
    for key in ("mid-M", "top-L", "low-R", "top-R", "low-L", "top-M", "mid-L", "mid-R", "low-M"):
        if board[key] == " ":
            board[key] = "O"
            return


for turn in range(9):
    if turn % 2 == 0:
        for start in (0, 3, 6):
            print("|".join(board[cell] for cell in cells[start : start + 3]))
        move = input("Turn for X. Move on which space? ")
        while board.get(move) != " ":
            move = input("No such free space. Move on which space? ")
        board[move] = "X"
    else:
        answer()
    if has_line("X") or has_line("O"):
        break
print("End of the game")
