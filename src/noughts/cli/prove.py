"""`noughts prove`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Never

import click

from noughts.app.proofs import Findings, prover
from noughts.cli.common import Count, FileParam, Seconds, StrategyParam, Ticker, answer, aside, game_option, say_notes
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options
from noughts.cli.players import make_ready, players_of
from noughts.cli.proof_report import exit_code, report, table
from noughts.cli.tables import tables_option
from noughts.cli.verdict_options import repeat_setting, seats_setting, terms_within
from noughts.core.game import Game
from noughts.core.position import SEATS, Side
from noughts.players.player import Player, decides_batches
from noughts.prove import ProofProgress
from noughts.prove.line_search import LineProgress
from noughts.prove.prover import MAX_POSITIONS
from noughts.prove.terms import LINE_SECONDS, ProofTerms
from noughts.prove.verdict import SMALL, VerdictProgress
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
        "--max-positions",
        type=Count(min=1),
        help=f"Stop without a verdict beyond this many positions in a seat.  [default: {MAX_POSITIONS}]",
    )
    games: int = option(
        "--games",
        type=Count(min=1),
        default=1000,
        show_default=True,
        help="How many games measure a noisy strategy in a seat.",
    )
    repeat: int = repeat_setting()
    seed: int = option("--seed", type=int, default=0, show_default=True, help="Seed of the random numbers.")
    count: bool = option(
        "--count",
        is_flag=True,
        help=f"Walk all games on any board, and count them.  [default: up to {SMALL} cells, or if it takes seconds]",
    )
    shortest: bool = option(
        "--shortest", is_flag=True, help="Look for a shorter losing line, until all shorter games are tried."
    )
    seconds: float | None = option(
        "--seconds",
        type=Seconds(),
        help="Stop without a verdict after this time.  [default: none, but of processor time"
        f" {LINE_SECONDS:g} s in each seat for a losing line]",
    )
    certificate: Path | None = option(
        "--certificate",
        type=FileParam(),
        metavar="FILE",
        help="Write a proof that `noughts check` can check, if it never loses. A name in .gz is compressed.",
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
            line_seconds=_TABLE_LINE_SECONDS if slow else self._line_seconds,
            shortest=self.shortest,
        )

    @property
    def _line_seconds(self) -> float:
        """The seconds for a losing line in each seat."""
        return LINE_SECONDS if self.seconds is None else self.seconds / len(self.sides)


@click.command()
@click.argument("strategy", nargs=-1, type=StrategyParam())
@game_option
@options(ProofOptions, "asked")
@program_options
@tables_option
@json_option
def prove(strategy: tuple[str, ...], game: Game, asked: ProofOptions, programs: ProgramOptions, as_json: bool) -> Never:
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
    if asked.certificate is not None and len(strategy) != 1:
        raise click.UsageError("--certificate takes one STRATEGY")
    if strategy:
        players, game = players_of(strategy, game, programs, asked.seconds)
    else:
        players = instant_players(game)
        make_ready(players.values(), game)
    results, refusal = _results(players, bool(strategy), game, asked)

    def text() -> None:
        if len(results) == 1:
            report(game, *next(iter(results.items())))
        else:
            table(game, results)
        say_notes(players.values())

    documents = _documents(game, players, results) if as_json else []
    if refusal:
        click.echo(f"noughts: {refusal}", err=True)
    answer(documents[0] if as_json and len(strategy) == 1 else documents, as_json, text, exit_code(results.values()))


def _documents(game: Game, players: _Players, results: dict[str, Findings]) -> list[Any]:
    """Return the document of each strategy."""
    from noughts.results.codec import noted
    from noughts.results.proof import proof  # a tenth of the time of a short proof, which prints none

    return [noted(proof(game, players[spec].name, found), [players[spec]]) for spec, found in results.items()]


def _results(players: _Players, named: bool, game: Game, asked: ProofOptions) -> tuple[dict[str, Findings], str]:
    """Return the findings about each strategy, and why no certificate was written where one was asked for."""
    with aside(), Ticker() as ticker:
        provers = {
            spec: prover(
                player,
                game,
                asked.terms(not named and asked.max_positions is None and not decides_batches(player, game)),
                _Progress(ticker, player.name, game, asked.games),
            )
            for spec, player in players.items()
        }
        if asked.certificate is not None:
            from noughts.cli.certificates import certified

            [(spec, proving)] = provers.items()
            findings, refusal = certified(proving, asked.seats_of(proving.strategy, game), asked.certificate)
            return {spec: findings}, refusal
        return {
            spec: {side: proving.finding(side) for side in asked.seats_of(proving.strategy, game)}
            for spec, proving in provers.items()
        }, ""


@dataclass(frozen=True)
class _Progress:
    """The progress line of one strategy; each seat has its own time."""

    ticker: Ticker
    name: str
    game: Game
    games: int
    begun: dict[Side, float] = field(default_factory=dict)

    def __call__(self, side: Side, progress: VerdictProgress) -> None:
        before = self.begun.setdefault(side, self.ticker.elapsed)

        def text(now: float) -> str:
            return f"{self.name} moving {side.seat}: {self._in_words(progress, max(_LEAST, now - before))}"

        self.ticker.show(text)

    def _in_words(self, progress: VerdictProgress, seconds: float) -> str:
        if isinstance(progress, int):
            return self._played(progress, seconds)
        return _searched(progress) if isinstance(progress, LineProgress) else self._proved(progress, seconds)

    def _proved(self, progress: ProofProgress, seconds: float) -> str:
        if progress.again:
            return f"{progress.positions:,} positions, {progress.again:,} decisions asked for again"
        speed = progress.positions / seconds
        ply = f"ply {progress.ply} of {self.game.cells}, {progress.decided:,} positions of it decided"
        return f"{ply}, {progress.positions:,} in all, {speed:,.0f}/s"

    def _played(self, played: int, seconds: float) -> str:
        left = seconds * (self.games - played) / played
        return f"{played:,} of {self.games:,} games, {played / seconds:,.0f}/s, {left:,.0f} s left"


def _searched(progress: LineProgress) -> str:
    best = f"best estimate {progress.best:+,}" if progress.shortest is None else f"a line of {progress.shortest} plies"
    tried = f"{progress.games:,} games tried for a losing line, {progress.asked:,} positions asked"
    return f"{tried}, ply {progress.plies}, {best}"
