"""A game that a strategy loses, found by a search where a walk over all its games would take too long."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from noughts.app.line_adviser import line_adviser
from noughts.core.game import Game
from noughts.core.player import Decision, Player, Strategy, Wrapped, as_player, consult
from noughts.core.position import Position, Side
from noughts.prove import Uncounted
from noughts.prove.line_search import Line, LineProgress, LineSearch, shorter_line
from noughts.prove.proof import UNCOUNTED
from noughts.prove.repeat import Sample, ask_again
from noughts.walk import Decided, decide

_IMPROVED = 0.25  # of the seconds: for shorter lines by search, before all shorter games are tried

T = TypeVar("T")
Report = Callable[[LineProgress], None]


@dataclass(frozen=True)
class LineTerms:
    """The limits of a search for a losing line.

    `shortest`: whether it goes on for a shorter line. `repeat`: how often the decisions on a line are asked for again.
    """

    seconds: float
    shortest: bool = False
    repeat: int = 1


def look_for_line(
    strategy: Strategy, game: Game, side: Side, terms: LineTerms, known: Sequence[Decided], report: Report
) -> Uncounted:
    """Return a game that a strategy loses in a seat, or that none was found; `known`: decisions that it has made.

    Raises StrategyError if the strategy decides otherwise when it is asked again about the line.
    """
    clock = _Clock(terms.seconds, report)
    search = _search(as_player(strategy), game, side, clock)
    search.record(known)
    line, shortest = clock.within(1, search.find), False
    if line is None:
        games = "1 game" if search.games == 1 else f"{search.games:,} games"
        reason = f"no losing line in {games} tried in {clock.spent:.1f} s"
        return Uncounted(search.strategy.name, side, reason, tried=search.games, asked=len(search.answers))
    if terms.shortest:
        line, shortest = _shortened(search, line, clock)
    _ask_again(search, line, terms)
    return Uncounted(
        strategy.name,
        side,
        UNCOUNTED,
        line,
        "values" if search.by_values(line) else "search",
        shortest,
        search.games,
        len(search.answers),
        search.fault(line),
    )


def lost_game(strategy: Player, game: Game, side: Side, seconds: float, seed: int, report: Report) -> Line | None:
    """Return a game that a noisy strategy lost in a seat, or None. Each position was asked for once."""
    clock = _Clock(seconds, report)
    search = _search(_Drawing(strategy, seed), game, side, clock)
    line = clock.within(1, search.find)
    return line if line is None or search.fault(line) is None else None


class _TimeOverError(Exception):
    """The seconds of a search are over."""


class _Clock:
    """The seconds of a search for a line, from now on."""

    def __init__(self, seconds: float, report: Report) -> None:
        self._seconds, self._report, self._began = seconds, report, monotonic()
        self._until = seconds

    @property
    def spent(self) -> float:
        """The seconds spent."""
        return monotonic() - self._began

    def left(self) -> float:
        """Return the seconds that are left."""
        return self._until - self.spent

    def tick(self, progress: LineProgress) -> None:
        """Report the progress. Raises _TimeOverError when the seconds are over."""
        if self.left() <= 0:
            raise _TimeOverError
        self._report(progress)

    def within(self, share: float, find: Callable[[], T]) -> T | None:
        """Return what is found while a share of the seconds is not over, else None."""
        self._until = share * self._seconds
        try:
            return find()
        except _TimeOverError:
            return None


def _search(strategy: Player, game: Game, side: Side, clock: _Clock) -> LineSearch:
    """Return the search for a line, within a clock's seconds."""
    return LineSearch(strategy, game, side, line_adviser(game, clock.left), clock.tick)


def _shortened(search: LineSearch, line: Line, clock: _Clock) -> tuple[Line, bool]:
    """Return the shortest line that is found, and whether every shorter game was tried."""
    while (shorter := clock.within(_IMPROVED, search.find)) is not None:
        line = shorter

    def shortest() -> Line:
        tried = range(2 - len(line) % 2, len(line), 2)  # the opponent makes the last move
        return next(filter(None, (shorter_line(search, plies) for plies in tried)), line)

    found = clock.within(1, shortest)
    return found or line, found is not None


def _ask_again(search: LineSearch, line: Line, terms: LineTerms) -> None:
    """Ask for the decisions on a line again. Raises StrategyError if one is another now."""
    sample = Sample()
    sample.record(search.decisions_on(line))
    for x, o, _ in sample.kept:
        decision = decide(search.strategy, Position.from_boards(search.game, x, o))
        if (chances := decision.unequal) is not None:
            sample.note({(x, o): chances})
    ask_again(search.strategy, search.game, sample, terms.repeat, lambda done: None)


class _Drawing(Wrapped):
    """A noisy strategy whose moves are drawn."""

    noisy = False

    def __init__(self, player: Player, seed: int) -> None:
        super().__init__(player)
        self._rng = random.Random(seed)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the move that it makes."""
        return Decision((consult(self.player, position, self._rng).choose(self._rng),))
