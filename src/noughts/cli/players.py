"""Who plays, by what a user writes: a strategy, or an engine as `engine:COMMAND`."""

import re
from collections.abc import Iterable
from typing import Any

from noughts.cli.common import say
from noughts.core.strategy import Strategy
from noughts.errors import StrategyError
from noughts.strategies import registry

_ENGINE = re.compile(r"\s*engine\s*(?:\(([^()]*)\))?\s*:(.*)", re.DOTALL)
EXPECTED = "seconds=NUMBER or keep=game|process|nothing"


def load_player(spec: str, keep: str = "game") -> Strategy:
    """Return the player that `spec` describes. Raises StrategyError, quoting the input.

    `engine:COMMAND` or `engine(seconds=2,keep=nothing):COMMAND` is a Gomocup engine, anything else a strategy of the
    registry. `keep` is what an engine may remember, where its options do not say.
    """
    match = _ENGINE.fullmatch(spec)
    if match is None:
        return registry.load(spec)
    from noughts.protocol.client import EngineStrategy

    options: dict[str, Any] = {"keep": keep}
    for part in filter(None, map(str.strip, (match[1] or "").split(","))):
        name, equals, text = (word.strip() for word in part.partition("="))
        if not equals or name not in ("seconds", "keep"):
            raise StrategyError(f"player {spec!r}: {part!r} is no option, expected {EXPECTED}")
        options[name] = registry.value_of(spec, EngineStrategy, name, text)
    return EngineStrategy(match[2].strip(), **options)


def assumptions(players: Iterable[Strategy]) -> dict[str, str]:
    """Return what has to be assumed of players that are no code of ours, for a proof to hold: nothing, or `assumed`."""
    texts = dict.fromkeys(filter(None, (getattr(player, "assumes", "") for player in players)))
    return {"assumed": "; ".join(texts)} if texts else {}


def say_assumptions(players: Iterable[Strategy]) -> None:
    """Print what has to be assumed, in a line."""
    for name, text in assumptions(players).items():
        say(f"{name}: {text}")
