"""Every game of a program against every reply, counted without the library: the witness of its verdicts.

A board is a text, row by row, of "X", "O" and "."; X moves first. A player is a function from a board to the cells
that the program may choose there, with chance above 0. `FAULT` among them is an answer that breaks the rules; the
program loses there. Cells are counted from 0.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

FAULT = -1

Player = Callable[[str], set[int]]


class Counts(NamedTuple):
    won: int
    drawn: int
    lost: int
    faults: int  # how many of the lost games end with an answer that breaks the rules


def lines(columns: int, rows: int, length: int) -> Iterator[list[int]]:
    """Yield the cells of every line."""
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(length)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
                    yield [r * columns + c for r, c in cells]


def side_of(board: str) -> str:
    """Return the side to move."""
    return "X" if board.count("X") == board.count("O") else "O"


def free_cells(board: str) -> set[int]:
    return {cell for cell in range(len(board)) if board[cell] == "."}


def brute_force(player: Player, seat: str, columns: int = 3, rows: int = 3, length: int = 3) -> Counts:
    """Count all games of a player in a seat, "X" or "O"."""
    all_lines = list(lines(columns, rows, length))
    known: dict[str, Counts] = {}

    def count(board: str) -> Counts:
        if board not in known:
            known[board] = total(board)
        return known[board]

    def total(board: str) -> Counts:
        side = side_of(board)
        choices = player(board) if side == seat else free_cells(board)
        assert choices
        return Counts(*map(sum, zip(*(after(board, side, cell) for cell in choices), strict=True)))

    def after(board: str, side: str, cell: int) -> Counts:
        if cell not in free_cells(board):
            return Counts(0, 0, 1, 1)
        new = board[:cell] + side + board[cell + 1 :]
        if any(all(new[i] == side for i in line) for line in all_lines):
            return Counts(1, 0, 0, 0) if side == seat else Counts(0, 0, 1, 0)
        return count(new) if "." in new else Counts(0, 1, 0, 0)

    return count("." * (columns * rows))
