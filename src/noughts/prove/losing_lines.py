"""A game that a player loses, found by a search where a walk over all its games would take too long.

The search and the walk take turns, so it is made in steps: a step is a game that is tried.
"""

from collections.abc import Callable, Sequence

from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side, positions_after
from noughts.players.player import Player
from noughts.prove.ledger import ask_about_line
from noughts.prove.line_search import Advice, Adviser, LineProgress, LineSearch, shorter_line
from noughts.prove.processor import seconds_spent
from noughts.prove.proof import UNCOUNTED, Uncounted
from noughts.prove.terms import ProofTerms
from noughts.walk import Decided
from noughts.words import Said

_IMPROVED = 0.25  # of the seconds: for shorter lines by search, before all shorter games are tried

AdviserFor = Callable[[Game, Callable[[], float]], Adviser]  # from a game, and the seconds left of a processor


class TimedLineSearch:
    """A search for a game that a player loses in a seat. `step` goes on with it, `finding` ends it.

    It takes at most `line_seconds` of a processor, here and in the player's own process.
    """

    def __init__(
        self,
        player: Player,
        game: Game,
        seat: Side,
        terms: ProofTerms,
        adviser: AdviserFor,
        report: Callable[[LineProgress], None] = lambda progress: None,
    ) -> None:
        self.terms, self.seconds = terms, 0.0
        self.line: tuple[Move, ...] | None = None
        self._player, self._report = player, report
        self._began, self._until = seconds_spent(self._player), terms.line_seconds
        self._adviser_for = adviser
        self._adviser: Adviser | None = None
        self._search = LineSearch(player, game, seat, self._advice, self._tell)
        self._games = self._search.games_tried()

    def record(self, decisions: Sequence[Decided]) -> None:
        """Take decisions that the player has made elsewhere."""
        self._search.record(decisions)

    def step(self) -> bool:
        """Try one more game; return whether there is more to try: no line is found, and time is left."""
        if self.line is not None or self.seconds > self.terms.line_seconds:
            return False
        self._began = seconds_spent(self._player) - self.seconds
        try:
            self.line = next(self._games)
        except (_TimeOverError, StopIteration):
            self.seconds = self.terms.line_seconds
        self.seconds = max(self.seconds, seconds_spent(self._player) - self._began)
        return self.line is None and self.seconds < self.terms.line_seconds

    @property
    def main_line(self) -> Moves:
        """The latest game of the opponent's best moves, as far as it could win it."""
        return Moves(self._search.game, self._search.main_line)

    def ask_again(self, line: Sequence[Move]) -> None:
        """Ask the player again for its decisions on a line. Raises StrategyError if one is another now."""
        search = self._search
        on = list(positions_after(search.game, line))
        ask_about_line(self._player, search.seat, on, search.asked, self.terms.repeat)

    @property
    def ends_by_fault(self) -> bool:
        """Whether the player breaks the rules at the end of the line."""
        return self.line is not None and self._search.fault(self.line) is not None

    def finding(self) -> Uncounted:
        """Return the line, or that none was found, after all that the limits allow.

        Raises StrategyError if the player decides otherwise when it is asked again about the line.
        """
        while self.step():
            pass
        search, line, shortest = self._search, self.line, False
        if line is None:
            reason = Said("error.no-losing-line", {"count": search.games, "seconds": f"{self.seconds:.1f}"})
            return Uncounted(self._player.name, search.seat, reason, tried=search.games, asked=len(search.answers))
        if self.terms.shortest:
            line, shortest = self._shortened(line)
        self.ask_again(line)
        return Uncounted(
            self._player.name,
            search.seat,
            UNCOUNTED,
            Moves(search.game, line),
            "values" if search.by_values(line) else "search",
            shortest,
            search.games,
            len(search.answers),
            search.fault(line),
        )

    def _shortened(self, line: tuple[Move, ...]) -> tuple[tuple[Move, ...], bool]:
        """Return the shortest line that is found, and whether every shorter game was tried."""
        self._began = seconds_spent(self._player) - self.seconds
        self._until = _IMPROVED * self.terms.line_seconds
        try:
            for shorter in self._search.games_tried():
                line = shorter or line
        except _TimeOverError:
            pass
        self._until = self.terms.line_seconds
        try:
            for plies in range(2 - len(line) % 2, len(line), 2):  # the opponent makes the last move
                if (shorter := shorter_line(self._search, plies)) is not None:
                    return shorter, True
        except _TimeOverError:
            return line, False
        return line, True

    def _advice(self, position: Position, nodes: int) -> Advice:
        if self._adviser is None:  # it loads the search
            self._adviser = self._adviser_for(self._search.game, self._left)
        return self._adviser(position, nodes)

    def _left(self) -> float:
        return self._until - (seconds_spent(self._player) - self._began)

    def _tell(self, progress: LineProgress) -> None:
        if self._left() <= 0 or self.terms.is_over:
            raise _TimeOverError
        self._report(progress)


class _TimeOverError(Exception):
    """The seconds of a search are over."""
