"""Who plays in a session, the moves they make, and what strategies are asked.

A `Question` needs nothing of the session, so it may be answered in another thread.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.core.gamelog import Made
from noughts.core.judgement import Truth
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.strategy import Decision, Strategy, consult, require_support
from noughts.core.value import Value
from noughts.errors import LimitExceeded

HUMAN = "human"

Player = Strategy | None  # None: a human


def nothing_known(position: Position) -> Mapping[Move, Value]:
    """Raise LimitExceeded: no exact value is known."""
    raise LimitExceeded(f"the value of {str(position)!r} is not known")


def as_json(record: Record, name: str) -> str:
    """Return what is written to a file for a game: its JSON, whatever the file's name."""
    return record.to_json() + "\n"


@dataclass(frozen=True)
class Roster:
    """What a session is handed: where strategies and exact values come from, and how a game is written to a file.

    `load` returns the strategy that a text names (NoughtsError where there is none), `names` those that play a game,
    `expert` the one that takes the seats that nobody else can, `adviser` the one that gives a hint in a position (the
    expert where there is none), `truth` what each move of a position is worth (LimitExceeded where it is not known),
    `written` the text for a file of this name.
    """

    load: Callable[[str], Strategy]
    names: Callable[[Game], list[str]]
    expert: Callable[[Game], Strategy]
    adviser: Callable[[Position], Strategy] | None = None
    truth: Truth = nothing_known
    written: Callable[[Record, str], str] = as_json

    def advice(self, position: Position) -> Strategy:
        """Return who gives a hint in a position."""
        return self.expert(position.game) if self.adviser is None else self.adviser(position)

    def player(self, who: str, game: Game) -> Player:
        """Return who is called `who`; raises StrategyError, or GameError for one that does not play the game."""
        if who.strip().lower() == HUMAN:
            return None
        strategy = self.load(who.strip())
        require_support(strategy, game)
        return strategy


@dataclass(frozen=True)
class Turn(Made):
    """A move of a game, the name of its player, and the decision where that is a strategy."""

    player: str = HUMAN
    decision: Decision | None = None


@dataclass(frozen=True, eq=False)
class Question:
    """What a strategy is asked: its move in a position."""

    strategy: Strategy
    position: Position
    seed: int

    def answer(self) -> Turn:
        """Return the strategy's move. Raises StrategyError, and may take as long as the strategy does."""
        rng = random.Random(self.seed)
        decision = consult(self.strategy, self.position, rng)
        return Turn(decision.choose(rng), self.position.side, self.strategy.name, decision)
