"""The loops over the games of a batch, compiled.

A stone is one bit in each of the four rays through its cell: its row, its column and its two diagonals. On 4,3,3 the
rays are numbered

    rows       columns    diagonals \\   diagonals /
    0 0 0 0    3 4 5 6    9  a  b  c     d  e  f  g        and the bit in each is the column,
    1 1 1 1    3 4 5 6    8  9  a  b     e  f  g  h        in a column's ray the row
    2 2 2 2    3 4 5 6    7  8  9  a     f  g  h  i

so a move sets four bits, and has won where one of the four words now holds k ones in a row. In memory the words are
(games, 2, rays), X's before O's; no word has more than 26 bits.
"""

# mypy: disable-error-code="no-untyped-call"

from typing import Final

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game
from noughts.jit.compiler import njit

NO_MOVE: Final = -1  # the action of a game that is over

Words = NDArray[np.int32]
Cells = NDArray[np.int32] | NDArray[np.int64]
Plies = NDArray[np.int16]
Rewards = NDArray[np.int8]
Flags = NDArray[np.bool_]
Planes = NDArray[np.uint8]


def rays_of(game: Game) -> tuple[NDArray[np.int32], Words]:
    """Return, for each cell, its four rays and its bit in each: (cells, 4)."""
    rows, columns = np.divmod(np.arange(game.cells), game.m)
    firsts = np.cumsum([0, game.n, game.m, game.m + game.n - 1])  # the first ray of each kind
    kinds = np.stack([rows, columns, columns - rows + game.n - 1, columns + rows], axis=1)
    places = np.stack([columns, rows, columns, columns], axis=1)
    return (kinds + firsts).astype(np.int32), (1 << places).astype(np.int32)


@njit(nogil=True)
def first_illegal(free: Flags, over: Flags, cells: Cells) -> int:
    """Return the first game in which the cell is not a legal action, or -1."""
    games, count = free.shape
    for game in range(games):
        cell = cells[game]
        if over[game]:
            if cell != NO_MOVE:
                return game
        elif cell < 0 or cell >= count or not free[game, cell]:
            return game
    return -1


@njit(nogil=True)
def has_run(word: int, k: int) -> bool:
    """Return whether a word has k ones in a row. It keeps the ones that begin a run of `length`, which grows to k."""
    length = 1
    while length < k:
        step = min(length, k - length)
        word &= word >> step
        length += step
    return word != 0


@njit(nogil=True)
def play(
    words: Words,
    free: Flags,
    plies: Plies,
    over: Flags,
    cells: Cells,
    rays: NDArray[np.int32],
    bits: Words,
    k: int,
    rewards: Rewards,
    done: Flags,
) -> None:
    """Make a legal move in every game that is not over; write the rewards, and which games ended."""
    games, count = free.shape
    for game in range(games):
        rewards[game] = 0
        done[game] = False
        if over[game]:
            continue
        cell, side = cells[game], plies[game] & 1
        plies[game] += 1
        free[game, cell] = False
        won = False
        for i in range(4):
            ray = rays[cell, i]
            word = words[game, side, ray] | bits[cell, i]
            words[game, side, ray] = word
            won |= has_run(word, k)
        if won:
            rewards[game] = 1
        if won or plies[game] == count:
            done[game] = over[game] = True
            free[game] = False


@njit(nogil=True)
def clear(words: Words, free: Flags, plies: Plies, over: Flags, which: Flags) -> None:
    """Empty the boards of some games."""
    for game in range(which.size):
        if which[game]:
            words[game] = 0
            free[game] = True
            plies[game] = 0
            over[game] = False


@njit(nogil=True)
def choose(free: Flags, chances: NDArray[np.float64], cells: Cells) -> None:
    """Choose a free cell in every game that is not over: the one at this fraction, from 0 to 1, of them."""
    for game in range(cells.size):
        cells[game] = NO_MOVE
        left = int(chances[game] * free[game].sum())
        for cell in range(free.shape[1]):
            if free[game, cell]:
                if left == 0:
                    cells[game] = cell
                    break
                left -= 1


@njit(nogil=True)
def look(words: Words, plies: Plies, planes: Planes) -> None:
    """Write the stones of the side to move and of the other: (games, 2, rows, columns)."""
    games, _, rows, columns = planes.shape
    for game in range(games):
        for whose in range(2):
            side = (plies[game] & 1) ^ whose
            for row in range(rows):
                word = words[game, side, row]
                for column in range(columns):
                    planes[game, whose, row, column] = word >> column & 1
