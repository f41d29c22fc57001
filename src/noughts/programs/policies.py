"""A policy for OpenSpiel's tic_tac_toe or mnk as a strategy: an object with `action_probabilities(state)`.

OpenSpiel is not imported. The state is an object of this module that answers as OpenSpiel's does.
"""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

from noughts.core.game import Game, Move, cells_of
from noughts.core.player import Decision, Notes, Player
from noughts.core.position import Position, Side
from noughts.errors import StrategyError
from noughts.programs.calls import without_input
from noughts.programs.chance import merged

_TERMINAL = -4  # pyspiel.PlayerId.TERMINAL
METHOD = "action_probabilities"


class SpielState:
    """The state of a game as OpenSpiel's tic_tac_toe and mnk show it: player 0 is X, action = row * m + column.

    >>> state = SpielState(Game(3, 3, 3), [4, 0])
    >>> state.current_player(), state.legal_actions(), str(state), state.history_str()
    (0, [1, 2, 3, 5, 6, 7, 8], 'o..\\n.x.\\n...', '4, 0')
    """

    def __init__(self, game: Game, history: "list[Move] | tuple[Move, ...]" = ()) -> None:
        self._position = Position(game)
        self._history: list[Move] = []
        for action in history:
            self.apply_action(action)

    def apply_action(self, action: Move) -> None:
        """Make a move."""
        self._position = self._position.play(int(action))
        self._history.append(int(action))

    def clone(self) -> Self:
        """Return a copy."""
        return type(self)(self._position.game, self._history)

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def child(self, action: Move) -> Self:
        """Return the state after a move."""
        state = self.clone()
        state.apply_action(action)
        return state

    def current_player(self) -> int:
        """Return 0 for X, 1 for O, -4 once the game is over."""
        return _TERMINAL if self.is_terminal() else self._position.ply % 2

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._position.outcome is not None

    def is_chance_node(self) -> bool:
        """Return False, as `is_simultaneous_node` and `is_mean_field_node` do."""
        return False

    is_simultaneous_node = is_mean_field_node = is_chance_node

    def is_player_node(self) -> bool:
        """Return whether a player is to move."""
        return not self.is_terminal()

    def is_initial_state(self) -> bool:
        """Return whether the board is empty."""
        return not self._history

    def legal_actions(self, player: int | None = None) -> list[Move]:
        """Return the free cells; none for the player that is not to move."""
        return list(self._position.legal_moves) if player in (None, self.current_player()) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for a legal action and 0 for another, for every cell."""
        legal = self.legal_actions(player)
        return [int(cell in legal) for cell in range(self._position.game.cells)]

    def returns(self) -> list[float]:
        """Return 1.0 for the winner and -1.0 for the loser, else 0.0."""
        outcome = self._position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner is Side.X else [-1.0, 1.0]

    rewards = returns

    def player_return(self, player: int) -> float:
        """Return the return of a player."""
        return self.returns()[player]

    player_reward = player_return

    def num_players(self) -> int:
        """Return 2."""
        return 2

    def num_distinct_actions(self) -> int:
        """Return the number of cells."""
        return self._position.game.cells

    def move_number(self) -> int:
        """Return the number of moves made."""
        return len(self._history)

    def history(self) -> list[Move]:
        """Return the moves made."""
        return list(self._history)

    def history_str(self) -> str:
        """Return the moves made, as `4, 0`."""
        return ", ".join(map(str, self._history))

    def information_state_string(self, player: int | None = None) -> str:
        """Return the moves made, as `4, 0`."""
        return self.history_str()

    def observation_string(self, player: int | None = None) -> str:
        """Return the rows of the board, of `x`, `o` and `.`."""
        return str(self._position).lower().replace("/", "\n")

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return three planes, one after the other: the free cells, those of O, those of X."""
        position = self._position
        return [
            float(stones >> cell & 1)
            for stones in (position.empty, position.o, position.x)
            for cell in range(position.game.cells)
        ]

    def action_to_string(self, *player_and_action: int) -> str:
        """Return a move as `x(1,0)`: the row and the column; the player may be left out."""
        player = player_and_action[0] if len(player_and_action) == 2 else self.current_player()
        row, column = self._position.game.row_column(player_and_action[-1])
        return f"{'xo'[player]}({row},{column})"

    __str__ = observation_string


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
        if game.exact:
            return "OpenSpiel has no exact games"
        try:
            self._chances(Position(game), SpielState(game))
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

    def _chances(self, position: Position, state: SpielState) -> dict[Move, Fraction]:
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


def _state(game: Game, x: tuple[Move, ...], o: tuple[Move, ...]) -> SpielState:
    """Return the state after the moves of X and of O, in turns."""
    return SpielState(game, [(o if ply % 2 else x)[ply // 2] for ply in range(len(x) + len(o))])
