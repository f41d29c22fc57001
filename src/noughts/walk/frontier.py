"""All positions of one ply, in plain Python: for strategies that decide one position at a time, and for small games.

This and `batch` are the two ways to take a step from one ply to the next; `prover` adds up what they find.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, Self

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import NO_DICE, DiceError, Strategy, consult
from noughts.errors import StrategyError

Tick = Callable[[int], None]  # told, as a ply grows, how many distinct positions it has at the least
Decided = tuple[int, int, tuple[Move, ...]]  # X's stones, O's stones, the strategy's moves there
Record = Callable[[Sequence[Decided]], None]  # given the decisions of a ply, in parts, by ascending (O, X) stones

Layer = dict[Position, tuple[int, Fraction]]


@dataclass
class Step:
    """What one ply brings.

    `positions`: how many distinct positions it has. `ties`: whether the strategy had a choice. `ended`: for each
    result the games that end here and the probability that one of them is played. `won`: the least position, by (O's
    stones, X's stones), in which the side that moved has a line.
    """

    positions: int = 0
    ties: bool = False
    ended: dict[Side | None, tuple[int, Fraction]] = field(default_factory=dict)
    won: Position | None = None


class Frontier(Protocol):
    """The distinct positions of one ply in which the game is on, each with the number of games that reach it and the
    probability that it is reached against a random opponent."""

    def __len__(self) -> int: ...

    def reached(self) -> Container[object]:
        """Return what can tell whether a position is here."""

    def advance(self, strategy: Strategy | None, tick: Tick, record: Record | None = None) -> tuple[Step, Self]:
        """Return what the next ply brings and its frontier: `strategy` moves, or with None any free cell is
        played. `record` is given what the strategy decides."""


class PositionFrontier:
    """A frontier as a dict: position to (games, probability)."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    @classmethod
    def start(cls, game: Game) -> "PositionFrontier":
        """Return the empty board."""
        return cls({Position(game): (1, Fraction(1))})

    def __len__(self) -> int:
        return len(self.layer)

    def reached(self) -> Container[object]:
        """Return the positions."""
        return self.layer.keys()

    def advance(
        self, strategy: Strategy | None, tick: Tick, record: Record | None = None
    ) -> tuple[Step, "PositionFrontier"]:
        """Return what the next ply brings and its frontier."""
        step, children, decisions = Step(), Layer(), list[Decided]()
        for position, (games, chance) in self.layer.items():
            moves = position.legal_moves if strategy is None else decided(strategy, position)
            if strategy is not None:
                step.ties |= len(moves) > 1
                decisions.append((position.x, position.o, moves))
            share = chance / len(moves)
            for move in moves:
                child = position.play_unchecked(move)
                others, other_chance = children.get(child, (0, 0))
                children[child] = (others + games, other_chance + share)
            tick(len(children))
        if record is not None and strategy is not None:
            record(sorted(decisions, key=lambda decision: (decision[1], decision[0])))
        return step, _settle(step, children)


def decided(strategy: Strategy, position: Position) -> tuple[Move, ...]:
    """Return the moves that the strategy may make, in a proof: without random numbers."""
    try:
        return consult(strategy, position, NO_DICE).moves
    except StrategyError as error:
        if isinstance(error.__cause__, DiceError):
            raise StrategyError(f"strategy {strategy.name!r} cannot be proved: {error.__cause__}") from None
        raise


def _settle(step: Step, children: Layer) -> PositionFrontier:
    """Book the games that end with this ply; return the frontier of the others."""
    step.positions = len(children)
    on: Layer = {}
    for position, (games, chance) in children.items():
        if position.outcome is None:
            on[position] = (games, chance)
            continue
        winner = position.outcome.winner
        others, other_chance = step.ended.get(winner, (0, Fraction(0)))
        step.ended[winner] = (others + games, other_chance + chance)
        if winner is not None:
            step.won = min(step.won or position, position, key=lambda final: (final.o, final.x))
    return PositionFrontier(on)
