"""Positions side by side, each with its move: what a plan asks to learn, on one page."""

import math
from collections.abc import Sequence

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.drawing.board import CELL, MARGIN, board
from noughts.drawing.svg import Svg, Theme, document, element, fitting, number, words
from noughts.words import Said

_GAP = 0.4 * CELL
_TITLE = 0.5 * CELL
_HEAD = 1.6 * CELL  # the title and what the sheet shows, above all positions
_PIXELS = 0.4  # of a unit

# What a browser prints on, in pixels: Letter and A4, each with margins of 10 mm and without. It fits a wider sheet.
_PAPERS = (((740, 980), (816, 1056)), ((718, 1046), (794, 1123)))
_SLACK = 2 / _PIXELS
_MOST_PAGES = 6  # on which rows are kept whole


def sheet(
    pairs: Sequence[tuple[Position, Move]], title: str, about: str = "", columns: int = 6, theme: Theme = "auto"
) -> Svg:
    """Return a picture of positions in rows of `columns`, the cell of each one's move framed and named above it.

    The title stands above all, and below it `about`, a sentence that says what the sheet shows. No row is where a page
    ends, on which a browser prints the sheet: of A4 or Letter, with margins of up to 10 mm.

    Raises IllegalMoveError for a move that is not a cell of its board. Equal arguments give equal bytes.

    >>> from noughts.core.game import Game
    >>> sheet([(Position(Game(3, 3, 3)), 4)], "a plan").count("b2 (X)")
    2
    """
    game = pairs[0][0].game
    width, height = (MARGIN + game.m) * CELL + _GAP, (MARGIN + game.n) * CELL + _TITLE + _GAP
    columns = min(columns, len(pairs))
    room = columns * width - _GAP
    parts = [
        words(title, _GAP / 2, 0.45 * CELL, fitting(title, room, 0.6 * CELL), anchor=None, bold=True),
        words(about, _GAP / 2, 1.1 * CELL, fitting(about, room, 0.4 * CELL), anchor=None, class_="soft"),
    ]
    sentences = [about.rstrip(".")] if about else []
    tops = _tops(math.ceil(len(pairs) / columns), height, columns * width)
    for index, (position, move) in enumerate(pairs):
        row, column = divmod(index, columns)
        left, top = column * width, tops[row]
        name = f"{index + 1}. {game.name(move)} ({position.side})"
        parts.append(words(name, left + width / 2, top + _TITLE / 2, 0.3 * CELL, bold=True))
        at = left + MARGIN * CELL + _GAP / 2, top + _TITLE + MARGIN * CELL
        parts.append(board(position, *at, chosen=[move], coordinates=True))
        sentences.append(str(Said("sheet.position", {"name": name, "position": position})))
    box = (0.0, 0.0, columns * width, tops[-1] + height)
    background = element("rect", class_="card", x=0, y=0, width=box[2], height=box[3])
    size = (number(_PIXELS * box[2]), number(_PIXELS * box[3]))
    return document(background + "".join(parts), box, *size, title, ". ".join(sentences), theme)


def _tops(rows: int, height: float, width: float) -> list[float]:
    """Return where each row begins, below all page ends that it would lie on."""
    ends = []
    for page in range(1, _MOST_PAGES + 1):
        for paper in _PAPERS:
            at = [page * tall * max(1 / _PIXELS, width / across) for across, tall in paper]
            ends.append((min(at) - _SLACK, max(at) + _SLACK))
    tops, top = [], _HEAD
    for _ in range(rows):
        for low, high in sorted(ends):
            if low < top + height and top < high:
                top = high
        tops.append(top)
        top += height
    return tops
