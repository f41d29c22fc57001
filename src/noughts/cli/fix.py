"""`noughts prove STRATEGY --fix`."""

from collections.abc import Sequence
from typing import Never

import click

from noughts.app.fixes import fixed
from noughts.app.player_notes import with_notes
from noughts.cli.boards import side_by_side
from noughts.cli.clock import time_left
from noughts.cli.common import Ticker, answer, aside, say
from noughts.cli.exits import Exit
from noughts.cli.players import say_notes
from noughts.cli.proof_report import counts
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.player import Player
from noughts.core.position import Side
from noughts.prove import Proof
from noughts.prove.fix import Fix, Override
from noughts.prove.least import LeastProgress
from noughts.prove.seated import MAX_CLASSES
from noughts.results import fix as documents
from noughts.results.fix import Mended


def mend(
    strategy: Player, game: Game, sides: Sequence[Side], max_positions: int | None, seconds: float, as_json: bool
) -> Never:
    """Print the fewest exceptions with which a strategy never loses, and the proof with them, and exit.

    The code is ANSWERED where no list is shorter, UNKNOWN where that is not proved in time, NO where every strategy can
    lose.
    """
    with Ticker() as ticker, aside():

        def show(progress: LeastProgress) -> None:
            ticker.show(lambda _: f"at least {progress.at_least} exceptions; {progress.nodes:,} nodes")

        limit = max_positions or MAX_CLASSES
        mended = {side: fixed(strategy, game, side, limit, Budget(seconds=time_left(seconds)), show) for side in sides}

    def text() -> None:
        for side, seat in mended.items():
            _report(strategy, game, side, seat)
        say_notes([strategy])

    answer(with_notes(documents.fix(strategy.name, game, mended), [strategy]), as_json, text, _exit_code(mended))


def _exit_code(mended: Mended) -> Exit:
    seats = [*mended.values()]
    if any(seat is None or not seat[1].never_loses for seat in seats):
        return Exit.NO
    return Exit.ANSWERED if all(seat and seat[0].is_smallest for seat in seats) else Exit.UNKNOWN


def _report(strategy: Player, game: Game, side: Side, seat: tuple[Fix, Proof] | None) -> None:
    title = f"{strategy.name} on {game}, moving {side.seat}"
    if seat is None:
        say(click.style(f"{title}: no exceptions help, every strategy can lose\n", bold=True))
        return
    found, proof = seat
    count = len(found.overrides)
    needed = "no exception is" if not count else "1 exception is" if count == 1 else f"{count} exceptions are"
    say(click.style(f"{title}: {needed} {'needed' if found.is_smallest else 'enough'}", bold=True))
    if not found.is_smallest:
        say(f"  at least {found.at_least} are needed; whether so few are enough is not known")
    also = "" if not count else " with it" if count == 1 else " with them"
    say(f"  {proof.verdict}{also}: distinct games {counts(proof.games)}")
    if count:
        say("  each stands for all images of its position: turned, mirrored\n")
        say(side_by_side([_block(override) for override in found.overrides], indent="  "))
    say()


def _block(override: Override) -> list[str]:
    position, game = override.position, override.position.game
    others = [game.name(move) for move in override.instead_of if move != override.move]
    instead = " or ".join(others) if len(others) <= 2 else f"any of {len(others)}"
    return [
        f"{position.side} {game.name(override.move)}, not {instead}",
        *diagram(position, [override.move]).splitlines(),
    ]
