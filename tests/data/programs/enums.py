from enum import Enum


class Cell(Enum):
    EMPTY = 0
    CROSS = 1
    NOUGHT = 2


def winning(board, row, col, mark):
    lines = [[(row, c) for c in range(3)], [(r, col) for r in range(3)]]
    if row == col:
        lines.append([(i, i) for i in range(3)])
    if row + col == 2:
        lines.append([(i, 2 - i) for i in range(3)])
    return any(all(board[r][c] is mark or (r, c) == (row, col) for r, c in line) for line in lines)


def best_move(board, player):
    free = [(r, c) for r in range(3) for c in range(3) if board[r][c] is Cell.EMPTY]
    opponent = Cell.NOUGHT if player is Cell.CROSS else Cell.CROSS
    for mark in (player, opponent):
        for r, c in free:
            if winning(board, r, c, mark):
                return r, c
    return free[-1]
