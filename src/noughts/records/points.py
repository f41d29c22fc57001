"""Moves as numbers, column and row: `7,7 8,8`, `[(7, 7), (8, 8)]`, `[[7,7],[8,8]]`, and offsets from the centre.

    -1,-1, 0,1, 2,0          an opening of Piskvork and Gomocup: the centre of 15x15 is 0,0, and is h8

A line is a game; so is a list over several lines, and a file of lines with one move each. Whether the numbers are
offsets, or count from 0 or from 1, is read only where they show it: a negative number is an offset, 0 is no number from
1, and the number of columns or rows is none from 0. The centre is half the width and half the height, rounded down,
counted from 0, as in Piskvork's game.cpp.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from noughts.core.game import Game, Move
from noughts.core.notation import STANDARD
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records.parts import BLANKS, LIMIT, bounded, lines_of, off_board
from noughts.words import Said, Words, either

Point = tuple[int, int]  # column and row, as written

_PAIR = "-?[0-9]{1,3},-?[0-9]{1,3}"
_IN_BRACKETS = re.compile(rf"\(*(?:\({_PAIR}\),?)+\)*")  # without blanks
_APART = re.compile(rf"{_PAIR}(?:(?:;|[;,]? ){_PAIR})+,?")  # `7,7 8,8`, `0,0, 1,1`: the gaps say what is a pair
_TOGETHER = re.compile(rf"{_PAIR}(?:,{_PAIR})*,?")  # `7,7,8,8`: without 0 they may be the numbers of cells
_POINT = re.compile(r"(-?[0-9]+),(-?[0-9]+)")
_ROUND = str.maketrans("[]", "()")
_BLANK = re.compile(f"[{BLANKS}]+")
_COMMA = re.compile(" ?, ?")
_FIRST: Final = "-0123456789(["  # characters that a list begins with
_CENTRE: Final = "centre"  # from which offsets are counted


def is_list(text: str) -> bool:
    """Return whether a text is lists of points.

    >>> [is_list(text) for text in ("7,7 8,8", "[(7, 7), (8, 8)]", "0,0,1,0", "-1,-1, 0,1", "5,1,9,3", "b2 a1")]
    [True, True, True, True, False, False]
    """
    if text.lstrip()[:1] not in (*_FIRST,):
        return False
    lists = _lists(text if len(text) <= LIMIT else text[:LIMIT].rpartition("\n")[0])
    if lists is None:
        return False
    return (len(lists) > 1 and all(len(points) == 1 for _, points in lists)) or not all(
        _TOGETHER.fullmatch(written) and min(map(min, points)) > 0 for written, points in lists
    )


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of a text of points, on the board of `game`, else on 3,3,3.

    Raises NotationError, with the question, if the points do not show where they are counted from; IllegalMoveError.

    >>> next(read("-1,-1, 0,1, 2,0", Game(15, 15, 5))).cell_names
    ['g7', 'h9', 'j8']
    """
    lists = [points for _, points in _lists(bounded(text)) or ()]
    if len(lists) > 1 and all(len(points) == 1 for points in lists):
        lists = [[*chain.from_iterable(lists)]]
    yield from _records(text, lists, game)


def read_lines(text: str, game: Game) -> Iterator[Record]:
    """Yield the games of a text of which every line is one, also with one move. Raises as `read` does."""
    yield from _records(text, [points for _, points in _lists(bounded(text)) or ()], game)


def origin_said(text: str, game: Game | None) -> Words:
    """Return how the points of a text are counted. Raises NotationError."""
    board = game or STANDARD
    origin = _origin(text, board)
    if origin == _CENTRE:
        return Said("record.offsets", {"cell": board.name(board.cell(board.n // 2, board.m // 2))})
    return Said("record.points", {"number": origin})


def _lists(text: str) -> list[tuple[str, list[Point]]] | None:
    """The lists in a text, each as it is written, in the form that fits, and as points; None if any is none."""
    lines = [line for line in (line.partition("#")[0].strip(BLANKS) for line in lines_of(text)) if line]
    found = [*map(_list, lines)]
    if None in found:
        found = [_list(" ".join(lines))]
    return None if None in found or not found else [one for one in found if one]


def _list(line: str) -> tuple[str, list[Point]] | None:
    """One list, as it is written and as points; None if it is none."""
    one = _BLANK.sub(" ", line)
    close = _COMMA.sub(",", one)
    for written, form in ((one, _APART), (close, _TOGETHER), (one.replace(" ", "").translate(_ROUND), _IN_BRACKETS)):
        if form.fullmatch(written) and written.count("(") == written.count(")"):
            return written, [(int(column), int(row)) for column, row in _POINT.findall(written)]
    return None


def _records(text: str, lists: list[list[Point]], game: Game | None) -> Iterator[Record]:
    board = game or STANDARD
    origin = _origin(text, board)
    right, down = (board.m // 2, board.n // 2) if origin == _CENTRE else (-int(origin), -int(origin))
    for points in lists:
        moves = (_cell(board, number, point, right, down) for number, point in enumerate(points, start=1))
        try:
            cells = tuple(moves)
        except NotationError as error:
            if game:
                raise
            raise NotationError(Said("error.name-the-game", {"reason": error.said, "game": board})) from None
        yield Record(board, cells)


def _cell(game: Game, number: int, point: Point, right: int, down: int) -> Move:
    column, row = point[0] + right, point[1] + down
    if 0 <= column < game.m and 0 <= row < game.n:
        return game.cell(row, column)
    first, last = (-right, -down), (game.m - 1 - right, game.n - 1 - down)
    raise off_board(number, *(f"{column},{row}" for column, row in (point, first, last)))


def _origin(text: str, game: Game) -> str:
    """Where all points of a text are counted from: `0`, `1` or the centre. Raises NotationError if none shows it."""
    lists = _lists(text) or []
    points = [*chain.from_iterable(points for _, points in lists)]
    if any(min(point) < 0 for point in points):
        return _CENTRE
    comma = all("(" not in written and " " not in written.replace(", ", ",") for written, _ in lists)
    near = all(column < game.m - game.m // 2 and row < game.n - game.n // 2 for column, row in points)
    ways = [Said("hint.from-centre")] if comma and near else []
    zero = any(min(point) == 0 for point in points)
    last = any(column == game.m or row == game.n for column, row in points)
    if (zero or last) and not ways:
        return "0" if zero else "1"
    first = lists[0][0] if lists else text
    ways = [*(Said("hint.from-number", {"number": number}) for number in ("0", "1")[: 1 if zero else 2]), *ways]
    raise NotationError(Said("error.points-origin", {"points": repr(first), "ways": either(ways)}))
