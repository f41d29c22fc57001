"""Text to cells and positions, and back. Rows are counted from the top everywhere."""

import re
from collections.abc import Callable, Iterable, Sequence

from noughts.core.game import COLUMNS, Game, Move
from noughts.core.position import Position
from noughts.errors import NotationError
from noughts.words import Said

STANDARD = Game(3, 3, 3)

# The ring numbering of the rule list (sources of `ring`): clockwise from the top left, the centre last.
#   0 1 2
#   7 8 3
#   6 5 4
RING_CELLS = (0, 1, 2, 5, 8, 7, 6, 3, 4)

_CELL = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)


def parse_cell(game: Game, text: str, taken: int = 0) -> Move:
    """Return the cell that `text` names: `a1`, a number from 1 to m*n, or on 3,3,3 a ring number `r0`..`r8`.

    Where a stone falls, a column, by its letter or its number from 1, is the cell to which one falls while others are
    taken. Raises NotationError.

    >>> parse_cell(Game(3, 3, 3), "c1"), parse_cell(Game(3, 3, 3), "3"), parse_cell(Game(3, 3, 3), "r2")
    (2, 2, 2)
    >>> falls = Game(3, 3, 3, gravity=True)
    >>> parse_cell(falls, "b"), parse_cell(falls, "2", taken=0b010_000_000)
    (7, 4)
    """
    word = text.strip(" \t\r\n").lower() if text.isascii() else ""  # lower() turns the Kelvin sign into `k`
    if not game.cells_stay_open and (column := _column(game, word)) is not None:
        if (cell := game.landing(column, taken)) is None:
            raise NotationError(Said("error.column-full", {"column": COLUMNS[column]}))
        return cell
    if re.fullmatch(r"r[0-8]", word) and game == STANDARD:
        return RING_CELLS[int(word[1])]
    if re.fullmatch(r"[0-9]{1,3}", word) and 1 <= int(word) <= game.cells:
        return int(word) - 1
    if _CELL.fullmatch(word):
        row, column = int(word[1:]) - 1, COLUMNS.index(word[0])
        if 0 <= row < game.n and column < game.m:
            return game.cell(row, column)
    last = game.name(game.cells - 1)
    kind = "error.no-cell-ring" if game == STANDARD else "error.no-cell"
    raise NotationError(Said(kind, {"cell": repr(text), "last": last, "cells": game.cells}))


def parse_move(position: Position, text: str) -> Move:
    """Return the cell that a person's move names in a position, as `parse_cell` reads it. Raises NotationError."""
    return parse_cell(position.game, text, position.x | position.o)


def _column(game: Game, word: str) -> int | None:
    """Return the column that a word names by its letter, or by its number from 1; None for another word."""
    if re.fullmatch(r"[0-9]{1,2}", word) and 1 <= int(word) <= game.m:
        return int(word) - 1
    return COLUMNS.index(word) if re.fullmatch(r"[a-z]", word) and COLUMNS.index(word) < game.m else None


def move_words(game: Game, text: str) -> list[str]:
    """Return the moves that a text lists where stones fall, as columns, `4453`, `4 4 5 3`, `ddec`, `d d e c`, or as
    cells, `d6 d5 e6 c6`. An empty list for another text. Raises NotationError for digits of which one is no column.

    >>> move_words(Game(7, 6, 4, gravity=True), "4453")
    ['4', '4', '5', '3']
    """
    if game.cells_stay_open or not text.isascii():
        return []
    words = text.replace(",", " ").split()
    if len(words) == 1 and game.m <= 9 and (words[0].isdecimal() or words[0].isalpha()):
        words = list(words[0])
        wrong = [word for word in words if word.isdecimal() and not 1 <= int(word) <= game.m]
        if wrong and len(words) < game.cells:  # as many digits as cells may be a board
            last = {"columns": game.m, "last": COLUMNS[game.m - 1]}
            raise NotationError(Said("error.no-column", {"column": wrong[0], "text": repr(text), **last}))
    are_moves = all(_column(game, word.lower()) is not None or _CELL.fullmatch(word) for word in words)
    return words if are_moves and len(words) <= game.cells else []


def diagram(position: Position, highlight: Iterable[Move] = ()) -> str:
    """Return the board drawn with its coordinates; highlighted cells are in brackets.

    >>> print(diagram(Position.from_stones(Game(3, 3, 3), [0, 1], [6]), highlight=[0]))
        a  b  c
     1 [X] X  .
     2  .  .  .
     3  O  .  .
    """
    marks = [str(position.stone(cell) or ".") for cell in range(position.game.cells)]
    bracketed = set(highlight)
    if not bracketed:
        return grid(position.game, marks)
    framed = [f"[{mark}]" if cell in bracketed else f" {mark} " for cell, mark in enumerate(marks)]
    return grid(position.game, framed, gap="")


def grid(
    game: Game, texts: Sequence[str], gap: str = " ", paint: Callable[[Move, str], str] = lambda cell, text: text
) -> str:
    """Return a board with its coordinates: a text for each cell, right-aligned in columns of equal width.

    `gap` stands between the columns; `paint` may colour a cell's text once it is aligned.

    >>> print(grid(Game(3, 2, 2), ["1", "12.5", "", "X", "O", "-3"]))
         a    b    c
     1    1 12.5
     2    X    O   -3
    """
    width = max(1, *map(len, texts))
    letters = [letter.rjust(width // 2 + 1).ljust(width) for letter in COLUMNS[: game.m]]
    cells = [paint(cell, text.rjust(width)) for cell, text in enumerate(texts)]
    lines = [("", letters)]
    lines += [(str(row + 1), cells[row * game.m : (row + 1) * game.m]) for row in range(game.n)]
    return "\n".join(f"{label:>2} {gap.join(row)}".rstrip() for label, row in lines)


def short(score: float, width: int) -> str:
    """Return a score in at most `width` (3 or more) characters, with as many digits as fit.

    >>> [short(score, 3) for score in (30.0, 1.5, 0.09375, 12.25, 51076.0, -0.25)]
    ['30', '1.5', '.09', '12', '51k', '-.2']
    """
    for unit, divisor in (("", 1), ("k", 1e3), ("M", 1e6), ("G", 1e9)):
        for decimals in (3, 2, 1, 0):
            text = f"{score / divisor:.{decimals}f}"
            text = text.rstrip("0").rstrip(".") if decimals else text
            text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
            if len(text) + len(unit) <= width:
                return "0" if text == "-0" else text + unit
    return f"{score:.0e}".replace("+", "")[:width]
