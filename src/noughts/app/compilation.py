"""The compiled code that a command or a player needs."""

from collections.abc import Callable, Iterable

from noughts import jit
from noughts.core.game import Game
from noughts.players.player import Player, require_compiler

# What the compiled modules are for.
KERNELS = {
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
    "noughts.solve.gravity.gravity_search:1": "the search where stones fall, up to 64 bits",
    "noughts.solve.gravity.gravity_search:2": "the search where stones fall, up to 128 bits",
    "noughts.solve.tables.retrograde": "the tables",
}


def missing_kernels() -> list[str]:
    """Return the modules whose kernels are not compiled yet."""
    return [module for module in KERNELS if not jit.ready(module)]


def wait_for_kernels(modules: Iterable[str], progress: Callable[[str], None]) -> None:
    """Wait until the kernels of some modules are compiled; `progress` is called meanwhile, with what they are for."""
    jit.wait(modules, lambda at_work: progress(", ".join(KERNELS.get(module, module) for module in at_work)))


def kernels_for(players: Iterable[Player], game: Game) -> list[str]:
    """Return the modules whose kernels the decisions of some players need on the boards of a game.

    Raises MissingExtraError where there is no compiler, for a player that needs one.
    """
    needed = dict[str, None]()
    for player in players:
        require_compiler(player, game)
        needed |= dict.fromkeys(player.kernels(game))
    return list(needed)
