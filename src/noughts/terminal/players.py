"""The players of a session, their moves, and the questions to strategies.

A `MoveRequest` does not refer to the session, so another thread may answer it.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.core.gamelog import Made
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.value import Truth, Value
from noughts.errors import LimitExceeded
from noughts.players.player import Decision, Player, consult, require_compiler, require_support

HUMAN = "human"


def _nothing_known(position: Position) -> Mapping[Move, Value]:
    """Raise LimitExceeded: no exact value is known."""
    raise LimitExceeded(f"the value of {str(position)!r} is not known")


def as_json(record: Record, name: str) -> str:
    """Return the text to write for a game: JSON, for every file name."""
    return record.to_json() + "\n"


@dataclass(frozen=True)
class Roster:
    """The services of a session: strategies, exact values, and writing games.

    `load` returns the strategy or level with a name (NoughtsError if there is none), `names` those of a game, `expert`
    the substitute for a player that does not play a game, `adviser` the strategy that gives hints in a position
    (without it, the expert), `truth` the value of each move in a position (LimitExceeded if unknown), `written` the
    text for a file of this name.
    """

    load: Callable[[str, Game], Player]
    names: Callable[[Game], list[str]]
    expert: Callable[[Game], Player]
    adviser: Callable[[Position], Player] | None = None
    truth: Truth = _nothing_known
    written: Callable[[Record, str], str] = as_json

    def advice(self, position: Position) -> Player:
        """Return the strategy that gives a hint in a position."""
        return self.expert(position.game) if self.adviser is None else self.adviser(position)

    def player(self, who: str, game: Game) -> Player | None:
        """Return the player named `who`, None for a human. Raises StrategyError, GameError or MissingExtraError."""
        if who.strip().lower() == HUMAN:
            return None
        strategy = self.load(who.strip(), game)
        require_support(strategy, game)
        require_compiler(strategy, game)
        return strategy


@dataclass(frozen=True)
class Turn(Made):
    """A move of a game, its player's name, and the decision if the player is a strategy."""

    player: str = HUMAN
    decision: Decision | None = None


@dataclass(frozen=True, eq=False)
class MoveRequest:
    """A question to a strategy: its move in a position."""

    strategy: Player
    position: Position
    seed: int

    def answer(self) -> Turn:
        """Return the strategy's move. Raises StrategyError. There is no time limit."""
        rng = random.Random(self.seed)
        decision = consult(self.strategy, self.position, rng)
        return Turn(decision.choose(rng), self.position.side, self.strategy.name, decision)
