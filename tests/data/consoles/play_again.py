"""The computer begins as O, and wins or blocks; row and column from 1; at the end it asks for another game.

With `coin` as its argument it draws who begins.
"""

import random
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (6, 4, 2)]
board = [" "] * 9
words = []


def number():
    while not words:
        words.extend(input().split())
    return int(words.pop(0))


def has(mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def wins(mark, cell):
    board[cell] = mark
    won = has(mark)
    board[cell] = " "
    return won


def reply():
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " "]
    return next((cell for mark in "OX" for cell in sorted(free) if wins(mark, cell)), free[0])


def main():
    turn = random.choice("OX") if "coin" in sys.argv else "O"
    while True:
        if turn == "O":
            board[reply()] = "O"
        else:
            while True:
                print("Enter row and column (1-3) for X: ", end="", flush=True)
                cell = (number() - 1) * 3 + number() - 1
                if 0 <= cell < 9 and board[cell] == " ":
                    break
            board[cell] = "X"
        print("\n---+---+---\n".join(" {} | {} | {} ".format(*board[start : start + 3]) for start in (0, 3, 6)))
        if has(turn):
            print("I won !!! But you played well..." if turn == "O" else "You have won!")
            break
        if " " not in board:
            print("It's a draw!")
            break
        turn = "X" if turn == "O" else "O"
    print("Play again? (1 for yes, 0 for no): ", end="", flush=True)
    number()


if __name__ == "__main__":
    main()
