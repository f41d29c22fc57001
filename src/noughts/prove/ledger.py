"""The decisions that something is said of, and the check that they are the player's: it is asked for them again.

Nobody says "never" of a player without a ledger. What depends on more than the position is found here: on the number
and the order of the questions, on random numbers that are not said, on the order of a set, on the process.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby
from math import exp, log, log1p
from typing import Literal, Never

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import GameError, StrategyError, StrategyFault
from noughts.players.player import Decision, Player, Wrapped, consult, decides_batches
from noughts.prove.processor import seconds_spent
from noughts.prove.proof import AskedAgain
from noughts.walk import Decided, decide, decided_in_a_batch

SAMPLE = 300  # decisions that are asked for again: all of a small walk
SHARE = 0.5  # of the processor time of all decisions, which asking again may take
FREE = 0.5  # seconds of a processor, which it may take in any case

_Stones = tuple[int, int]  # X's, O's
_Chances = dict[Move, Fraction]

STATE = "what it keeps from one question to the next, or on random numbers"
_AGAIN = "asked again"
_ELSEWHERE = "in a second process"
_PROCESS = "the order of a set or a hash, on a file, the clock or the process"


class Unproved(StrategyError):
    """A player answered otherwise when it was asked again."""


class Ledger:
    """The decisions of a player in a game: how many, a sample of them from all plies, and those on a losing line.

    A decision without moves is a position in which the player breaks the rules: that is asked for again too. It is
    entered as soon as it is made: so the ledger knows what the decisions of each ply cost.
    """

    def __init__(self, player: Player, game: Game) -> None:
        self.player, self.game = player, game
        self.decisions = 0
        self._plies = dict[int, Reservoir]()
        self._costs = dict[int, _Cost]()
        self._unequal = dict[_Stones, _Chances]()
        self._line = dict[_Stones, Decision]()
        self._rng = random.Random(0)
        self._spent = seconds_spent(player)

    def record(self, decisions: Sequence[Decided]) -> None:
        """Enter decisions of one ply."""
        if decisions:
            ply = _ply(decisions[0])
            if ply not in self._plies:
                self._plies[ply] = Reservoir(SAMPLE, self._rng)
            self._plies[ply].add(decisions)
            self.decisions += len(decisions)
            spent, self._spent = self._spent, seconds_spent(self.player)
            self._costs.setdefault(ply, _Cost()).add(len(decisions), self._spent - spent)

    def note(self, unequal: Mapping[_Stones, _Chances | None]) -> None:
        """Enter the unequal chances of decisions that were just recorded."""
        if unequal:
            kept = {(x, o) for x, o, _ in self._kept()}
            self._unequal |= {stones: chances for stones, chances in unequal.items() if chances and stones in kept}

    def enter(self, position: Position, decision: Decision) -> None:
        """Enter one decision."""
        stones = position.x, position.o
        self.record([(*stones, decision.moves)])
        if (chances := decision.unequal) is not None:
            self._unequal[stones] = chances

    def enter_on_line(self, position: Position, decision: Decision) -> None:
        """Enter a decision on a losing line, which is asked for again in any case.

        Raises StrategyError where another one was entered.
        """
        stones = position.x, position.o
        first = self._line.setdefault(stones, decision)
        require_same(self.player, self.game, (*stones, first.moves), decision.moves)

    def known(self, position: Position) -> Decision | None:
        """Return the decision in a position, if it is one of those that are kept."""
        reservoir = self._plies.get(position.ply)
        stones = position.x, position.o
        moves = next((each[2] for each in reservoir.kept if each[:2] == stones), None) if reservoir else None
        if moves is None:
            return None
        chances = self._unequal.get(stones)
        return Decision(moves, chances=None if chances is None else tuple(chances[move] for move in moves))

    def ask_again(self, times: int = 1, report: Callable[[int], None] = lambda done: None) -> AskedAgain:
        """Ask the player for a sample of its decisions again, `times` times, the late positions first.

        Half of the sample, and the losing line, is asked for in a second process, if the player has one of its own; all
        of it, if the player decides once in a process; one that has a batch form is asked in batches too. All of it
        takes half of the time of the decisions at most: early decisions that cost more are left out. `report` receives
        the number done. Raises StrategyError at the first answer that differs, with the position and both answers.
        """
        check = _Check(self.player, self.game, self._unequal)
        self._compare_line(check)
        for stones, decision in self._line.items():
            if (chances := decision.unequal) is not None:
                self._unequal[stones] = chances
        return self._ask(check, self._sample(), times, report)

    def ask_about_line(self, times: int = 1) -> None:
        """Ask the player again for its decisions on a losing line alone: for the moves, not for their chances.

        Raises StrategyError.
        """
        check = _Check(self.player, self.game, None)
        self._compare_line(check)
        self._ask(check, [], times)

    def _compare_line(self, check: "_Check") -> None:
        """Compare the decisions on a losing line with those that were made before."""
        for decision in self._kept():
            if (again := self._line.get(decision[:2])) is not None:
                check.compare(decision, again.moves, again.unequal, self._when, STATE)

    def _ask(
        self, check: "_Check", sample: list[Decided], times: int, report: Callable[[int], None] = lambda done: None
    ) -> AskedAgain:
        """Ask for the decisions of a sample, and for those on the line."""
        line = self._on_line()
        if not sample and not line:
            return AskedAgain(0, self.decisions, times)
        second = self.player.started_again()
        for _ in range(times):
            self._rng.shuffle(sample)
            if decides_batches(self.player, self.game):
                check.in_a_batch(self.player, _late_first([*sample, *line]))
            if second is None:
                check.one_by_one(self.player, _late_first([*sample, *line]), report, self._when, STATE)
                continue
            late = _late_first(sample)
            if self.player.decides_once:
                check.one_by_one(second, _late_first(line), report, _ELSEWHERE, _PROCESS)
                sample = check.in_games(second, late, report, self._seconds, before=len(line))
                continue
            here, there = late[::2], _late_first([*late[1::2], *line])  # both have decisions of all plies
            check.one_by_one(self.player, here, report, self._when, STATE)
            check.one_by_one(second, there, report, _ELSEWHERE, _PROCESS, before=len(here))
        count = len(sample) + len(line)
        processes = 2 if second is not None else 1 if self.player.runs_here else None
        plies = [_ply(each) for each in (*sample, *line)]
        left_out = [ply for ply in self._plies if ply < min(plies)]
        fewest = min(plies) if left_out else None
        elsewhere: Literal[True] | None = True if second is not None and self.player.decides_once else None
        return AskedAgain(count, self.decisions, times, processes, fewest, elsewhere)

    def _sample(self) -> list[Decided]:
        """Return as many decisions of every ply as of any other, as far as it has them and as there is time; those on
        the losing line, which are asked for in any case, are not among them."""
        left = SAMPLE - len(self._line)
        others = {ply: [each for each in part.kept if each[:2] not in self._line] for ply, part in self._plies.items()}
        shares = dict[int, int]()
        for at, ply in enumerate(sorted(others, key=lambda ply: len(others[ply]))):
            shares[ply] = max(0, min(len(others[ply]), left // (len(others) - at)))
            left -= shares[ply]
        seconds = self._seconds
        seconds -= sum(self._costs[ply].mean for ply in map(_ply, self._on_line()) if ply in self._costs)
        sample = list[Decided]()
        for ply in sorted(shares, reverse=True):
            mean = self._costs[ply].mean
            share = min(shares[ply], int(max(0.0, seconds) / mean)) if mean else shares[ply]
            sample += self._rng.sample(others[ply], share)
            seconds -= share * mean
        return sample

    @property
    def _seconds(self) -> float:
        """The processor time that asking again may take."""
        return max(FREE, SHARE * sum(cost.seconds for cost in self._costs.values()))

    def _on_line(self) -> list[Decided]:
        return [(*stones, decision.moves) for stones, decision in self._line.items()]

    def _kept(self) -> Iterator[Decided]:
        return chain.from_iterable(reservoir.kept for reservoir in self._plies.values())

    @property
    def _when(self) -> str:
        return f"{_AGAIN} for this position alone" if decides_batches(self.player, self.game) else _AGAIN


@dataclass
class _Cost:
    """What decisions of a ply have cost, in seconds of a processor."""

    decisions: int = 0
    seconds: float = 0.0

    def add(self, decisions: int, seconds: float) -> None:
        self.decisions += decisions
        self.seconds += seconds

    @property
    def mean(self) -> float:
        """The seconds for one decision."""
        return self.seconds / self.decisions


def _ply(decision: Decided) -> int:
    x, o, _ = decision
    return (x | o).bit_count()


def _late_first(decisions: Sequence[Decided]) -> list[Decided]:
    return sorted(decisions, key=_ply, reverse=True)


def ask_about_line(
    player: Player,
    seat: Side,
    line: Sequence[Position],
    moves: Callable[[Position], tuple[Move, ...]],
    times: int = 1,
) -> None:
    """Ask a player again for its decisions on a losing line, `moves`, none where it breaks the rules.

    Raises StrategyError if one is another now.
    """
    ledger = Ledger(player, line[0].game)
    for position in line:
        if position.side is seat and position.outcome is None:
            ledger.enter_on_line(position, Decision(moves(position)))
    ledger.ask_about_line(times)


def require_same(player: Player, game: Game, decision: Decided, again: tuple[Move, ...]) -> None:
    """Raise StrategyError unless a player who was asked again has answered with the same moves."""
    _Check(player, game, None).compare(decision, again, None, _AGAIN, STATE)


class Recorded(Wrapped):
    """A player whose decisions are entered in a ledger, one by one."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger.player)
        self._ledger = ledger

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return its decision."""
        decision = self.player.decide(position, rng)
        if isinstance(decision, Decision):
            self._ledger.enter(position, decision)
        return decision


class Remembered(Wrapped, same=True):
    """A player that is asked in several passes: its first answer in each position is kept, a decision or a fault.

    It is asked each time, and a second answer that differs is a StrategyError, unless it is noisy.
    """

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.first: dict[Position, Decision | StrategyFault] = {}

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the player's decision, checked."""
        try:
            decision = consult(self.player, position, rng)
        except StrategyFault as fault:
            self._compare(position, fault)
            raise
        self._compare(position, decision)
        return decision

    def _compare(self, position: Position, answer: Decision | StrategyFault) -> None:
        kept = self.first.setdefault(position, answer)
        if kept is not answer and not self.noisy:
            first, again = (each if isinstance(each, Decision) else Decision(()) for each in (kept, answer))
            stones = position.x, position.o
            unequal = {} if first.unequal is None else {stones: first.unequal}
            check = _Check(self.player, position.game, unequal)
            check.compare((*stones, first.moves), again.moves, again.unequal, _AGAIN, STATE)


