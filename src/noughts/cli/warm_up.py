"""`noughts warm-up`, and the wait for compiled code that some commands need."""

from collections.abc import Iterable

import click

from noughts import jit
from noughts.cli.common import Ticker, say
from noughts.core.game import Game
from noughts.core.strategy import Strategy, kernels_of, require_compiler
from noughts.extras import require_extra

# What is compiled, in the words of the progress line.
_KERNELS = {
    "noughts.search.player": "the search for a good move",
    "noughts.solve.weak.weak_solver:1:2": "the search of the weak game, up to 64 cells",
    "noughts.solve.weak.proof.breaker_strategy:1:2": "the proofs of the weak game, up to 64 cells",
    "noughts.solve.weak.weak_solver:2:2": "the search of the weak game, up to 128 cells",
    "noughts.solve.weak.proof.breaker_strategy:2:2": "the proofs of the weak game, up to 128 cells",
    "noughts.solve.weak.weak_solver:2:4": "the search of the weak game, up to 128 cells and 256 lines",
    "noughts.solve.weak.proof.breaker_strategy:2:4": "the proofs of the weak game, up to 128 cells and 256 lines",
    "noughts.solve.strong.strong_search:1": "the search for exact values, up to 64 cells",
    "noughts.solve.strong.strong_search:2": "the search for exact values, up to 128 cells",
    "noughts.solve.strong.strong_search:4": "the search for exact values, up to 256 cells",
    "noughts.solve.strong.strategy_steps:1": "the strategies of the game as played, up to 64 cells",
    "noughts.solve.strong.strategy_steps:2": "the strategies of the game as played, up to 128 cells",
    "noughts.solve.strong.strategy_steps:4": "the strategies of the game as played, up to 256 cells",
    "noughts.solve.tables.retrograde": "the tables",
}


@click.command("warm-up")
def warm_up() -> None:
    """Compile everything ahead, into the user's cache: for images, classrooms, and a first long search at full speed.

    No command needs it: until compiled code is there, plain Python answers, and a child process compiles meanwhile.
    """
    require_extra("fast", "compiled code")
    new = [module for module in _KERNELS if not jit.ready(module)]
    compiled(new)
    if missing := [_KERNELS[module] for module in new if not jit.ready(module)]:
        raise click.ClickException(f"the cache cannot be written: each run compiles {', '.join(missing)} again")
    say("everything is compiled" if new else "everything was compiled already")


def compiled(modules: Iterable[str]) -> None:
    """Wait until the kernels of some modules are compiled; a line on the terminal says so."""
    with Ticker() as ticker:
        for module in modules:
            words = f"compiling {_KERNELS[module]}, once on this machine"
            jit.wait(module, lambda words=words: ticker.show(lambda seconds: f"{words}: {seconds:.0f} s"))  # type: ignore[misc]


def compiled_for(players: Iterable[Strategy], game: Game) -> None:
    """Wait for the compiled code that the decisions of some players need on the boards of a game.

    Raises MissingExtraError where there is no compiler, for a player that cannot do without.
    """
    needed = dict[str, None]()
    for player in players:
        require_compiler(player, game)
        needed |= dict.fromkeys(kernels_of(player, game))
    compiled(needed)
