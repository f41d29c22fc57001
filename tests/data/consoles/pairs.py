"""Row and column from 0, with a comma; the computer begins, and says its moves; -1 ends the game."""


def reply(board):
    return next(cell for cell in (8, 0, 4, 2, 6, 1, 3, 5, 7) if board[cell] == "-")


def main():
    board = ["-"] * 9
    print("You are O.")
    for ply in range(9):
        if ply % 2 == 0:
            board[reply(board)] = "X"
            print(*("".join(board[start : start + 3]) for start in (0, 3, 6)), sep="\n")
        else:
            while True:
                try:
                    row, column = map(int, input("row,column (0,0 to 2,2)? ").split(","))
                    cell = 3 * row + column
                    if 0 <= row <= 2 and 0 <= column <= 2 and board[cell] == "-":
                        break
                except ValueError:
                    pass
                print("What?")
            board[cell] = "O"
        if any(
            board[a] == board[b] == board[c] != "-"
            for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        ):
            print("over")
            return


if __name__ == "__main__":
    main()
