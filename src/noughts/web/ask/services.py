"""What the server is handed: strategies, exact values, proofs. It imports none of them itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from noughts.core.game import Game
from noughts.core.judgement import Truth
from noughts.core.position import Position, Side
from noughts.core.strategy import Strategy

JSON = dict[str, Any]
Report = Callable[[JSON], None]  # is told how far a long job is


@dataclass(frozen=True)
class Services:
    """Where everything comes from.

    `load` returns the strategy of a text that anybody may have typed: it must not run code of theirs, nor open files
    (raises StrategyError). `listing` describes those that play a game. `quick` says whether a strategy decides within
    a millisecond or so. `values` gives exact values within its own budget of time, `known` those that cost nothing;
    `adviser` gives the strategy behind a hint. `prove` returns the document noughts/proof/1 or noughts/measurement/1
    of a strategy in some seats; `proofs` holds such documents, made earlier.
    """

    load: Callable[[str], Strategy]
    listing: Callable[[Game], list[JSON]]
    quick: Callable[[Strategy, Game], bool]
    values: Truth
    known: Truth
    adviser: Callable[[Position], Strategy]
    prove: Callable[[Strategy, Game, Sequence[Side], Report], JSON]
    proofs: Sequence[JSON] = ()
