"""The services that the server is given: strategies, exact values, proofs. It imports none of them itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from noughts.core.game import Game
from noughts.core.judgement import Truth
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.core.strategy import Strategy

JSON = dict[str, Any]
Report = Callable[[JSON], None]  # receives the progress of a long job


@dataclass(frozen=True)
class Services:
    """The functions that give strategies, exact values and proofs.

    `load` returns the strategy of a text from an untrusted client: it must not run code from it, nor open files
    (raises StrategyError). `listing` describes those that play a game, `levels` those that have a name for their
    strength. `quick` says whether a strategy decides within a millisecond or so. `values` gives exact values, by a
    search of `seconds` if need be, `known` those that cost nothing; `adviser` gives the strategy behind a hint. `prove`
    returns the document noughts/proof/1 or noughts/measurement/1 of a strategy in some seats; `proofs` holds such
    documents, made earlier; `draw` returns the "plan" or the "poster" of a strategy in a seat as SVG. `match` returns
    the document noughts/table/1 of players by their names, with a number of games for each sampled pair and a seed.

    `lesson` returns the document noughts/lesson/1 of a grade, one of `grades`, and a seed; `lessons` those in a game,
    for a seat.
    """

    load: Callable[[str], Strategy]
    listing: Callable[[Game], list[JSON]]
    levels: Callable[[Game], list[JSON]]
    quick: Callable[[Strategy, Game], bool]
    values: Truth
    seconds: float
    known: Truth
    adviser: Callable[[Position], Strategy]
    prove: Callable[[Strategy, Game, Sequence[Side], Report], JSON]
    draw: Callable[[str, Strategy, Game, Side], str]
    match: Callable[[Mapping[str, Strategy], Game, int, int, Report], JSON]
    grades: Callable[[], list[JSON]]
    lesson: Callable[[str, int], JSON]
    lessons: Callable[[Record, str], list[JSON]]
    proofs: Sequence[JSON] = ()

    def gallery(self, game: Game) -> list[JSON]:
        """Return the proofs of a game that were made earlier."""
        return [proof for proof in self.proofs if proof["game"] == game.to_list()]
