"""Players from a user's text: a strategy, `engine:COMMAND`, `pipe:COMMAND`; and the strategy that gives hints."""

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from noughts import jit
from noughts.cli.common import say
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.strategy import Strategy, supports
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.search.loading import PLAYER
from noughts.strategies import registry

if TYPE_CHECKING:
    from noughts.solve.oracle import FirstAnswer

# External players, PREFIX:COMMAND or PREFIX(option=value):COMMAND: the class, and its options as a user writes them.
_EXTERNAL = {
    "engine": ("noughts.protocol.client:EngineStrategy", {"seconds": "NUMBER", "keep": "game|process|nothing"}),
    "pipe": ("noughts.protocol.pipe:PipeStrategy", {"seconds": "NUMBER"}),
}
_PLAYER = re.compile(rf"\s*({'|'.join(_EXTERNAL)})\s*(?:\(([^()]*)\))?\s*:(.*)", re.DOTALL)
_HINT_SECONDS = 1  # for a hint before the compiled search is ready


def load_player(spec: str, keep: str = "game") -> Strategy:
    """Return the player that `spec` describes. Raises StrategyError, quoting the input.

    `engine:COMMAND` or `engine(seconds=2,keep=nothing):COMMAND` is a Gomocup engine, `pipe:COMMAND` or
    `pipe(seconds=2):COMMAND` a program that answers requests in JSON, anything else a strategy of the registry. `keep`
    is what an engine may remember, if its options do not say.
    """
    match = _PLAYER.fullmatch(spec)
    if match is None:
        return registry.load(spec)
    target, allowed = _EXTERNAL[match[1]]
    factory = registry.find(target)
    options: dict[str, Any] = {"keep": keep} if "keep" in allowed else {}
    for part in filter(None, map(str.strip, (match[2] or "").split(","))):
        name, equals, text = (word.strip() for word in part.partition("="))
        if not equals or name not in allowed:
            expected = " or ".join("=".join(option) for option in allowed.items())
            raise StrategyError(f"player {spec!r}: {part!r} is not an option, expected {expected}")
        options[name] = registry.value_of(spec, factory, name, text)
    return factory(command=match[3].strip(), **options)


def names(game: Game) -> list[str]:
    """Return the registered strategies that play a game."""
    return [name for name in registry.names() if _plays(name, game)]


def _plays(name: str, game: Game) -> bool:
    """Return whether a strategy loads and plays a game: an installed one may be broken."""
    try:
        return supports(registry.load(name), game)
    except NoughtsError:
        return False


def expert(game: Game) -> Strategy:
    """Return the substitute for a strategy that does not play the game."""
    return registry.load(registry.STAND_IN)


def adviser(position: Position) -> Strategy:
    """Return the strategy that gives a hint: perfect play if exact values are known at once, else the strongest."""
    from noughts.strategies.exact import Perfect

    try:
        known_values().values(position)
    except LimitExceeded:
        waits = not jit.ready(PLAYER)
        return registry.load(f"{registry.STRONGEST}:seconds={_HINT_SECONDS}" if waits else registry.STRONGEST)
    return Perfect.asking(known_values())


@cache
def known_values() -> "FirstAnswer":
    """Return the oracle of the exact values that are known without a search."""
    from noughts.solve.oracle import quick_oracle

    return quick_oracle()


def assumptions(players: Iterable[Strategy]) -> dict[str, str]:
    """Return the assumptions about external players under which a proof holds, as `assumed`; empty without any."""
    texts = dict.fromkeys(filter(None, (getattr(player, "assumes", "") for player in players)))
    return {"assumed": "; ".join(texts)} if texts else {}


def say_assumptions(players: Iterable[Strategy]) -> None:
    """Print the assumptions, in a line."""
    for name, text in assumptions(players).items():
        say(f"{name}: {text}")
