"""`noughts prove`."""

from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Never

import click

from noughts.app.player_notes import with_notes
from noughts.app.players import Loader, is_own, with_reading
from noughts.app.proofs import LINE_SECONDS, SMALL, Far, Findings, ProofTerms, Prover
from noughts.app.strategy_list import instant_players
from noughts.cli.clock import time_left
from noughts.cli.common import (
    Count,
    FileParam,
    Seconds,
    StrategyParam,
    Ticker,
    answer,
    aside,
    game_option,
    json_option,
)
from noughts.cli.executor import executor_settings, workers_of
from noughts.cli.options import ProgramOptions, is_given, option, options, traceback_option
from noughts.cli.players import say_notes
from noughts.cli.proof_report import exit_code, report, table
from noughts.cli.tables import tables_option
from noughts.cli.warm_up import compiled_for
from noughts.core.game import Game
from noughts.core.player import Player, has_batch_form, require_support, supports
from noughts.core.position import SEATS, Side
from noughts.errors import LimitExceeded
from noughts.prove import ProofProgress
from noughts.prove.line_search import LineProgress
from noughts.prove.prover import MAX_POSITIONS
from noughts.prove.repeat import SAMPLE

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool
    from noughts.prove.workers import Workers
    from noughts.results.proof import SeatsDocument

_SIZES = ("4,4,4", "5,5,5", "15,15,5")  # that a program may play if it does not play 3,3,3
_FIX = 60.0  # seconds for the proof that no list of exceptions is shorter
_SLOW = 200_000  # positions, for a row of the table of all strategies that has no batch form: half a minute at most

_TABLE_LINE_SECONDS = 2.0  # for a losing line, in each seat, in the table of all strategies
_LEAST = 1e-3  # seconds, for a speed

_Players = dict[str, Player]


@dataclass(frozen=True)
class ProofOptions:
    """What is asked of the strategies, and the limits."""

    seat: str = option(
        "--seat", type=click.Choice(list(SEATS)), default="both", show_default=True, help="Who moves first."
    )
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
    repeat: int = option(
        "--repeat",
        type=Count(min=1),
        default=1,
        show_default=True,
        help=f"How often each decision is asked for again, in another order ({SAMPLE:,} of them in a large walk).",
    )
    seed: int = option("--seed", type=int, default=0, show_default=True, help="Seed of the random numbers.")
    against_truth: bool = option("--against-truth", is_flag=True, help="Show where STRATEGY gives value away.")
    fix: bool = option("--fix", is_flag=True, help="Find the fewest exceptions with which STRATEGY never loses.")
    count: bool = option(
        "--count",
        is_flag=True,
        help=f"Walk all games on any board, and count them.  [default: up to {SMALL} cells, or if it takes a second]",
    )
    shortest: bool = option(
        "--shortest", is_flag=True, help="Look for a shorter losing line, until all shorter games are tried."
    )
    seconds: float | None = option(
        "--seconds",
        type=Seconds(),
        help="Stop without a verdict after this time; with --fix, time for the proof that no list is shorter."
        f"  [default: none, but {LINE_SECONDS:g} in each seat for a losing line; with --fix 60]",
    )
    certificate: Path | None = option(
        "--certificate",
        type=FileParam(),
        metavar="FILE",
        help="Write a proof that `noughts check` can check, if it never loses. A name in .gz is compressed.",
    )
    workers: int | None = option(
        "--workers",
        type=Count(min=1),
        metavar="N",
        help="Processes that make the decisions of wide plies.  [default: 1, this one]",
    )
    executor: str | None = option("--executor", **executor_settings("Make these decisions"))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the seats that are asked about."""
        return SEATS[self.seat]

    @property
    def one_strategy(self) -> str | None:
        """The option that takes one strategy, if one is given."""
        given = (self.against_truth, "--against-truth"), (self.fix, "--fix"), (self.certificate, "--certificate")
        return next((name for value, name in given if value), None)

    def terms(self, slow: bool) -> ProofTerms:
        """Return the limits of a proof; `slow`: of a strategy in the table of all that has no batch form."""
        whole = inf if self.seconds is None else self.seconds
        return ProofTerms(
            positions=_SLOW if slow else self.max_positions or MAX_POSITIONS,
            hint=" (--max-positions raises it)",
            count_hint=" (--count walks all games)",
            seconds=whole,
            end=inf if self.seconds is None else monotonic() + time_left(self.seconds),
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
@options(ProgramOptions, "programs")
@traceback_option
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

    With --fix: the exceptions (a position, and a move for it and all its images) that make STRATEGY one that never
    loses, and the proof with them. Exit code 3 where --seconds ended before the proof that no list is shorter.

    Exit code 0 if none can lose, 1 if one can lose, 3 if none is known to lose and one is not proved: beyond
    --max-positions or --seconds, or measured.
    """
    if programs.read is not None and len(strategy) != 1:
        raise click.UsageError("--read takes one STRATEGY")
    if (asked.against_truth or asked.fix) and (asked.workers or asked.executor):
        raise click.UsageError("--workers and --executor are for the proof alone")
    players, game = _players(strategy, game, programs)
    if asked.one_strategy and len(strategy) != 1:
        raise click.UsageError(f"{asked.one_strategy} takes one STRATEGY")
    if asked.against_truth:
        from noughts.cli.regret import against_the_truth

        [player] = players.values()
        against_the_truth(player, game, asked.max_positions, as_json)
    if asked.fix:
        from noughts.cli.fix import mend

        [player] = players.values()
        seconds = _FIX if asked.seconds is None else asked.seconds
        mend(player, game, asked.sides, asked.max_positions, seconds, as_json)
    results, refusal = _results(players, bool(strategy), game, asked, programs.loader)

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


