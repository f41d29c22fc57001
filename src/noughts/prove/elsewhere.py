"""Asks a strategy in a second process, where the hashes of strings are others."""

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.strategy import Decision, Strategy
from noughts.errors import NoughtsError, StrategyError
from noughts.jobs.dispatch import results
from noughts.jobs.pool import another_hash_seed, processes
from noughts.jobs.worker import Work
from noughts.walk import Decided, decide


def decided_elsewhere(
    anew: Callable[[], Strategy], game: Game, decisions: Iterable[Decided]
) -> Generator[tuple[Decided, Decision | str], None, None]:
    """Yield each decision, and the one that the strategy makes in its position in another process, or why it fails.

    `anew` makes the strategy; it is pickled. Raises StrategyError if it cannot be made there.
    """
    return results(_Elsewhere(anew, game), decisions, processes(1, another_hash_seed()))


@dataclass(frozen=True)
class _Elsewhere(Work[Strategy, Decided, Decision | str]):
    """Decisions in another process, or why there is none."""

    anew: Callable[[], Strategy]
    game: Game

    @property
    def key(self) -> Hashable:
        """A worker of this work is asked nothing else."""
        return self.game

    @contextmanager
    def prepared(self) -> Iterator[Strategy]:
        """Return the strategy, made anew."""
        try:
            strategy = self.anew()
        except NoughtsError as error:
            raise StrategyError(f"in a second process it cannot be made: {error}") from None
        yield strategy

    def do(self, state: Strategy, item: Decided) -> Decision | str:
        """Return the decision, without what need not be compared."""
        x, o, _ = item
        try:
            decision = decide(state, Position.from_boards(self.game, x, o))
        except NoughtsError as error:
            return str(error)
        return Decision(decision.moves, chances=decision.chances)

    def lost(self, item: Decided, reason: str) -> str:
        """Return the reason."""
        return reason
