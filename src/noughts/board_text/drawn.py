"""Boards as programs and people write them: drawn, listed, with numbers, colours, crosses and circles, and with labels.

A text is split into marks in each way that may be meant. Labels at the sides are taken off where the marks are no board
with them, and the marks are read where all of them belong to one way to write a board. What comes out are all boards
that the text may show; `position_text.read_board` finds out whether one of them is meant.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any, Final, NamedTuple

from noughts.core.game import COLUMNS
from noughts.core.position import Side
from noughts.words import Said

Marks = list[list[str]]
Stones = list[Side | None]

_NUMBERS: Final = 1000  # of cells, more than enough
_MOST: Final = (len(COLUMNS) + 2) ** 2  # marks, with labels on all sides

_CROSSES: Final = frozenset("XxХхＸｘ✕✖✗✘×⨉⨯❌❎╳")  # two of them Cyrillic, as are two circles
_CIRCLES: Final = frozenset("OoОоＯｏ○◯⭕〇🅾●⚪⚫🔴🔵")
_FREE: Final = frozenset({*"._-·", ""})  # these may be mixed
_LONE_FREE: Final = frozenset(
    {*"*+~#□▢☐⬜◻◽▫⬛◼◾🔲🔳🟦🟨🟩•bE0", "None", "null", "none"}
)  # each of these stands alone
_PAIRS: Final = (("B", "W"), ("b", "w"), ("●", "○"), ("⚫", "⚪"), ("1", "-1"), ("1", "2"))  # who begins, and the other
_ZERO: Final = "0"  # a circle, or a free cell
KNOWN: Final = _CROSSES | _CIRCLES | _FREE | _LONE_FREE | {*chain(*_PAIRS)}  # marks that some board has

_LIST: Final = re.compile(  # `board = np.array([...])`, `char board[3][3] = {...};`
    r"(?![^=:]*\b(?:turn|next|moves?|plays?|Zug)\b)(?:[\w\s\[\]<>]+[=:]){0,2}\s*(?:new \w+[\[\]]* ?)?"
    r"((?:(?:np|numpy|torch)\.)?(?:array|tensor)\()?([\[(].*[\])])[\s;,]*",
    re.DOTALL,
)
_NULL: Final = re.compile(r"\bnull\b")
_BRACES: Final = str.maketrans("{}", "[]")  # as C and Java write lists
_UNSEEN: Final = re.compile("[\ufe0e\ufe0f\u200d\u20e3]")  # of emoji
_ASCII: Final = str.maketrans({chr(stroke): "-" for stroke in range(0x2500, 0x2580)} | dict.fromkeys("│┃║", "|"))
_BRACKETS: Final = str.maketrans("[]()<>:", "       ")
_NOTHING: Final = re.compile(r"[\[(<]\s*[\])>]")  # a free cell in brackets
_QUOTED: Final = re.compile(r"(['\"])(.*?)\1")
_POINT: Final = re.compile(r"\b([012])\.(?=[\s\]]+-?[012]\.|\s*\])")  # `1.`, as NumPy prints a float
_FENCE: Final = re.compile(r"\s*```\w*\s*")  # around a block of code
_LATEX: Final = re.compile(r"\\(?:begin|end)(?:\{[^{}]*\})+|\\\\ *\\hline\b|\\hline\b|(?<!\\)\\+ *$", re.MULTILINE)
_ALIGNED: Final = re.compile(r"^(?=.*\|)(?=.*-)[ |:-]+$", re.MULTILINE)  # `|:-:|:-:|`, a rule of Markdown
_RULES: Final = (
    re.compile(r"(?=.*(?:--|=|\+ ?-|- ?\+))[\s|+=-]*"),  # `---+---`, `===`, `--|--`; but `-|-` is a row of free cells
    re.compile(r"(?=.*__)[\s|_]*"),  # `___|___`, whose cells may be free
)
_BARS: Final = "|&;,\t"  # what stands between cells: the first of these that is there
_LABEL: Final = re.compile(r"[0-9]{1,2}|[A-Za-z]")
_RUN: Final = re.compile("[1-9][0-9]?")  # so many free cells


class Drawn(NamedTuple):
    """A board that a text may show: its rows of stones, what had to be known to read it, and what if O has begun."""

    rows: list[Stones]
    known: tuple[Said, ...]
    known_if_o_began: tuple[Said, ...]


def boards_of(text: str, size: tuple[int, int] | None) -> Iterator[Drawn]:
    """Yield the boards that a text may show, of any size. `size`: columns and rows of the game, if it is known.

    Cells in one line are split into rows where they fill the board, or one of 3x3. With labels at its side the row
    that is called 1 comes first, from which side it is counted.

    >>> next(boards_of("3 . .\\n2 . .\\n1 X O\\n  a b", (2, 3))).rows[0]
    [<Side.X: 'X'>, <Side.O: 'O'>]
    """
    columns, rows = size or (3, 3)
    for marks in grids(text):
        flat = [mark for row in marks for mark in row]
        if max(len(flat), len(marks)) > _MOST:
            continue
        shapes = [marks]
        if len(flat) == columns * rows and (len(marks) == 1 or {*map(len, marks)} == {1}):
            shapes.append([flat[start : start + columns] for start in range(0, len(flat), columns)])
        for shape in shapes:
            yield from _unlabelled(shape, size)


def grids(text: str) -> Iterator[Marks]:
    """Yield the ways to split a text into rows of marks, the most usual one first, with the labels that it may have."""
    text = _LATEX.sub("", _UNSEEN.sub("", "\n".join(text.splitlines()))).translate(_BRACES)
    if (listed := _LIST.fullmatch(text)) and (marks := _listed(listed[2].removesuffix(")" if listed[1] else ""))):
        yield marks
        return
    if "/" in text:
        words = ["".join(row.split()) for row in text.split("/")]
        yield [[*row] for row in words]
        if _RUN.search(text):  # as chess writes a row: `X1O`
            yield [[*_RUN.sub(lambda run: "." * int(run[0]), row)] for row in words]
        return
    text = _QUOTED.sub(
        lambda quoted: quoted[2] if quoted[2].strip() else ".", _POINT.sub(r"\1", text.translate(_ASCII))
    )
    text = _NOTHING.sub(" . ", _ALIGNED.sub(lambda rule: rule[0].replace(":", "-"), text)).translate(_BRACKETS)
    lines = [line for line in text.splitlines() if line.strip() and not _FENCE.fullmatch(line)]
    bar = next((bar for bar in _BARS if bar in text), None)
    rows = [line for line in lines if not _is_ruled(line)]
    for split in _splits(lines, bar):
        yield [split(line) for line in lines]
        for number in (1, 2):
            rules = [line for line in lines if _is_ruled(line, number)]
            if _hold_a_row(rules, rows, split):
                rules = []
            if rules:
                yield [split(line) for line in lines if line not in rules]
        if rules:
            yield [_merged(list(map(split, block))) for block in _blocks(lines, rules)]
        if rules and rules == lines[1:2] and not lines[0].strip("| "):  # the empty head of a table in Markdown
            yield [split(line) for line in lines[2:]]


# From text to marks.


def _listed(text: str) -> Marks | None:
    """Return the marks of a list of Python or JSON; None for another text."""
    try:
        value = ast.literal_eval(f"({_NULL.sub('None', text)}\n)")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, list | tuple) or len({isinstance(row, list | tuple) for row in value}) > 1:
        return None
    if all(isinstance(row, str) and len(row) > 1 for row in value):
        return [["" if mark == " " else mark for mark in row] for row in value]
    rows = value if all(isinstance(row, list | tuple) for row in value) else [value]
    marks = [[_mark(each) for each in row] for row in rows]
    return None if any(mark is None for row in marks for mark in row) else marks  # type: ignore[return-value]


def _mark(value: Any) -> str | None:
    """Return the mark of an element; None if it is not one."""
    if isinstance(value, float) and value in (-1, 0, 1, 2):
        return str(int(value))
    is_small = isinstance(value, int) and not isinstance(value, bool) and abs(value) < _NUMBERS
    return str(value).strip() if is_small or isinstance(value, str) else "" if value is None else None


def _splits(lines: Sequence[str], bar: str | None) -> Iterator[Callable[[str], list[str]]]:
    """Yield the ways to split a line into marks."""
    if bar is None:
        width = max(map(len, lines), default=0)
        yield _characters
        yield str.split
        if not _FREE & {*"".join(lines)}:  # then it is a blank
            yield lambda line: [mark.strip() for mark in line.ljust(width)]
        return
    wide = [line for line in lines if bar in line and not _is_ruled(line)]
    barred = [line.strip(" ") for line in wide]
    first, last = (all(edge(line, bar) for line in barred) for edge in (str.startswith, str.endswith))
    last = last and not any(line.endswith("  ") for line in wide)  # what is wider than a blank is a cell
    yield lambda line: _cells(line, bar, first=False, last=False)
    if len(barred) > 1 and _order([line.split(bar)[0].split(" ")[0] for line in barred]):  # `2   |   | X`: a label
        yield lambda line: _cells(re.sub(r"^ *(\w+[.:)]*)(?= )", rf"\1{bar}", line), bar, first=False, last=False)
    if first or last:  # bars at the ends of all rows may be their frame
        yield lambda line: _cells(line, bar, first, last)
        yield lambda line: _cells(line.replace(2 * bar, bar), bar, first, last)


def _characters(line: str) -> list[str]:
    """Return each character, but numbers at the ends as they are: they may be labels."""
    parts = line.split()
    ends = {0, len(parts) - 1} if len(parts) > 1 else ()
    return [mark for at, part in enumerate(parts) for mark in ([part] if at in ends and part.isdigit() else part)]


def _cells(line: str, bar: str, first: bool, last: bool) -> list[str]:
    """Return the marks between bars; `first` and `last`: whether those at the ends are the frame."""
    if bar not in line:
        return line.split()
    line = line.strip(" ")
    cells = line[first : len(line) - last].split(bar)
    return [mark.strip("_") for cell in cells for mark in (cell.split() or [""])]


def _is_ruled(line: str, number: int = len(_RULES)) -> bool:
    """Return whether a line looks like a rule between rows, by the first `number` of their looks."""
    return any(rule.fullmatch(line) for rule in _RULES[:number])


def _hold_a_row(rules: Sequence[str], rows: Sequence[str], split: Callable[[str], list[str]]) -> bool:
    """Return whether one of what looks like rules may be a row of free cells: it has the marks and length of a row."""
    others = [*map(split, rows)]
    known, lengths, strokes = {mark for row in others for mark in row}, {*map(len, others)}, {*"".join(rows)} & {*"-_="}
    return any(strokes & {*line} and {*(marks := split(line))} <= known and len(marks) in lengths for line in rules)


def _blocks(lines: Sequence[str], rules: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines between rules; a rule of underscores belongs to the lines above it."""
    block = list[str]()
    for line in lines:
        is_rule = line in rules
        block += [] if is_rule else [line]
        if is_rule and block:
            yield block
            block = []
    if block:
        yield block


