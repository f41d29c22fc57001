"""`noughts match`: which player is better?"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click

from noughts.app.matches import (
    OPENINGS,
    PLIES,
    SMALL,
    balanced_openings,
    default_openings,
    exact_document,
    exact_ratings,
    sampled_ratings,
)
from noughts.app.player_notes import notes
from noughts.app.players import Loader
from noughts.arena.exact import MAX_POSITIONS, ExactMatch, exact_match
from noughts.arena.log import Log
from noughts.arena.match import Match
from noughts.arena.openings import EMPTY, LISTED, Opening, from_records, from_text
from noughts.arena.schedule import Schedule, distinct
from noughts.arena.sprt import Sprt
from noughts.arena.workers import close
from noughts.cli.common import (
    Count,
    FileParam,
    Seconds,
    Ticker,
    aside,
    cores,
    emit,
    game_option,
    json_option,
    require_folder,
    seed_option,
)
from noughts.cli.executor import executor_option, workers_of
from noughts.cli.exits import Exit
from noughts.cli.match_page import report_exact, report_sampled
from noughts.cli.match_pairwise import play_pairwise, show_pairwise
from noughts.cli.players import pickle_option, say_notes
from noughts.cli.tables import tables_option
from noughts.cli.warm_up import compiled_for
from noughts.core.game import Game
from noughts.core.strategy import Strategy, require_support
from noughts.errors import LimitExceeded, StrategyError, file_errors
from noughts.files import replacing
from noughts.records import read_records
from noughts.records import write_records as texts
from noughts.results.match import sampled_match

if TYPE_CHECKING:
    from noughts.arena.match import Match
    from noughts.core.record import Record

_GAMES = 100  # for each pair
_GAMES_OF_A_TEST = 20_000  # at most, with --sprt
SECONDS = 10.0  # time limit of an exact result, before games are played instead
_RECORD_FILES = {".sgf": "sgf", ".jsonl": "jsonl"}


@click.command()
@click.argument("players", nargs=-1, metavar="A B [C ...]")
@game_option
@click.option(
    "--games",
    type=Count(min=2),
    metavar="N",
    help=f"Play N games for each pair, even where the result could be computed.  [default: {_GAMES}]",
)
@click.option(
    "--openings",
    metavar="FILE|PLIES",
    help="Begin with the moves in a file (lines of cell names, or .sgf, .jsonl), or with this many balanced moves. "
    f"[default: the empty board; {PLIES} plies where games are played on more than {SMALL} cells]",
)
@seed_option
@click.option("--workers", type=Count(min=1), metavar="N", help="Processes that play.  [default: one for each core]")
@executor_option("Play")
@click.option("--sprt", metavar="TEXT", help="Stop when decided: 'elo0=0 elo1=5' (alpha=, beta=, model=normalized).")
@click.option(
    "--records",
    type=FileParam(),
    metavar="FILE",
    help="Write all games to FILE.sgf or FILE.jsonl.",
)
@click.option(
    "--resume",
    type=FileParam(),
    metavar="FILE",
    help="Save every finished game to FILE, and resume from it.",
)
@click.option(
    "--max-positions",
    type=Count(min=1),
    metavar="N",
    help=f"Compute the result where no two players have more positions between them, however long it takes.  "
    f"[default: {MAX_POSITIONS}, and {SECONDS:.0f} s in all]",
)
@click.option("--fractions", is_flag=True, help="Show an exact result as fractions.")
@click.option(
    "--pairwise",
    is_flag=True,
    help="Decide for each pair alone whether its result is computed or sampled.",
)
@click.option(
    "--margin",
    type=Seconds(),
    default="0.2",
    show_default=True,
    help="An engine or program loses when its move is this much later than its time.",
)
@pickle_option
@tables_option
@json_option
@click.pass_context
def match(
    ctx: click.Context,
    players: tuple[str, ...],
    game: Game,
    games: int | None,
    openings: str | None,
    seed: int,
    workers: int | None,
    executor: str | None,
    sprt: str | None,
    records: Path | None,
    resume: Path | None,
    max_positions: int | None,
    fractions: bool,
    pairwise: bool,
    margin: float,
    pickles: bool,
    as_json: bool,
) -> Never:
    """Compare players: each plays each, on both sides.

    If the players' only chance is in ties, the result is computed exactly. Else, or with --games, --sprt, --records or
    --resume, games are played, each opening twice with sides swapped: a sample, with error bars. The same seed gives
    the same games with any number of workers. Exit code 3 if --sprt ends undecided.
    """
    games_each = games or (_GAMES if sprt is None else _GAMES_OF_A_TEST)
    Schedule(game, players, games_each)  # says what is wrong with these before anything else
    found, table, reason = None, None, "games were asked for"
    load = Loader(pickles, margin)
    with ExitStack() as stack:
        stack.enter_context(aside())
        loaded = [load(spec) for spec in players]
        stack.callback(close, loaded)
        for player in loaded:
            require_support(player, game)
        compiled_for(loaded, game)
        if pairwise:
            _refuse_with_pairwise(
                openings=openings,
                sprt=sprt,
                records=records,
                resume=resume,
                workers=workers,
                executor=executor,
                fractions=fractions or None,
            )
            named = dict(zip(distinct(players), loaded, strict=True))
            table = play_pairwise(named, game, games_each, seed, max_positions)
        elif games is None and sprt is None and records is None and resume is None:
            starts = _read_openings(openings, game, seed) if openings else (EMPTY,)
            found, reason = _compute(loaded, distinct(players), game, starts, max_positions)
    if table is not None:
        ctx.exit(show_pairwise(table, game, loaded, as_json))
    if found is not None:
        _show_exact(found, loaded, fractions, as_json)
        ctx.exit(Exit.ANSWERED)
    if openings is None:
        starts = default_openings(game, games_each, seed)
    else:
        starts = _read_openings(openings, game, seed, min(games_each // 2, OPENINGS))
    schedule = Schedule(game, players, games_each, seed, starts)
    ctx.exit(_play_and_print(schedule, loaded, load, reason, workers, executor, sprt, records, resume, as_json))


def _refuse_with_pairwise(**others: object) -> None:
    """Raise UsageError for options that a table of single matches does not have."""
    if given := [name for name, value in others.items() if value is not None]:
        raise click.UsageError(f"--pairwise has no --{given[0]}")


def _compute(
    players: Sequence[Strategy], names: Sequence[str], game: Game, openings: Sequence[Opening], limit: int | None
) -> tuple[ExactMatch | None, str]:
    """Return the exact match, or None and why there is none."""
    with Ticker() as ticker:

        def show(x: str, o: str, positions: int) -> None:
            ticker.show(lambda seconds: f"{x} against {o}: {positions:,} positions")

        try:
            found = exact_match(
                dict(zip(names, players, strict=True)),
                game,
                openings,
                max_positions=limit or MAX_POSITIONS,
                seconds=inf if limit else SECONDS,
                progress=show,
            )
        except LimitExceeded as error:
            return None, f"{error} (--max-positions raises it)"
        except StrategyError as error:
            return None, str(error)
    return found, ""


def _show_exact(found: ExactMatch, players: Sequence[Strategy], fractions: bool, as_json: bool) -> None:
    if as_json:
        with aside():  # a program may print while it plays the examples
            document = exact_document(found, players)
        emit(document | notes(players))
    else:
        report_exact(found, exact_ratings(found), fractions)
        say_notes(players)


def _read_openings(text: str, game: Game, seed: int, count: int = LISTED) -> tuple[Opening, ...]:
    """Return the openings of `--openings`: those of a file, or up to `count` of the given number of plies."""
    if text.isdecimal() and len(text) < 4:
        return balanced_openings(game, int(text), count, seed)
    path = Path(text)
    with file_errors("read", text):
        content = path.read_bytes()
    if path.suffix in (".sgf", ".jsonl", ".json", ".psq"):
        return from_records(game, read_records(content, game), text)
    return from_text(game, content.decode("utf-8", "replace"), text)


def _play_and_print(
    schedule: Schedule,
    players: Sequence[Strategy],
    load: Callable[[str], Strategy],
    reason: str,
    workers: int | None,
    executor: str | None,
    sprt: str | None,
    records: Path | None,
    resume: Path | None,
    as_json: bool,
) -> Exit:
    """Play a match and print it; return the exit code. Finished games are kept, however it ends."""
    held = Match(schedule, sprt=None if sprt is None else Sprt.from_text(sprt))
    if records is not None:
        _check_records(records)
    interrupted = False
    try:
        _play(held, load, workers, executor, resume)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if records is not None:
            _write_records(records, held.games)
    ratings = sampled_ratings(held)
    if as_json:
        emit(sampled_match(held, ratings, reason) | notes(players))
    else:
        report_sampled(held, ratings, reason)
        say_notes(players)
    if interrupted:
        click.echo(_kept(records, resume), err=True)
        return Exit.INTERRUPTED
    return Exit.UNKNOWN if held.sprt is not None and held.verdict is None else Exit.ANSWERED


def _play(
    held: "Match", load: Callable[[str], Strategy], workers: int | None, executor: str | None, resume: Path | None
) -> None:
    with ExitStack() as stack:
        log = stack.enter_context(Log(resume, held.schedule)) if resume is not None else None
        before, total = len(log.games) if log else 0, len(held.schedule)
        pool = stack.enter_context(workers_of(executor, min(workers or cores(), total - before)))
        ticker = stack.enter_context(Ticker())
        stack.enter_context(aside())
        played = before

        def show(seconds: float) -> str:
            rate = (played - before) / seconds
            left = (total - played) / max(rate, 1e-9)
            return f"{played:,} of {total:,} games, {rate:,.1f}/s, {left:,.0f} s left"

        for played in held.play(load, pool, log):  # noqa: B007 - shown
            ticker.show(show)


def _kept(records: Path | None, resume: Path | None) -> str:
    kept = [str(path) for path in (records, resume) if path is not None]
    return f"interrupted; what was played is kept in {' and '.join(kept)}" if kept else "interrupted"


def _check_records(path: Path) -> None:
    """Raise BadParameter if the records could not be written: checked before the match, not after it."""
    if path.suffix not in _RECORD_FILES:
        raise click.BadParameter(f"{str(path)!r}: expected a name in .sgf or .jsonl.", param_hint="'--records'")
    require_folder(path, "--records")


def _write_records(path: Path, games: Sequence["Record"]) -> None:
    """Write the games to a file, whole or not at all."""
    with file_errors("write", path), replacing(path, "w") as file:
        file.writelines(texts(games, _RECORD_FILES[path.suffix]))
