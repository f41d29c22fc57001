"""Asks a strategy again, in another order: a decision that does not depend on the position alone proves nothing."""

import math
import random
from collections.abc import Callable, Sequence

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.strategy import Strategy, has_batch_form
from noughts.errors import StrategyError
from noughts.prove.proof import Asked
from noughts.walk import Decided, decided, decided_in_a_batch

SAMPLE = 4_000  # decisions that are repeated: all of a small walk
_SINGLE = 200  # of these, if the strategy decides batches, are also asked one position at a time


class Sample:
    """A sample of a walk's decisions, each set of `size` of them equally likely, without keeping the others.

    Algorithm L draws the number of decisions to skip, so skipped ones take no time (K.-H. Li,
    Reservoir-sampling algorithms of time complexity O(n(1 + log(N/n))), ACM Trans. Math. Software 20, 1994).
    """

    def __init__(self, size: int = SAMPLE, seed: int = 0) -> None:
        self.size, self.decisions, self.kept = size, 0, list[Decided]()
        self._rng = random.Random(seed)
        self._width, self._next = 1.0, -1

    def record(self, decisions: Sequence[Decided]) -> None:
        """Add the next decisions of the walk."""
        at = min(len(decisions), self.size - len(self.kept))
        if at > 0:
            self.kept += [decisions[i] for i in range(at)]
            if len(self.kept) == self.size:
                self._next = self.size - 1
                self._skip()
        while self.size == len(self.kept) and self._next < self.decisions + len(decisions):
            self.kept[self._rng.randrange(self.size)] = decisions[self._next - self.decisions]
            self._skip()
        self.decisions += len(decisions)

    def shuffled(self) -> list[Decided]:
        """Return the sample in a new order."""
        self._rng.shuffle(self.kept)
        return self.kept

    def _skip(self) -> None:
        self._width *= math.exp(math.log(1 - self._rng.random()) / self.size)
        self._next += 1 + int(math.log(1 - self._rng.random()) / math.log1p(-self._width))


def ask_again(strategy: Strategy, game: Game, sample: Sample, times: int, report: Callable[[int, int], None]) -> Asked:
    """Ask for the decisions of a sample again, `times` times; `report` receives the number done and the total.

    A strategy with a batch form is asked in batches, and for part of the sample one position at a time.
    Raises StrategyError at the first answer that differs, with the position and both answers.
    """
    done, total = 0, times * len(sample.kept)
    for _ in range(times if sample.kept else 0):
        decisions = sample.shuffled()
        single, when = decisions, "asked again"
        if has_batch_form(strategy):
            answers = decided_in_a_batch(strategy, game, decisions)
            for decision, answer in zip(decisions, answers, strict=True):
                _compare(strategy, game, decision, answer, when)
            single, when = decisions[:_SINGLE], "asked again for this position alone"
        for decision in single:
            x, o, _ = decision
            again = decided(strategy, Position.from_boards(game, x, o))
            _compare(strategy, game, decision, again, when)
            report(done := done + 1, total)
    return Asked(len(sample.kept), sample.decisions, times)


def _compare(strategy: Strategy, game: Game, decision: Decided, again: tuple[Move, ...], when: str) -> None:
    x, o, first = decision
    if set(first) != set(again):
        raise StrategyError(
            f"strategy {strategy.name!r} cannot be proved: at {str(Position.from_boards(game, x, o))!r} it answered "
            f"{_names(game, first)} and, {when}, {_names(game, again)}. A decision must depend on the position alone"
        )


def _names(game: Game, moves: tuple[Move, ...]) -> str:
    return " or ".join(game.name(move) for move in sorted(moves))
