"""A position as a whole image, with its alternative text."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side, numbered
from noughts.core.value import Value
from noughts.drawing.board import CELL, MARGIN, Arrows, board
from noughts.drawing.svg import Svg, Theme, document, element, number
from noughts.errors import IllegalMoveError
from noughts.players.player import Decision

_CELL = 80  # pixels, and the least and the most for a whole board
_LEAST, _MOST = 240, 720
_EDGE = 0.1  # cells around the board


def draw(
    position: Position,
    *,
    decision: Decision | None = None,
    scores: Sequence[float | None] | None = None,
    values: Mapping[Move, Value] | None = None,
    chosen: Sequence[Move] = (),
    line: Sequence[Move] = (),
    arrows: Arrows = (),
    last: Move | None = None,
    coordinates: bool = True,
    size: float | None = None,
    theme: Theme = "auto",
) -> Svg:
    """Return a picture of a position: an SVG image of its own, that a notebook shows and `.save(path)` writes.

    `line`: moves that are played from the position and numbered 1, 2, ...; the last board is drawn. `scores`: a number
    or None for each cell. `values`: the exact value of moves. `chosen`: cells that get a frame. `decision`: draws its
    moves as chosen, and its scores. `arrows`: pairs of cells. `last`: a move to be marked, by default the last of the
    line. `size`: the longer side in pixels. `theme`: `light`, `dark`, or `auto` for the reader's own colours. Equal
    arguments give equal bytes.

    Raises IllegalMoveError for a cell that is not on the board or not free, ValueError for another theme or size.

    >>> from noughts.core.game import Game
    >>> draw(Position(Game(3, 3, 3)), line=[4, 0]).startswith("<svg")
    True
    """
    final = _after(position, line)
    game, arrows = position.game, tuple(arrows)
    if decision is not None:
        chosen = decision.moves
        scores = decision.scores if scores is None else scores
    content = board(
        final,
        scores=scores,
        values=values,
        numbers={move: index for index, move in enumerate(line, start=1)},
        chosen=chosen,
        arrows=arrows,
        last=line[-1] if last is None and line else last,
        coordinates=coordinates,
    )
    before, after = (MARGIN if coordinates else _EDGE) * CELL, _EDGE * CELL
    box = (-before, -before, before + game.m * CELL + after, before + game.n * CELL + after)
    scale = _pixels(game, size) / max(box[2:])
    width, height = (number(side * scale) for side in box[2:])
    background = element("rect", class_="card", x=box[0], y=box[1], width=box[2], height=box[3], rx=8)
    desc = ". ".join(
        _sentences(final, position.ply, line, chosen, str(decision.reason) if decision else "", scores, values, arrows)
    )
    return document(background + content, box, width, height, _heading(final), desc, theme)


def _heading(position: Position) -> str:
    """Return the game and how the position stands.

    >>> from noughts.core.game import Game
    >>> _heading(Position(Game(3, 3, 3)))
    '3,3,3, X to move'
    """
    return f"{position.game}, {position.outcome or f'{position.side} to move'}"


def _pixels(game: Game, size: float | None) -> float:
    if size is None:
        return min(_MOST, max(_LEAST, _CELL * max(game.m, game.n)))
    if not 0 < size < math.inf:
        raise ValueError(f"no size {size!r}: expected a number of pixels above 0")
    return size


def _after(position: Position, line: Sequence[Move]) -> Position:
    """The position after a line. Raises IllegalMoveError, with the number of the move."""
    for index, move in enumerate(line, start=1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise numbered(index, error) from None
    return position


def _sentences(
    position: Position,
    ply: int,
    line: Sequence[Move],
    chosen: Sequence[Move],
    reason: str,
    scores: Sequence[float | None] | None,
    values: Mapping[Move, Value] | None,
    arrows: Sequence[tuple[Move, Move]],
) -> Iterator[str]:
    """What is drawn, in words; the line's first move is made after `ply` moves."""
    name = position.game.name
    for side in Side:
        cells = cells_of(position.boards(side)[0])
        yield f"{side} on {_names(position.game, cells)}" if cells else f"No {side}"
    if line:
        numbered = enumerate(line, start=1)
        yield "Moves: " + ", ".join(f"{i}. {'XO'[(ply + i - 1) % 2]} {name(move)}" for i, move in numbered)
    if position.outcome is not None and position.outcome.line is not None:
        yield f"{position.outcome.winner} wins with {_names(position.game, position.outcome.line)}"
    if chosen:
        yield f"Framed: {_names(position.game, chosen)}{f' ({reason})' if reason else ''}"
    if values:
        yield "Values: " + ", ".join(f"{name(move)} {value}" for move, value in sorted(values.items()))
    known = [(cell, score) for cell, score in enumerate(scores or ()) if score is not None]
    if known:
        yield "Scores: " + ", ".join(f"{name(cell)} {score:.4g}" for cell, score in known)
    if arrows:
        yield "Arrows: " + ", ".join(f"{name(start)} to {name(end)}" for start, end in arrows)


def _names(game: Game, cells: Iterable[Move]) -> str:
    return ", ".join(map(game.name, cells))
