"""Random games, many at a time: a byte for each game, so that one vector instruction serves 32 or 64 of them.

Random moves fill the board in a random order, whichever side moves. So a game is a random permutation: the ply at which
each cell is filled, its rank. X fills on even plies, O on odd ones:

    ranks  0 2 6     X  0 2 6     O  . . .       X has a line from ply 6 on,
           1 3 7        . . .        1 3 7       O would have one from ply 7 on:
           4 5 8        4 . 8        . 5 .       X has won

    in memory   cell 0: 0 5 1 ... | cell 1: 2 8 0 ... | ...       cell after cell, in each the rank in every game

A side completes a line at the greatest rank of the line's cells, where the other side's cells count as `never`. Its
first line is the least of these. The side with the earlier line wins; later plies change nothing. Greatest and least
are taken for all lines of a direction in all games together: the next cell in a direction is the same array, some bytes
further on.
"""

# mypy: disable-error-code="no-untyped-call"

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game, refuse_exact
from noughts.jit.compiler import njit

_Ranks = NDArray[np.uint8] | NDArray[np.uint16]
Word = np.uint64
Words = NDArray[np.uint64]

LANES = 512  # games at a time. Fewer: loops too short on 3,3,3; more: too large for the caches on 15,15,5

_FRACTION = Word(54)  # bits of a fraction; the 10 above them hold a draw, below 26 * 26 at most
_BELOW = Word((1 << 54) - 1)
_SPENT = 1 << 24  # at most so many results per random word, so each is within 1 in 2**30 of its probability

_GOLDEN, _FIRST, _SECOND = Word(0x9E3779B97F4A7C15), Word(0xBF58476D1CE4E5B9), Word(0x94D049BB133111EB)


@dataclass(frozen=True)
class Results:
    """How a number of random games ended."""

    x_wins: int
    o_wins: int
    draws: int


def random_games(game: Game, games: int, seed: int) -> Results:
    """Return how `games` games of uniformly random legal moves end; the same for the same seed.

    Seeds count modulo 2**64. It runs on one thread and releases the GIL: give each thread a seed of its own. Raises
    ValueError for a negative number of games, GameError for an exact game.

    >>> random_games(Game(1, 1, 1), 1000, seed=0)
    Results(x_wins=1000, o_wins=0, draws=0)
    """
    if games < 0:
        raise ValueError(f"the number of games must be 0 or more, not {games!r}")
    refuse_exact(game, "playouts")
    return Results(*_play(game.m, game.n, game.k, games, Word(seed % (1 << 64)), room(game)))


def room(game: Game) -> _Ranks:
    """Return an array for the ranks of `LANES` games; all bits set must stay free, for `never`."""
    if game.cells <= 0xFF:
        return np.zeros(game.cells * LANES, np.uint8)
    return np.zeros(game.cells * LANES, np.uint16)


@njit(nogil=True)
def _play(m: int, n: int, k: int, games: int, seed: Word, ranks: _Ranks) -> tuple[int, int, int]:
    """Return the games won by X, by O, and drawn."""
    side, one, other = np.empty_like(ranks), np.empty_like(ranks), np.empty_like(ranks)
    columns = np.empty_like(ranks[: m * LANES])
    x_first, o_first = np.empty_like(ranks[:LANES]), np.empty_like(ranks[:LANES])
    fractions, places = np.empty(LANES, np.uint64), np.empty(LANES, np.uint64)
    state = first_state(seed)
    x_wins = o_wins = played = 0
    while played < games:
        state = shuffle(ranks, state, fractions, places)
        for odd, first in ((0, x_first), (1, o_first)):
            _only(ranks, odd, side)
            _first_lines(m, n, k, side, one, other, columns, first)
        for lane in range(min(LANES, games - played)):
            x_wins += x_first[lane] < o_first[lane]
            o_wins += o_first[lane] < x_first[lane]
        played += LANES
    return x_wins, o_wins, games - x_wins - o_wins


@njit(nogil=True)
def first_state(seed: Word) -> Word:
    """Return the generator's first state for a seed; the states of close seeds are far apart."""
    return _mix(seed + _GOLDEN)


