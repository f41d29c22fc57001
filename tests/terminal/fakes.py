"""Strategies that do one thing, and a roster of them."""

import random
from dataclasses import dataclass

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.errors import StrategyError
from noughts.players.player import Decision, Player, as_player
from noughts.terminal.players import Roster
from noughts.terminal.session import Session


@dataclass(frozen=True)
class Lowest:
    """Plays the lowest free cell, and scores a cell by its number, backwards."""

    name: str = "lowest"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        free = position.legal_moves
        scores = [float(position.game.cells - c) if c in free else None for c in range(position.game.cells)]
        return Decision(free[:1], scores, "the lowest free cell", saw=f"score {position.game.cells - free[0]}")


@dataclass(frozen=True)
class Small:
    """Plays 3,3,3 only, at random, without scores."""

    name: str = "small"

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves, reason="any free cell")


@dataclass(frozen=True)
class Raises:
    """Raises an exception of its own."""

    name: str = "raises"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        raise ZeroDivisionError("what is [this]?")


@dataclass(frozen=True)
class Taken:
    """Plays the middle of 3,3,3, taken or not."""

    name: str = "taken"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision((4,))


FAKES: dict[str, Player] = {fake.name: as_player(fake) for fake in (Lowest(), Small(), Raises(), Taken())}


def load(spec: str) -> Player:
    """Return the fake of that name."""
    try:
        return FAKES[spec]
    except KeyError:
        raise StrategyError(f"no strategy {spec!r}") from None


def make_roster() -> Roster:
    """Return the roster of the fakes; `lowest` is the expert."""
    return Roster(
        lambda spec, game: load(spec),
        lambda game: [name for name, fake in FAKES.items() if fake.supports(game)],
        lambda game: FAKES["lowest"],
    )


def make_session(x: str = "human", o: str = "lowest", game: str = "3,3,3") -> Session:
    """Return a session between two of them, or people."""
    roster, rules = make_roster(), Game.from_text(game)
    return Session(rules, (roster.player(x, rules), roster.player(o, rules)), roster, seed=1)


def reply(session: Session) -> None:
    """Let a strategy make its move."""
    question = session.question()
    assert question is not None
    assert session.accept(question, question.answer())
