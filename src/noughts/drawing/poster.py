"""The complete plan of a player on one sheet: boards in boards, as on the well-known hand-drawn maps.

A board shows the stones, the player's latest answer on a shade. Each of its free cells is a reply of the opponent, and
holds the board after the next answer. Where a board would be too small to be read, only an answer is drawn that leaves
no further choice: it stands alone on a board without the other stones, and is larger.

In a browser one walks on the sheet: a press on a board, or Tab and Enter, fills the window with it; beside the boards
in it, it leads back. That takes no script: boards are links to views of the sheet.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.core.value import WORDS
from noughts.drawing.board import CELL, corner, grid, middle, placed, precise, square, stones, strike, worth
from noughts.drawing.svg import Svg, Theme, document, element, fitting, number, shapes, words
from noughts.errors import GameError
from noughts.words import Said

_SHEET = (297.0, 420.0)  # millimetres: A3
_LEAST = 0.9  # millimetres: the width of the smallest stone, as of an x in a text of 5 points
_TEXT = 5.2  # millimetres: the size of the smaller fonts
_EDGE, _TOP, _BOTTOM = 8.0, 38.0, 48.0  # around the largest board
_PAD = 1.5  # around a board in a cell, of 100
_STONE = 62.0  # the width of an X in a cell of 100, with its stroke: an O is wider
_ALONE = 1.5  # how much larger a stone is that stands alone

# The links of the board in view alone are there: to those in it, and below them, over its whole, to the one around it.
_WALK = (
    ".sheet a{display:none}.sheet *{pointer-events:none}.sheet a rect{fill:transparent;pointer-events:all}"
    "svg:root:not(:has(view:target)) .sheet>a,svg:root g:has(>view:target)>a{display:inline}"
    "svg:root g:has(>view:target)>a:first-of-type rect{stroke:#2a9d8f;stroke-width:4}"
    ".sheet a:is(:hover,:focus-visible) rect{stroke:#c0561e!important;stroke-width:4}"
    ".sheet a:focus-visible{outline:none}"
    "@media screen{svg:root{width:100vw;height:100vh}}"
)

_Answers = Callable[[Position], Move]


@dataclass(frozen=True)
class _Node:
    """The board after an answer, None before the first and where a reply ended the game, and what follows each reply.

    `result`: 1, 0 or -1 for the player where nothing is left to decide. `alone`: there is no room for a board.
    """

    position: Position
    moves: tuple[Move, ...]
    answer: Move | None
    result: int | None = None
    alone: bool = False
    replies: dict[Move, "_Node"] = field(default_factory=dict)

    def endings(self) -> Iterator[int]:
        """Yield the result of every game."""
        if self.result is not None:
            yield self.result
        for node in self.replies.values():
            yield from node.endings()


@dataclass(frozen=True)
class Poster:
    """All games of a player in one seat, against every reply, on a sheet of paper."""

    game: Game
    seat: Side
    root: _Node

    @classmethod
    def of(cls, game: Game, seat: Side, answer: _Answers) -> "Poster":
        """Return the plan of a player who gives one answer in each position.

        Raises GameError where a stone would be too small to be read.
        """
        _require_levels(game, seat)
        return cls(game, seat, _Grower(game, seat, answer).root())

    @property
    def games(self) -> Tally[int]:
        """The results of all games on the sheet, seen by the player."""
        results = list(self.root.endings())
        return Tally(*(results.count(result) for result in (1, 0, -1)))

    def svg(self, title: str, claim: str, theme: Theme = "auto") -> Svg:
        """Return the sheet, with a title and with what is claimed of the plan."""
        width, height = _SHEET
        cell = _largest(self.game)
        below = _TOP + cell * self.game.n
        reading = self._reading()
        down = (height - below - _BOTTOM) / 2  # the same room above and below
        left, scale = (width - cell * self.game.m) / 2, cell / CELL
        body = [
            element("style", _WALK),
            _line(title, 12, 11, bold=True),
            _line(claim, 26, 6),
            placed(_board(self.root, self.seat, (left, _TOP + down, scale)), left, _TOP, scale),
            *(words(line, _EDGE, below + 10 + 8 * i, _TEXT, anchor=None) for i, line in enumerate(reading)),
            self._legend(below + 12 + 8 * len(reading)),
        ]
        sheet = element("rect", class_="card", x=-width, y=-height, width=3 * width, height=3 * height)  # and around it
        desc = " ".join((claim, *reading))
        across, along = (f"{number(length)}mm" for length in _SHEET)
        content = sheet + placed("".join(body), 0, down, 1)
        return document(content, (0, 0, *_SHEET), across, along, title, desc, theme, role="group")

    def _reading(self) -> tuple[str, ...]:
        """How to read the sheet, line by line."""
        other = self.seat.opponent
        sides = {"side": self.seat, "other": other}
        return (
            str(Said("sheet.poster-x", {"side": self.seat}) if self.seat is Side.X else Said("sheet.poster-o", sides)),
            str(Said("sheet.poster-reply", {"other": other})),
            str(Said("sheet.poster-forced")),
        )

    def _legend(self, y: float) -> str:
        """The signs of the results that occur."""
        lost = Said("sheet.poster-loss", {"other": self.seat.opponent})
        meanings = {1: Said("sheet.poster-win"), 0: Said("playing.draw"), -1: lost}
        games = dict(zip((1, 0, -1), vars(self.games).values(), strict=True))
        parts = []
        for index, result in enumerate(result for result in meanings if games[result]):
            x, size = _EDGE + 45 * index, 3 * CELL
            sign = _alone(_Node(Position(Game(3, 3, 3)), (), 0, result, alone=True), self.seat)
            frame = element("rect", class_="frame", x=0, y=0, width=size, height=size)
            parts.append(placed(sign + frame, x, y, 9 / size))
            parts.append(words(str(meanings[result]), x + 12, y + 4.5, _TEXT, anchor=None))
        return element("g", "".join(parts), class_="legend")


def _line(content: str, y: float, size: float, *, bold: bool = False) -> str:
    return words(content, _EDGE, y, fitting(content, _SHEET[0] - 2 * _EDGE, size), anchor=None, bold=bold)


def _largest(game: Game) -> float:
    """The width of the largest cells, in millimetres."""
    width, height = _SHEET
    return min((width - 2 * _EDGE) / game.m, (height - _TOP - _BOTTOM - 2 * _EDGE) / game.n)


def _shrink(game: Game) -> float:
    return (CELL - 2 * _PAD) / (CELL * max(game.m, game.n))


def _width(cell: float) -> float:
    """The width of a stone in a cell, both in millimetres."""
    return cell * _STONE / CELL


def _require_levels(game: Game, seat: Side) -> None:
    """Raise GameError where no game can be over as soon as there is no room for a further board: before any answer."""
    cell, ply = _largest(game), 1 if seat is Side.X else 2  # the first answer that lies in a cell of this size
    while _width(cell) >= _LEAST:
        cell, ply = cell * _shrink(game), ply + 2
    if ply < min(2 * game.k - 1, game.cells - 1):
        raise _too_small(game, seat, ply, cell)


def _too_small(game: Game, seat: Side, ply: int, cell: float) -> GameError:
    return GameError(
        f"no poster of {game} moving {seat.seat}: on A3 the stones after {ply} moves would be {_width(cell):.2g} mm "
        f"wide, too small to be read (at least {_LEAST} mm)"
    )


class _Grower:
    """Asks the player for an answer to every reply, and gives each board its room."""

    def __init__(self, game: Game, seat: Side, answer: _Answers) -> None:
        self.game, self.seat = game, seat
        self.answer = cache(answer)  # several orders of the same moves meet in one position

    def root(self) -> _Node:
        """The board that lies on the sheet itself."""
        start, cell = Position(self.game), _largest(self.game)
        if self.seat is Side.X:
            return self._answered(start, (), cell)
        return _Node(start, (), None, replies=self._replies(start, (), cell))

    def _replies(self, position: Position, moves: tuple[Move, ...], cell: float) -> dict[Move, _Node]:
        below = cell * _shrink(self.game)
        nodes = {}
        for reply in position.legal_moves:
            after = position.play(reply)
            if after.outcome is None:
                nodes[reply] = self._answered(after, (*moves, reply), below)
            else:
                nodes[reply] = _Node(after, (*moves, reply), None, self._result(after), alone=True)
        return nodes

    def _answered(self, position: Position, moves: tuple[Move, ...], cell: float) -> _Node:
        answer = self.answer(position)
        after, moves = position.play(answer), (*moves, answer)
        alone = _width(cell) < _LEAST
        if after.outcome is None and alone and len(after.legal_moves) == 1:  # what follows is forced
            self._require(cell * _ALONE, moves)
            return _Node(after, moves, answer, self._result(after.play(after.legal_moves[0])), alone=True)
        self._require(cell * (_ALONE if after.outcome is not None else 1), moves)
        if after.outcome is not None:
            return _Node(after, moves, answer, self._result(after), alone)
        return _Node(after, moves, answer, replies=self._replies(after, moves, cell))

    def _result(self, position: Position) -> int:
        winner = position.outcome.winner if position.outcome else None
        return 0 if winner is None else 1 if winner is self.seat else -1

    def _require(self, cell: float, moves: tuple[Move, ...]) -> None:
        """Raise GameError where a stone would be too small."""
        if _width(cell) < _LEAST:
            raise _too_small(self.game, self.seat, len(moves), cell)


def _board(node: _Node, seat: Side, at: tuple[float, float, float], around: _Node | None = None) -> str:
    """A board with a board in each free cell; only the largest has a frame.

    `at`: its corner on the sheet, and its scale; `around`: the board in which it lies.
    """
    game, (left, top, size) = node.position.game, at
    line = node.position.outcome.line if node.position.outcome else None
    parts = [
        "" if node.answer is None else square(game, node.answer, 0, "won"),
        grid(game, framed=around is None),
        "" if line is None else strike(game, line),
        stones(node.position),
    ]
    scale = _shrink(game)
    for reply, below in node.replies.items():
        x, y = corner(game, reply)
        x, y = x + (1 - scale * game.m) * CELL / 2, y + (1 - scale * game.n) * CELL / 2
        if below.alone:
            parts.append(placed(_alone(below, seat), x, y, scale))
            continue
        inner = _board(below, seat, (left + x * size, top + y * size, scale * size), node)
        parts += [_link(below, square(game, reply, 0, None)), placed(inner, x, y, scale)]
    if around is None:
        return _group(node, "".join(parts), class_="sheet")
    width, height = CELL * game.m, CELL * game.n
    box = (left - size * _PAD, top - size * _PAD, size * (width + 2 * _PAD), size * (height + 2 * _PAD))
    view = element("view", id=_name(node), viewBox=" ".join(map(precise, box)))
    back = _link(around, element("rect", x=0, y=0, width=width, height=height))
    return _group(node, "".join([view, back, *parts]))


def _name(node: _Node) -> str:
    """The name of a board's view; empty for the sheet."""
    return "-".join(map(node.position.game.name, node.moves)) if len(node.moves) > 1 else ""


