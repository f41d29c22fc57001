"""Boards as other programs and people write them: lists, numbers, colours, circles and crosses, digits for free cells.

A drawing is read where all its marks belong to one way to write a board; else it is none. Of the numbers 1 and -1, or 1
and 2, it is 1 that began, and 0 is a free cell: in a program that numbers otherwise it is the other way round.
"""

import ast
import re
from collections.abc import Sequence
from typing import Any, Final

from noughts.core.game import COLUMNS, Game
from noughts.core.position import Side

Marks = list[list[str]]
Board = list[list[Side | None]]

_LONGEST: Final = 20_000  # characters of a drawing
_CROSSES: Final = frozenset("Xx✕✖✗✘×⨉⨯❌❎╳")
_CIRCLES: Final = frozenset("Oo○◯⭕〇●⚪⚫🔴🔵")
_FREE: Final = frozenset({*"._-·*+□▢⬜◻◽▫~", "", "None", "null", "none"})
_PAIRS: Final = (("B", "W"), ("b", "w"), ("●", "○"), ("⚫", "⚪"), ("1", "-1"), ("1", "2"))  # who begins, and the other
_ZERO: Final = "0"  # a free cell among numbers
_LISTS: Final = re.compile(r"\s*[\[(]")
_UNSEEN: Final = re.compile("[\ufe0e\ufe0f\u200d]")  # of emoji
_FRAME: Final = re.compile(r"(?=.*(--|==|\+-|-\+))[\s|+=_-]*|(?=.*__)[\s|_]*")  # only between rows with bars
_BARS: Final = re.compile(r"[|,;\t]")
_NUMBERS: Final = 1000  # of cells, more than enough
_NUMBER: Final = re.compile(r"-?[0-9]{1,3}")


def board_of(text: str, game: Game | None) -> Board | None:
    """Return the rows of a board that another program or a person has written; None if it is not one for certain.

    With labels at its side the row that is called 1 comes first, from which side it is counted.

    >>> board_of("[['X', '', 'O'], ['', 'X', ''], ['', '', 'O']]", None) == board_of("X 2 O\\n4 X 6\\n7 8 O", None)
    True
    """
    if len(text) > _LONGEST:
        return None
    text = _UNSEEN.sub("", text)
    marks = _listed(text) if _LISTS.match(text) else None
    marks = _shaped(marks, game) if marks else _without_labels(_drawn(text), game)
    if not marks or not marks[0] or len({*map(len, marks)}) > 1:
        return None
    flat = [mark for row in marks for mark in row]
    sides = _pairs(flat) or _crosses_and_circles(flat)
    width = len(marks[0])
    return None if sides is None else [sides[start : start + width] for start in range(0, len(sides), width)]


def _listed(text: str) -> Marks | None:
    """Return the marks of a list of Python or JSON, or of NumPy's print; None for another text."""
    try:
        found = ast.literal_eval(re.sub(r"\bnull\b", "None", text.strip()))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        rows = [re.sub(r"[\[\]().,]", " ", line).split() for line in text.splitlines() if line.strip()]
        return rows if all(_NUMBER.fullmatch(mark) for row in rows for mark in row) else None
    if not isinstance(found, list | tuple) or len({isinstance(row, list | tuple) for row in found}) > 1:
        return None
    if all(isinstance(row, str) and len(row) > 1 for row in found):
        return [[*row] for row in found]
    marks: Marks = []
    for row in found:
        values = [_mark(each) for each in (row if isinstance(row, list | tuple) else [row])]
        marks.append([mark for mark in values if mark is not None])
        if len(marks[-1]) < len(values):
            return None
    return marks


def _mark(value: Any) -> str | None:
    """Return the mark of an element; None if it is not one."""
    if isinstance(value, float) and value in (-1, 0, 1, 2):
        return str(int(value))
    is_small = isinstance(value, int) and not isinstance(value, bool) and abs(value) < _NUMBERS
    return str(value).strip() if is_small or isinstance(value, str) else "" if value is None else None


