"""What a user is told of each registered strategy."""

import inspect
from collections.abc import Callable

from noughts.core.game import Game
from noughts.errors import NoughtsError
from noughts.players.player import supports
from noughts.programs import specs
from noughts.results.strategies import ListedOption, StrategyEntry
from noughts.strategies import registry
from noughts.strategies.strategy_options import written
from noughts.words import Said

# A strategy that plays all of these is listed as playing any game.
_SAMPLES = [Game(3, 3, 3), Game(4, 3, 3), Game(4, 4, 4), Game(1, 1, 1), Game(15, 15, 5), Game(26, 26, 26)]


def about(name: str, factory: Callable[..., object]) -> str:
    """Return in a sentence what a strategy does; of an installed one the first paragraph of its own text."""
    if name in registry.SHIPPED:
        return str(Said(f"strategy.{name}"))
    return (inspect.getdoc(factory) or "").split("\n\n")[0].replace("\n", " ")


def describe(name: str) -> StrategyEntry:
    """Return the description of a strategy; for an installed one that is broken, its error."""
    try:
        factory, strategy = registry.find(name), registry.load(name)
        plays = [str(game) for game in _SAMPLES if supports(strategy, game)]
    except NoughtsError as error:
        return StrategyEntry(name, what=f"broken: {error}", origin="", plays="", options={})
    return StrategyEntry(
        name,
        what=about(name, factory),
        origin=getattr(factory, "origin", ""),
        plays="any m,n,k" if len(plays) == len(_SAMPLES) else "; ".join(plays),
        options={
            option: ListedOption(written(default), choices)
            for option, (default, choices) in specs.options_of(factory).items()
        },
    )