def _merged(lines: Marks) -> list[str]:
    """Return the row of cells that are several lines high; no marks if one has two of them."""
    columns = [[mark for mark in column if mark] for column in zip(*lines, strict=False)]
    if len({*map(len, lines)}) > 1 or any(len(marks) > 1 for marks in columns):
        return []
    return [marks[0] if marks else "" for marks in columns]


# Labels.

_EDGES: Final = ("first", "last", "left", "right")


def _unlabelled(marks: Marks, size: tuple[int, int] | None) -> Iterator[Drawn]:
    """Yield the boards of some marks, with as few labels taken off as it takes (for the size, if it is known)."""
    for number in range(len(_EDGES) + 1):
        fits = False
        for edges in combinations(_EDGES, number):
            rows, labels = without_labels(marks, edges)
            if len(labels) < number or not rows or not rows[0] or len({*map(len, rows)}) > 1:
                continue
            turned = tuple(filter(None, labels))
            for board, first, other in _boards(rows):
                fits |= size in (None, (len(rows[0]), len(rows)))
                yield Drawn(board, (*first, *turned), (*other, *turned))
        if fits:
            return


def without_labels(rows: Marks, edges: Sequence[str] = _EDGES) -> tuple[Marks, list[Said | None]]:
    """Return the rows without the labels at those edges that have some, and what these say of the order, or None."""
    known = list[Said | None]()
    for edge in edges:
        if edge in ("first", "last"):
            line = slice(0, 1) if edge == "first" else slice(-1, None)
            if rows and _order(rows[line][0]) == 1:
                rows = rows[1:] if edge == "first" else rows[:-1]
                known.append(None)
            continue
        at, rest = (0, slice(1, None)) if edge == "left" else (-1, slice(None, -1))
        labels = [row[at] for row in rows if row]
        if len(labels) == len(rows) and (order := _order(labels)):
            rows = [row[rest] for row in rows][::order]
            known.append(Said("board.turned", {"label": labels[-1].rstrip(".:")}) if order == -1 else None)
    return rows, known


