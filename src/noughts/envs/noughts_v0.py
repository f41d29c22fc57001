"""The PettingZoo environment `noughts_v0`: any m,n,k-game, two agents who move in turn.

    from noughts.envs import noughts_v0
    env = noughts_v0.env(m=15, n=15, k=5, render_mode="ansi")

`player_1` is X and moves first. An action is a cell, row * m + column, row 0 at the top. An observation is a dict:
`observation`, (rows, columns, 2), the agent's own stones and the other's, and `action_mask`, (cells,), the legal moves
of the agent to move, all zero for the agent that waits. A win is 1 and a loss -1.
"""

from typing import Any, ClassVar, SupportsInt

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.position import Position, Side
from noughts.errors import MissingExtraError
from noughts.extras import has_extra

if not has_extra("rl"):
    raise MissingExtraError("noughts_v0", "rl")

from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

__all__ = ["env", "raw_env"]

Observation = dict[str, NDArray[np.int8]]

_AGENTS = {"player_1": Side.X, "player_2": Side.O}
_OTHER = {"player_1": "player_2", "player_2": "player_1"}


def env(**arguments: Any) -> AECEnv[str, Observation, int]:
    """Return the environment in PettingZoo's usual wrappers, for training: an illegal move loses the game.

    The arguments are those of raw_env: m, n, k, render_mode and exact.
    """
    judged = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1.0)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(judged))


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The environment itself: raises IllegalMoveError for an illegal move, GameError for invalid m, n, k.

    `render_mode` is "ansi" or None; then `render` returns the board as text. With `exact` an overline does not win.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "noughts_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        m: int = 3,
        n: int = 3,
        k: int = 3,
        render_mode: str | None = None,
        exact: bool = False,
        gravity: bool = False,
        misere: bool = False,
    ) -> None:
        EzPickle.__init__(self, m, n, k, render_mode, exact, gravity, misere)
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"no render mode {render_mode!r}: expected 'ansi' or None")
        self.game = Game(m, n, k, gravity=gravity, misere=misere, exact=exact)
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents = self.possible_agents[:]
        self.action_spaces = {agent: spaces.Discrete(self.game.cells) for agent in _AGENTS}
        self.observation_spaces = {agent: _observation_space(self.game) for agent in _AGENTS}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The game has no randomness, so the seed changes nothing."""
        game = self.game
        self._position = Position(game)
        self._stones = np.zeros((game.n, game.m, 2), np.int8)  # as player_1 sees them
        self._free = np.ones(game.cells, np.int8)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation, also after the game."""
        stones = self._stones if _AGENTS[agent] is Side.X else self._stones[:, :, ::-1]
        moves = self._position.outcome is None and agent == self.agent_selection
        return {"observation": stones.copy(), "action_mask": self._mask() if moves else np.zeros_like(self._free)}

    def _mask(self) -> Any:
        """Return 1 for each cell where a stone may go."""
        if self.game.cells_stay_open:
            return self._free.copy()
        mask = np.zeros_like(self._free)
        mask[list(self._position.legal_moves)] = 1
        return mask

    def step(self, action: SupportsInt | None) -> None:
        """Make the selected agent's move; None once the game is over. Raises IllegalMoveError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = -1 if action is None else int(action)
        self._position = self._position.play(move)
        row, column = self.game.row_column(move)
        self._stones[row, column, int(_AGENTS[agent] is Side.O)] = 1
        self._free[move] = 0
        outcome = self._position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards = {name: 1.0 if _AGENTS[name] is outcome.winner else -1.0 for name in self.agents}
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = _OTHER[agent]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text, the winning line in brackets."""
        if self.render_mode is None:
            return None
        outcome = self._position.outcome
        return diagram(self._position, outcome.line if outcome is not None and outcome.line else ())

    def close(self) -> None:
        """Do nothing: no resource is open."""


def _observation_space(game: Game) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(low=0, high=1, shape=(game.n, game.m, 2), dtype=np.int8),
            "action_mask": spaces.Box(low=0, high=1, shape=(game.cells,), dtype=np.int8),
        }
    )
