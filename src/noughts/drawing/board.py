"""A board as a fragment of an SVG: grid, winning line, stones, and marks in the cells.

A cell is 100 by 100, the corner of the top left cell is at 0,0; the group around it moves and scales the board. What
is drawn first lies below: the winning line runs under the stones, and leaves each of them whole.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from noughts.core.game import COLUMNS, Game, Line, Move
from noughts.core.notation import short
from noughts.core.position import Position, Side, no_cell_number
from noughts.core.value import Value
from noughts.drawing.svg import element, number, shapes, words
from noughts.errors import IllegalMoveError

CELL = 100.0
MARGIN = 0.5  # cells, for the coordinates on the left and above
_LETTER = 0.6  # the width of a digit or a capital, as a part of the font's size

Arrows = Iterable[tuple[Move, Move]]


def board(
    position: Position,
    x: float = 0,
    y: float = 0,
    cell: float = CELL,
    *,
    scores: Sequence[float | None] | None = None,
    values: Mapping[Move, Value] | None = None,
    numbers: Mapping[Move, int] | None = None,
    chosen: Collection[Move] = (),
    arrows: Arrows = (),
    last: Move | None = None,
    coordinates: bool = False,
) -> str:
    """Return a board whose top left corner is at (x, y), its cells `cell` wide, as the content of a `document`.

    `scores` and `values` are written in free cells, `numbers` in the corner of any; the cells of `chosen` get a frame.
    Coordinates take MARGIN cells more on the left and above. Raises IllegalMoveError for a number that is not a cell.
    """
    game = position.game
    for place in (*(values or ()), *(numbers or ()), *chosen, *(() if last is None else (last,))):
        _require_cell(game, place)
    if scores is not None and len(scores) != game.cells:
        raise ValueError(f"{len(scores)} scores, expected one for each of {game.cells} cells")
    line = position.outcome.line if position.outcome else None
    parts = [
        element("rect", x=0, y=0, width=CELL * game.m, height=CELL * game.n, class_="card"),
        _heat(position, scores),
        "".join(square(game, place, 0, "won") for place in line or ()),
        grid(game),
        strike(game, line) if line else "",
        stones(position),
        "".join(_texts(game, place, scores, values) for place in range(game.cells) if not position.stone(place)),
        "".join(_corner(game, place, str(given)) for place, given in (numbers or {}).items()),
        "".join(square(game, place, 5, "chosen") for place in chosen),
        "" if last is None else _bar(game, last),
        "".join(_arrow(game, *ends) for ends in arrows),
        _coordinates(game) if coordinates else "",
    ]
    return placed("".join(parts), x, y, cell / CELL)


def placed(content: str, x: float, y: float, scale: float) -> str:
    """Return a group that is moved to (x, y), and scaled."""
    if (x, y, scale) == (0, 0, 1):
        return element("g", content)
    return element("g", content, transform=f"translate({number(x)} {number(y)}) scale({precise(scale)})")


def precise(scale: float) -> str:
    """A scale, which a deep nesting multiplies: with more digits than a coordinate."""
    return f"{scale:.6g}"


def grid(game: Game, framed: bool = True, class_: str = "grid") -> str:
    """Return the lines of an empty board, with its frame or without."""
    width, height, first = CELL * game.m, CELL * game.n, 0 if framed else 1
    across = "".join(f"M0 {number(CELL * row)}H{number(width)}" for row in range(first, game.n + 1 - first))
    down = "".join(f"M{number(CELL * column)} 0V{number(height)}" for column in range(first, game.m + 1 - first))
    return element("path", class_=class_, d=across + down)


def stones(position: Position) -> str:
    """Return all stones of a position."""
    cells = range(position.game.cells)
    return "".join(_stone(position.game, cell, side) for cell in cells if (side := position.stone(cell)))


def square(game: Game, cell: Move, inset: float, class_: str | None) -> str:
    """Return a square in a cell, smaller by an inset on each side."""
    left, top = corner(game, cell)
    side = CELL - 2 * inset
    return element("rect", class_=class_, x=left + inset, y=top + inset, width=side, height=side)


def corner(game: Game, cell: Move) -> tuple[float, float]:
    """Return the left and the top of a cell."""
    row, column = game.row_column(cell)
    return CELL * column, CELL * row


def middle(game: Game, cell: Move) -> tuple[float, float]:
    """Return the centre of a cell."""
    left, top = corner(game, cell)
    return left + CELL / 2, top + CELL / 2


def strike(game: Game, line: Line) -> str:
    """Return the band along a line, to be drawn under its stones."""
    (x1, y1), (x2, y2) = middle(game, min(line)), middle(game, max(line))
    over = shapes().strike["over"]
    right, down = (math.copysign(over, far - near) if far != near else 0 for near, far in ((x1, x2), (y1, y2)))
    return element(
        "line",
        class_="strike",
        x1=x1 - right,
        y1=y1 - down,
        x2=x2 + right,
        y2=y2 + down,
        stroke_width=shapes().strike["width"],
    )


def worth(result: int, x: float, y: float, size: float) -> str:
    """Return the sign of a win (1), a draw (0) or a loss (-1), in a square with this centre."""
    word = Value(result).word
    return placed(element("path", class_=word, d=shapes().worth[word]), x - size / 2, y - size / 2, size / 12)


def _stone(game: Game, cell: Move, side: Side) -> str:
    left, top = corner(game, cell)
    d = shapes().x if side is Side.X else shapes().o
    at = f"translate({number(left)} {number(top)})" if cell else None
    return element("path", class_=side.value.lower(), d=d, transform=at)


def _ranked(scores: Sequence[float | None]) -> list[float | None]:
    """Each score as its rank, from 0 (least) to 1 (greatest): one huge score hides no other.

    >>> _ranked([3, None, 1, 1000000])
    [0.5, None, 0.0, 1.0]
    """
    known = sorted({score for score in scores if score is not None})
    if len(known) < 2:
        return [None if score is None else 1.0 for score in scores]
    place = {score: index / (len(known) - 1) for index, score in enumerate(known)}
    return [None if score is None else place[score] for score in scores]


def _require_cell(game: Game, cell: Move) -> None:
    if type(cell) is not int or not 0 <= cell < game.cells:
        raise no_cell_number(game, cell)


def _heat(position: Position, scores: Sequence[float | None] | None) -> str:
    """The squares under the scores of free cells, the darker the greater."""
    parts = []
    for cell, rank in enumerate(_ranked(scores or ())):
        if rank and position.stone(cell) is None:
            left, top = corner(position.game, cell)
            share = rank * shapes().heat / 100
            parts.append(
                element("rect", class_="accent", x=left, y=top, width=CELL, height=CELL, fill_opacity=round(share, 3))
            )
    return "".join(parts)


def _texts(game: Game, cell: Move, scores: Sequence[float | None] | None, values: Mapping[Move, Value] | None) -> str:
    """The value and the score in a cell, one above the other."""
    score = scores[cell] if scores else None
    value = (values or {}).get(cell)
    x, y = middle(game, cell)
    gap = 17 if score is not None and value is not None else 0
    return ("" if value is None else _value(value, x, y - gap)) + (
        "" if score is None else _fitting(short(score, 5), x, y + gap)
    )


def _value(value: Value, x: float, y: float) -> str:
    size, sign, gap = 27, 20, 5
    wide = _LETTER * size * len(value.short)
    left = x - (sign + gap + wide) / 2
    return worth(value.result, left + sign / 2, y, sign) + words(
        value.short, left + sign + gap, y, size, anchor=None, bold=True
    )


def _fitting(content: str, x: float, y: float) -> str:
    return words(content, x, y, min(27, 90 / (_LETTER * len(content))))


def _corner(game: Game, cell: Move, content: str) -> str:
    left, top = corner(game, cell)
    return words(content, left + 5, top + 13, 20, anchor=None, class_="soft")


def _bar(game: Game, cell: Move) -> str:
    """The mark of the last move: a short bar under its stone."""
    left, top = corner(game, cell)
    return element("rect", class_="ink", x=left + 42, y=top + 87, width=16, height=6, rx=3)


def _arrow(game: Game, start: Move, end: Move) -> str:
    """An arrow from a cell to another one, between their stones."""
    for cell in (start, end):
        _require_cell(game, cell)
    if start == end:
        raise IllegalMoveError(end, f"no arrow from {game.name(start)} to itself")
    (x1, y1), (x2, y2) = middle(game, start), middle(game, end)
    length = math.hypot(x2 - x1, y2 - y1)
    right, down = (x2 - x1) / length, (y2 - y1) / length
    trim, head = 38, 14
    x1, y1, x2, y2 = x1 + trim * right, y1 + trim * down, x2 - trim * right, y2 - trim * down
    barbs = [(x2 - head * (right + side * down), y2 - head * (down - side * right)) for side in (-0.6, 0.6)]
    d = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" + "".join(
        f"M{number(x)} {number(y)}L{number(x2)} {number(y2)}" for x, y in barbs
    )
    return element("path", class_="arrow", d=d)


def _coordinates(game: Game) -> str:
    size, away = 34, MARGIN * CELL / 2
    letters = [words(COLUMNS[column], CELL * (column + 0.5), -away, size, class_="soft") for column in range(game.m)]
    rows = [words(str(row + 1), -away, CELL * (row + 0.5), size, class_="soft") for row in range(game.n)]
    return "".join(letters + rows)