def _shaped(marks: Marks, game: Game | None) -> Marks:
    """Return the marks by rows: those of a flat list fill the board row by row."""
    flat = [mark for row in marks for mark in row]
    if len(marks) != len(flat) and len(marks) > 1:
        return marks
    width = game.m if game else 3
    return [flat[start : start + width] for start in range(0, len(flat), width)]


def _drawn(text: str) -> Marks:
    """Return the marks of a drawing, line by line, without its frame."""
    lines = [line for line in text.splitlines() if line.strip()]
    if any("|" in line for line in lines):
        lines = [line for line in lines if not _FRAME.fullmatch(line)]
    return [_marks_of(line) for line in lines]


def _marks_of(line: str) -> list[str]:
    if _BARS.search(line):
        cells = [cell.strip(" []()'\"") for cell in _BARS.split(line.strip().strip("|"))]
        return [part for cell in cells for part in (cell.split() if cell else [""])]
    parts = line.split()
    return [*parts[0]] if len(parts) == 1 and not _NUMBER.fullmatch(parts[0]) else parts


def _without_labels(rows: Marks, game: Game | None) -> Marks:
    """Return the rows without the names of columns and rows, the row that is called 1 first."""
    given, rows = len(rows), [row for row in rows if not _is_header(row)]
    for end in (0, -1):  # numbers name columns where the rows have names too
        others = rows[1:] if end == 0 else rows[:-1]
        names = [name for name in rows[end] if name] if rows else []
        counted = [str(number) for number in range(len(names) + 1)]
        if others and names in (counted[:-1], counted[1:]) and {*map(len, others)} == {len(names) + 1}:
            rows = others
    for side in (0, -1):
        labels = [row[side] for row in rows if len(row) > 1]
        numbers = [int(label) for label in labels if _NUMBER.fullmatch(label)]
        rest = [mark for row in rows for mark in (row[1:] if side == 0 else row[:-1])]
        if len(rows) == given and all(map(_NUMBER.fullmatch, rest)):
            continue  # a board of numbers: its first column is no list of names
        first = min(numbers, default=-1)
        if len(numbers) < len(rows) or first not in (0, 1) or (game and len(rows[0]) <= game.m):
            continue
        order = [*range(first, first + len(rows))]
        if len(rows) > 1 and numbers in (order, order[::-1]) and (game or len(rows[0]) > len(rows)):
            rows = [row[1:] if side == 0 else row[:-1] for row in rows]
            rows = rows if numbers == order else rows[::-1]
    return rows


def _is_header(row: Sequence[str]) -> bool:
    """Return whether a line names columns: a b c."""
    names = [name for name in row if name]
    return len(names) > 1 and "".join(names).lower() == COLUMNS[: len(names)]


def _crosses_and_circles(marks: Sequence[str]) -> list[Side | None] | None:
    """Crosses and circles, and for free cells one of several marks, or their own numbers from 0 or from 1."""
    stones = [Side.X if mark in _CROSSES else Side.O if mark in _CIRCLES else None for mark in marks]
    free = [(number, mark) for number, mark in enumerate(marks) if stones[number] is None]
    if {"●", "○"} <= {*marks} or {"⚫", "⚪"} <= {*marks}:
        return None
    own = free and any(all(mark == str(at + first) for at, mark in free) for first in (0, 1))
    own = own and free != [(0, _ZERO)]  # which may be a circle
    return stones if own or all(mark in _FREE for _, mark in free) else None


def _pairs(marks: Sequence[str]) -> list[Side | None] | None:
    """Two marks of which one is known to begin: Black and White, 1 and -1, 1 and 2; 0 is a free cell among numbers."""
    for first, other in _PAIRS:
        free = {_ZERO} if first == "1" else _FREE
        if {*marks} <= {first, other, *free}:
            sides = {first: Side.X, other: Side.O}
            return [sides.get(mark) for mark in marks]
    return None
