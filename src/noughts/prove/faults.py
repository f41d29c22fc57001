"""Where a strategy fails: it names an illegal move, or none, or raises an exception. Then it loses the game."""

import random
from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import Decision, DiceError, Strategy, consult, is_noisy, supports
from noughts.core.tally import Tally
from noughts.errors import GameError, StrategyError
from noughts.prove.prover import line_to
from noughts.walk import Mover, walk

Kind = Literal["illegal", "raised"]


@dataclass(frozen=True)
class Failure:
    """A strategy's failure in a position: an illegal answer, or an exception of its own."""

    position: Position
    kind: Kind
    message: str


@dataclass(frozen=True)
class SeatFailure:
    """A strategy that fails in a seat: then there is no proof.

    `first`: the failure of the least ply. `line`: a game that leads to its position. `against_random`: its chances
    against a uniformly random opponent, where a failure loses.
    """

    strategy: str
    game: Game
    seat: Side
    first: Failure
    line: tuple[Move, ...]
    against_random: Tally[Fraction]

    @property
    def verdict(self) -> str:
        """`breaks the rules` or `raises`."""
        return "breaks the rules" if self.first.kind == "illegal" else "raises"


class RecordedStrategy:
    """A strategy under observation: its first answer in each position, a decision or a failure, is kept.

    >>> from noughts.core.strategy import NO_DICE
    >>> from noughts.strategies.simple import First
    >>> watched = RecordedStrategy(First())
    >>> watched.decide(Position(Game(3, 3, 3)), NO_DICE).moves, len(watched.decisions), len(watched.failures)
    ((0,), 1, 0)
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.decisions: dict[Position, Decision] = {}
        self.failures: dict[Position, StrategyError | GameError] = {}

    @property
    def name(self) -> str:
        """The strategy's name."""
        return self.strategy.name

    @property
    def noisy(self) -> bool:
        """Whether the strategy draws random numbers of its own."""
        return is_noisy(self.strategy)

    def supports(self, game: Game) -> bool:
        """Return whether the strategy plays the game."""
        return supports(self.strategy, game)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the strategy's decision, checked; it is asked each time."""
        try:
            decision = consult(self.strategy, position, rng)
        except (StrategyError, GameError) as error:
            if position not in self.decisions and not isinstance(error.__cause__, DiceError):
                self.failures.setdefault(position, error)
            raise
        if position not in self.failures:
            self.decisions.setdefault(position, decision)
        return decision

    def list_failures(self) -> list[Failure]:
        """Return the failures, the least ply first."""
        found = sorted(self.failures.items(), key=lambda item: (item[0].ply, item[0].o, item[0].x))
        return [
            Failure(position, "raised" if error.__cause__ is not None else "illegal", str(error))
            for position, error in found
        ]


class RememberedStrategy:
    """A watched strategy whose first answers are given again: it is asked only where it has not answered yet."""

    def __init__(self, watched: RecordedStrategy) -> None:
        self.watched, self.name, self.noisy = watched, watched.name, watched.noisy

    def supports(self, game: Game) -> bool:
        """Return whether the strategy plays the game."""
        return self.watched.supports(game)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the strategy's first decision. Raises its first failure."""
        if (failure := self.watched.failures.get(position)) is not None:
            raise failure
        known = self.watched.decisions.get(position)
        return self.watched.decide(position, rng) if known is None else known


def find_failing(watched: RecordedStrategy, game: Game, seat: Side) -> SeatFailure | None:
    """Return how a strategy fails in a seat against every opponent, or None if it never does.

    Its first answers count. Raises StrategyError where it draws random numbers.
    """
    history = list[Container[object]]()
    chances: dict[Side | None, Fraction] = dict.fromkeys((*Side, None), Fraction(0))
    failed = False
    movers: dict[Side, Mover] = {seat: RememberedStrategy(watched), seat.opponent: None}
    for ply in walk(game, movers, forfeits=True):
        history.append(ply.frontier.reached())
        for winner, (_, chance) in ply.step.ended.items():
            chances[winner] += chance
        if ply.step.failed is not None:
            failed = True
            chances[seat.opponent] += ply.step.failed[1]
    if not failed:
        return None
    reached = (failure for failure in watched.list_failures() if failure.position.side is seat)
    first = next(failure for failure in reached if failure.position in history[failure.position.ply])
    decisions = {position: decision.moves for position, decision in watched.decisions.items()}
    line = line_to(first.position, seat, history, lambda position: decisions.get(position, ()))
    return SeatFailure(
        strategy=watched.name,
        game=game,
        seat=seat,
        first=first,
        line=line,
        against_random=Tally(chances[seat], chances[None], chances[seat.opponent]),
    )