def remembered(player: Player) -> Remembered:
    """Return a player with a memory of its first answers."""
    return player if isinstance(player, Remembered) else Remembered(player)


class Reservoir:
    """A sample of the decisions of a ply, each set of `size` of them equally likely, without keeping the others.

    Algorithm L draws the number of decisions to skip, so skipped ones take no time (K.-H. Li,
    Reservoir-sampling algorithms of time complexity O(n(1 + log(N/n))), ACM Trans. Math. Software 20, 1994).
    """

    def __init__(self, size: int, rng: random.Random) -> None:
        self.size, self.kept = size, list[Decided]()
        self._rng, self._seen = rng, 0
        self._width, self._next = 1.0, -1

    def add(self, decisions: Sequence[Decided]) -> None:
        """Add the next decisions."""
        at = min(len(decisions), self.size - len(self.kept))
        if at > 0:
            self.kept += [decisions[i] for i in range(at)]
            if len(self.kept) == self.size:
                self._next = self.size - 1
                self._skip()
        while self.size == len(self.kept) and self._next < self._seen + len(decisions):
            self.kept[self._rng.randrange(self.size)] = decisions[self._next - self._seen]
            self._skip()
        self._seen += len(decisions)

    def _skip(self) -> None:
        self._width *= exp(log(1 - self._rng.random()) / self.size)
        self._next += 1 + int(log(1 - self._rng.random()) / log1p(-self._width))


