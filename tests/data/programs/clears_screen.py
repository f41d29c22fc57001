import os
import time

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def show(board):
    os.system("cls" if os.name == "nt" else "clear")
    print(board)


def computer_move(board, mark):
    show(board)
    print("Computer is thinking...")
    time.sleep(1)
    for who in (mark, "O" if mark == "X" else "X"):
        for line in LINES:
            free = [cell for cell in line if board[cell] == " "]
            if len(free) == 1 and [board[cell] for cell in line].count(who) == 2:
                return free[0]
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " ")
