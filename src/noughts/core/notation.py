"""Text to cells and positions, and back. Rows are counted from the top everywhere."""

import re
from collections.abc import Callable, Iterable, Sequence

from noughts.core.drawn import board_of
from noughts.core.game import COLUMNS, Game, Move
from noughts.core.position import Position, Side
from noughts.errors import GameError, InvalidPositionError, NotationError
from noughts.words import Said, Words

STANDARD = Game(3, 3, 3)

# The ring numbering of the rule list (sources of `ring`): clockwise from the top left, the centre last.
#   0 1 2
#   7 8 3
#   6 5 4
RING_CELLS = (0, 1, 2, 5, 8, 7, 6, 3, 4)

_MARKS = {**dict.fromkeys("Xx", Side.X), **dict.fromkeys("Oo0", Side.O), **dict.fromkeys("._-·", None)}

# The frame of a drawn board. Box characters are read as their ASCII counterparts.
_ASCII = str.maketrans({chr(stroke): "-" for stroke in range(0x2500, 0x2580)} | dict.fromkeys("│┃║", "|"))
_RULES = (
    re.compile(r"(?=.*(--|\+|=))[\s|+=-]*"),  # `---+---`, `===`, `--|--`; but `-|-` is a row of free cells
    re.compile(r"(?=.*__)[\s|_]*"),  # `___|___`, unless there is no other row: then its cells are free
)
_ROW_NUMBER = re.compile(r"^\s*[1-9][0-9]?(?=[\s|])")
_BLANKS = re.compile(r"\s+")
_BLANKS_AND_BARS = re.compile(r"[\s|]+")
_MARGIN = "_[]()"  # characters allowed beside a mark in its cell: `_X_`, or brackets around a highlighted one
_NO_POSITION = (NotationError, InvalidPositionError, GameError)
_SIDE_TO_MOVE = re.compile(r"\s*([12])_(\S+)\s*")


def parse_cell(game: Game, text: str) -> Move:
    """Return the cell that `text` names: `a1`, a number from 1 to m*n, or on 3,3,3 a ring number `r0`..`r8`.

    Raises NotationError.

    >>> parse_cell(Game(3, 3, 3), "c1"), parse_cell(Game(3, 3, 3), "3"), parse_cell(Game(3, 3, 3), "r2")
    (2, 2, 2)
    """
    word = text.strip(" \t\r\n").lower() if text.isascii() else ""  # lower() turns the Kelvin sign into `k`
    if re.fullmatch(r"r[0-8]", word) and game == STANDARD:
        return RING_CELLS[int(word[1])]
    if re.fullmatch(r"[0-9]{1,3}", word) and 1 <= int(word) <= game.cells:
        return int(word) - 1
    if re.fullmatch(r"[a-z][0-9]{1,2}", word):
        row, column = int(word[1:]) - 1, COLUMNS.index(word[0])
        if 0 <= row < game.n and column < game.m:
            return game.cell(row, column)
    last = game.name(game.cells - 1)
    kind = "error.no-cell-ring" if game == STANDARD else "error.no-cell"
    raise NotationError(Said(kind, {"cell": repr(text), "last": last, "cells": game.cells}))


def parse_position(text: str, game: Game | None = None) -> Position:
    """Return the position that `text` shows.

    Accepts rows from the top as `XX./.../O..`; the bare m*n characters; OpenSpiel's rows of `.xo`;
    GamesCrafters' `1_xo-------` (1 or 2: the side to move); a drawn diagram, with or without coordinates, counted from
    any side; and the boards of `noughts.core.drawn`: lists, numbers, Black and White, digits for free cells.
    Without `game` a 3x3 board is 3,3,3; any other board needs it. Raises NotationError if the text is not
    a board, GameError if `game` is missing, InvalidPositionError (with every reason) if no game reaches
    the position.

    >>> str(parse_position("X|O|_\\n_|X|_\\n | | "))
    'XO./.X./...'
    """
    mover, board = _split_side_to_move(text)
    try:
        rows = [[_side(text, mark) for mark in row] for row in _rows(board, game or STANDARD)]
        return _position(text, rows, game, mover)
    except _NO_POSITION as error:
        if (found := board_of(text, game)) is None:
            raise
        try:
            return _position(text, found, game)
        except _NO_POSITION as other:
            raise (other if isinstance(error, NotationError) else error) from None


