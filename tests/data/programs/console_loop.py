# Tic tac toe against the computer, homework 4
# you are X, computer is O

board = [" ", " ", " ",
         " ", " ", " ",
         " ", " ", " "]

WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def show(b):
    print()
    print(b[0] + "|" + b[1] + "|" + b[2])
    print("-+-+-")
    print(b[3] + "|" + b[4] + "|" + b[5])
    print("-+-+-")
    print(b[6] + "|" + b[7] + "|" + b[8])
    print()


def has_won(b, who):
    for (x, y, z) in WINS:
        if b[x] == who and b[y] == who and b[z] == who:
            return True
    return False


def search(b, who, alpha, beta):
    if has_won(b, "O"):
        return 1
    if has_won(b, "X"):
        return -1
    if " " not in b:
        return 0
    if who == "O":
        for i in range(9):
            if b[i] == " ":
                b[i] = "O"
                alpha = max(alpha, search(b, "X", alpha, beta))
                b[i] = " "
                if alpha >= beta:
                    break
        return alpha
    for i in range(9):
        if b[i] == " ":
            b[i] = "X"
            beta = min(beta, search(b, "O", alpha, beta))
            b[i] = " "
            if alpha >= beta:
                break
    return beta


def computer_move(b):
    best = -2
    where = None
    for i in range(9):
        if b[i] == " ":
            b[i] = "O"
            value = search(b, "X", -2, 2)
            b[i] = " "
            if value > best:
                best = value
                where = i
    return where


print("Welcome! Cells are numbered 1 to 9.")
while True:
    show(board)
    n = int(input("Your move: ")) - 1
    if n < 0 or n > 8 or board[n] != " ":
        print("Not possible")
        continue
    board[n] = "X"
    if has_won(board, "X"):
        print("You win??")
        break
    if " " not in board:
        print("Draw")
        break
    board[computer_move(board)] = "O"
    if has_won(board, "O"):
        show(board)
        print("I win")
        break
