"""Tables of text: the one way in which commands print rows and columns."""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from unicodedata import combining, east_asian_width

import click

from noughts.cli.common import say, terminal_width

_GAP = "  "
_LEAST = 20  # characters: the narrowest that a column is folded to

_Row = Sequence[str]


def show_table(columns: _Row, rows: Iterable[_Row], texts: int = 1, folded: int | None = None) -> None:
    """Print rows below the names of their columns.

    The first `texts` columns are on the left of their places, the others, numbers, on the right. A cell may have
    colours and several lines; a row may have fewer cells than there are columns. Nothing is cut. Only the cells of the
    column `folded` get as many lines as they need for rows as wide as the terminal.
    """
    table = [emphasised(columns), *rows]
    if folded is not None:
        table = _folded(table, folded)
    widths = [max(map(_width, column)) for column in zip_longest(*table, fillvalue="")]
    for row in table:
        for line in zip_longest(*(cell.split("\n") for cell in row), fillvalue=""):
            say(_joined(line, widths, texts))


def emphasised(row: _Row) -> list[str]:
    """Return the cells of a row in bold."""
    return [click.style(cell, bold=True) for cell in row]


def _joined(cells: Iterable[str], widths: Sequence[int], texts: int) -> str:
    """Return the cells of one line, each in the width of its column."""
    placed = []
    for column, (cell, width) in enumerate(zip(cells, widths, strict=False)):
        space = " " * (width - _width(cell))
        placed.append(cell + space if column < texts else space + cell)
    return _GAP.join(placed).rstrip()


def _width(cell: str) -> int:
    """Return how many places the widest line of a cell takes on a terminal.

    >>> _width("wide 一.py"), _width("one\\nthree"), _width(click.style("red", "red"))
    (10, 5, 3)
    """
    return max(sum(map(_places, line)) for line in click.unstyle(cell).split("\n"))


def _places(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _folded(table: Sequence[_Row], column: int) -> list[_Row]:
    """Return a table with the lines of one column folded, for rows as wide as the terminal."""
    rest = [[*row[:column], *row[column + 1 :]] for row in table]
    others = [max(map(_width, cells)) for cells in zip_longest(*rest, fillvalue="")]
    room = terminal_width() - sum(others) - len(_GAP) * len(others)
    width = max(room, _LEAST)
    return [[*row[:column], _wrapped(row[column], width), *row[column + 1 :]] for row in table]


def _wrapped(text: str, width: int) -> str:
    """Return a text with its lines folded, each as far to the right as it begins.

    >>> print(_wrapped("one two three\\n  four five", 8))
    one two
    three
      four
      five
    """
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]
    return "\n".join(lines)
