"""Moves as numbers, column and row: `7,7 8,8`, `[(7, 7), (8, 8)]`, `[[7,7],[8,8]]`, and offsets from the centre.

    -1,-1, 0,1, 2,0          an opening of Piskvork and Gomocup: the centre of 15x15 is 0,0, and is h8
    (0, 1) > (1, 0)          moves as they were made; on 3x3 also 01 10

A line is a game; so is a list over several lines, and a file of lines with one move each. Whether the numbers are
offsets, or count from 0 or from 1, is read only where they show it: a negative number is an offset, 0 is no number from
1, and the number of columns or rows is none from 0. A first line may say it, `from 0`, `from 1` or `from the centre`,
and that the row comes first: `row column`, or both, `row column from 0`.
The centre is half the width and half the height, rounded down, counted from 0, as in Piskvork's game.cpp.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records.parts import BLANKS, LIMIT, Point, bounded, cell_at, lines_of
from noughts.words import Said, Words, either

_PAIR = "-?[0-9]{1,3},-?[0-9]{1,3}"
_OFFSETS = re.compile(rf"{_PAIR}(?:, {_PAIR})+,?")  # `0,0, 1,1`: the gaps say what is a pair
_APART = re.compile(rf"{_PAIR}(?:(?:;|[;,]? ){_PAIR})+,?")  # `7,7 8,8`: a form in which no program writes offsets
_TOGETHER = re.compile(rf"{_PAIR}(?:,{_PAIR})*,?")  # `7,7,8,8`: without 0 they may be the numbers of cells
_IN_BRACKETS = re.compile(rf"\(*(?:\({_PAIR}\),?)+\)*")  # without blanks
_DIGITS = re.compile(r"(?=.*\b0)[0-2]{2}(?: [0-2]{2})+")  # `00 11 01`: no number of a cell begins with 0
_DIGIT = re.compile(r"\b([0-2])([0-2])\b")
_THEN = re.compile(r"\) ?-?> ?\(")  # between two moves
_POINT = re.compile(r"(-?[0-9]+),(-?[0-9]+)")
_ROUND = str.maketrans("[]", "()")
_BLANK = re.compile(f"[{BLANKS}]+")
_COMMA = re.compile(" ?, ?")
_BEGINS = re.compile(r"\s*(?:[-0-9(\[#]|from |row column|column row)")
_SAID = re.compile("(?=.)(?:(row column|column row)(?: (?=f)|$))?(?:from (0|1|the centre))?")
_CENTRE: Final = "the centre"  # from which offsets are counted


@dataclass(frozen=True)
class List:
    """A list of points: its text, which of the forms above it has, and its points, each a column and a row."""

    text: str
    form: re.Pattern[str]
    points: list[Point]


@dataclass(frozen=True)
class _Lists:
    """The lists of a file, where its first line says that they are counted from, and whether the row comes first."""

    lists: list[List]
    origin: str | None = None
    by_rows: bool = False


def is_list(text: str) -> bool:
    """Return whether a text is lists of points.

    >>> [is_list(text) for text in ("7,7 8,8", "[(7, 7), (8, 8)]", "0,0,1,0", "-1,-1, 0,1", "5,1,9,3", "b2 a1")]
    [True, True, True, True, False, False]
    """
    if not _BEGINS.match(text):
        return False
    file = _lists(text if len(text) <= LIMIT else text[:LIMIT].rpartition("\n")[0])
    numbers = all(listed.form is _TOGETHER and min(map(min, listed.points)) > 0 for listed in file.lists)
    return bool(file.lists) and (file.origin is not None or file.by_rows or _is_one(file.lists) or not numbers)


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of a text of points, on the board of `game`, else on 3,3,3.

    Raises NotationError, with the question, if the points do not show where they are counted from; IllegalMoveError.

    >>> next(read("-1,-1, 0,1, 2,0", Game(15, 15, 5))).cell_names
    ['g7', 'h9', 'j8']
    """
    file = _lists(bounded(text))
    games = [listed.points for listed in file.lists]
    yield from _records(file, [[*chain.from_iterable(games)]] if _is_one(file.lists) else games, game)


