"""Players for the arena's tests, by name as a worker loads them."""

import random
from dataclasses import dataclass

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import NoAnswer
from noughts.players.player import Decision, Strategy
from noughts.strategies import registry


@dataclass
class Fake:
    """Plays the first free cell, until it has something else to do."""

    name: str = "fake"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves[:1])


class Crash(Fake):
    """Raises once it has two stones."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if position.own.bit_count() == 2:
            raise RuntimeError("out of cheese")
        return super().decide(position, rng)


class Cheat(Fake):
    """Plays on a taken cell as soon as there is one."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        taken = [cell for cell in range(position.game.cells) if position.stone(cell)]
        return Decision(tuple(taken[:1]) or (0,))


class Dice(Fake):
    """Draws random numbers without saying so."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision((rng.choice(position.legal_moves),))


class BadBatch(Fake):
    """A batch form that names taken cells."""

    def decide_batch(self, game: Game, own: object, theirs: object) -> object:
        return own != theirs


class Silent(Fake):
    """Gives no answer once there are two stones: for so long that its time, or the clock alone, is over."""

    def __init__(self, by_clock: bool) -> None:
        super().__init__("silent")
        self.by_clock = by_clock

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if position.ply > 1:
            raise NoAnswer("it gave no answer", self.by_clock)
        return super().decide(position, rng)


class Late(Fake):
    """Has two seconds for a move, and says that the first one took three."""

    seconds = 2
    took = 0.0

    def decide(self, position: Position, rng: random.Random) -> Decision:
        self.took = 2.0 if position.own else 3.0
        return super().decide(position, rng)


def load(spec: str) -> Strategy:
    """Return a fake, `kind name`, or a strategy of the registry."""
    kinds: dict[str, type[Fake]] = {
        "crash": Crash,
        "cheat": Cheat,
        "dice": Dice,
        "late": Late,
    }
    kind, _, name = spec.partition(" ")
    return kinds[kind](name or kind) if kind in kinds else registry.load(spec)
