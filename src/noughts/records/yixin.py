"""Saved positions of Yixin: .sav, and .pos, which RenLib and other programs of renju write too.

A .sav is text: the number of rows, of columns and of moves, then row and column of each move from 0, one a line. A .pos
is bytes, of a board of 15 by 15: the number of moves, then 15 * row + column of each, from 0 at the top left. So both
programs' sources have it (`show_dialog_save` in Yixin's main.c, `Pos::Save` in RenLib's Pos.cpp); Yixin's board shows a
.pos with rows as columns, which is the same game in a mirror. Neither file names a rule.
"""

import re
from collections.abc import Iterator
from typing import Final

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records.parts import bounded, game_of, off_board
from noughts.words import Said

_SIZE: Final = 15  # of the board of a .pos
_CONTROLS: Final = (*range(1, 9), 11, *range(14, 27))  # bytes that no text of moves has
LONGEST: Final = _SIZE * _SIZE + 1  # bytes of a .pos

_SAV = re.compile(r"\s*+([0-9]{1,3})\s++([0-9]{1,3})\s++([0-9]{1,3})\s*+((?:[0-9]{1,3} [0-9]{1,3}\s*+)*+)", re.ASCII)
_MOVE = re.compile(r"([0-9]+) ([0-9]+)")


def is_sav(text: str) -> bool:
    """Return whether a text is a .sav: its third number is that of the lines below, or its first two are a board.

    >>> is_sav("15\\n15\\n1\\n7 7\\n"), is_sav("1 2 3")
    (True, False)
    """
    match = _SAV.fullmatch(text)
    lines = text.split("\n", 3)
    if match is None or [line.strip() for line in lines[:3]] != [*match.group(1, 2, 3)]:
        return False
    return match[1] == match[2] or len(_MOVE.findall(match[4])) == int(match[3])


def read_sav(text: str, game: Game | None = None) -> Iterator[Record]:
    """Return the one game of a .sav; `game` overrides its k. Raises NotationError, GameError, IllegalMoveError.

    >>> next(read_sav("15\\n15\\n2\\n7 7\\n6 8\\n")).cell_names
    ['h8', 'i7']
    """
    match = _SAV.fullmatch(bounded(text))
    if match is None:
        raise NotationError(Said("error.not-a-sav"))
    n, m, count = map(int, match.group(1, 2, 3))
    chosen = game_of(m, n, None, game)
    moves = [(int(row), int(column)) for row, column in _MOVE.findall(match[4])]
    yield _record(chosen, moves, count)


def is_pos(data: bytes) -> bool:
    """Return whether bytes are a .pos: as many as the first one says, or fewer, no two alike, and not all of them text.

    >>> is_pos(b"\3p~b"), is_pos(b"\3p~"), is_pos(b"b2 a1")
    (True, True, False)
    """
    moves = data[1:]
    if not moves or max(moves) >= _SIZE * _SIZE or len({*moves}) < len(moves):
        return False
    if len(moves) == data[0]:
        return any(byte in _CONTROLS or byte >= 0x7F for byte in data)
    return len(moves) < data[0] and data[0] in _CONTROLS


def read_pos(text: str, game: Game | None = None) -> Iterator[Record]:
    """Return the one game of a .pos, whose bytes are the characters of `text`; `game` overrides its k.

    Raises NotationError, GameError, IllegalMoveError.

    >>> next(read_pos("\\3p~b")).cell_names
    ['h8', 'g9', 'i7']
    """
    chosen = game_of(_SIZE, _SIZE, None, game)
    count, *cells = [*map(ord, text)] or [0]
    yield _record(chosen, [divmod(cell, _SIZE) for cell in cells], count)


def _record(game: Game, moves: list[tuple[int, int]], count: int) -> Record:
    """The record of moves, as rows and columns from 0. Raises NotationError if the file says another number of them."""
    if len(moves) != count:
        raise NotationError(Said("error.moves-missing", {"count": count, "found": len(moves)}))
    for number, (row, column) in enumerate(moves, start=1):
        if not (row < game.n and column < game.m):
            raise off_board(number, f"{row} {column}", "0 0", f"{game.n - 1} {game.m - 1}")
    return Record(game, tuple(game.cell(row, column) for row, column in moves))