def _order(marks: Iterable[str]) -> int:
    """Return 1 if some marks count from the first label on, -1 if they count back to it, 0 if they are no labels."""
    names = [mark.rstrip(".:").lower() for mark in marks if mark]
    if not names or not all(map(_LABEL.fullmatch, names)):
        return 0
    counted = [str(number) for number in range(len(names) + 1)]
    for labels in (counted[1:], counted[:-1], [*COLUMNS[: len(names)]]):
        if names in (labels, labels[::-1]):
            return 1 if names == labels else -1
    return 0


# From marks to stones.


def _boards(rows: Marks) -> Iterator[tuple[list[Stones], list[Said], list[Said]]]:
    """Yield the boards of some rows of marks, with what had to be known, and what it is if O has begun."""
    marks = [mark for row in rows for mark in row]
    width = len(rows[0])
    boards = [(stones, [_begins(first)], [_begins(other)]) for stones, first, other in _pairs(marks)]
    boards += [(stones, [], [Said("board.exchanged")]) for stones in _crosses_and_circles(marks, width)]
    for stones, known, if_o_began in boards:
        yield [stones[start : start + width] for start in range(0, len(stones), width)], known, if_o_began


def _begins(mark: str) -> Said:
    return Said("board.first", {"mark": mark})


def _pairs(marks: Sequence[str]) -> Iterator[tuple[Stones, str, str]]:
    """Two marks of which one is known to begin: Black and White, 1 and -1, 1 and 2; 0 is a free cell among numbers."""
    for first, other in _PAIRS:
        rest = {*marks} - {first, other}
        if len(rest) < len({*marks}) and (rest <= {_ZERO} if first == "1" else _is_free(rest) and "b" not in rest):
            sides = {first: Side.X, other: Side.O}
            yield [sides.get(mark) for mark in marks], first, other


