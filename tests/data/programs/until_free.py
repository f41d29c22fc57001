# the commonest easy bot: it draws a row and a column until the cell is free
import random


def is_free(board, row, col):
    return board[row][col] == " "


def easy_move(board):
    while True:
        row = random.randint(0, 2)
        col = random.randint(0, 2)
        if is_free(board, row, col):
            return row, col