def read_lines(text: str, game: Game) -> Iterator[Record]:
    """Yield the games of a text of which every line is one, also with one move. Raises as `read` does."""
    file = _lists(bounded(text))
    yield from _records(file, [listed.points for listed in file.lists], game)


def origin_said(text: str, game: Game | None) -> Words:
    """Return how the points of a text are counted, and which number of a point comes first. Raises NotationError."""
    board, file = game or STANDARD, _lists(bounded(text))
    origin, order = _origin(file, board), "-by-rows" if file.by_rows else ""
    if origin == _CENTRE:
        return Said(f"record.offsets{order}", {"cell": board.name(board.cell(board.n // 2, board.m // 2))})
    return Said(f"record.points{order}", {"number": origin})


def _lists(text: str) -> _Lists:
    """The lists of a text; none if a line is something else."""
    lines = [line for line in (line.partition("#")[0].strip(BLANKS) for line in lines_of(text)) if line]
    first = _SAID.fullmatch(lines[0]) if lines else None
    lines = lines[1:] if first else lines
    by_rows = first is not None and first[1] == "row column"
    lists = [_list(line, by_rows) for line in lines]
    if None in lists:
        lists = [_list(" ".join(lines), by_rows)]
    return _Lists([listed for listed in lists if listed], first[2] if first else None, by_rows)


def _is_one(lists: list[List]) -> bool:
    return len(lists) > 1 and all(len(listed.points) == 1 for listed in lists)


def _list(line: str, by_rows: bool) -> List | None:
    """The list on a line; None if it is none."""
    plain = _THEN.sub("),(", _BLANK.sub(" ", line))
    close, bare = _COMMA.sub(",", plain), plain.replace(" ", "").translate(_ROUND)
    if _DIGITS.fullmatch(plain):
        plain = _DIGIT.sub(r"\1,\2", plain)
    for form, written in ((_OFFSETS, plain), (_APART, plain), (_TOGETHER, close), (_IN_BRACKETS, bare)):
        if form.fullmatch(written) and bare.count("(") == bare.count(")"):
            points = [(int(first), int(second)) for first, second in _POINT.findall(written)]
            return List(line, form, [point[::-1] for point in points] if by_rows else points)
    return None


def _records(file: _Lists, games: list[list[Point]], game: Game | None) -> Iterator[Record]:
    """Yield the records of games, counted as all the lists of their file show."""
    board = game or STANDARD
    origin = _origin(file, board)
    first = (-(board.m // 2), -(board.n // 2)) if origin == _CENTRE else (int(origin), int(origin))
    for points in games:
        numbered = enumerate(points, start=1)
        try:
            cells = tuple(cell_at(board, number, point, first, by_rows=file.by_rows) for number, point in numbered)
        except NotationError as error:
            if game:
                raise
            raise NotationError(Said("error.name-the-game", {"reason": error.said, "game": board})) from None
        yield Record(board, cells)


def _origin(file: _Lists, game: Game) -> str:
    """Where all points are counted from: `0`, `1` or the centre. Raises NotationError if none shows it."""
    if file.origin is not None:
        return file.origin
    points = [*chain.from_iterable(listed.points for listed in file.lists)]
    if any(min(point) < 0 for point in points):
        return _CENTRE
    offsets = all(listed.form in (_OFFSETS, _TOGETHER) for listed in file.lists)
    near = all(column < game.m - game.m // 2 and row < game.n - game.n // 2 for column, row in points)
    ways = [Said("hint.from-centre")] if offsets and near else []
    zero = any(min(point) == 0 for point in points)
    last = any(column == game.m or row == game.n for column, row in points)
    if (zero or last) and not ways:
        return "0" if zero else "1"
    first = file.lists[0].text if file.lists else ""
    ways = [*(Said("hint.from-number", {"number": number}) for number in ("0", "1")[: 1 if zero else 2]), *ways]
    raise NotationError(Said("error.points-origin", {"points": repr(first), "ways": either(ways)}))
