"""`noughts prove`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Never

import click

from noughts.app.player_notes import notes
from noughts.app.players import Loader, load_player, maker, with_reading
from noughts.app.proofs import examined, measured
from noughts.arena.measure import Measurement
from noughts.cli.clock import is_over
from noughts.cli.common import (
    Count,
    FileParam,
    Seconds,
    Ticker,
    aside,
    emit,
    game_option,
    json_option,
    seed_option,
)
from noughts.cli.executor import executor_option, workers_of
from noughts.cli.findings import Findings, exit_code, report, table
from noughts.cli.players import pickle_option, read_option, say_notes
from noughts.cli.tables import tables_option
from noughts.cli.warm_up import compiled_for
from noughts.core.game import Game
from noughts.core.position import SEATS, Position, Side
from noughts.core.strategy import Strategy, has_batch_form, is_instant, require_support
from noughts.errors import LimitExceeded, file_errors
from noughts.prove import Proof, ProofProgress, Refuted, Unproved
from noughts.prove import prove as prove_seat
from noughts.prove.prover import MAX_POSITIONS
from noughts.prove.repeat import SAMPLE
from noughts.results.proof import Finding
from noughts.results.proof import proof as proof_document
from noughts.strategies import registry
from noughts.walk import Decided, Record

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool
    from noughts.prove.workers import Workers

_FIX = 60.0  # seconds for the proof that no list of exceptions is shorter
_SLOW = 200_000  # positions, for a row of the table of all strategies that has no batch form: half a minute at most


@click.command()
@click.argument("strategy", nargs=-1)
@game_option
@click.option("--seat", type=click.Choice(list(SEATS)), default="both", show_default=True, help="Who moves first.")
@click.option(
    "--max-positions",
    type=Count(min=1),
    help=f"Stop without a verdict beyond this many positions in a seat.  [default: {MAX_POSITIONS}]",
)
@click.option(
    "--games",
    type=Count(min=1),
    default=1000,
    show_default=True,
    help="How many games measure a noisy strategy in a seat.",
)
@click.option(
    "--repeat",
    type=Count(min=1),
    default=1,
    show_default=True,
    help=f"How often each decision is asked for again, in another order ({SAMPLE:,} of them in a large walk).",
)
@seed_option
@click.option("--against-truth", is_flag=True, help="Show where STRATEGY gives value away.")
@click.option("--fix", is_flag=True, help="Find the fewest exceptions with which STRATEGY never loses.")
@click.option(
    "--seconds",
    type=Seconds(),
    help="Stop without a verdict after this time; with --fix, time for the proof that no list is shorter."
    "  [default: none; with --fix 60]",
)
@click.option(
    "--certificate",
    type=FileParam(),
    metavar="FILE",
    help="Write a proof that `noughts check` can check, if it never loses. A name in .gz is compressed.",
)
@click.option(
    "--workers",
    type=Count(min=1),
    metavar="N",
    help="Processes that make the decisions of wide plies.  [default: 1, this one]",
)
@executor_option("Make these decisions")
@read_option
@pickle_option
@tables_option
@json_option
@click.pass_context
def prove(
    ctx: click.Context,
    strategy: tuple[str, ...],
    game: Game,
    seat: str,
    max_positions: int | None,
    games: int,
    repeat: int,
    seed: int,
    against_truth: bool,
    fix: bool,
    seconds: float | None,
    certificate: Path | None,
    workers: int | None,
    executor: str | None,
    read: str | None,
    pickles: bool,
    as_json: bool,
) -> Never:
    """Play STRATEGY against every reply and over every tie: it never loses, or here is the line that beats it.

    Without a STRATEGY: every shipped one that plays the game, in one table (perfect and sharp only up to 9 cells,
    search only by its name). A noisy strategy cannot be proved; it is measured in games against a random opponent
    instead.

    STRATEGY may be a program of yours as it is, FILE.py:NAME or FILE.py: how it takes the board and answers is found
    out, or said with --read. It may be a Gomocup engine, 'engine:./pbrain-other -flag', or a program that answers in
    JSON, 'pipe:node my_player.js': then it is assumed to be deterministic.

    With --fix: the exceptions (a position, and a move for it and all its images) that make STRATEGY one that never
    loses, and the proof with them. Exit code 3 where --seconds ended before the proof that no list is shorter.

    Exit code 0 if none can lose, 1 if one can lose, 3 if none is known to lose and one is not proved: beyond
    --max-positions or --seconds, or measured.
    """
    if read is not None and len(strategy) != 1:
        raise click.UsageError("--read takes one STRATEGY")
    if (against_truth or fix) and (workers or executor):
        raise click.UsageError("--workers and --executor are for the proof alone")
    strategy = tuple(with_reading(spec, read) for spec in strategy)
    with aside():
        players = {spec: load_player(spec, keep="process", pickles=pickles) for spec in strategy} or shipped(game)
        for player in players.values():
            require_support(player, game)
        compiled_for(players.values(), game)
    if against_truth:
        from noughts.cli.regret import against_the_truth

        ctx.exit(against_the_truth(_only(players, strategy, "--against-truth"), game, max_positions, as_json))
    if fix:
        from noughts.cli.fix import mend

        player = _only(players, strategy, "--fix")
        ctx.exit(mend(player, game, SEATS[seat], max_positions, _FIX if seconds is None else seconds, as_json))
    limits = _Limits(max_positions or MAX_POSITIONS, seconds)

    pool = ctx.with_resource(workers_of(executor, workers or 1))
    asked = {
        spec: _Asked(repeat, maker(spec, pickles) if strategy else None, _workers(pool, spec, pickles))
        for spec in players
    }

    def examine(spec: str, player: Strategy, side: Side) -> Finding:
        slow = not strategy and max_positions is None and not has_batch_form(player)
        return examined(
            player,
            lambda: _attempted(player, game, side, limits._replace(positions=_SLOW) if slow else limits, asked[spec]),
            lambda: _measured(player, game, side, games, seed),
        )

    with aside():
        if certificate is not None:
            player = _only(players, strategy, "--certificate")
            proofs, refusal = _certified(certificate, player, game, SEATS[seat], limits, asked[strategy[0]])
            results: dict[str, Findings] = {strategy[0]: proofs}
        else:
            results = {
                spec: {side: examine(spec, player, side) for side in SEATS[seat]} for spec, player in players.items()
            }
    if as_json:
        documents = [
            proof_document(game, players[spec].name, findings) | notes([players[spec]])
            for spec, findings in results.items()
        ]
        emit(documents[0] if len(strategy) == 1 else documents)
    elif len(results) == 1:
        report(game, *next(iter(results.items())))
    else:
        table(game, results)
    if not as_json:
        say_notes(players.values())
    if certificate is not None and refusal:
        click.echo(f"noughts: {refusal}", err=True)
    ctx.exit(exit_code(results.values()))


def _only(players: dict[str, Strategy], named: tuple[str, ...], option: str) -> Strategy:
    if len(named) != 1:
        raise click.UsageError(f"{option} takes one STRATEGY")
    return next(iter(players.values()))


def shipped(game: Game) -> dict[str, Strategy]:
    """Return the shipped strategies that decide at once on the boards of a game: each is proved in seconds."""
    return {name: player for name, player in registry.shipped(game).items() if is_instant(player, game)}


class _Limits(NamedTuple):
    """The limits of a proof: positions, and seconds (None: no limit)."""

    positions: int
    seconds: float | None


class _TimeOver(LimitExceeded):
    """The time of the command is over."""


class _Asked(NamedTuple):
    """How a strategy is asked: how often again, what makes it in a second process, if it is asked there too, and the
    workers that ask it."""

    repeat: int
    anew: Callable[[], Strategy] | None
    workers: "Workers | None"


def _workers(pool: "WorkerPool | None", spec: str, pickles: bool) -> "Workers | None":
    if pool is None:
        return None
    from noughts.prove.workers import Workers

    return Workers(pool, Loader(pickles, keep="process"), spec)


class _NoCertificate(Exception):
    """The strategy can lose, so its certificate is not written."""


def _certified(
    path: Path, player: Strategy, game: Game, sides: Sequence[Side], limits: _Limits, asked: _Asked
) -> tuple[Findings, str]:
    """Prove a strategy and write its certificate; return the findings, and why no certificate was written, if none
    was."""
    from noughts.certify import Entry, Section, Writer

    seats = " and ".join(side.seat for side in sides)
    findings: Findings = {}
    refusal = ""
    claim = f"{player.name} never loses, moving {seats}"
    try:
        with file_errors("write", path), Writer(path, Position(game), claim, strategy=player.name) as writer:
            for side in sides:
                writer.section(Section("strategy", side.value))

                def record(decisions: Sequence[Decided]) -> None:
                    for x, o, moves in decisions:
                        writer.entry(Entry(x, o, moves))

                try:
                    findings[side] = proof = _proved(player, game, side, limits, asked, record)
                except Refuted as error:
                    findings[side] = _unproved(player, side, error)
                    raise _NoCertificate(side.seat) from None
                if not proof.never_loses:
                    raise _NoCertificate(side.seat)
    except _NoCertificate as seat:
        refusal = f"no certificate is written: moving {seat} it can lose"
        if path.exists():
            refusal += f"; {str(path)!r} is an older file, left as it was"
    return findings | {
        side: _attempted(player, game, side, limits, asked) for side in sides if side not in findings
    }, refusal


def _proved(
    player: Strategy, game: Game, side: Side, limits: _Limits, asked: _Asked, record: Record = lambda decisions: None
) -> Proof:
    with Ticker() as ticker:

        def show(progress: ProofProgress) -> None:
            if limits.seconds is not None and is_over(limits.seconds):
                raise _TimeOver(f"no verdict: {limits.seconds:g} s are over at ply {progress.ply} of {game.cells}")
            ticker.show(lambda seconds: f"{player.name} moving {side.seat}: {_words(progress, game, seconds)}")

        return prove_seat(
            player,
            game,
            side,
            max_positions=limits.positions,
            repeat=asked.repeat,
            anew=asked.anew,
            workers=asked.workers,
            progress=show,
            record=record,
        )


def _words(progress: ProofProgress, game: Game, seconds: float) -> str:
    if progress.again:
        return f"{progress.positions:,} positions, {progress.again:,} decisions asked for again"
    speed = progress.positions / seconds
    ply = f"ply {progress.ply} of {game.cells}, {progress.decided:,} positions of it decided"
    return f"{ply}, {progress.positions:,} in all, {speed:,.0f}/s"


def _attempted(player: Strategy, game: Game, side: Side, limits: _Limits, asked: _Asked) -> Proof | Unproved:
    """Prove one seat of one strategy; if it is out of reach, the others go on."""
    try:
        return _proved(player, game, side, limits, asked)
    except LimitExceeded as error:
        return _unproved(player, side, error)


def _unproved(player: Strategy, side: Side, error: LimitExceeded) -> Unproved:
    limit = error.limit if isinstance(error, Refuted) else error
    hint = "" if isinstance(limit, _TimeOver) else " (--max-positions raises it)"
    return Unproved.after(error, player.name, side, hint)


def _measured(player: Strategy, game: Game, side: Side, games: int, seed: int) -> Measurement:
    with Ticker() as ticker:

        def show(played: int) -> None:
            ticker.show(
                lambda seconds: (
                    f"{player.name} moving {side.seat}: {played:,} of {games:,} games, "
                    f"{played / seconds:,.0f}/s, {seconds * (games - played) / played:,.0f} s left"
                )
            )

        return measured(player, game, side, games, seed, show)