@njit(nogil=True)
def _mix(state: Word) -> Word:
    """Return SplitMix64's random word for a state (Steele, Lea and Flood 2014); the next state is `_GOLDEN` more.

    No word depends on another, so a loop computes several at once.
    """
    state = (state ^ (state >> Word(30))) * _FIRST
    state = (state ^ (state >> Word(27))) * _SECOND
    return state ^ (state >> Word(31))


@njit(nogil=True)
def shuffle(ranks: _Ranks, state: Word, fractions: Words, places: Words) -> Word:
    """Fill the ranks of every game with a random permutation; return the generator's next state.

    Fisher-Yates, inside out: each cell takes the rank of a random cell up to itself, and that cell gets the highest
    rank so far. A random word is used as a fraction of 1. Times n, its whole part is the draw below n, and its fraction
    is used for the next draw: draws below a, b, c cut the first fraction into a * b * c parts, which are equal but for
    a last bit each.
    """
    parts = _SPENT
    ranks[:LANES] = 0
    for cell in range(1, len(ranks) // LANES):
        size = Word(cell + 1)
        parts *= cell + 1
        if parts > _SPENT:
            for lane in range(LANES):
                fractions[lane] = _mix(state + Word(lane) * _GOLDEN) & _BELOW
            state += Word(LANES) * _GOLDEN
            parts = cell + 1
        for lane in range(LANES):
            drawn = fractions[lane] * size
            fractions[lane] = drawn & _BELOW
            places[lane] = (drawn >> _FRACTION) * Word(LANES) + Word(lane)
        new = ranks[cell * LANES : (cell + 1) * LANES]
        for lane in range(LANES):  # a loop of its own: the one above is vectorised, as it has no look-ups
            new[lane] = ranks[places[lane]]
            ranks[places[lane]] = cell
    return state


@njit(nogil=True)
def _only(ranks: _Ranks, odd: int, side: _Ranks) -> None:
    """Copy the ranks that are odd, or those that are even; the others become `never`, all bits set."""
    for i in range(len(ranks)):
        side[i] = ranks[i] | -((ranks[i] & 1) ^ odd)


@njit(nogil=True)
def _first_lines(
    m: int, n: int, k: int, side: _Ranks, one: _Ranks, other: _Ranks, columns: _Ranks, first: _Ranks
) -> None:
    """Write for every game the ply of a side's first line; `columns` holds that of the lines starting in a column."""
    columns[:] = -1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        rows, width = n - (k - 1) * down, m - (k - 1) * abs(right)
        if rows > 0 and width > 0:
            lasts = _lasts(k, (down * m + right) * LANES, side, one, other)
            start = k - 1 if right < 0 else 0
            for row in range(rows):
                base = (row * m + start) * LANES
                _lower(columns, lasts[base : base + width * LANES])
    first[:] = -1
    for column in range(m):
        _lower(first, columns[column * LANES : (column + 1) * LANES])


@njit(nogil=True)
def _lasts(k: int, step: int, side: _Ranks, one: _Ranks, other: _Ranks) -> _Ranks:
    """Return the greatest of k ranks that are `step` apart, at the place of the first: of 2, of 4, ... and of k."""
    reach, source = 1, side
    while reach < k:
        more = min(reach, k - reach)
        target = other if source is one else one
        _greater(source[: len(side) - more * step], source[more * step :], target)
        reach, source = reach + more, target
    return source


# These two are functions of their own: the compiler vectorises a loop over arrays that start where the loop starts.


@njit(nogil=True)
def _greater(a: _Ranks, b: _Ranks, target: _Ranks) -> None:
    """Write the greater of every two ranks."""
    for i in range(len(a)):
        target[i] = a[i] if a[i] > b[i] else b[i]


@njit(nogil=True)
def _lower(ranks: _Ranks, others: _Ranks) -> None:
    """Replace ranks by the others where those are less."""
    for i in range(len(others)):
        ranks[i] = others[i] if others[i] < ranks[i] else ranks[i]
