"""Matches: computed exactly where that can be done, else played; of all players at once, or pair by pair."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from itertools import combinations
from math import inf
from pathlib import Path
from time import monotonic

from noughts.arena.exact_match import MAX_POSITIONS, ExactMatch, exact_match
from noughts.arena.examples import drawn
from noughts.arena.log import Log
from noughts.arena.match import Match
from noughts.arena.openings import EMPTY, LISTED, Opening, at_peace, from_records, from_text, generate
from noughts.arena.ratings import rate, rate_anyway
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.core.player import Player
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.errors import LimitExceeded, MatchError, NoAnswer, StrategyError, file_errors
from noughts.files import contents, replacing
from noughts.processes.pool import WorkerPool
from noughts.records import read_records, write_records
from noughts.results.match import ExactMatchResult, SampledMatchResult, exact_result, sampled_result
from noughts.results.table import PairMatch, TableProgress, TableResult, table_result
from noughts.solve.minimax import Plain
from noughts.words import Said

SMALL = 9  # cells: on larger boards, played games begin with PLIES random moves
PLIES = 2
SECONDS = 10.0  # time limit of an exact result, before games are played instead
PAIR_POSITIONS = 100_000  # of two players, whose result is computed; beyond that it is sampled
RECORD_FILES = {".sgf": "sgf", ".jsonl": "jsonl"}  # the formats of played games by the ends of their files' names
_OPENINGS = 1_000  # at most; more games use them again
_AGAIN = 0.5  # seconds between two reports

PoolOf = Callable[[int], AbstractContextManager[WorkerPool | None]]


def compute(
    players: Mapping[str, Player],
    game: Game,
    openings: Sequence[Opening] = (EMPTY,),
    *,
    max_positions: int,
    seconds: float,
    progress: Callable[[str, str, int], None],
) -> ExactMatchResult:
    """Return the exact result of some players, by their names.

    `progress` gets X, O and the positions decided. Raises LimitExceeded and StrategyError, which say why the result
    can only be sampled.
    """
    found = exact_match(players, game, openings, max_positions=max_positions, seconds=seconds, progress=progress)
    ratings = rate(len(found.names), found.pair_results())
    return exact_result(found, ratings, _examples(found, list(players.values())))


def compute_or_reason(
    players: Mapping[str, Player],
    schedule: Schedule,
    openings: str | None,
    max_positions: int | None,
    progress: Callable[[str, str, int], None],
) -> ExactMatchResult | str:
    """Return the exact result of a match, or the reason why it can only be sampled.

    `openings`: see `openings_of`; None for the empty board. With `max_positions` it takes as long as it takes.
    """
    game = schedule.game
    try:
        return compute(
            players,
            game,
            openings_of(openings, game, schedule.seed) if openings else (EMPTY,),
            max_positions=max_positions or MAX_POSITIONS,
            seconds=inf if max_positions else SECONDS,
            progress=progress,
        )
    except (StrategyError, NoAnswer) as error:
        return str(error)
    except LimitExceeded as error:
        return str(Said("match.more-positions", {"reason": error.said}))


@dataclass(frozen=True)
class MatchFiles:
    """The files of a match that is played: its games, in .sgf or .jsonl, and what it is resumed from."""

    records: Path | None = None
    resume: Path | None = None


def play_match(
    match: Match,
    load: Callable[[str], Player],
    reason: str,
    files: MatchFiles,
    pool_of: PoolOf,
    progress: Callable[[int, int], None],
) -> tuple[SampledMatchResult, bool]:
    """Play the games of a match that remain; return its result, and whether an interrupt has ended it.

    Each game is saved as it ends, and all of them at the end, whatever it is. `pool_of` opens the workers for a number
    of games; `progress` gets the finished games, and how many of them come from the file.
    """
    interrupted = False
    try:
        with ExitStack() as stack:
            log = None if files.resume is None else stack.enter_context(Log(files.resume, match.schedule))
            before = len(log.games) if log else 0
            pool = stack.enter_context(pool_of(len(match.schedule) - before))
            for played in match.play(load, pool, log):
                progress(played, before)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if files.records is not None:
            _save_games(files.records, match.games)
    return _sampled(match, reason), interrupted


def _sampled(match: Match, reason: str) -> SampledMatchResult:
    """Return the result of the games of a match so far; `reason` says why it was not computed."""
    results = [meeting.result for meeting in match.head_to_heads()]
    return sampled_result(match, rate_anyway(len(match.schedule.names), results), reason)


def openings_of(text: str | None, game: Game, seed: int, games: int | None = None) -> tuple[Opening, ...]:
    """Return the openings that a text names: those of a file, or balanced ones of a number of plies.

    Without a text: the empty board, or balanced openings on a larger board. `games` are those of a pair that is played.
    Raises FileError, MatchError and the errors of records.
    """
    count = LISTED if games is None else min(games // 2, _OPENINGS)
    if text is None:
        return _balanced(game, 0 if game.cells <= SMALL else PLIES, count, seed)
    if text.isdecimal() and len(text) < 4:
        return _balanced(game, int(text), count, seed)
    path = Path(text)
    with file_errors("read", text):
        content = contents(path)
    if path.suffix in (".sgf", ".jsonl", ".json", ".psq"):
        return from_records(game, read_records(content, game), text)
    return from_text(game, content.decode("utf-8", "replace"), text)


def _balanced(game: Game, plies: int, count: int, seed: int) -> tuple[Opening, ...]:
    """Return openings without an immediate win, and drawn if plain Python can compute their value."""
    truth = Plain()

    def level(position: Position) -> bool:
        return at_peace(position) and max(truth.values(position).values()).result == 0

    try:
        return generate(game, plies, count, seed=seed, balanced=level)
    except (LimitExceeded, MatchError):  # out of reach, or none is a draw
        return generate(game, plies, count, seed=seed)


def _save_games(path: Path, games: Sequence[Record]) -> None:
    """Write games to a file in the format of its name, whole or not at all. Raises FileError."""
    with file_errors("write", path), replacing(path, "w") as file:
        file.writelines(write_records(games, RECORD_FILES[path.suffix]))


def _examples(found: ExactMatch, players: Sequence[Player]) -> list[Record]:
    """Return games of every two players, for either seat."""
    return [
        record
        for x, o in found.results
        for record in drawn(players[x], players[o], found.game, found.openings, (found.names[x], found.names[o]))
    ]


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
            self._tell(names, games=played, begun=lambda: _sampled(match, reason))
            if monotonic() > end:
                break
        return _sampled(match, reason) if match.records else None

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
