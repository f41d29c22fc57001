def someone_wins(board, mark):
    for a in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if [board[i] for i in a] == [mark] * 3:
            return True
    return False


def computer(board):
    # the computer is always "O"
    for i in range(9):
        if board[i] == " ":
            copy = list(board)
            copy[i] = "O"
            if someone_wins(copy, "O"):
                return i
    for i in range(9):
        if board[i] == " ":
            copy = list(board)
            copy[i] = "X"
            if someone_wins(copy, "x"):  # block
                return i
    for i in (4, 0, 2, 6, 8, 1, 3, 5, 7):
        if board[i] == " ":
            return i


def show(board):
    for i in (0, 3, 6):
        print("|".join(board[i:i + 3]))


if __name__ == "__main__":
    board = [" "] * 9
    while " " in board and not someone_wins(board, "O"):
        board[int(input("X plays: "))] = "X"
        if not someone_wins(board, "X") and " " in board:
            board[computer(board)] = "O"
        show(board)
