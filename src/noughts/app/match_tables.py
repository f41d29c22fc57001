"""Matches of everyone against everyone, pair by pair: each computed where that can be done, else played."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from time import monotonic

from noughts.app.matches import compute, openings_of
from noughts.app.played_matches import sampled
from noughts.arena.match import Match
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.core.player import Player
from noughts.errors import LimitExceeded, StrategyError
from noughts.results.sampled_match import SampledMatchResult
from noughts.results.table import PairMatch, TableProgress, TableResult, table_result
from noughts.words import Said

PAIR_POSITIONS = 100_000  # of two players, whose result is computed; beyond that it is sampled
_AGAIN = 0.5  # seconds between two reports


class MatchTable:
    """Everyone against everyone, pair by pair. `run` plays it, for `seconds` at most, and reports how far it is.

    A pair is computed where it has at most `max_positions`, else `games` are played.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        game: Game,
        games: int,
        seed: int,
        *,
        max_positions: int,
        seconds: float,
        report: Callable[[TableProgress], None],
    ) -> None:
        self.players = players
        self.game = game
        self.games = games
        self.seed = seed
        self.max_positions = max_positions
        self.seconds = seconds
        self.report = report
        self.finished: list[PairMatch] = []
        self._reported = 0.0

    def run(self) -> TableResult:
        """Return the table; without all pairs where the time is used up, or after an interrupt."""
        end = monotonic() + self.seconds
        try:
            for pair in combinations(self.players, 2):
                found = self._pair(pair, end)
                if found:
                    self.finished.append(found)
                if monotonic() > end:
                    return self._table(self.finished, str(Said("match.stopped", {"seconds": f"{self.seconds:g}"})))
        except KeyboardInterrupt:
            return self._table(self.finished, str(Said("match.interrupted")))
        return self._table(self.finished)

    def _pair(self, names: tuple[str, str], end: float) -> PairMatch | None:
        """Return the match of two players: exact, or sampled, or None where there was no time for a game."""
        try:
            return compute(
                {name: self.players[name] for name in names},
                self.game,
                max_positions=self.max_positions,
                seconds=end - monotonic(),
                progress=lambda x, o, positions: self._tell(names, positions=positions),
            )
        except (LimitExceeded, StrategyError) as error:
            return self._sampled(names, str(error), end)

    def _sampled(self, names: tuple[str, str], reason: str, end: float) -> SampledMatchResult | None:
        openings = openings_of(None, self.game, self.seed, self.games)
        match = Match(Schedule(self.game, names, self.games, self.seed, openings))
        for played in match.play(lambda name: self.players[name]):
            self._tell(names, games=played, begun=lambda: sampled(match, reason))
            if monotonic() > end:
                break
        return sampled(match, reason) if match.records else None

    def _tell(
        self,
        names: tuple[str, str],
        positions: int | None = None,
        games: int | None = None,
        begun: Callable[[], PairMatch] | None = None,
    ) -> None:
        """Report, unless that was done a moment ago."""
        if monotonic() - self._reported < _AGAIN:
            return
        self._reported = monotonic()
        progress = TableProgress(
            pairs=len(self.finished),
            of=len(self.players) * (len(self.players) - 1) // 2,
            players=list(names),
            positions=positions,
            games=games,
            games_of=None if games is None else self.games,
            result=self._table([*self.finished, begun()] if begun else self.finished),
        )
        self.report(progress)

    def _table(self, matches: Sequence[PairMatch], reason: str = "") -> TableResult:
        return table_result(self.game, list(self.players), self.games, self.seed, matches, reason)
