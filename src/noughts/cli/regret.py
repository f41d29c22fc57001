"""`noughts prove STRATEGY --against-truth`."""

from typing import Never

import click

from noughts.app.against_truth import value_given_away
from noughts.app.player_notes import with_notes
from noughts.cli.boards import game_strip
from noughts.cli.common import Ticker, answer, aside, say
from noughts.cli.exits import Exit
from noughts.cli.players import say_notes
from noughts.core.game import Game
from noughts.core.player import Player
from noughts.prove.regret import Regret
from noughts.results import regret as documents


def against_the_truth(strategy: Player, game: Game, max_positions: int | None, as_json: bool) -> Never:
    """Print where a strategy gives value away, and exit: with NO if it does anywhere, else with ANSWERED."""
    with Ticker() as ticker, aside():

        def show(positions: int) -> None:
            ticker.show(lambda seconds: f"{strategy.name}: {positions:,} positions, {positions / seconds:,.0f}/s")

        found = value_given_away(strategy, game, max_positions, show)

    def text() -> None:
        _report(found)
        say_notes([strategy])

    code = Exit.NO if found.slips else Exit.ANSWERED
    answer(with_notes(documents.regret(found), [strategy]), as_json, text, code)


def _report(found: Regret) -> None:
    """Print a strategy's regret, with a shortest line to each kind of mistake."""
    verdict = "CAN GIVE VALUE AWAY" if found.slips else "never gives value away"
    say(click.style(f"{found.strategy} on {found.game}, against the truth: {verdict}", bold=True))
    say(f"  {found.positions:,} positions, {found.decisions:,} of them to decide")
    for kind, slip in found.slips.items():
        move = found.game.name(slip.move)
        say(f"\n  {kind}: in {slip.count:,} decisions; a shortest line to one, the mistake is {move}:")
        say(game_strip(found.game, (*slip.line, slip.move), indent="    "))
