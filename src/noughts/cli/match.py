"""`noughts match`: which player is better?"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click

from noughts.app.matches import PLIES, SECONDS, SMALL, compute_or_reason, known_of, openings_of
from noughts.app.players import Loader
from noughts.arena.exact_match import MAX_POSITIONS
from noughts.arena.schedule import Schedule
from noughts.cli.common import (
    Count,
    Seconds,
    StrategyParam,
    Ticker,
    answer,
    aside,
    cores,
    game_option,
    require_folder,
    say_known,
)
from noughts.cli.exits import Exit
from noughts.cli.match_page import show_computed, show_played
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options
from noughts.cli.players import make_ready
from noughts.cli.tables import tables_option
from noughts.core.game import Game
from noughts.players.player import Player
from noughts.results.match import ExactMatchResult

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool
    from noughts.results.sampled_match import SampledMatchResult

_GAMES = 100  # for each pair
_GAMES_OF_A_TEST = 20_000  # at most, with --sprt


@dataclass(frozen=True)
class Sampling:
    """How games are played."""

    games: int | None = option(
        f"Play N games for each pair, even where the result could be computed.  [default: {_GAMES}]",
        type=Count(min=2),
        metavar="N",
    )
    openings: str | None = option(
        "Begin with the moves in a file (any that `convert` reads; in a text, each line), or with this many "
        "balanced moves. "
        f"[default: the empty board; {PLIES} plies where games are played on more than {SMALL} cells]",
        metavar="FILE|PLIES",
    )
    seed: int = option("Seed of the random numbers.", type=int, default=0)
    workers: int | None = option("Processes that play.  [default: one for each core]", metavar="N")
    executor: str | None = option(
        "Play in an executor of concurrent.futures, which this function returns.", metavar="MODULE:NAME"
    )
    sprt: str | None = option("Stop when decided: 'elo0=0 elo1=5' (alpha=, beta=).", metavar="TEXT")
    records: Path | None = option("Write all games to FILE.sgf or FILE.jsonl.", metavar="FILE")
    resume: Path | None = option("Save every finished game to FILE, and resume from it.", metavar="FILE")

    @property
    def games_each(self) -> int:
        """The games of a pair."""
        return self.games or (_GAMES if self.sprt is None else _GAMES_OF_A_TEST)

    @property
    def is_asked_for(self) -> bool:
        """Whether an option needs games that are played."""
        return any(given is not None for given in (self.games, self.sprt, self.records, self.resume))


@dataclass(frozen=True)
class Computing:
    """How results are computed."""

    max_positions: int | None = option(
        "Compute the result where no two players have more positions between them, however long it takes.  "
        f"[default: {MAX_POSITIONS}, and {SECONDS:.0f} s in all]",
        metavar="N",
    )
    fractions: bool = option("Show an exact result as fractions.")


@click.command()
@click.argument("players", nargs=-1, metavar="A B [C ...]", type=StrategyParam())
@game_option
@options(Sampling, "sampling")
@options(Computing, "computing")
@click.option(
    "--margin",
    type=Seconds(),
    default="0.2",
    show_default=True,
    help="An engine or program loses when its move is this much later than its time.",
)
@program_options
@tables_option
@json_option
def match(
    players: tuple[str, ...],
    game: Game,
    sampling: Sampling,
    computing: Computing,
    margin: float,
    programs: ProgramOptions,
    as_json: bool,
) -> Never:
    """Compare players: each plays each, on both sides.

    If the players' only chance is between equal moves, the result is computed exactly. Else, or with --games, --sprt,
    --records or --resume, games are played, each opening twice with sides swapped: a sample, with error bars. The same
    seed gives the same games with any number of workers. Exit code 3 if --sprt ends undecided.
    """
    players = tuple(programs.named(players))
    schedule = Schedule(game, players, sampling.games_each, sampling.seed)  # says what is wrong before anything else
    say_known(known_of(sampling.openings, game))
    load = programs.loader(keep="game", margin=margin)
    result: ExactMatchResult | SampledMatchResult | str = "games were asked for"
    interrupted = None
    with ExitStack() as stack:
        stack.enter_context(aside())
        loaded = [load(spec) for spec in players]
        for player in loaded:
            stack.callback(player.close)
        make_ready(loaded, game)
        if not sampling.is_asked_for:
            named = dict(zip(schedule.names, loaded, strict=True))
            result = _compute(named, schedule, sampling, computing)
    if isinstance(result, str):
        openings = openings_of(sampling.openings, game, sampling.seed, sampling.games_each)
        result, interrupted = _sample(replace(schedule, openings=openings), sampling, load, result)
    if interrupted:
        click.echo(interrupted, err=True)
    if isinstance(result, ExactMatchResult):
        answer(result, as_json, partial(show_computed, result, computing.fractions), players=loaded)
    undecided = result.sprt is not None and result.sprt.decision is None
    code = Exit.INTERRUPTED if interrupted else Exit.UNKNOWN if undecided else Exit.ANSWERED
    answer(result, as_json, partial(show_played, result), code, loaded)


def _compute(
    players: Mapping[str, Player], schedule: Schedule, sampling: Sampling, computing: Computing
) -> ExactMatchResult | str:
    """Return the exact result, or why there is none."""
    with Ticker() as ticker:

        def show(x: str, o: str, positions: int) -> None:
            ticker.show(lambda _: f"{x} against {o}: {positions:,} positions")

        return compute_or_reason(players, schedule, sampling.openings, computing.max_positions, show)


def _sample(
    schedule: Schedule, sampling: Sampling, load: Loader, reason: str
) -> "tuple[SampledMatchResult, str | None]":
    """Play a match; return its result, and after an interrupt what is kept."""
    # Most matches of small boards are computed.
    from noughts.app.played_matches import RECORD_FILES, play_match
    from noughts.arena.match import Match
    from noughts.arena.sprt import Sprt
    from noughts.processes.pool import workers_of

    held = Match(schedule, sprt=None if sampling.sprt is None else Sprt.from_text(sampling.sprt))
    if sampling.records is not None:  # checked before the match, not after it
        if sampling.records.suffix not in RECORD_FILES:
            message = f"{str(sampling.records)!r}: expected a name in .sgf or .jsonl."
            raise click.BadParameter(message, param_hint="'--records'")
        require_folder(sampling.records, "--records")
    with Ticker() as ticker, aside():

        def show(played: int, before: int) -> None:
            ticker.show(lambda seconds: _speed(played, played - before, len(schedule), seconds))

        def workers(games: int) -> "AbstractContextManager[WorkerPool | None]":
            return workers_of(min(sampling.workers or cores(), games), sampling.executor)

        result, interrupted = play_match(held, load, reason, sampling.records, sampling.resume, workers, show)
    kept = " and ".join(str(path) for path in (sampling.records, sampling.resume) if path is not None)
    notice = f"interrupted; what was played is kept in {kept}" if kept else "interrupted"
    return result, notice if interrupted else None


def _speed(played: int, now: int, total: int, seconds: float) -> str:
    rate = now / seconds
    return f"{played:,} of {total:,} games, {rate:,.1f}/s, {(total - played) / max(rate, 1e-9):,.0f} s left"
