"""Matches that are played."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
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


def play_match(
    match: Match,
    load: Load,
    reason: str,
    records: Path | None,
    resume: Path | None,
    pool_of: PoolOf,
    progress: Callable[[int, int], None],
) -> tuple[SampledMatchResult, bool]:
    """Play the games of a match that remain; return its result, and whether an interrupt has ended it.

    `reason`: why it was not computed. `records`: the file of its games, in .sgf or .jsonl, which is written at the end,
    whatever it is; `resume`: the file in which each is saved as it ends, and from which a match goes on. `pool_of`
    opens the workers for a number of games; `progress` gets the finished games, and how many come from the file.
    """
    interrupted = False
    try:
        with ExitStack() as stack:
            log = None if resume is None else stack.enter_context(Log(resume, match.schedule))
            before = len(log.games) if log else 0
            pool = stack.enter_context(pool_of(len(match.schedule) - before))
            for played in match.play(load, pool, log):
                progress(played, before)
    except KeyboardInterrupt:
        interrupted = True
        if resume is not None:  # it may have come between the log of a game and the match
            with Log(resume, match.schedule) as log:
                match.take(log)
    finally:
        if records is not None:  # whole or not at all
            with file_errors("write", records), replacing(records, "w") as file:
                file.writelines(write_records(match.games, RECORD_FILES[records.suffix]))
    ratings = rate_anyway(len(match.schedule.names), [meeting.result for meeting in match.head_to_heads()])
    return sampled_result(match, ratings, reason), interrupted
