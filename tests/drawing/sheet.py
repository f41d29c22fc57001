"""Reads a poster back, by its marks and the rules alone, and proves the plan on it once more.

Where a board lies tells the reply, the stones and the shade tell the answer. What the sheet says of itself for programs
(its data attributes) is only compared with what was read.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from tests.drawing.reading import SVG, Mark, mark_of, parse

SHADES = {"gain": 1, "lost": -1}
WORDS = {1: "win", 0: "draw", -1: "loss"}


class Refused(Exception):
    """The sheet is not a plan, with the reason."""


def require(held: bool, reason: str) -> None:
    """Raise Refused unless something holds."""
    if not held:
        raise Refused(reason)


@dataclass(frozen=True)
class Board:
    """A board on the sheet: its place, what is drawn of it, and the boards in it."""

    own: list[Mark]
    inner: "list[Board]"
    group: Mark

    def marks(self, kind: str) -> list[Mark]:
        """Its own marks of a class."""
        return [mark for mark in self.own if mark.kind == kind]

    def cell(self, game: Game, x: float, y: float) -> Move:
        """The cell of this board in which a point lies."""
        column, row = ((at - begin) / (100 * self.group.scale) for at, begin in ((x, self.group.x), (y, self.group.y)))
        require(0 < column < game.m and 0 < row < game.n, "something lies beside its board")
        return game.cell(int(row), int(column))

    def middle(self, game: Game) -> tuple[float, float]:
        """The point in its middle."""
        return self.group.point(50 * game.m, 50 * game.n)


def board_of(node: ET.Element, x: float, y: float, scale: float) -> Board:
    """Return the board that a group with data draws."""
    own: list[Mark] = []
    inner: list[Board] = []

    def collect(node: ET.Element, x: float, y: float, scale: float) -> None:
        for child in node:
            here = mark_of(child, x, y, scale)
            if child.get("data-moves") is not None:
                inner.append(board_of(child, x, y, scale))
            else:
                own.append(here)
                collect(child, here.x, here.y, here.scale)

    here = mark_of(node, x, y, scale)
    collect(node, here.x, here.y, here.scale)
    return Board(own, inner, here)


def plan_of(svg: str) -> Board:
    """Return the outermost board of a sheet."""

    def find(node: ET.Element, x: float, y: float, scale: float) -> Iterator[Board]:
        if node.get("class") == "legend":
            return
        if node.get("data-moves") is not None:
            yield board_of(node, x, y, scale)
            return
        here = mark_of(node, x, y, scale)
        for child in node:
            yield from find(child, here.x, here.y, here.scale)

    (plan,) = find(parse(svg), 0, 0, 1)
    return plan


class Reader:
    """Follows every game on a sheet; `results` counts how they end, `answers` has each answer."""

    def __init__(self, game: Game, seat: Side) -> None:
        self.game, self.seat = game, seat
        self.results: Counter[int] = Counter()
        self.answers: dict[Position, Move] = {}

    def read(self, svg: str) -> "Reader":
        """Read a sheet. Raises Refused where a reply has no board, or a board is not what the moves lead to."""
        plan, start = plan_of(svg), Position(self.game)
        if self.seat is Side.X:
            self._answered(plan, start, ())
        else:
            require(self._stones(plan) == {}, "the board of the second player is not empty")
            self._replies(plan, start, ())
        return self

    def _stones(self, board: Board) -> dict[Move, str]:
        found = {}
        for mark in board.own:
            if mark.side is not None:
                cell = board.cell(self.game, *mark.point(50, 50))
                require(cell not in found, "two stones in a cell")
                found[cell] = mark.side
        return found

    def _replies(self, board: Board, position: Position, moves: tuple[Move, ...]) -> None:
        """Each free cell has one board, which lies in it."""
        inside: dict[Move, Board] = {}
        for inner in board.inner:
            cell = board.cell(self.game, *inner.middle(self.game))
            corners = (inner.group.point(0, 0), inner.group.point(100 * self.game.m, 100 * self.game.n))
            require({board.cell(self.game, *corner) for corner in corners} == {cell}, "a board leaves its cell")
            require(cell not in inside, "two boards in a cell")
            inside[cell] = inner
        require(set(inside) == set(position.legal_moves), f"after {moves} the replies are not all there")
        for reply, inner in inside.items():
            after, so_far = position.play(reply), (*moves, reply)
            if after.outcome is not None:
                self._ended(inner, after, so_far)
            elif inner.marks("grid"):
                self._answered(inner, after, so_far)
            else:
                self._alone(inner, after, so_far)

    def _ended(self, board: Board, position: Position, moves: tuple[Move, ...]) -> None:
        """The sign of a reply that ended the game: two bars, or the opponent's stone on the shade of a loss."""
        result = self._result(position)
        if result == 0:
            require(len(board.marks("draw")) == 1 and not self._shades(board), "no sign of a draw")
        else:
            require(self._shades(board) == [-1], "no shade of a loss")
            sides = [mark.side for mark in board.own if mark.side]
            require(sides == [str(self.seat.opponent)], "no stone of the opponent")
        self._over(board, result, moves)

    def _answered(self, board: Board, before: Position, moves: tuple[Move, ...]) -> None:
        """A board with all stones, the answer on a shade."""
        (shade,) = board.marks("won")
        answer = board.cell(self.game, *shade.point(float(shade.given["x"]) + 50, float(shade.given["y"]) + 50))
        position, moves = self._play(before, answer), (*moves, answer)
        drawn = {cell: str(side) for cell in range(self.game.cells) if (side := position.stone(cell))}
        require(self._stones(board) == drawn, f"after {moves} the stones are others")
        line = position.outcome.line if position.outcome else None
        strikes = board.marks("strike")
        require(len(strikes) == (line is not None), f"after {moves} there is no line, or one too many")
        if line is not None:
            struck = strikes[0]
            ends = [(float(struck.given[f"x{end}"]), float(struck.given[f"y{end}"])) for end in (1, 2)]
            cells = {board.cell(self.game, *struck.point(*end)) for end in ends}
            require(cells == {min(line), max(line)}, "the line runs elsewhere")
        if position.outcome is not None:
            require(not board.inner, "a board after the end")
            self._over(board, self._result(position), moves)
        else:
            require(board.group.given["data-moves"] == self._names(moves), "other moves are noted")
            self._replies(board, position, moves)

    def _alone(self, board: Board, before: Position, moves: tuple[Move, ...]) -> None:
        """An answer alone, after which all is decided; its shade has the result."""
        stones = self._stones(board)
        require([*stones.values()] == [str(self.seat)], "no single stone of the player")
        (answer,) = stones
        position = self._play(before, answer)
        final = position if position.outcome is not None else position.play(position.legal_moves[0])
        require(final.outcome is not None, f"after {moves} something is left to decide")
        result = self._result(final)
        require(self._shades(board) == ([result] if result else []), "the shade of another result")
        self._over(board, result, (*moves, answer))

    def _play(self, position: Position, answer: Move) -> Position:
        known = self.answers.setdefault(position, answer)
        require(known == answer, "two answers in one position")
        return position.play(answer)

    def _over(self, board: Board, result: int, moves: tuple[Move, ...]) -> None:
        given = board.group.given
        require(
            (given["data-moves"], given.get("data-result")) == (self._names(moves), WORDS[result]), "noted otherwise"
        )
        self.results[result] += 1

    def _names(self, moves: tuple[Move, ...]) -> str:
        return " ".join(map(self.game.name, moves))

    def _shades(self, board: Board) -> list[int]:
        return [SHADES[mark.kind] for mark in board.own if mark.kind in SHADES]

    def _result(self, position: Position) -> int:
        assert position.outcome is not None
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner is self.seat else -1


def without(svg: str, attribute: str, value: str) -> str:
    """Return a sheet without its first element that has a value in an attribute."""
    ET.register_namespace("", SVG.strip("{}"))
    root = parse(svg)
    for parent in root.iter():
        for child in list(parent):
            if child.get(attribute) == value:
                parent.remove(child)
                return ET.tostring(root, encoding="unicode")
    raise LookupError((attribute, value))