def unproved(player: Player, difference: str, cause: str = STATE) -> Unproved:
    """Return the error that says how a player's answers differed, and how it declares random numbers, if it can."""
    hint = player.if_drawn
    return Unproved(
        f"strategy {player.name!r} cannot be proved: {difference}. A decision must depend on the position alone, not "
        f"on {cause}{hint and f'. If it draws at random: {hint}'}"
    )


@dataclass(frozen=True)
class _Check:
    """Compares answers with those in the ledger; `unequal` are their chances, None if these are not compared."""

    player: Player
    game: Game
    unequal: Mapping[_Stones, _Chances] | None

    def in_a_batch(self, player: Player, sample: Sequence[Decided]) -> None:
        """Ask for decisions in batches, one for each side to move; without those in which it breaks the rules."""
        legal = [decision for decision in sample if decision[2]]
        for _, group in groupby(sorted(legal, key=self._is_x), self._is_x):
            decisions = list(group)
            answers = decided_in_a_batch(player, self.game, decisions)
            for decision, answer in zip(decisions, answers, strict=True):
                self.compare(decision, answer, None, _AGAIN, STATE)

    def one_by_one(
        self,
        player: Player,
        sample: Sequence[Decided],
        report: Callable[[int], None],
        when: str,
        cause: str,
        before: int = 0,
    ) -> None:
        """Ask for decisions in their order; `before`: how many were asked for already."""
        player.expect(list(self._positions(sample)))
        for done, (decision, position) in enumerate(zip(sample, self._positions(sample), strict=True), before + 1):
            try:
                again = decide(player, position)
            except Unproved:
                raise  # it says more
            except (StrategyError, GameError) as error:
                if decision[2]:
                    if not isinstance(error, StrategyFault | GameError):
                        raise self._not_asked(decision, when, error) from error
                    self._refuse(decision, f"failed: {error}", when, cause)
                again = Decision(())
            self.compare(decision, again.moves, again.unequal, when, cause)
            report(done)

    def in_games(
        self, player: Player, late: Sequence[Decided], report: Callable[[int], None], seconds: float, before: int
    ) -> list[Decided]:
        """Ask a player that plays a game up to each position for decisions, for so many seconds of a processor; return
        those that it was asked for: the last ones of a game, each with those that may come before it there."""
        asked, waiting = list[Decided](), [*late]
        player.supports(self.game)  # how it is played is found out before
        until = seconds_spent(player) + seconds
        while waiting and not (asked and seconds_spent(player) > until):
            x, o, _ = waiting[0]
            together = [each for each in waiting if not (each[0] & ~x or each[1] & ~o)]
            self.one_by_one(player, together, report, _ELSEWHERE, _PROCESS, before + len(asked))
            asked += together
            waiting = [each for each in waiting if each not in together]
        return asked

    def _not_asked(self, decision: Decided, when: str, error: StrategyError) -> Unproved:
        """Return the error of a player that could not be asked: it has not answered otherwise."""
        return Unproved(f"strategy {self.player.name!r} cannot be proved: {self._first(decision)} and, {when}, {error}")

    def compare(
        self, decision: Decided, moves: tuple[Move, ...], chances: _Chances | None, when: str, cause: str
    ) -> None:
        """Raise StrategyError if a second answer is another one."""
        x, o, first = decision
        others = first != moves and set(first) != set(moves)
        if others or (self.unequal is not None and chances != self.unequal.get((x, o))):
            self._refuse(decision, self._words(moves, chances), when, cause)

    def _positions(self, sample: Sequence[Decided]) -> Iterator[Position]:
        return (Position.from_boards(self.game, x, o) for x, o, _ in sample)

    def _is_x(self, decision: Decided) -> bool:
        x, o, _ = decision
        return x.bit_count() == o.bit_count()

    def _refuse(self, decision: Decided, again: str, when: str, cause: str) -> Never:
        """Raise StrategyError: the second answer is another one."""
        raise unproved(self.player, f"{self._first(decision)} and, {when}, {again}", cause)

    def _first(self, decision: Decided) -> str:
        x, o, moves = decision
        at = str(Position.from_boards(self.game, x, o))
        return f"at {at!r} it answered {self._words(moves, (self.unequal or {}).get((x, o)))}"

    def _words(self, moves: tuple[Move, ...], chances: _Chances | None) -> str:
        if not moves:
            return "against the rules"
        shares = chances or {}
        return " or ".join(
            f"{self.game.name(move)}{f' (chance {shares[move]})' if chances else ''}" for move in sorted(moves)
        )
