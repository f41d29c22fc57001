"""`noughts prove STRATEGY --against-truth`."""

import click

from noughts.app.player_notes import notes
from noughts.cli.boards import game_strip
from noughts.cli.common import Ticker, aside, emit, say
from noughts.cli.exits import Exit
from noughts.cli.players import say_notes
from noughts.core.game import Game
from noughts.core.strategy import Strategy
from noughts.prove.regret import REGRET_POSITIONS, Regret, regret
from noughts.results.proof import regret as regret_document
from noughts.solve.oracle import exact_oracle


def against_the_truth(strategy: Strategy, game: Game, max_positions: int | None, as_json: bool) -> Exit:
    """Print where a strategy gives value away; return the exit code: NO if it does anywhere, else ANSWERED."""
    with Ticker() as ticker, aside():

        def show(positions: int) -> None:
            ticker.show(lambda seconds: f"{strategy.name}: {positions:,} positions, {positions / seconds:,.0f}/s")

        found = regret(
            strategy, game, exact_oracle().values, max_positions=max_positions or REGRET_POSITIONS, progress=show
        )
    if as_json:
        emit(regret_document(found) | notes([strategy]))
    else:
        _report(found)
        say_notes([strategy])
    return Exit.NO if found.slips else Exit.ANSWERED


def _report(found: Regret) -> None:
    """Print a strategy's regret, with a shortest line to each kind of mistake."""
    verdict = "CAN GIVE VALUE AWAY" if found.slips else "never gives value away"
    say(click.style(f"{found.strategy} on {found.game}, against the truth: {verdict}", bold=True))
    say(f"  {found.positions:,} positions, {found.decisions:,} of them to decide")
    for kind, slip in found.slips.items():
        move = found.game.name(slip.move)
        say(f"\n  {kind}: in {slip.count:,} decisions; a shortest line to one, the mistake is {move}:")
        say(game_strip(found.game, (*slip.line, slip.move), indent="    "))
