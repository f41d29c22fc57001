"""Asks a strategy again, in another order: a decision that does not depend on the position alone proves nothing.

A strategy that can be created again is also asked in a second process, with another hash seed: this finds an answer
that depends on the order of a set, on `id()`, on what was imported, on a file that it writes.
"""

import importlib
import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from typing import Never

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.strategy import Strategy, has_batch_form
from noughts.errors import StrategyError
from noughts.prove.proof import Asked
from noughts.walk import Decided, decide, decided_in_a_batch

_Boards = tuple[int, int]  # X's stones, O's stones
_Chances = dict[Move, Fraction]

STATE = "what it keeps from one question to the next, or on random numbers"
_ELSEWHERE = "in a second process"
_PROCESS = "the order of a set or a hash, on a file, the clock or the process"
SAMPLE = 4_000  # decisions that are repeated: all of a small walk
_SINGLE = 200  # of these, if the strategy decides batches, are also asked one position at a time


class Sample:
    """A sample of a walk's decisions, each set of `size` of them equally likely, without keeping the others.

    `left_out`: the number of decisions that are not to be repeated. `unequal`: the chances of the moves where they
    differ, for the decisions of the sample and perhaps others.

    Algorithm L draws the number of decisions to skip, so skipped ones take no time (K.-H. Li,
    Reservoir-sampling algorithms of time complexity O(n(1 + log(N/n))), ACM Trans. Math. Software 20, 1994).
    """

    def __init__(self, size: int = SAMPLE, seed: int = 0) -> None:
        self.size, self.decisions, self.kept = size, 0, list[Decided]()
        self.left_out = 0
        self.unequal: dict[_Boards, _Chances] = {}
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

    def note(self, unequal: Mapping[_Boards, _Chances]) -> None:
        """Keep the unequal chances of decisions that were just recorded."""
        if unequal:
            self.unequal |= {(x, o): unequal[x, o] for x, o, _ in self.kept if (x, o) in unequal}

    def shuffled(self) -> list[Decided]:
        """Return the sample in a new order."""
        self._rng.shuffle(self.kept)
        return self.kept

    def _skip(self) -> None:
        self._width *= math.exp(math.log(1 - self._rng.random()) / self.size)
        self._next += 1 + int(math.log(1 - self._rng.random()) / math.log1p(-self._width))


def ask_again(
    strategy: Strategy,
    game: Game,
    sample: Sample,
    times: int,
    report: Callable[[int], None],
    factory: Callable[[], Strategy] | None = None,
) -> Asked:
    """Ask for the decisions of a sample again, `times` times; `report` receives the number done.

    A strategy with a batch form is asked in batches, and for part of the sample one position at a time. With `factory`,
    which makes the strategy and can be pickled, they are asked for once more in a second process.
    Raises StrategyError at the first answer that differs, with the position and both answers.
    """
    if not sample.kept:
        return Asked(0, sample.decisions + sample.left_out, times)
    check = _Check(strategy.name, game, sample)
    done = 0
    for _ in range(times):
        decisions = sample.shuffled()
        single, when = decisions, "asked again"
        if has_batch_form(strategy):
            answers = decided_in_a_batch(strategy, game, decisions)
            for decision, answer in zip(decisions, answers, strict=True):
                check.compare(decision, answer, None, when, STATE)
            single, when = decisions[:_SINGLE], "asked again for this position alone"
        for decision in single:
            x, o, _ = decision
            again = decide(strategy, Position.from_boards(game, x, o))
            check.compare(decision, again.moves, again.unequal, when, STATE)
            report(done := done + 1)
    if factory is not None:
        # What starts processes takes a while to load: most proofs need none.
        workers = importlib.import_module("noughts.prove.workers")
        with closing(workers.decided_elsewhere(factory, game, sample.shuffled())) as answered:
            for decision, second in answered:
                if isinstance(second, str):
                    check.refuse(decision, f"failed: {second}", _ELSEWHERE, _PROCESS)
                check.compare(decision, second.moves, second.unequal, _ELSEWHERE, _PROCESS)
                report(done := done + 1)
    return Asked(len(sample.kept), sample.decisions + sample.left_out, times, 1 if factory is None else 2)


@dataclass(frozen=True)
class _Check:
    """Compares answers with those of the walk."""

    name: str
    game: Game
    sample: Sample

    def compare(
        self, decision: Decided, moves: tuple[Move, ...], chances: _Chances | None, when: str, cause: str
    ) -> None:
        """Raise StrategyError if a second answer is another one."""
        x, o, first = decision
        if first != moves and set(first) != set(moves):
            self.refuse(decision, self._words(moves, chances), when, cause)
        if (chances or self.sample.unequal) and chances != self.sample.unequal.get((x, o)):
            self.refuse(decision, self._words(moves, chances), when, cause)

    def refuse(self, decision: Decided, again: str, when: str, cause: str) -> Never:
        """Raise StrategyError: the second answer is another one."""
        x, o, moves = decision
        first = self._words(moves, self.sample.unequal.get((x, o)))
        raise StrategyError(
            f"strategy {self.name!r} cannot be proved: at {str(Position.from_boards(self.game, x, o))!r} it answered "
            f"{first} and, {when}, {again}. A decision must depend on the position alone, not on {cause}"
        )

    def _words(self, moves: tuple[Move, ...], chances: _Chances | None) -> str:
        shares = chances or {}
        return " or ".join(
            f"{self.game.name(move)}{f' (chance {shares[move]})' if chances else ''}" for move in sorted(moves)
        )
