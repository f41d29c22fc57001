"""`ring`: the fork-preventing rule list for 3,3,3, on a board numbered as a ring.

    0 1 2
    7 8 3      edges are odd, corners even, the centre comes last
    6 5 4

It prevents the opponent's forks and plans none of its own. Its description is ambiguous in places; each reading is an
option, so that a proof can tell which readings never lose.
"""

import random
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, cells_of
from noughts.core.notation import RING_CELLS, STANDARD
from noughts.core.position import Position, completions
from noughts.core.strategy import Decision
from noughts.strategies.strategy_options import NamedByOptions

CENTRE = 8
_CORNERS = (0, 2, 4, 6)
_EDGES = (1, 3, 5, 7)

_Rule = tuple[int, str]  # the ring number to play, and the rule that says so


@dataclass(frozen=True)
class Ring(NamedByOptions):
    """Win, else block, else keep the opponent from setting up a fork, else the lowest open ring number.

    `average`: how the average of two edges is taken: round the `ring`, or as `plain` arithmetic. `gap`: which
    cell "between" a corner and an edge: the `corner` or the `edge` cell of the smaller gap, its `first` or its
    `last` cell clockwise. `away`: the direction in which "3 away" is counted.
    """

    average: Literal["ring", "plain"] = "ring"
    gap: Literal["corner", "edge", "first", "last"] = "corner"
    away: Literal["clockwise", "anticlockwise"] = "clockwise"

    title = "ring"
    origin = "a rule list published with a terminal game, in two versions"
    view = "rules"

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if wins := completions(position, position.own):
            return Decision(_lowest(wins), reason="1. win: completes a line")
        if blocks := completions(position, position.theirs):
            return Decision(_lowest(blocks), reason="2. block: fills the cell that would complete their line")
        open_cells = _ring_numbers(position.empty)
        rule = self._opening(_ring_numbers(position.own), _ring_numbers(position.theirs))
        if rule is not None and rule[0] in open_cells:
            return Decision((RING_CELLS[rule[0]],), reason=f"3. opening: {rule[1]} (ring {rule[0]})")
        lowest = min(open_cells)
        return Decision((RING_CELLS[lowest],), reason=f"4. default: the lowest open cell (ring {lowest})")

    def _opening(self, own: list[int], theirs: list[int]) -> _Rule | None:
        if not own:
            return (0, "the centre is taken, so cell 0") if CENTRE in theirs else (CENTRE, "the centre")
        if len(own) > 1:
            return None
        if len(theirs) == 1:
            return self._three_away(own, theirs[0])
        return self._second_reply(own[0], theirs)

    def _three_away(self, own: list[int], stone: int) -> _Rule | None:
        if own != [CENTRE]:
            return None
        step = 3 if self.away == "clockwise" else -3
        return (stone + step) % 8, "3 away round the ring from their stone"

    def _second_reply(self, own: int, theirs: list[int]) -> _Rule | None:
        """The second move of the side that moves second, with neither a win nor a block."""
        if CENTRE in theirs:
            corner = next(stone for stone in theirs if stone != CENTRE)
            if own in _CORNERS and corner == (own + 4) % 8:
                return (corner + 2) % 8, "they hold the centre and the opposite corner: another corner"
            return None
        edges = [stone for stone in theirs if stone in _EDGES]
        if len(edges) == 2:
            return self._average(*edges)
        if not edges:
            return _EDGES[0], "they hold two opposite corners: an edge"
        corner = next(stone for stone in theirs if stone in _CORNERS)
        return self._between(corner, edges[0])

    def _average(self, low: int, high: int) -> _Rule:
        between = _gap(low, high)
        cell = (low + high) // 2 if self.average == "plain" else between[len(between) // 2]
        return cell, "they hold two edges: their average"

    def _between(self, corner: int, edge: int) -> _Rule | None:
        between = _gap(corner, edge)
        if not between:
            return None  # adjacent
        chosen = {
            "corner": next(cell for cell in between if cell in _CORNERS),
            "edge": next(cell for cell in between if cell in _EDGES),
            "first": between[0],
            "last": between[-1],
        }[self.gap]
        return (
            chosen,
            f"they hold a corner and a far edge: between them, the {self.gap} cell of the smaller gap",
        )


def _gap(a: int, b: int) -> list[int]:
    """The ring numbers between two stones on the shorter arc, clockwise.

    Opposite edges have two equal arcs: the result is the one clockwise from the first edge, row by row.
    """
    forward = (b - a) % 8
    start, length = (a, forward) if forward <= 4 else (b, 8 - forward)
    return [(start + step) % 8 for step in range(1, length)]


def _ring_numbers(mask: int) -> list[int]:
    """The ring numbers of a bitboard, row by row."""
    return [RING_CELLS.index(cell) for cell in cells_of(mask)]


def _lowest(cells: tuple[int, ...]) -> tuple[int]:
    return (min(cells, key=RING_CELLS.index),)
