"""What a user is told of each registered strategy."""

import inspect

from noughts.core.game import Game
from noughts.core.player import supports
from noughts.errors import NoughtsError
from noughts.programs.loading import specs
from noughts.results.strategies import ListedOption, StrategyEntry
from noughts.strategies import registry
from noughts.strategies.strategy_options import written

# A strategy that plays all of these is listed as playing any game.
_SAMPLES = [Game(3, 3, 3), Game(4, 3, 3), Game(4, 4, 4), Game(1, 1, 1), Game(15, 15, 5), Game(26, 26, 26)]


def describe(name: str) -> StrategyEntry:
    """Return the description of a strategy; for an installed one that is broken, its error."""
    try:
        factory, strategy = registry.find(name), registry.load(name)
        plays = [str(game) for game in _SAMPLES if supports(strategy, game)]
    except NoughtsError as error:
        return StrategyEntry(name, what=f"broken: {error}", origin="", plays="", options={})
    return StrategyEntry(
        name,
        what=(inspect.getdoc(factory) or "").split("\n\n")[0].replace("\n", " "),
        origin=getattr(factory, "origin", ""),
        plays="any m,n,k" if len(plays) == len(_SAMPLES) else "; ".join(plays),
        options={
            option: ListedOption(written(default), choices)
            for option, (default, choices) in specs.options_of(factory).items()
        },
    )