def _documents(game: Game, players: _Players, results: dict[str, Findings]) -> list["SeatsDocument"]:
    """Return the document of each strategy."""
    from noughts.results.proof import proof  # a tenth of the time of a short proof, which prints none

    return [with_notes(proof(game, players[spec].name, found), [players[spec]]) for spec, found in results.items()]


def _players(strategy: tuple[str, ...], game: Game, programs: ProgramOptions) -> tuple[_Players, Game]:
    """Return the strategies by their texts, ready to be asked, and the game.

    Without a text they are the shipped ones that answer at once. Where no game was named, it is the one that a program
    plays.
    """
    specs = [with_reading(spec, programs.read) for spec in strategy]
    with aside():
        players = {spec: programs.loader(spec) for spec in specs}
        players = players or instant_players(game)
        if len(specs) == 1 and not is_given("game") and is_own(*specs):
            [program] = players.values()
            game = _game_of(program, game)
        for player in players.values():
            require_support(player, game)
        compiled_for(players.values(), game)
    return players, game


def _game_of(program: Player, game: Game) -> Game:
    """Return the game that a program plays, if it surely plays another one only; else the game."""
    others = () if supports(program, game) else map(Game.from_text, _SIZES)
    return next((other for other in others if _surely_plays(program, other)), game)


def _surely_plays(program: Player, game: Game) -> bool:
    try:
        return supports(program, game) and program.notes.inferred.startswith("sure")
    except LimitExceeded:
        return False


def _results(
    players: _Players, named: bool, game: Game, asked: ProofOptions, load: Loader
) -> tuple[dict[str, Findings], str]:
    """Return the findings about each strategy, and why no certificate was written where one was asked for."""
    with aside(), Ticker() as ticker, workers_of(asked.executor, asked.workers or 1) as pool:
        provers = {
            spec: Prover(
                player,
                game,
                asked.terms(not named and asked.max_positions is None and not has_batch_form(player)),
                _Progress(ticker, player.name, game, asked.games),
                _workers(pool, spec, load),
            )
            for spec, player in players.items()
        }
        if asked.certificate is not None:
            from noughts.app.certificates import certified

            [(spec, prover)] = provers.items()
            findings, refusal = certified(prover, asked.sides, asked.certificate)
            return {spec: findings}, refusal
        return {spec: {side: prover.finding(side) for side in asked.sides} for spec, prover in provers.items()}, ""


def _workers(pool: "WorkerPool | None", spec: str, load: Loader) -> "Workers | None":
    if pool is None:
        return None
    from noughts.prove.workers import Workers

    return Workers(pool, load, spec)


@dataclass(frozen=True)
class _Progress:
    """The progress line of one strategy; each seat has its own time."""

    ticker: Ticker
    name: str
    game: Game
    games: int
    begun: dict[Side, float] = field(default_factory=dict)

    def __call__(self, side: Side, far: Far) -> None:
        before = self.begun.setdefault(side, self.ticker.elapsed)

        def text(now: float) -> str:
            return f"{self.name} moving {side.seat}: {self._in_words(far, max(_LEAST, now - before))}"

        self.ticker.show(text)

    def _in_words(self, far: Far, seconds: float) -> str:
        if isinstance(far, int):
            return self._played(far, seconds)
        return _searched(far) if isinstance(far, LineProgress) else self._proved(far, seconds)

    def _proved(self, far: ProofProgress, seconds: float) -> str:
        if far.again:
            return f"{far.positions:,} positions, {far.again:,} decisions asked for again"
        speed = far.positions / seconds
        ply = f"ply {far.ply} of {self.game.cells}, {far.decided:,} positions of it decided"
        return f"{ply}, {far.positions:,} in all, {speed:,.0f}/s"

    def _played(self, played: int, seconds: float) -> str:
        left = seconds * (self.games - played) / played
        return f"{played:,} of {self.games:,} games, {played / seconds:,.0f}/s, {left:,.0f} s left"


def _searched(far: LineProgress) -> str:
    best = f"best estimate {far.best:+,}" if far.shortest is None else f"a line of {far.shortest} plies"
    return f"{far.games:,} games tried for a losing line, {far.asked:,} positions asked, ply {far.plies}, {best}"
