"""Batches of games for self-play: NumPy arrays of actions in, of masks, rewards and ends out; no Python loop per game.

batch, rng = Batch(Game(3, 3, 3), size=4096), np.random.default_rng(1)
while training:
    actions = policy(batch.observation(), batch.mask)      or batch.random_actions(rng)
    rewards, done = batch.step(actions)
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from noughts.core.game import Game, refuse_options
from noughts.core.position import Position
from noughts.envs import kernels
from noughts.envs.kernels import NO_MOVE, Cells, Flags, Planes, Plies, Rewards
from noughts.errors import GameError, IllegalMoveError
from noughts.words import Said, Words

__all__ = ["NO_MOVE", "Batch", "BatchStep"]

T = TypeVar("T", bound=np.generic)


class BatchStep(NamedTuple):
    """The result of a step in every game: `rewards` of the side that moved (1 for a win, else 0; the other side's is
    the negative), and `done`, whether this move ended the game."""

    rewards: Rewards
    done: Flags


class Batch:
    """`size` independent games, all from the empty board.

    With `auto_reset` a game that ends restarts at once; without it, the game keeps its last position and accepts only
    NO_MOVE (-1) until `reset`. A batch is not thread-safe; different batches may run in different threads.
    Raises GameError for a size below 1, and for an exact game.

    >>> batch = Batch(Game(3, 3, 3), size=2, auto_reset=False)
    >>> for actions in ([0, 4], [3, 0], [1, 1], [4, 8]):
    ...     step = batch.step(actions)
    >>> step = batch.step([2, 7])
    >>> step.rewards.tolist(), step.done.tolist(), batch.mask.any(axis=1).tolist()
    ([1, 1], [True, True], [False, False])
    >>> str(batch.position(0))
    'XXX/OO./...'
    """

    def __init__(self, game: Game, size: int, auto_reset: bool = True) -> None:
        if size < 1:
            raise GameError(f"a batch has at least one game, not {size!r}")
        refuse_options(game, "batches")
        self.game = game
        self.size = size
        self.auto_reset = auto_reset
        self._rays, self._bits = kernels.rays_of(game)
        self._words = np.zeros((size, 2, int(self._rays.max()) + 1), np.int32)
        self._free: Flags = np.ones((size, game.cells), np.bool_)
        self._plies: Plies = np.zeros(size, np.int16)
        self._over: Flags = np.zeros(size, np.bool_)

    @property
    def mask(self) -> Flags:
        """The legal moves, (size, cells); none in a game that is over. A view: the next step changes it."""
        return _read_only(self._free)

    @property
    def plies(self) -> Plies:
        """The number of stones on each board: X is to move where it is even. A view: the next step changes it."""
        return _read_only(self._plies)

    @property
    def over(self) -> Flags:
        """Which games are over: none with `auto_reset`. A view: the next step changes it."""
        return _read_only(self._over)

    def observation(self) -> Planes:
        """Return the stones of the side to move and of the other, 0 or 1: (size, 2, rows, columns)."""
        planes: Planes = np.empty((self.size, 2, self.game.n, self.game.m), np.uint8)
        kernels.look(self._words, self._plies, planes)
        return planes

    def position(self, game: int) -> Position:
        """Return the position of one of the games, counted from 0."""
        rows = self._words[game, :, : self.game.n].tolist()
        x, o = (sum(word << row * self.game.m for row, word in enumerate(words)) for words in rows)
        return Position.from_boards(self.game, x, o)

    def step(self, actions: ArrayLike) -> BatchStep:
        """Make a move, a cell, in every game; NO_MOVE in those that are over.

        Raises IllegalMoveError, naming the first game where a move is illegal, before any move is made.
        """
        cells = self._checked(actions)
        step = BatchStep(np.empty(self.size, np.int8), np.empty(self.size, np.bool_))
        kernels.play(
            self._words, self._free, self._plies, self._over, cells, self._rays, self._bits, self.game.k, *step
        )
        if self.auto_reset:
            self._clear(step.done)
        return step

    def reset(self, which: ArrayLike | None = None) -> None:
        """Restart games: all, or those given by their numbers or by flags (size,)."""
        flags = np.zeros(self.size, np.bool_)
        flags[slice(None) if which is None else np.asarray(which)] = True
        self._clear(flags)

    def random_actions(self, rng: np.random.Generator) -> Cells:
        """Return a legal move in every game, each equally likely; NO_MOVE in those that are over."""
        cells: Cells = np.empty(self.size, np.int32)
        kernels.choose(self._free, rng.random(self.size), cells)
        return cells

    def _clear(self, which: Flags) -> None:
        kernels.clear(self._words, self._free, self._plies, self._over, which)

    def _checked(self, actions: ArrayLike) -> Cells:
        """The actions as an array, all of them legal."""
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise IllegalMoveError(
                None, f"expected {self.size} cells as whole numbers, not {given.dtype} of shape {given.shape}"
            )
        cells: Cells = np.ascontiguousarray(given, None if given.dtype in (np.int32, np.int64) else np.int64)
        if (game := kernels.first_illegal(self._free, self._over, cells)) >= 0:
            raise IllegalMoveError(int(given[game]), f"game {game}: {self._fault(game, int(given[game]))}")
        return cells

    def _fault(self, game: int, cell: int) -> Words:
        if self._over[game]:
            return f"it is over, and its action is {NO_MOVE}, not {cell}"
        if not 0 <= cell < self.game.cells:
            return f"no cell {cell}: expected 0 to {self.game.cells - 1}"
        return Said("error.cell-taken", {"cell": self.game.name(cell), "side": self.position(game).stone(cell)})


def _read_only(array: NDArray[T]) -> NDArray[T]:
    view = array.view()
    view.flags.writeable = False
    return view
