"""`noughts fix`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Never

import click

from noughts.app.proofs import prover
from noughts.cli.boards import side_by_side
from noughts.cli.clock import time_left
from noughts.cli.common import StrategyParam, Ticker, answer, aside, game_option, say
from noughts.cli.exits import Exit
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options
from noughts.cli.players import players_of
from noughts.cli.proof_report import counts
from noughts.cli.verdict_options import repeat_setting, seats_setting, terms_within
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.position import SEATS
from noughts.prove.fix import Fix, Override
from noughts.prove.least import LeastProgress
from noughts.prove.seated import MAX_CLASSES
from noughts.results.proof import FixedSeats

_SECONDS = 60.0


@dataclass(frozen=True)
class FixOptions:
    """What is asked of the strategy, and the limits."""

    seat: str = seats_setting()
    max_positions: int = option("Stop without an answer where more positions may need a decision.", default=MAX_CLASSES)
    repeat: int = repeat_setting()
    seconds: float | None = option(
        f"Stop after this time.  [default: none, but {_SECONDS:g} for the proof that no list is shorter]"
    )

    def budget(self, seats: int) -> Callable[[], Budget]:
        """Return the budget of the search in a seat, as it is when the search begins.

        `seats`: how many share the time from now on. The proof gets as much time as the decisions have taken.
        """
        if self.seconds is None:
            return lambda: Budget(seconds=_SECONDS)
        began = monotonic()
        end = began + time_left(self.seconds) / seats

        def left() -> Budget:
            now = monotonic()
            return Budget(seconds=max(0.0, end - now - (now - began)))

        return left


@click.command()
@click.argument("strategy", type=StrategyParam())
@game_option
@options(FixOptions, "settings")
@program_options
@json_option
def fix(strategy: str, game: Game, settings: FixOptions, programs: ProgramOptions, as_json: bool) -> Never:
    """Find the fewest exceptions with which STRATEGY never loses, and prove it with them.

    An exception is a position, and a move for it and all its images: turned, mirrored.

    Exit code 0 where no shorter list is enough, 1 where every strategy can lose, 3 where --seconds ended before an
    answer, or before the proof that no list is shorter.
    """
    players, game = players_of([strategy], game, programs, settings.seconds)
    [player] = players.values()
    proving, sides = prover(player, game, terms_within(settings.seconds, repeat=settings.repeat)), SEATS[settings.seat]
    with Ticker() as ticker, aside():

        def asked_for(decisions: int) -> None:
            ticker.show(lambda _: f"{decisions:,} decisions asked for")

        def searched(progress: LeastProgress) -> None:
            ticker.show(lambda _: f"at least {progress.at_least} exceptions; {progress.nodes:,} nodes")

        fixed = {
            side: proving.fixed(
                side,
                settings.max_positions,
                settings.budget(len(sides) - number),
                asked_for,
                searched,
            )
            for number, side in enumerate(sides)
        }

    def report() -> None:
        for side, fix in fixed.items():
            _report_seat(f"{player.name} on {game}, moving {side.seat}", fix)

    document = FixedSeats(player.name, game, {side.seat: fix for side, fix in fixed.items()})
    answer(document, as_json, report, _exit_code([*fixed.values()]), [player])


def _exit_code(fixes: Sequence[Fix | None]) -> Exit:
    known = [fix for fix in fixes if fix is not None and fix.games is not None and not fix.games.loss]
    if len(known) < len(fixes):
        return Exit.NO
    return Exit.ANSWERED if all(fix.is_smallest for fix in known) else Exit.UNKNOWN


def _report_seat(title: str, result: Fix | None) -> None:
    if result is None or result.games is None:
        say(click.style(f"{title}: no exceptions help, every strategy can lose\n", bold=True))
        return
    count = len(result.exceptions)
    needed = "no exception is" if not count else "1 exception is" if count == 1 else f"{count} exceptions are"
    say(click.style(f"{title}: {needed} {'needed' if result.is_smallest else 'enough'}", bold=True))
    if not result.is_smallest:
        say(f"  at least {result.at_least} are needed; whether so few are enough is not known")
    also = "" if not count else " with it" if count == 1 else " with them"
    say(f"  {result.verdict}{also}: distinct games {counts(result.games)}")
    say(f"  asked again: {result.asked_again.in_words}")
    if count:
        say("  each stands for all images of its position: turned, mirrored")
        if any(len(override.images) > 1 for override in result.exceptions):
            say("  a position that is an image of itself is shown with all its images, each with its own move")
        say()
        say(side_by_side([block for override in result.exceptions for block in _blocks(override)], indent="  "))
    say()


def _blocks(override: Override) -> list[list[str]]:
    """Return an exception as it is printed: its position, or each image of it where they differ."""
    game, side = override.position.game, override.position.side
    others = [game.name(move) for move in override.instead_of if move != override.move]
    instead = f", not {' or '.join(others) if len(others) <= 2 else f'any of {len(others)}'}"
    blocks = []
    for position, move in override.images:
        title = f"{side} {game.name(move)}{instead if position == override.position else ''}"
        blocks.append([title, *diagram(position, [move]).splitlines()])
    return blocks