def _position(
    text: str, rows: Sequence[Sequence[Side | None]], game: Game | None, mover: Side | None = None
) -> Position:
    """Return the position of rows of stones; `mover`: the side to move, if the text says it."""
    game = _game_of(text, rows, game)
    marks = [mark for row in rows for mark in row]
    stones = {side: [cell for cell, mark in enumerate(marks) if mark is side] for side in Side}
    try:
        position = Position.from_stones(game, stones[Side.X], stones[Side.O])
    except InvalidPositionError as error:
        raise _impossible(text, error.said, error.faults) from None
    if mover is not None and position.outcome is None and mover is not position.side:
        reason = Said("error.says-mover", {"mover": mover, "side": position.side})
        raise _impossible(text, reason, [reason])
    return position


def _impossible(text: str, reason: Words, reasons: Sequence[Words]) -> InvalidPositionError:
    return InvalidPositionError(Said("error.impossible", {"position": repr(text), "reason": reason}), reasons)


def diagram(position: Position, highlight: Iterable[Move] = ()) -> str:
    """Return the board drawn with its coordinates; highlighted cells are in brackets.

    >>> print(diagram(parse_position("XX./.../O.."), highlight=[0]))
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


def _split_side_to_move(text: str) -> tuple[Side | None, str]:
    """Split GamesCrafters' `1_xo-------` into the side to move and the board; other texts have no side."""
    match = _SIDE_TO_MOVE.fullmatch(text)
    return (Side.X if match[1] == "1" else Side.O, match[2]) if match else (None, text)


def _rows(board: str, game: Game) -> list[Sequence[str]]:
    """Split a board's text into rows with a mark for each cell; the bare cells are split to fit the game."""
    if "/" in board:
        return [_BLANKS.sub("", row) for row in board.split("/")]
    lines = [line for line in board.translate(_ASCII).splitlines() if line.strip()]
    lines = [line for line in lines if not _names_columns(line)]
    for rule in _RULES:
        if len(lines) > game.n and any("|" in line for line in lines):
            lines = [line for line in lines if not rule.fullmatch(line)]
    rows = [_marks_of_line(line, game.m) for line in lines]
    numbers = [int(match[0]) for match in map(_ROW_NUMBER.match, lines) if match]
    if len(rows) > 1 and numbers == [*range(len(rows), 0, -1)]:  # the row that is called 1 comes first
        rows.reverse()
    if len(rows) == 1 and len(rows[0]) == game.cells:
        return [rows[0][start : start + game.m] for start in range(0, game.cells, game.m)]
    return rows


def _names_columns(line: str) -> bool:
    """Whether a line only names columns: `a b c`."""
    letters = _BLANKS_AND_BARS.sub("", line).lower()
    return letters != "" and COLUMNS.startswith(letters)


def _marks_of_line(line: str, width: int) -> Sequence[str]:
    """Return the marks of one row, without its number, bars, brackets and blanks."""
    row = _ROW_NUMBER.sub("", line)
    if "|" not in row:
        return [mark for mark in row if not mark.isspace() and mark not in "[]()"]
    cells = [_BLANKS.sub("", cell) for cell in row.split("|")]
    # Bars at the ends of a row are its frame; without them a blank there is a free cell.
    first, last = cells[0] == "", cells[-1] == ""
    if len(cells) - first - last == width:
        cells = cells[first : len(cells) - last]
    return [cell.strip(_MARGIN) or "." for cell in cells]


def _side(text: str, mark: str) -> Side | None:
    try:
        return _MARKS[mark]
    except KeyError:
        raise NotationError(Said("error.not-a-mark", {"board": repr(text), "mark": repr(mark)})) from None


def _game_of(text: str, rows: Sequence[Sequence[object]], game: Game | None) -> Game:
    """Return the game that these rows are a board of."""
    width, height = len(rows[0]) if rows else 0, len(rows)
    if width == 0 or any(len(row) != width for row in rows):
        kind = "error.uneven-rows" if rows else "error.no-rows"
        raise NotationError(Said(kind, {"board": repr(text)} | ({"lengths": [*map(len, rows)]} if rows else {})))
    size = {"board": repr(text), "columns": width, "rows": height}
    if game is None:
        if (width, height) == (STANDARD.m, STANDARD.n):
            return STANDARD
        raise GameError(Said("error.which-game", size))
    if (width, height) != (game.m, game.n):
        raise NotationError(Said("error.other-board", {"game": game, **size, "m": game.m, "n": game.n}))
    return game
