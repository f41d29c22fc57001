"""`noughts prove`."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Never

import click

from noughts.certify import Entry, Section, Writer
from noughts.cli.boards import game_strip
from noughts.cli.common import Count, Ticker, aside, emit, game_option, json_option, say, seed_option, show_table
from noughts.core.game import Game
from noughts.core.notation import cell_name
from noughts.core.position import Position, Side
from noughts.core.strategy import Strategy, is_noisy, require_support
from noughts.errors import CertificateError
from noughts.prove import Measurement, Progress, Proof, Tally, measure
from noughts.prove import prove as prove_seat
from noughts.prove.frontier import Note
from noughts.prove.prover import MAX_POSITIONS
from noughts.strategies import registry

SEATS = {"first": [Side.X], "second": [Side.O], "both": [Side.X, Side.O]}
SEAT_NAMES = {Side.X: "first", Side.O: "second"}

Finding = Proof | Measurement
Findings = dict[Side, Finding]


@click.command()
@click.argument("strategy", nargs=-1)
@game_option
@click.option("--seat", type=click.Choice(list(SEATS)), default="both", show_default=True, help="Who moves first.")
@click.option(
    "--max-positions",
    type=Count(min=1),
    default=MAX_POSITIONS,
    show_default=True,
    help="Stop without a verdict beyond this many positions in a seat.",
)
@click.option(
    "--games",
    type=Count(min=1),
    default=1000,
    show_default=True,
    help="How many games measure a noisy strategy in a seat.",
)
@seed_option
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a proof that `noughts check` can check, if it never loses. A name in .gz is compressed.",
)
@json_option
@click.pass_context
def prove(
    ctx: click.Context,
    strategy: tuple[str, ...],
    game: Game,
    seat: str,
    max_positions: int,
    games: int,
    seed: int,
    certificate: Path | None,
    as_json: bool,
) -> Never:
    """Play STRATEGY against every reply and over every tie: it never loses, or here is the line that beats it.

    Without a STRATEGY: every shipped one that plays the game, in one table. A noisy strategy cannot be proved; it is
    measured in games against a random opponent instead.
    """
    with aside():
        players = {spec: registry.load(spec) for spec in strategy} or _shipped(game)
        for player in players.values():
            require_support(player, game)

    def examine(player: Strategy) -> Findings:
        if is_noisy(player):
            return {side: _measured(player, game, side, games, seed) for side in SEATS[seat]}
        return {side: _proved(player, game, side, max_positions) for side in SEATS[seat]}

    if certificate is not None:
        if len(strategy) != 1:
            raise click.UsageError("--certificate takes one STRATEGY")
        _certify(certificate, next(iter(players.values())), game, SEATS[seat], max_positions)
    with aside():
        results = {spec: examine(player) for spec, player in players.items()}
    if as_json:
        documents = [document(game, players[spec].name, findings) for spec, findings in results.items()]
        emit(documents[0] if len(strategy) == 1 else documents)
    elif len(results) == 1:
        report(game, *next(iter(results.items())))
    else:
        table(game, results)
    ctx.exit(0 if all(_holds(finding) for findings in results.values() for finding in findings.values()) else 1)


def _shipped(game: Game) -> dict[str, Strategy]:
    players = {name: registry.load(name) for name in registry.SHIPPED}
    return {name: player for name, player in players.items() if player.supports(game)}


def _certify(path: Path, player: Strategy, game: Game, sides: list[Side], limit: int) -> None:
    """Write a certificate that the strategy never loses; where it can lose, say so and write none."""
    seats = " and ".join(SEAT_NAMES[side] for side in sides)
    try:
        with Writer(path, Position(game), f"{player.name} never loses, moving {seats}", strategy=player.name) as writer:
            for side in sides:
                writer.section(Section("strategy", side.value))
                if not _proved(
                    player, game, side, limit, lambda x, o, moves: writer.entry(Entry(x, o, moves))
                ).never_loses:
                    raise CertificateError(f"no certificate is written: moving {SEAT_NAMES[side]} it can lose")
    except CertificateError as error:
        click.echo(str(error), err=True)
    except OSError as error:
        raise click.BadParameter(f"{str(path)!r}: {error.strerror}", param_hint="--certificate") from None


def _proved(player: Strategy, game: Game, side: Side, limit: int, note: Note | None = None) -> Proof:
    with Ticker() as ticker:

        def show(progress: Progress) -> None:
            ticker.show(
                lambda seconds: (
                    f"{player.name} moving {SEAT_NAMES[side]}: ply {progress.ply} of {game.cells}, "
                    f"{progress.positions:,} positions, {progress.positions / seconds:,.0f}/s"
                )
            )

        return prove_seat(player, game, side, max_positions=limit, progress=show, note=note)


def _measured(player: Strategy, game: Game, side: Side, games: int, seed: int) -> Measurement:
    with Ticker() as ticker:

        def show(played: int) -> None:
            ticker.show(
                lambda seconds: (
                    f"{player.name} moving {SEAT_NAMES[side]}: {played:,} of {games:,} games, "
                    f"{played / seconds:,.0f}/s, {seconds * (games - played) / played:,.0f} s left"
                )
            )

        return measure(player, game, side, games=games, seed=seed, progress=show)


def _holds(finding: Finding) -> bool:
    return isinstance(finding, Proof) and finding.never_loses


def document(game: Game, name: str, findings: Findings) -> dict[str, Any]:
    """Return the JSON document of one strategy: noughts/proof/1, or noughts/measurement/1."""
    kind = "proof" if all(isinstance(finding, Proof) for finding in findings.values()) else "measurement"
    return {
        "schema": f"noughts/{kind}/1",
        "strategy": name,
        "game": [game.m, game.n, game.k],
        "seats": {SEAT_NAMES[side]: finding.to_dict() for side, finding in findings.items()},
    }


def report(game: Game, spec: str, findings: Findings) -> None:
    """Print what was found of one strategy, at length."""
    for side, finding in findings.items():
        say(click.style(f"{finding.strategy} on {game}, moving {SEAT_NAMES[side]}: {verdict(finding)}", bold=True))
        for label, text in _facts(finding):
            say(f"  {label:<15} {text}")
        if finding.losing_line is not None:
            _losing_line(spec, finding)
        say()


def verdict(finding: Finding) -> str:
    """Return the verdict in words."""
    if isinstance(finding, Proof):
        return finding.verdict.upper() if not finding.never_loses else finding.verdict
    if finding.games.loss:
        return f"measured, not proved: it lost {finding.games.loss:,} of {finding.games.total:,} games"
    return f"measured, not proved: no loss in {finding.games.total:,} games"


def _facts(finding: Finding) -> Iterable[tuple[str, str]]:
    if isinstance(finding, Measurement):
        for name, (low, high) in finding.intervals.items():
            rate = getattr(finding.games, name) / finding.games.total
            yield f"{name} rate", f"{rate:.2%} ({low:.2%} to {high:.2%} at 95 % confidence), opponent random"
        return
    yield "distinct games", _counts(finding.games)
    if finding.sequences is not None:
        yield "sequences", _counts(finding.sequences)
    yield (
        "against random",
        ", ".join(f"{name} {_chance(chance)}" for name, chance in vars(finding.against_random).items()),
    )
    yield "positions", f"{finding.positions:,}"


def _counts(tally: Tally[int]) -> str:
    return f"{tally.total:,} = {tally.win:,} won + {tally.draw:,} drawn + {tally.loss:,} lost"


def _chance(chance: Fraction) -> str:
    """A probability as a fraction, where it is short, and as a decimal."""
    if chance in (0, 1):
        return str(chance)
    exact = f"{chance} = " if len(str(chance)) <= 24 else ""
    return f"{exact}{float(chance):.6g}"


def _losing_line(spec: str, finding: Finding) -> None:
    line = finding.losing_line
    assert line is not None
    what = "a shortest losing line" if isinstance(finding, Proof) else "the shortest game it lost"
    say(f"\n  {what}, {finding.strategy} is {finding.seat}:")
    say(game_strip(finding.game, line, indent="    "))
    moves = " ".join(cell_name(finding.game, move) for move in line)
    say(f'\n    replay it: noughts play --game {finding.game} --{str(finding.seat).lower()} {spec} --moves "{moves}"')


def table(game: Game, results: dict[str, Findings]) -> None:
    """Print one table of many strategies."""
    from rich.markup import escape
    from rich.table import Table

    grid = Table(box=None, padding=(0, 2, 0, 0), title=f"{game}: every reply, every tie", title_justify="left")
    grid.add_column("strategy", no_wrap=True)
    grid.add_column("moving", no_wrap=True)
    grid.add_column("verdict", no_wrap=True)
    for column in ("won", "drawn", "lost", "loses to random"):
        grid.add_column(column, justify="right")
    for spec, findings in results.items():
        for side, finding in findings.items():
            grid.add_row(escape(spec), SEAT_NAMES[side], *_row(finding), style=None if _holds(finding) else "bold")
    show_table(grid, cut=False)  # not a digit may be missing
    say("won, drawn, lost: distinct games. `noughts prove STRATEGY` shows the losing line.")


def _row(finding: Finding) -> list[str]:
    games = finding.games
    counts = [f"{games.win:,}", f"{games.draw:,}", f"{games.loss:,}"]
    if isinstance(finding, Proof):
        chance = finding.against_random.loss
        return [finding.verdict, *counts, f"{float(chance):.4%}" if chance else "never"]
    return ["measured", *counts, f"about {games.loss / games.total:.1%}"]