def _crosses_and_circles(marks: Sequence[str], width: int) -> Iterator[Stones]:
    """Crosses and circles, one kind of each. A free cell has a mark of its own, or its number or name."""
    crosses, circles = ({mark for mark in marks if mark in kind} for kind in (_CROSSES, _CIRCLES))
    if len({*map(str.lower, crosses)}) > 1 or len({*map(str.lower, circles)}) > 1:
        return
    for zero in {False, not circles and _ZERO in marks}:
        sides = dict.fromkeys(crosses, Side.X) | dict.fromkeys([_ZERO] if zero else circles, Side.O)
        free = [(cell, mark) for cell, mark in enumerate(marks) if mark not in sides]
        unnamed = _is_free({mark for _, mark in free}) and (sides or "b" not in marks)
        names = _numberings(width, len(marks) // width)[zero:]  # with a circle 0 they do not count from 0
        if sides and len(marks) <= len(COLUMNS):
            names += [COLUMNS.__getitem__, lambda cell: f"{COLUMNS[cell % width]}{cell // width + 1}"]
        named = [name for name in names if all(mark.lower() == name(cell) for cell, mark in free)]
        if unnamed or named:
            yield [sides.get(mark) for mark in marks]
        for name in () if unnamed else named:  # the letters x and o are names, too
            yield [None if mark.lower() == name(cell) else sides.get(mark) for cell, mark in enumerate(marks)]


def _is_free(marks: set[str]) -> bool:
    return marks <= _FREE or (len(marks) == 1 and marks <= _LONE_FREE)


def _numberings(width: int, height: int) -> list[Callable[[int], str]]:
    """Return how a cell is numbered: from 0, from 1, as on a number pad, by columns."""
    return [
        str,
        lambda cell: str(cell + 1),
        lambda cell: str((height - 1 - cell // width) * width + cell % width + 1),
        lambda cell: str(cell % width * height + cell // width + 1),
    ]
