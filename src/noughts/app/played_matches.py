"""Matches that are played."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

from noughts.arena.log import Log
from noughts.arena.match import Match
from noughts.arena.ratings import rate_anyway
from noughts.arena.workers import Load
from noughts.errors import file_errors
from noughts.files import replacing
from noughts.processes.pool import WorkerPool
from noughts.records import write_records
from noughts.results.sampled_match import SampledMatchResult, sampled_result

RECORD_FILES = {".sgf": "sgf", ".jsonl": "jsonl"}  # the formats of played games by the ends of their files' names

PoolOf = Callable[[int], AbstractContextManager[WorkerPool | None]]


@dataclass(frozen=True)
class MatchFiles:
    """The files of a match that is played: its games, in .sgf or .jsonl, and what it is resumed from."""

    records: Path | None = None
    resume: Path | None = None


def play_match(
    match: Match,
    load: Load,
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
        if files.resume is not None:  # it may have come between the log of a game and the match
            with Log(files.resume, match.schedule) as log:
                match.take(log)
    finally:
        if files.records is not None:  # whole or not at all
            with file_errors("write", files.records), replacing(files.records, "w") as file:
                file.writelines(write_records(match.games, RECORD_FILES[files.records.suffix]))
    return sampled(match, reason), interrupted


def sampled(match: Match, reason: str) -> SampledMatchResult:
    """Return the result of the games of a match so far; `reason` says why it was not computed."""
    results = [meeting.result for meeting in match.head_to_heads()]
    return sampled_result(match, rate_anyway(len(match.schedule.names), results), reason)