def _link(node: _Node, content: str) -> str:
    """A link to a board, which says the moves that lead there."""
    moves = " ".join(map(node.position.game.name, node.moves))
    return element(
        "a", content, href=f"#{_name(node)}", aria_label=moves if _name(node) else str(Said("sheet.poster-whole"))
    )


def _alone(node: _Node, seat: Side) -> str:
    """An answer without the other stones, or the sign of a reply that ended the game."""
    assert node.result is not None
    game, shade = node.position.game, {1: "gain", 0: None, -1: "lost"}[node.result]
    width, height = CELL * game.m, CELL * game.n
    parts = [] if shade is None else [element("rect", class_=shade, x=0, y=0, width=width, height=height)]
    if node.answer is not None:
        parts += [
            grid(game, framed=False, class_="hair"),
            _stone(seat, node.result, *middle(game, node.answer), _ALONE),
        ]
    elif node.result == 0:
        parts.append(worth(0, width / 2, height / 2, 0.5 * height))
    else:
        parts.append(_stone(seat.opponent, node.result, width / 2, height / 2, min(game.m, game.n)))
    return _group(node, "".join(parts))


def _stone(side: Side, result: int, x: float, y: float, size: float) -> str:
    """A stone with this centre, so many cells large."""
    kind = "on" if result < 0 else side.value.lower()
    d = shapes().x if side is Side.X else shapes().o
    return placed(element("path", class_=kind, d=d), x - size * CELL / 2, y - size * CELL / 2, size)


def _group(node: _Node, content: str, class_: str | None = None) -> str:
    """What is drawn of a node, with its moves and its result for a program that reads the sheet."""
    moves = " ".join(map(node.position.game.name, node.moves))
    result = None if node.result is None else WORDS[node.result]
    return element("g", content, data_moves=moves, data_result=result, class_=class_)
