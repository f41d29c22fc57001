"""A game for two people: nobody in it to be proved."""

board = [" "] * 9
turn = "X"
while " " in board:
    print(board)
    n = int(input(f"{turn}, your cell (1-9)? ")) - 1
    if board[n] == " ":
        board[n] = turn
        turn = "O" if turn == "X" else "X"
