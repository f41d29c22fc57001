"""A game whose computer thinks for ever about its first move."""

board = [" "] * 9
while True:
    print("|".join(board))
    number = int(input("Your move (1-9): "))
    if board[number - 1] == " ":
        board[number - 1] = "X"
        while board.count("O") < board.count("X"):
            pass
