"""`noughts regret`."""

from dataclasses import dataclass
from typing import Never

import click

from noughts.app.proofs import prover
from noughts.cli.boards import game_strip
from noughts.cli.common import StrategyParam, Ticker, answer, aside, game_option, say
from noughts.cli.exits import Exit
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options
from noughts.cli.players import players_of
from noughts.cli.tables import tables_option
from noughts.cli.verdict_options import repeat_setting, terms_within
from noughts.core.game import Game
from noughts.prove.regret import REGRET_POSITIONS, Regret
from noughts.solve.solver import exact_solver


@dataclass(frozen=True)
class RegretOptions:
    """The limits."""

    max_positions: int = option("Stop at once where the game may have more positions.", default=REGRET_POSITIONS)
    repeat: int = repeat_setting()
    seconds: float | None = option("Stop without an answer after this time.")


@click.command()
@click.argument("strategy", type=StrategyParam())
@game_option
@options(RegretOptions, "limits")
@program_options
@tables_option
@json_option
def regret(strategy: str, game: Game, limits: RegretOptions, programs: ProgramOptions, as_json: bool) -> Never:
    """Count the positions in which STRATEGY gives value away, of all positions of a game, for both sides.

    Its move is compared with the exact value of every move: a win that becomes a draw or a loss, a draw that becomes a
    loss. A move that still wins is not a mistake, however slow.

    Exit code 0 if it never gives value away, 1 if it does, 3 beyond --max-positions or --seconds.
    """
    players, game = players_of([strategy], game, programs, limits.seconds)
    [player] = players.values()
    with Ticker() as ticker, aside():

        def show(positions: int) -> None:
            ticker.show(lambda seconds: f"{player.name}: {positions:,} decisions, {positions / seconds:,.0f}/s")

        terms = terms_within(limits.seconds, repeat=limits.repeat)
        result = prover(player, game, terms).regret(exact_solver().truth, limits.max_positions, show)
    code = Exit.NO if result.kinds else Exit.ANSWERED
    answer(result, as_json, lambda: _report(result), code, [player])


def _report(result: Regret) -> None:
    """Print a strategy's regret, with a shortest line to each kind of mistake."""
    verdict = "CAN GIVE VALUE AWAY" if result.kinds else "never gives value away"
    say(click.style(f"{result.strategy} on {result.game}, against the truth: {verdict}", bold=True))
    say(f"  {result.positions:,} positions, {result.decisions:,} of them to decide")
    say(f"  asked again: {result.asked_again.in_words}")
    for kind, slip in result.kinds.items():
        move = result.game.name(slip.move)
        say(f"\n  {kind}: in {slip.count:,} decisions; a shortest line to one, the mistake is {move}:")
        say(game_strip(result.game, (*slip.line, slip.move), indent="    "))
