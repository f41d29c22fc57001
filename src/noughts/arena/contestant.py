"""Wraps a player of a contest: there the limit of an answer is a rule."""

import random

from noughts.core.position import Position
from noughts.errors import NoAnswer, StrategyFault
from noughts.players.player import Decision, Wrapped


class Contestant(Wrapped, same=True):
    """A player that breaks the rules where it gives no answer within its limit of processor time.

    Where only the clock is over, its NoAnswer passes: the machine may be to blame.
    """

    def started_again(self) -> "Contestant | None":
        """Return it in a second process, where there is one."""
        second = self.player.started_again()
        return None if second is None else Contestant(second)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the player's decision."""
        try:
            return self.player.decide(position, rng)
        except NoAnswer as error:
            if error.by_clock:
                raise
            raise StrategyFault(error.said, "endless") from None
