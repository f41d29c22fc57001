"""The value of any position: small ones by walking all of it, others from a table, by static arguments, by search.

Two questions make a value: can the side to move force a line, and can the other? To each of them the answer is no

1. for the second player on the empty board (strategy stealing: a stone more never hurts);
2. where the potential, or pairs found by a bounded search, hold (module `pairing`);

and otherwise what a table of the game says, where one is handed in, or a race of searches (module `race`): continuous
threats, the weak game and depth-first search.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

from noughts.core.budget import UNLIMITED, Budget, Progress
from noughts.core.game import Move
from noughts.core.judgement import Truth
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.minimax import LIMIT, Plain, positions_below
from noughts.solve.static import find_pairs

if TYPE_CHECKING:
    from noughts.solve.checkpoint import Arrays, Checkpoint
    from noughts.solve.race import Race

PAIRING_STEPS = 200  # of the bounded search for pairs
STATIC = ("potential bound", "pairing strategy")

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Solution:
    """What is known of a position: the value for the side to move, None within the budget; the moves that keep it,
    None where that was not asked or not found; the arguments that closed it; nodes and seconds."""

    position: Position
    value: Value | None
    moves: tuple[Move, ...] | None = None
    arguments: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    unknown: str = field(default="", compare=False)


def solve(
    position: Position,
    budget: Budget = UNLIMITED,
    *,
    distance: bool = False,
    moves: bool = True,
    report: Report = lambda progress: None,
    tables: Truth | None = None,
) -> Solution:
    """Return the value of a position. With `distance` a win or a loss has the plies to the end under best play; with
    `moves` the solution has all moves that keep the value (with `distance`: value and distance). What is out of the
    budget is None, never a draw. `tables` are asked before a search, for positions that they have.

    >>> from noughts.core.game import Game
    >>> solution = solve(Position(Game(3, 3, 3)))
    >>> str(solution.value), len(solution.moves or ())
    ('draw', 9)
    """
    return Solver(budget, report, tables=tables).solve(position, distance=distance, moves=moves)


class Solver:
    """Answers questions about positions, one after the other, within one budget; what it finds out it remembers.

    `tables` gives the value of every move of a position by tables (LimitExceeded where none has it).
    """

    def __init__(
        self,
        budget: Budget = UNLIMITED,
        report: Report = lambda progress: None,
        checkpoint: "Checkpoint | None" = None,
        tables: Truth | None = None,
    ) -> None:
        self.budget, self.report, self.checkpoint, self.tables = budget, report, checkpoint, tables
        self.nodes = 0
        self.arguments: list[str] = []
        self._plain = Plain()
        self._races: dict[tuple[object, Side], Race] = {}
        self._answers: dict[tuple[Position, Side], bool] = {}
        self._began = perf_counter()

    def solve(self, position: Position, *, distance: bool = False, moves: bool = True) -> Solution:
        """Return the solution of a position; see `solve`."""
        self._began, self.nodes, self.arguments = perf_counter(), 0, []
        value, kept, unknown = None, None, ""
        try:
            value = self.value(position, distance=distance)
            if value.result and not distance:  # small positions are walked, which gives the distance too
                value = Value(value.result)
            arguments = tuple(dict.fromkeys(self.arguments))
            kept = self.keeping(position, value) if moves else None
        except LimitExceeded as limit:
            unknown = str(limit)
        if value is None:
            arguments = ()
        return Solution(position, value, kept, arguments, self.nodes, perf_counter() - self._began, unknown)

    def value(self, position: Position, *, distance: bool = False) -> Value:
        """Return the value for the side to move; without `distance` it may lack its distance. Raises LimitExceeded."""
        if position.outcome is not None or positions_below(position.empty.bit_count()) <= LIMIT:
            self.arguments.append("rules" if position.outcome is not None else "all positions walked")
            return self._plain.value(position)
        side = position.side
        for winner, result in ((side, 1), (side.opponent, -1)):
            if self.forces(position, winner):
                return Value(result, self._distance(position, winner) if distance else None)
        return Value(0, position.empty.bit_count())

    def values(self, position: Position, *, distance: bool = False) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""
        known: dict[Position, Value] = {}
        for move in position.legal_moves:
            child = position.play_unchecked(move).canonical()
            if child not in known:
                known[child] = self.value(child, distance=distance).parent()
        return {move: known[position.play_unchecked(move).canonical()] for move in position.legal_moves}

    def keeping(self, position: Position, value: Value) -> tuple[Move, ...]:
        """Return the moves that keep the value (with a distance, at the same distance). Raises LimitExceeded."""
        timed = value.result != 0 and value.distance is not None
        if (value.result < 0 and not timed) or (value.result == 0 and self._safe_at_once(position)):
            return position.legal_moves
        worth = self.values(position, distance=timed)
        if not timed:
            return tuple(move for move, found in worth.items() if found.result == value.result)
        return tuple(move for move, found in worth.items() if found == value)

    def forces(self, position: Position, side: Side) -> bool:
        """Return whether a side can force a line, whoever is to move. Raises LimitExceeded."""
        key = (position.canonical(), side)
        if key not in self._answers:
            self._answers[key] = self._ask(position, side)
        return self._answers[key]

    def _ask(self, position: Position, side: Side) -> bool:
        if not position.ply and side is Side.O:
            self.arguments.append("strategy stealing")
            return False
        own, theirs = position.boards(side)
        pairs = find_pairs(position.game, own, theirs, position.side is side, PAIRING_STEPS)
        if pairs is not None:
            self.arguments.append(STATIC[bool(pairs)])
            return False
        if (known := self._tabulated(position)) is not None:
            self.arguments.append("table")
            return known.result == (1 if position.side is side else -1)
        return self._search(position, side)

    def _search(self, position: Position, side: Side) -> bool:
        saved, race = self.checkpoint, self._race(position, side)
        if saved is None:
            finish = race.run(position, self._left(), self.report)
        elif (str(position), side.value) in saved.answers:
            self.arguments.append("an earlier search")
            return saved.answers[str(position), side.value]
        else:

            def save(arrays: "Callable[[], Arrays]", last: bool) -> None:
                if last:
                    saved.write(position, side, arrays())
                else:
                    saved.offer(position, side, arrays)

            finish = race.run(position, self._left(), self.report, save, saved.resume(position, side))
            saved.answer(position, side, finish.forces)
            saved.write()
        self.nodes += finish.nodes
        self.arguments.append(finish.engine)
        return finish.forces

    def _race(self, position: Position, side: Side) -> "Race":
        if (position.game, side) not in self._races:
            race = importlib.import_module("noughts.solve.race")  # only here is a compiler needed
            self._races[position.game, side] = race.Race(position.game, side, self.budget)
        return self._races[position.game, side]

    def _left(self) -> Budget:
        """What is left of the budget."""
        seconds, nodes = self.budget.seconds, self.budget.nodes
        return replace(
            self.budget,
            seconds=None if seconds is None else max(0.001, seconds - (perf_counter() - self._began)),
            nodes=None if nodes is None else max(1, nodes - self.nodes),
        )

    def _tabulated(self, position: Position) -> Value | None:
        """What the tables say, where one of them has the position."""
        if self.tables is None:
            return None
        try:
            return max(self.tables(position).values())
        except LimitExceeded:
            return None

    def _distance(self, position: Position, winner: Side) -> int:
        if (known := self._tabulated(position)) is not None and known.distance is not None:
            return known.distance
        distance = importlib.import_module("noughts.solve.strong.distance").distance
        found: int | None = distance(position, winner, self._left())
        assert found is not None
        return found

    def _safe_at_once(self, position: Position) -> bool:
        """Whether the other side could not force a line even if it moved twice: then every move keeps a draw.

        On the empty board that is what the weak game has shown, with the sides changed.
        """
        if not position.ply and not {"weak game", *STATIC}.isdisjoint(self.arguments):
            return True
        side = position.side.opponent
        own, theirs = position.boards(side)
        return find_pairs(position.game, own, theirs, True, PAIRING_STEPS) is not None
