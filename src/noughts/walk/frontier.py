"""All positions of one ply in plain Python: for strategies that decide one position at a time, and for small games.

This and `arrays` are the two ways to take a step from one ply to the next.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Protocol, Self

from noughts.core.game import Move
from noughts.core.position import Position, Side
from noughts.errors import FaultKind, NoughtsError, StrategyError, StrategyFault
from noughts.players.player import NO_DICE, Decision, DiceError, Player, Strategy, consult

Mover = Player | None  # None: every free cell is played
Progress = Callable[[int, int], None]  # positions of the ply decided, distinct positions after them
Forfeits = tuple[type[NoughtsError], ...]  # the errors of a strategy with which it loses a game
Decided = tuple[int, int, tuple[Move, ...]]  # X's stones, O's stones, the strategy's moves there, none if it fails
Record = Callable[[Sequence[Decided]], None]  # receives the decisions of a ply, in parts, by ascending (O, X) stones


@dataclass
class Step:
    """The results of one ply.

    `positions`: the number of distinct positions. `ties`: whether a strategy had a choice. `ended`: for each result the
    number of games that end here and the probability that one of them is played. `won`: the least position, by (O's
    stones, X's stones), in which the side that moved has completed a line. `failed`: the number of games that end
    because the strategy fails, and their probability; `faults`: where. `unequal`: the chances of a strategy's moves
    where they differ, by (X's stones, O's stones). `failing`: the chance with which it fails, where it also moves.
    """

    positions: int = 0
    ties: bool = False
    ended: dict[Side | None, tuple[int, Fraction]] = field(default_factory=dict)
    won: Position | None = None
    failed: tuple[int, Fraction] | None = None
    faults: "PlyFaults | None" = None
    unequal: dict[tuple[int, int], dict[Move, Fraction]] = field(default_factory=dict)
    failing: dict[tuple[int, int], Fraction] = field(default_factory=dict)


class Frontier(Protocol):
    """The distinct positions of one ply that are not over, each with the number of games that reach it and the
    probability that it is reached."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Position]: ...

    def reached(self) -> Container[object]:
        """Return a container of the positions."""

    def joined(self, positions: Collection[Position], openings: int) -> Self:
        """Return the frontier with positions that begin at this ply, each with the probability 1 / `openings`."""

    def advance(
        self, side: Side, mover: Mover, progress: Progress, record: Record, forfeits: Forfeits
    ) -> tuple[Step, Self]:
        """Return the results of the next ply and its frontier; `side` moves. See `walk`."""


class PositionFrontier:
    """A frontier as a dict: position to (games, weight), the probability being the weight over one denominator."""

    def __init__(self, layer: dict[Position, tuple[int, int]], denominator: int = 1) -> None:
        self.layer, self.denominator = layer, denominator

    def __len__(self) -> int:
        return len(self.layer)

    def __iter__(self) -> Iterator[Position]:
        return iter(self.layer)

    def reached(self) -> Container[object]:
        """Return the positions."""
        return self.layer.keys()

    def joined(self, positions: Collection[Position], openings: int) -> Self:
        """Return the frontier with positions that begin at this ply."""
        if not positions:
            return self
        # The first opening brings the factor into the denominator, later ones find it there.
        scale = 1 if self.denominator % openings == 0 else openings
        denominator = self.denominator * scale
        layer = {position: (games, weight * scale) for position, (games, weight) in self.layer.items()}
        for position in positions:
            _add(layer, position, 1, denominator // openings)
        return type(self)(layer, denominator)

    def advance(
        self, side: Side, mover: Mover, progress: Progress, record: Record, forfeits: Forfeits
    ) -> tuple[Step, Self]:
        """Return the results of the next ply and its frontier."""
        step, decisions = Step(), list[tuple[Position, tuple[Move, ...]]]()
        faults = PlyFaults(forfeits) if forfeits else None
        answers = (
            ((position, position.legal_moves) for position in self.layer)
            if mover is None
            else moves_in(mover, self.layer, faults, step)
        )
        for position, moves in answers:
            decisions.append((position, moves))
            progress(len(decisions), 0)
        if mover is not None:
            step.ties = any(len(moves) > 1 for _, moves in decisions) or bool(step.failing)
            ordered = sorted((position.o, position.x, moves) for position, moves in decisions)
            record([(x, o, moves) for o, x, moves in ordered])
        factor = lcm(*{max(1, len(moves)) for _, moves in decisions}, *denominators(step))
        children: dict[Position, tuple[int, int]] = {}
        for position, moves in decisions:
            games, weight = self.layer[position]
            chances = step.unequal.get((position.x, position.o)) if step.unequal else None
            share = weight * factor // max(1, len(moves))
            for move in moves:
                if chances is not None:
                    share = int(weight * factor * chances[move])
                _add(children, position.play_unchecked(move), games, share)
            progress(len(decisions), len(children))
        if faults:
            step.failed, step.faults = _sums(self._failed(decisions, step, factor), self.denominator * factor), faults
        return step, self._settled(step, children, self.denominator * factor)

    def _failed(
        self, decisions: Sequence[tuple[Position, tuple[Move, ...]]], step: Step, factor: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the games and the weight, times `factor`, of each position in which a strategy fails."""
        for position, moves in decisions:
            games, weight = self.layer[position]
            if not moves:
                yield games, weight * factor
            elif (chance := step.failing.get((position.x, position.o))) is not None:
                yield games, int(weight * factor * chance)

    def _settled(self, step: Step, children: dict[Position, tuple[int, int]], denominator: int) -> Self:
        """Count the games that end with this ply; return the frontier of the others."""
        step.positions = len(children)
        on: dict[Position, tuple[int, int]] = {}
        ended: dict[Side | None, list[tuple[int, int]]] = {}
        for position, counts in children.items():
            if position.outcome is None:
                on[position] = counts
                continue
            ended.setdefault(position.outcome.winner, []).append(counts)
            if position.outcome.winner is not None:
                step.won = min(step.won or position, position, key=lambda final: (final.o, final.x))
        step.ended = {winner: _sums(counts, denominator) for winner, counts in ended.items()}
        return type(self)(on, denominator)


@dataclass
class PlyFaults:
    """The positions of a ply in which a strategy fails, and so loses: `first` is the least, by (O's, X's) stones.

    `counts` and `first` are by the kind of fault. Errors of the classes `forfeits` are faults, others are not.
    """

    forfeits: Forfeits
    counts: dict[FaultKind, int] = field(default_factory=dict)
    first: dict[FaultKind, tuple[Position, NoughtsError]] = field(default_factory=dict, compare=False)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def add(self, position: Position, error: NoughtsError) -> None:
        """Count a fault. Raises the error if it is none."""
        if not isinstance(error, self.forfeits):
            raise error
        kind = error.kind if isinstance(error, StrategyFault) else "illegal"
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind not in self.first or (position.o, position.x) < _stones(self.first[kind][0]):
            self.first[kind] = position, error

    def earliest(self) -> tuple[Position, NoughtsError]:
        """Return the least position with a fault, and its error."""
        return min(self.first.values(), key=lambda place: _stones(place[0]))


def _stones(position: Position) -> tuple[int, int]:
    return position.o, position.x


def decided(strategy: Strategy, position: Position) -> tuple[Move, ...]:
    """Return the moves that a strategy may make, without random numbers. Raises StrategyError if it fails."""
    return decide(strategy, position).moves


def decide(strategy: Strategy, position: Position, faults: PlyFaults | None = None) -> Decision:
    """Return a strategy's decision, made without random numbers.

    Raises StrategyError if it fails; with `faults` the failure is counted there instead, and the decision has no moves.
    One that fails by chance is counted there too, and keeps its moves.
    """
    try:
        decision = consult(strategy, position, NO_DICE)
        if decision.fault is not None and faults is not None:
            faults.add(position, decision.fault)
        return decision
    except NoughtsError as error:
        if isinstance(error.__cause__, DiceError):
            raise StrategyError(
                f"strategy {strategy.name!r} has no set of moves to follow: {error.__cause__}"
            ) from None
        if faults is None:
            raise
        faults.add(position, error)
        return Decision(())


def denominators(step: Step) -> set[int]:
    """Return the denominators of the unequal chances of a ply."""
    return {chance.denominator for chances in step.unequal.values() for chance in chances.values()}


def moves_in(
    strategy: Player, positions: Collection[Position], faults: PlyFaults | None, step: Step
) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield each position with the moves that a strategy may make; unequal chances go into the step."""
    strategy.expect(positions)
    for position in positions:
        yield position, _noted(decide(strategy, position, faults), position, step)


def _noted(decision: Decision, position: Position, step: Step) -> tuple[Move, ...]:
    if decision.chances is not None and (unequal := decision.unequal) is not None:
        step.unequal[position.x, position.o] = unequal
    if decision.fault is not None and decision.chances is not None:
        step.failing[position.x, position.o] = 1 - sum(decision.chances, Fraction(0))
    return decision.moves


def _add(layer: dict[Position, tuple[int, int]], position: Position, games: int, weight: int) -> None:
    others, other_weight = layer.get(position, (0, 0))
    layer[position] = others + games, other_weight + weight


def _sums(counts: Iterable[tuple[int, int]], denominator: int) -> tuple[int, Fraction]:
    games, weights = map(sum, zip(*counts, strict=True))
    return games, Fraction(weights, denominator)
