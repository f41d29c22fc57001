"""Asks a strategy again, in another order: a decision that does not depend on the position alone proves nothing.

A strategy that has a process of its own is also asked in a second one, with another hash seed: this finds an answer
that depends on the order of a set, on `id()`, on what was imported, on a file that it writes.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from time import monotonic
from typing import Never

from noughts.core.game import Game, Move
from noughts.core.player import Player, has_batch_form
from noughts.core.position import Position
from noughts.errors import GameError, StrategyError
from noughts.prove.proof import Asked
from noughts.walk import Decided, decide, decided_in_a_batch

_Boards = tuple[int, int]  # X's stones, O's stones
_Chances = dict[Move, Fraction]

STATE = "what it keeps from one question to the next, or on random numbers"
_ELSEWHERE = "in a second process"
_PROCESS = "the order of a set or a hash, on a file, the clock or the process"
SAMPLE = 4_000  # decisions that are repeated: all of a small walk
_SHARE = 0.1  # of a long walk's time: for each time that the decisions of a program are repeated
_LONG = 0.5  # seconds
_SINGLE = 200  # of these, if the strategy decides batches, are also asked one position at a time


class Sample:
    """A sample of a walk's decisions, each set of `size` of them equally likely, without keeping the others.

    `unequal`: the chances of the moves where they differ, for the decisions of the sample and perhaps others.

    Algorithm L draws the number of decisions to skip, so skipped ones take no time (K.-H. Li,
    Reservoir-sampling algorithms of time complexity O(n(1 + log(N/n))), ACM Trans. Math. Software 20, 1994).
    """

    def __init__(self, size: int = SAMPLE, seed: int = 0) -> None:
        self.size, self.decisions, self.kept = size, 0, list[Decided]()
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
        """Return the sample in a new order, without the positions in which the strategy failed."""
        self._rng.shuffle(self.kept)
        return [decision for decision in self.kept if decision[2]]

    def _skip(self) -> None:
        self._width *= math.exp(math.log(1 - self._rng.random()) / self.size)
        self._next += 1 + int(math.log(1 - self._rng.random()) / math.log1p(-self._width))


def ask_again(
    strategy: Player, game: Game, sample: Sample, times: int, report: Callable[[int], None], walked: float = 0.0
) -> Asked:
    """Ask for the decisions of a sample again, `times` times; `report` receives the number done.

    A strategy with a batch form is asked in batches, and for part of the sample one position at a time. One that has a
    process of its own is asked in a second one too, and each time for no longer than a tenth of the seconds `walked`,
    if these are many. Raises StrategyError at the first answer that differs, with the position and both answers.
    """
    if not sample.kept:
        return Asked(0, sample.decisions, times)
    check = _Check(strategy, game, sample)
    second = strategy.started_again()
    if second is None:
        for _ in range(times):
            check.ask_all(strategy, report)
        return Asked(len(sample.kept), sample.decisions, times)
    with closing(second):
        seconds = _SHARE * walked if walked > _LONG else math.inf
        asked = [_asked(strategy, check, seconds, report, "asked again", STATE) for _ in range(times)]
        asked.append(_asked(second, check, seconds, report, _ELSEWHERE, _PROCESS))
    return Asked(min(asked), sample.decisions, times, 2)


def unproved(strategy: Player, difference: str, cause: str = STATE) -> StrategyError:
    """Return the error that says how a strategy's answers differed, and how it declares random numbers, if it can."""
    hint = strategy.if_drawn
    return StrategyError(
        f"strategy {strategy.name!r} cannot be proved: {difference}. A decision must depend on the position alone, not "
        f"on {cause}{hint and f'. If it draws at random: {hint}'}"
    )


def _asked(
    strategy: Player, check: "_Check", seconds: float, report: Callable[[int], None], when: str, cause: str
) -> int:
    """Compare the decisions of a sample that fit into some seconds; return how many there were."""
    done, began = 0, monotonic()
    for part in _parts(check.sample.shuffled(), check.game, seconds):
        strategy.expect([Position.from_boards(check.game, x, o) for x, o, _ in part])
        for decision in part:
            check.ask(strategy, decision, when, cause)
            report(done := done + 1)
            if monotonic() - began > seconds:
                return done
    return done


def _parts(decisions: list[Decided], game: Game, seconds: float) -> Iterator[list[Decided]]:
    """Yield decisions in parts, all together if there is time enough; else those with the fewest free cells first.

    An unpruned search of two more cells takes as many times as long as there are ways to fill them; a part whose
    decisions might each take more than the time that is left is not begun.
    """
    if seconds == math.inf:
        yield decisions
        return

    def free(decision: Decided) -> int:
        x, o, _ = decision
        return game.cells - (x | o).bit_count()

    began = monotonic()
    for cells, group in groupby(sorted(decisions, key=free), free):
        part, before = list(group), monotonic()
        yield part
        each = (monotonic() - before) / len(part)
        if each * (cells + 2) * (cells + 1) > seconds - (monotonic() - began):
            return


@dataclass(frozen=True)
class _Check:
    """Compares answers with those of the walk."""

    strategy: Player
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

    def ask_all(self, strategy: Player, report: Callable[[int], None]) -> None:
        """Ask for all decisions of the sample again, in another order."""
        decisions = self.sample.shuffled()
        single, when = decisions, "asked again"
        if has_batch_form(strategy):
            answers = decided_in_a_batch(strategy, self.game, decisions)
            for decision, answer in zip(decisions, answers, strict=True):
                self.compare(decision, answer, None, when, STATE)
            single, when = decisions[:_SINGLE], "asked again for this position alone"
        for done, decision in enumerate(single, 1):
            self.ask(strategy, decision, when, STATE)
            report(done)

    def ask(self, strategy: Player, decision: Decided, when: str, cause: str) -> None:
        """Ask for a decision again. Raises StrategyError if it is another one, or fails now."""
        x, o, _ = decision
        try:
            again = decide(strategy, Position.from_boards(self.game, x, o))
        except (StrategyError, GameError) as error:
            self.refuse(decision, f"failed: {error}", when, cause)
        self.compare(decision, again.moves, again.unequal, when, cause)

    def refuse(self, decision: Decided, again: str, when: str, cause: str) -> Never:
        """Raise StrategyError: the second answer is another one."""
        x, o, moves = decision
        first = self._words(moves, self.sample.unequal.get((x, o)))
        at = str(Position.from_boards(self.game, x, o))
        raise unproved(self.strategy, f"at {at!r} it answered {first} and, {when}, {again}", cause)

    def _words(self, moves: tuple[Move, ...], chances: _Chances | None) -> str:
        shares = chances or {}
        return " or ".join(
            f"{self.game.name(move)}{f' (chance {shares[move]})' if chances else ''}" for move in sorted(moves)
        )
