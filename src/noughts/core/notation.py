"""Text to cells and positions, and back. Rows are counted from the top everywhere."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from math import prod
from typing import NamedTuple

from noughts.core.drawn import KNOWN, boards_of, grids, without_labels
from noughts.core.game import COLUMNS, Game, Move
from noughts.core.position import Position, Side
from noughts.errors import GameError, InvalidPositionError, NotationError, NoughtsError
from noughts.words import Said, Words

STANDARD = Game(3, 3, 3)

# The ring numbering of the rule list (sources of `ring`): clockwise from the top left, the centre last.
#   0 1 2
#   7 8 3
#   6 5 4
RING_CELLS = (0, 1, 2, 5, 8, 7, 6, 3, 4)

_LONGEST = 20_000  # characters of a board
_SIDE_TO_MOVE = re.compile(r"\s*([12])_(\S+)\s*")
_MARK_FIRST = re.compile(r"\s*([XO])[ \t]*\n(?=.*\S.*\n)", re.IGNORECASE)  # before a board: a judge's program
_TO_MOVE = re.compile(  # in a line of its own, or after a comma or a board in one word
    r"(\A|[\n,;(]|/[^\s/,;(]*[ ])[ \t]*"
    r"(?:(?:next|turn|to move)[ \t]*[:=][ \t]*([XO])|([XO])(?:'s)?[ \t]+(?:to move|to play|turn|(?:ist )?am Zug))"
    r"[ \t).:;,]*(?=\n|\Z|[\[{])",
    re.IGNORECASE,
)
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


def _played(game: Game, words: Sequence[str]) -> Position:
    """Return the position after stones fell into some columns. Raises NotationError, IllegalMoveError."""
    position = Position(game)
    for word in words:
        position = position.play(parse_cell(game, word, position.x | position.o))
    return position


class BoardReading(NamedTuple):
    """The position that a text shows, and what had to be known or assumed to read it."""

    position: Position
    known: tuple[Said, ...]


def parse_position(text: str, game: Game | None = None) -> Position:
    """Return the position that `text` shows.

    Accepts rows from the top as `XX./.../O..`; the bare m*n characters; OpenSpiel's rows of `.xo`;
    GamesCrafters' `1_xo-------` (1 or 2: the side to move), or its mark in a line before the board; a drawn diagram,
    with or without coordinates, counted from any side; and the boards of `noughts.core.drawn`: lists, numbers, Black
    and White, digits for free cells.
    Where stones fall, also the columns or the cells of the moves: `4453`, `d d e c`, `d6 d5 e6 c6`.
    Without `game` a 3x3 board is 3,3,3; any other board needs it. Raises NotationError if the text is not
    a board or may be several, GameError if `game` is missing, InvalidPositionError (with every reason) if no game
    reaches the position.

    >>> str(parse_position("X|O|_\\n_|X|_\\n | | "))
    'XO./.X./...'
    """
    return _read(text, game, o_may_begin=False).position


def read_board(text: str, game: Game | None = None) -> BoardReading:
    """Return the position that a person's text shows, as `parse_position` does, with what was assumed.

    Where the stones say that O has begun, or the text says so (`O to move`, in a line of its own), X and O are
    exchanged, as X begins here.

    >>> reading = read_board("O X .\\n. O .\\n. . .")
    >>> str(reading.position), *map(str, reading.known)
    ('XO./.X./...', 'O has begun: X and O are exchanged, as X begins here')
    """
    return _read(text, game, o_may_begin=True)


def _read(text: str, game: Game | None, o_may_begin: bool) -> BoardReading:
    if len(text) > _LONGEST:
        raise NotationError(Said("error.long-board", {"board": repr(text), "most": _LONGEST}))
    if game is not None and (words := move_words(game, text)):
        return BoardReading(_played(game, words), ())
    mover, board = _split_side_to_move(text)
    may_begin = o_may_begin and not _SIDE_TO_MOVE.fullmatch(text)
    try:
        return _reading(text, board, mover, game, may_begin)
    except (NotationError, GameError) as error:
        if not (match := _MARK_FIRST.match(text)):
            raise
        try:
            return _reading(text, text[match.end() :], Side(match[1].upper()), game, may_begin)
        except (NotationError, GameError):
            raise error from None


def _reading(text: str, board: str, mover: Side | None, game: Game | None, o_may_begin: bool) -> BoardReading:
    """Return the one reading of a board, a part of a text that may have said the side to move."""
    size = game or STANDARD
    by_beginner: dict[bool, dict[Position, BoardReading]] = {False: {}, True: {}}  # whether O has begun
    sizes, fault = list[tuple[int, int]](), None
    for drawn in boards_of(board, None if game is None else (game.m, game.n)):
        sizes.append((len(drawn.rows[0]), len(drawn.rows)))
        if sizes[-1] != (size.m, size.n):
            continue
        stones = [[cell for cell, mark in enumerate(chain(*drawn.rows)) if mark is side] for side in Side]
        try:
            position, o_began = _position(text, size, stones, mover, o_may_begin)
        except InvalidPositionError as error:
            fault = fault or error
        else:
            known = drawn.known_if_o_began if o_began else drawn.known
            by_beginner[o_began].setdefault(position, BoardReading(position, known))
    readings = [*(by_beginner[False] or by_beginner[True]).values()]
    if len(readings) > 1:
        first, other = (str(reading.position) for reading in readings[:2])
        raise NotationError(Said("error.two-boards", {"board": repr(text), "one": first, "other": other}))
    if readings:
        return readings[0]
    raise fault or _refusal(text, board, sizes, game)


def _position(
    text: str, game: Game, stones: Sequence[Sequence[Move]], mover: Side | None, o_may_begin: bool
) -> tuple[Position, bool]:
    """Return the position with some stones of X and O, and whether these are exchanged, as O has begun.

    `mover`: the side to move, if the text says it.
    """
    x, o = stones
    try:
        if o_may_begin and len(o) - len(x) == (mover is not Side.O):
            with suppress(InvalidPositionError):
                return Position.from_stones(game, o, x), True
        position = Position.from_stones(game, x, o)
    except InvalidPositionError as error:
        raise _impossible(text, error.said, error.faults) from None
    if mover is not None and position.outcome is None and mover is not position.side:
        reason = Said("error.says-mover", {"mover": mover, "side": position.side})
        raise _impossible(text, reason, [reason])
    return position, False


def _impossible(text: str, reason: Words, reasons: Sequence[Words]) -> InvalidPositionError:
    return InvalidPositionError(Said("error.impossible", {"position": repr(text), "reason": reason}), reasons)


def _refusal(text: str, board: str, sizes: Sequence[tuple[int, int]], game: Game | None) -> NoughtsError:
    """Return why a text is no board of the game, or of 3,3,3."""
    if sizes:
        width, height = min(sizes, key=prod)  # without rules and frames
        size = {"board": repr(text), "columns": width, "rows": height}
        if game is None:
            return GameError(Said("error.which-game", size))
        return NotationError(Said("error.other-board", {"game": game, **size, "m": game.m, "n": game.n}))
    ways = [without_labels(marks)[0] for marks in grids(board)]
    rows = next((rows for rows in ways if KNOWN.issuperset(mark for row in rows for mark in row)), ways[0])
    marks = [mark for row in rows for mark in row]
    odd = [mark for mark in marks if mark not in KNOWN]
    values = {"board": repr(text)}
    if odd:
        return NotationError(Said("error.not-a-mark", {**values, "mark": repr(odd[0])}))
    if not rows:
        return NotationError(Said("error.no-rows", values))
    lengths = [*map(len, rows)]
    if len({*lengths}) > 1 or not lengths[0]:
        return NotationError(Said("error.uneven-rows", {**values, "lengths": lengths}))
    return NotationError(Said("error.mixed-marks", {**values, "marks": [*dict.fromkeys(map(repr, marks))]}))


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
    """Split GamesCrafters' `1_xo-------`, or `O to move`, from the board; other texts have no side."""
    if match := _SIDE_TO_MOVE.fullmatch(text):
        return (Side.X if match[1] == "1" else Side.O), match[2]
    if match := _TO_MOVE.search(text):
        board = text[: match.start()] + match[1].rstrip("\n,;(") + text[match.end() :]
        return Side((match[2] or match[3]).upper()), board
    return None, text
