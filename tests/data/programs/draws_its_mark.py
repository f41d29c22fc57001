"""A whole game that draws first of all which mark is whose: its function knows the one of this process alone."""

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
board = list(range(9))
you, me = random.choice(["XO", "OX"])


def over():
    return any(len({board[cell] for cell in line}) == 1 for line in LINES) or {*board} == {"X", "O"}


def computer_move():
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == cell]
    board[free[0]] = me


while not over():
    for row in range(3):
        print(board[3 * row : 3 * row + 3])
    cell = int(input("Your cell (0-8): "))
    if board[cell] == cell:
        board[cell] = you
        if not over():
            computer_move()
print(board)
