"""A position from any text that people and programs write: rows, lists, diagrams, and where stones fall the moves."""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from math import prod
from typing import NamedTuple

from noughts.board_text.drawn import KNOWN, boards_of, grids, without_labels
from noughts.core.game import Game, Move
from noughts.core.notation import STANDARD, move_words, parse_cell
from noughts.core.position import Position, Side
from noughts.errors import GameError, InvalidPositionError, NotationError, NoughtsError
from noughts.words import Said, Words

_LONGEST = 20_000  # characters of a board
_SIDE_TO_MOVE = re.compile(r"\s*([12])_(\S+)\s*")
_MARK_FIRST = re.compile(r"\s*([XO])[ \t]*\n(?=.*\S.*\n)", re.IGNORECASE)  # before a board: a judge's program
_TO_MOVE = re.compile(  # in a line of its own, or after a comma or a board in one word
    r"(\A|[\n,;(]|/[^\s/,;(]*[ ])[ \t]*"
    r"(?:(?:next|turn|to move)[ \t]*[:=][ \t]*([XO])|([XO])(?:'s)?[ \t]+(?:to move|to play|turn|(?:ist )?am Zug))"
    r"[ \t).:;,]*(?=\n|\Z|[\[{])",
    re.IGNORECASE,
)


class BoardReading(NamedTuple):
    """The position that a text shows, and what had to be known or assumed to read it."""

    position: Position
    known: tuple[Said, ...]


def parse_position(text: str, game: Game | None = None) -> Position:
    """Return the position that `text` shows.

    Accepts rows from the top as `XX./.../O..`; the bare m*n characters; OpenSpiel's rows of `.xo`;
    GamesCrafters' `1_xo-------` (1 or 2: the side to move), or its mark in a line before the board; a drawn diagram,
    with or without coordinates, counted from any side; and the boards of `noughts.board_text.drawn`: lists, numbers,
    Black and White, digits for free cells.
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


def _played(game: Game, words: Sequence[str]) -> Position:
    """Return the position after stones fell into some columns. Raises NotationError, IllegalMoveError."""
    position = Position(game)
    for word in words:
        position = position.play(parse_cell(game, word, position.x | position.o))
    return position


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


def _split_side_to_move(text: str) -> tuple[Side | None, str]:
    """Split GamesCrafters' `1_xo-------`, or `O to move`, from the board; other texts have no side."""
    if match := _SIDE_TO_MOVE.fullmatch(text):
        return (Side.X if match[1] == "1" else Side.O), match[2]
    if match := _TO_MOVE.search(text):
        board = text[: match.start()] + match[1].rstrip("\n,;(") + text[match.end() :]
        return Side((match[2] or match[3]).upper()), board
    return None, text
