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

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"noughts_v0 needs {error.name}, which is not installed: pip install 'noughts[rl]'", name=error.name
    ) from None

__all__ = ["env", "raw_env"]

Observation = dict[str, NDArray[np.int8]]

_AGENTS = {"player_1": Side.X, "player_2": Side.O}


def env(**arguments: Any) -> AECEnv[str, Observation, int]:
    """Return the wrapped environment, for training: an illegal move loses the game.

    The arguments are those of raw_env: m, n, k and render_mode.
    """
    wrapped = raw_env(**arguments)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1.0)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The environment itself: raises IllegalMoveError for an illegal move, GameError for invalid m, n, k.

    `render_mode` is "ansi" or None; then `render` returns the board as text.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "noughts_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, m: int = 3, n: int = 3, k: int = 3, render_mode: str | None = None) -> None:
        EzPickle.__init__(self, m, n, k, render_mode)
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"no render mode {render_mode!r}: expected 'ansi' or None")
        self.game = Game(m, n, k)
        self.render_mode = render_mode
        self.position = Position(self.game)
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The game has no randomness, so the seed changes nothing."""
        self.position = Position(self.game)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation, also after the game."""
        game, x, o = self.game, self.position.x, self.position.o
        stones = [_cells(game, board) for board in ((x, o) if _AGENTS[agent] is Side.X else (o, x))]
        moves = self.position.outcome is None and agent == self.agent_selection
        return {
            "observation": np.stack(stones, axis=-1).reshape(game.n, game.m, 2),
            "action_mask": _cells(game, self.position.empty if moves else 0),
        }

    def step(self, action: SupportsInt | None) -> None:
        """Make the selected agent's move; None once the game is over. Raises IllegalMoveError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.play(-1 if action is None else int(action))
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards = {name: 1.0 if _AGENTS[name] is outcome.winner else -1.0 for name in self.agents}
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = next(name for name in self.possible_agents if name != agent)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text, the winning line in brackets."""
        if self.render_mode is None:
            return None
        outcome = self.position.outcome
        return diagram(self.position, outcome.line if outcome is not None and outcome.line else ())

    def close(self) -> None:
        """Do nothing: no resource is open."""


def _observation_space(game: Game) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(low=0, high=1, shape=(game.n, game.m, 2), dtype=np.int8),
            "action_mask": spaces.Box(low=0, high=1, shape=(game.cells,), dtype=np.int8),
        }
    )


def _cells(game: Game, board: int) -> NDArray[np.int8]:
    """A bitboard as a 0 or 1 for each cell."""
    packed = np.frombuffer(board.to_bytes(-(-game.cells // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=game.cells, bitorder="little").view(np.int8)
