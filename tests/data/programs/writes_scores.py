"""Keeps a list of its games in a file beside it, which it writes as it is loaded."""

import json
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "writes_scores.json")

with open(FILE, "w") as file:
    json.dump([], file)


def computer_move(board):
    with open("moves.log", "a") as log:
        log.write(str(board) + "\n")
    for cell in (4, 0, 2, 6, 8):
        if board[cell] == " ":
            return cell
    return board.index(" ")
