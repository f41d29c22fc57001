"""Matches as documents, without click or NumPy: each pair of players computed where that can be done, else sampled."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from time import monotonic
from typing import Any

from noughts.arena.exact import ExactMatch, exact_match
from noughts.arena.examples import drawn
from noughts.arena.match import Match
from noughts.arena.openings import Opening, at_peace, generate
from noughts.arena.ratings import Ratings, rate, rate_anyway
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.strategy import Strategy
from noughts.errors import LimitExceeded, MatchError, StrategyError
from noughts.results import match as documents
from noughts.results.table import table
from noughts.solve.minimax import Plain

JSON = dict[str, Any]

SMALL = 9  # cells: on larger boards, played games begin with PLIES random moves
PLIES = 2
OPENINGS = 1_000  # at most; more games use them again
PAIR_POSITIONS = 100_000  # of two players, whose result is computed; beyond that it is sampled
_AGAIN = 0.5  # seconds between two reports


def balanced_openings(game: Game, plies: int, count: int, seed: int) -> tuple[Opening, ...]:
    """Return openings without an immediate win, and drawn if plain Python can compute their value."""
    truth = Plain()

    def level(position: Position) -> bool:
        return at_peace(position) and max(truth.values(position).values()).result == 0

    try:
        return generate(game, plies, count, seed=seed, balanced=level)
    except (LimitExceeded, MatchError):  # out of reach, or none is a draw
        return generate(game, plies, count, seed=seed)


def default_openings(game: Game, games: int, seed: int) -> tuple[Opening, ...]:
    """Return the openings of played games that name none: the empty board, or balanced ones on a larger board."""
    return balanced_openings(game, 0 if game.cells <= SMALL else PLIES, min(games // 2, OPENINGS), seed)


def exact_document(found: ExactMatch, players: Sequence[Strategy]) -> JSON:
    """Return the document of an exact match."""
    return documents.exact_match(found, exact_ratings(found), _examples(found, players))


def exact_ratings(found: ExactMatch) -> Ratings | None:
    """Return the ratings of an exact match, or None where there are none."""
    return rate(len(found.names), found.pair_results())


def sampled_ratings(match: Match) -> Ratings:
    """Return the ratings of a match that was played."""
    return rate_anyway(len(match.schedule.names), [meeting.result for meeting in match.head_to_heads()])


def _examples(found: ExactMatch, players: Sequence[Strategy]) -> list[Record]:
    """Return games of every two players, for either seat."""
    return [
        record
        for x, o in found.results
        for record in drawn(players[x], players[o], found.game, found.openings, (found.names[x], found.names[o]))
    ]


class MatchTable:
    """Everyone against everyone. `run` plays it, for `seconds` at most, and reports how far it is.

    A pair is computed where it has at most `max_positions`, else `games` are played. A report has the pairs that are
    finished, the players of the next one and its games or positions, and as `result` the document so far.
    """

    def __init__(
        self,
        players: Mapping[str, Strategy],
        game: Game,
        games: int,
        seed: int,
        *,
        max_positions: int,
        seconds: float,
        report: Callable[[JSON], None],
    ) -> None:
        self.players = players
        self.game = game
        self.games = games
        self.seed = seed
        self.max_positions = max_positions
        self.seconds = seconds
        self.report = report
        self.finished: list[JSON] = []
        self._reported = 0.0

    def run(self) -> JSON:
        """Return the document of the table; without all pairs where the time is used up."""
        end = monotonic() + self.seconds
        for pair in combinations(self.players, 2):
            found = self._pair(pair, end)
            if found:
                self.finished.append(found)
            if monotonic() > end:
                return self.document(f"stopped after {self.seconds:g} seconds")
        return self.document()

    def document(self, reason: str = "") -> JSON:
        """Return the document of the pairs that are finished; `reason` says why there are no others."""
        return self._table(self.finished, reason)

    def _pair(self, names: tuple[str, str], end: float) -> JSON | None:
        """Return the document of two players' match: exact, or sampled, or None where there was no time for a game."""
        players = {name: self.players[name] for name in names}
        try:
            found = exact_match(
                players,
                self.game,
                max_positions=self.max_positions,
                seconds=end - monotonic(),
                progress=lambda x, o, positions: self._tell(names, {"positions": positions}),
            )
        except (LimitExceeded, StrategyError) as error:
            return self._sampled(names, str(error), end)
        return exact_document(found, list(players.values()))

    def _sampled(self, names: tuple[str, str], reason: str, end: float) -> JSON | None:
        openings = default_openings(self.game, self.games, self.seed)
        match = Match(Schedule(self.game, names, self.games, self.seed, openings))

        def document() -> JSON:
            return documents.sampled_match(match, sampled_ratings(match), reason)

        for played in match.play(lambda name: self.players[name]):
            self._tell(names, {"games": played, "games_of": self.games}, document)
            if monotonic() > end:
                break
        return document() if match.records else None

    def _tell(self, names: tuple[str, str], far: JSON, begun: Callable[[], JSON] | None = None) -> None:
        """Report, unless that was done a moment ago."""
        if monotonic() - self._reported < _AGAIN:
            return
        self._reported = monotonic()
        pairs = len(self.players) * (len(self.players) - 1) // 2
        so_far = [*self.finished, begun()] if begun else self.finished
        self.report(
            {"pairs": len(self.finished), "of": pairs, "players": list(names), **far, "result": self._table(so_far, "")}
        )

    def _table(self, matches: Sequence[JSON], reason: str) -> JSON:
        return table(self.game, list(self.players), self.games, self.seed, matches, reason)
