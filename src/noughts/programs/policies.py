"""A policy for OpenSpiel's tic_tac_toe or mnk as a strategy: an object with `action_probabilities(state)`."""

import importlib
import random
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from noughts.core.game import Game, Move, cells_of
from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.errors import StrategyError
from noughts.players.player import Decision, Notes, Player
from noughts.programs.calls import without_input
from noughts.programs.chance import merged

METHOD = "action_probabilities"


class PolicyStrategy(Player):
    """A policy as a strategy: it plays each action with its probability.

    It is asked with two orders of the same moves: a strategy depends on the position alone.
    """

    name: str
    notes = Notes("OpenSpiel policy: action_probabilities of a state of tic_tac_toe or mnk")

    def __init__(self, name: str, policy: Any) -> None:
        self.name, self._policy = name, policy

    def supports(self, game: Game) -> bool:
        """Return whether the policy answers on the empty board of a game."""
        return not self.why_not(game)

    def why_not(self, game: Game) -> str:
        """Return why the policy does not play a game, or an empty text."""
        if game.options:
            return "OpenSpiel has no games with options"
        try:
            start = _state(game)
        except ImportError:
            return "its action_probabilities need the module open_spiel (pip install open_spiel)"
        try:
            self._chances(Position(game), start)
        except Exception as error:  # a policy for another game may raise anything
            return f"its action_probabilities raised {type(error).__name__}: {error}"
        return ""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the actions of the policy, each with its chance.

        Raises StrategyError for an answer that is not a distribution, or that depends on the order of the moves.
        """
        x, o = cells_of(position.x), cells_of(position.o)
        with without_input():
            chances = self._chances(position, _state(position.game, x, o))
            if chances != self._chances(position, _state(position.game, x[::-1], o[::-1])):
                raise StrategyError(
                    f"{self.name!r} answers differently at {str(position)!r} if the same moves were made in another "
                    "order; a strategy must depend on the position alone"
                )
        return merged(chances.items())

    def _chances(self, position: Position, state: Any) -> dict[Move, Fraction]:
        """Return the probability of each action that has one."""
        answer = getattr(self._policy, METHOD)(state)
        if not isinstance(answer, Mapping):
            raise StrategyError(
                f"{self.name!r} answered {answer!r} at {str(position)!r}, expected a dict of probabilities"
            )
        chances = {int(action): Fraction(float(chance)) for action, chance in answer.items() if chance}
        total = sum(chances.values(), Fraction(0))
        if not chances or min(chances.values()) < 0 or abs(total - 1) > Fraction(1, 1000):
            raise StrategyError(f"{self.name!r} answered {answer!r} at {str(position)!r}, which do not add up to 1")
        return {action: chance / total for action, chance in chances.items()}


def _state(game: Game, x: tuple[Move, ...] = (), o: tuple[Move, ...] = ()) -> Any:
    """Return OpenSpiel's state after the moves of X and of O, in turns. Raises ImportError without OpenSpiel."""
    state = _spiel_game(game).new_initial_state()
    for ply in range(len(x) + len(o)):
        state.apply_action((o if ply % 2 else x)[ply // 2])
    return state


@lru_cache(maxsize=4)
def _spiel_game(game: Game) -> Any:
    """Return a game of OpenSpiel's. Its player 0 is X, its action a cell's number."""
    name = "tic_tac_toe" if game == STANDARD else f"mnk(m={game.m},n={game.n},k={game.k})"
    return importlib.import_module("pyspiel").load_game(name)
