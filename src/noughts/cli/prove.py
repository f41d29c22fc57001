"""`noughts prove`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Never

import click

from noughts.app.proofs import Findings, prover
from noughts.cli.common import StrategyParam, Ticker, answer, aside, game_option, say_notes
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options
from noughts.cli.players import make_ready, players_of
from noughts.cli.proof_report import exit_code, report, table
from noughts.cli.tables import tables_option
from noughts.cli.verdict_options import repeat_setting, seats_setting, terms_within
from noughts.core.game import Game
from noughts.core.position import SEATS, Side
from noughts.players.player import Player, decides_batches
from noughts.prove.line_search import LineProgress
from noughts.prove.prover import MAX_POSITIONS
from noughts.prove.terms import LINE_SECONDS, ProofTerms
from noughts.prove.verdict import SMALL, Report, VerdictProgress
from noughts.strategies.registry import instant_players

_SLOW = 200_000  # positions, for a row of the table of all strategies that has no batch form: half a minute at most

_TABLE_LINE_SECONDS = 2.0  # for a losing line, in each seat, in the table of all strategies
_LEAST = 1e-3  # seconds, for a speed

_Players = dict[str, Player]


@dataclass(frozen=True)
class ProofOptions:
    """What is asked of the strategies, and the limits."""

    seat: str = seats_setting()
    max_positions: int | None = option(
        f"Stop without a verdict beyond this many positions in a seat.  [default: {MAX_POSITIONS}]"
    )
    games: int = option("How many games measure a noisy strategy in a seat.", default=1000)
    repeat: int = repeat_setting()
    seed: int = option("Seed of the random numbers.", type=int, default=0)
    count: bool = option(
        f"Walk all games on any board, and count them.  [default: up to {SMALL} cells, or if it takes seconds]"
    )
    shortest: bool = option("Look for a shorter losing line, until all shorter games are tried.")
    seconds: float | None = option(
        "Stop without a verdict after this time, shared by the seats.  [default: none, but of processor time"
        f" {LINE_SECONDS:g} s in each seat for a losing line]"
    )
    certificate: Path | None = option(
        "Write a proof that `noughts check` can check, if it never loses. A name in .gz is compressed.", metavar="FILE"
    )

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the seats that are asked about."""
        return SEATS[self.seat]

    def seats_of(self, player: Player, game: Game) -> tuple[Side, ...]:
        """Return the sides that are asked about; of both, those that a player can have in its own game."""
        had = player.seats(game)
        return tuple(side for side in self.sides if side in had) if len(self.sides) > 1 else self.sides

    def terms(self, slow: bool) -> ProofTerms:
        """Return the limits of a proof; `slow`: of a strategy in the table of all that has no batch form."""
        line_seconds = LINE_SECONDS if self.seconds is None else self.seconds / len(self.sides)
        return terms_within(
            self.seconds,
            positions=_SLOW if slow else self.max_positions or MAX_POSITIONS,
            hint=" (--max-positions raises it)",
            answer_hint=" (--answer-seconds raises it)",
            count_hint=" (--count walks all games)",
            repeat=self.repeat,
            games=self.games,
            seed=self.seed,
            count=self.count or self.certificate is not None,
            line_seconds=_TABLE_LINE_SECONDS if slow else line_seconds,
            shortest=self.shortest,
        )


@click.command()
@click.argument("strategy", nargs=-1, type=StrategyParam())
@game_option
@options(ProofOptions, "settings")
@program_options
@tables_option
@json_option
def prove(
    strategy: tuple[str, ...], game: Game, settings: ProofOptions, programs: ProgramOptions, as_json: bool
) -> Never:
    """Play STRATEGY against every reply and over all equal moves: it never loses, or here is the line that beats it.

    Without a STRATEGY: every shipped one that plays the game, in one table (perfect and sharp only up to 9 cells,
    search only by its name). A noisy strategy cannot be proved; it is measured in games against a random opponent
    instead.

    STRATEGY may be a program of yours as it is, FILE.py:NAME or FILE.py: how it takes the board and answers is found
    out, or said with --read. It may be a Gomocup engine, 'engine:./pbrain-other -flag', or a program that answers in
    JSON, 'pipe:node my_player.js', or a game that asks at the keyboard, 'console:./game': then it is assumed to be
    deterministic.

    Exit code 0 if none can lose, 1 if one can lose, 3 if none is known to lose and one is not proved: beyond
    --max-positions or --seconds, or measured.
    """
    programs.named(strategy)
    if settings.certificate is not None and len(strategy) != 1:
        raise click.UsageError("--certificate takes one STRATEGY")
    if strategy:
        players, game = players_of(strategy, game, programs, settings.seconds)
    else:
        players = instant_players(game)
        make_ready(players.values(), game)
    results, refusal = _results(players, bool(strategy), game, settings)

    def text() -> None:
        if len(results) == 1:
            report(game, *next(iter(results.items())))
        else:
            table(game, results)
        say_notes(players.values())

    documents = []
    if as_json:
        from noughts.results.codec import noted
        from noughts.results.proof import proof  # a tenth of the time of a short proof, which prints none

        documents = [noted(proof(game, players[spec].name, of), [players[spec]]) for spec, of in results.items()]
    if refusal:
        click.echo(f"noughts: {refusal}", err=True)
    answer(documents[0] if as_json and len(strategy) == 1 else documents, as_json, text, exit_code(results.values()))


def _results(players: _Players, named: bool, game: Game, settings: ProofOptions) -> tuple[dict[str, Findings], str]:
    """Return the findings about each strategy, and why no certificate was written where one was asked for."""
    with aside(), Ticker() as ticker:
        provers = {
            spec: prover(
                player,
                game,
                settings.terms(not named and settings.max_positions is None and not decides_batches(player, game)),
                _progress(ticker, player.name, game, settings.games),
            )
            for spec, player in players.items()
        }
        if settings.certificate is not None:
            from noughts.cli.certificates import certified

            [(spec, proving)] = provers.items()
            findings, refusal = certified(proving, settings.seats_of(proving.strategy, game), settings.certificate)
            return {spec: findings}, refusal
        return {
            spec: proving.findings(settings.seats_of(proving.strategy, game)) for spec, proving in provers.items()
        }, ""


def _progress(ticker: Ticker, name: str, game: Game, games: int) -> Report:
    """Return what shows the progress of one strategy; each seat has its own time."""
    begun: dict[Side, float] = {}

    def report(side: Side, progress: VerdictProgress) -> None:
        before = begun.setdefault(side, ticker.elapsed)

        def text(now: float) -> str:
            seconds = max(_LEAST, now - before)
            if isinstance(progress, int):
                left = f"{seconds * (games - progress) / progress:,.0f} s left"
                words = f"{progress:,} of {games:,} games, {progress / seconds:,.0f}/s, {left}"
            elif isinstance(progress, LineProgress):
                shortest = progress.shortest
                best = f"best estimate {progress.best:+,}" if shortest is None else f"a line of {shortest} plies"
                tried = f"{progress.games:,} games tried for a losing line, {progress.asked:,} positions asked"
                words = f"{tried}, ply {progress.plies}, {best}"
            elif progress.again:
                words = f"{progress.positions:,} positions, {progress.again:,} decisions asked for again"
            else:
                ply = f"ply {progress.ply} of {game.cells}, {progress.decided:,} positions of it decided"
                words = f"{ply}, {progress.positions:,} in all, {progress.positions / seconds:,.0f}/s"
            return f"{name} moving {side.seat}: {words}"

        ticker.show(text)

    return report
