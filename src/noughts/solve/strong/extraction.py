"""The walk that extracts a strategy from what a search leaves in its table, compiled.

It goes depth first through all that can happen: one move for the side that owns the strategy, every reply for the
other side. Positions are as the rules have them, X's and O's stones, each the least image under the symmetries:

    ahead   row p    | X | O |                  positions to look at, the next one last
    seen    row h    | X | O |                  positions met, by hash; a row of zeros is free
    steps   row s    | X | O |                  what is found, for the caller: `about` has the move of each, or
    about   row s    | move | first pair | pairs |   -1 and where its pairs stand among `pairs`

A move is one that the table knows to be good, or the one of a search that was asked in between.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.jit.kernels import kernel, kernel_part
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, cell_of, count, load, lowest, some, store
from noughts.solve.byte_tables import canonical
from noughts.solve.strong.geometry import Geometry, width_of
from noughts.solve.strong.open_lines import LINES, free_cells, look
from noughts.solve.strong.pairing import PairMemory, find_pairs
from noughts.solve.strong.plain_table import place_of, recall
from noughts.solve.strong.search_kernel import settle

AHEAD, STEPS, PAIRS, SEEN, ASKS, _STATE = range(6)  # of `state`: numbers of rows in use
# asks: 1 where only a search can say what the side plays at the position on top, if it has such a strategy at all

_STEPS, _SEEN = 1 << 12, 1 << 12  # rows
_LEAF, _LEAVES = 100, 30  # nodes of a search for pairs: at a position, and after each of its moves


class Walk(NamedTuple):
    """A walk under way."""

    ahead: Words  # [p, word]
    seen: Words  # [hash, word]
    steps: Words  # [step, word]
    about: npt.NDArray[np.int64]  # [step, 3]
    pairs: npt.NDArray[np.int64]  # [pair, 2] the cells of a pair
    state: npt.NDArray[np.int64]  # [name]
    lines: Words  # memory of `look`


def new_walk(game: Game) -> Walk:
    """Return a walk without a position; a path leaves at most a move of each cell behind, ply by ply."""
    width, cells = width_of(game), game.cells
    return Walk(
        ahead=np.zeros((cells * cells + 2, 2 * width), np.uint64),
        seen=np.zeros((_SEEN, 2 * width), np.uint64),
        steps=np.zeros((_STEPS, 2 * width), np.uint64),
        about=np.zeros((_STEPS, 3), np.int64),
        pairs=np.zeros((8 * _STEPS + cells, 2), np.int64),
        state=np.zeros(_STATE, np.int64),
        lines=np.zeros((LINES, width), np.uint64),
    )


@kernel()
def extract(
    shape: Geometry, table: Words, walk: Walk, pairs: PairMemory, answer: Board, first: bool, wins: bool, left: int
) -> None:
    """Walk on until an array is full, a search is needed, or nothing is ahead.

    `answer`: the move that a search found for the position on top, or no cell. `first`: the attacker is X. `wins`: the
    strategy is the attacker's, who wants a line, else the defender's. `left`: more plies than are left.
    """
    state = walk.state
    state[STEPS] = state[PAIRS] = state[ASKS] = 0
    zero = answer ^ answer
    width = len(zero)
    most_pairs = walk.pairs.shape[0] - pairs.chosen.shape[0]
    while state[AHEAD] and state[STEPS] < walk.steps.shape[0] and state[PAIRS] <= most_pairs:
        if 2 * state[SEEN] > walk.seen.shape[0]:
            break
        state[AHEAD] -= 1
        x, o = load(walk.ahead, state[AHEAD], zero), load(walk.ahead, state[AHEAD], zero, width)
        if not some(answer):
            x, o, _ = canonical(shape.images, x, o)
            if not enter(walk.seen, x, o):
                continue
            state[SEEN] += 1
        if not _pass(x, o, shape, table, walk, pairs, answer, first, wins, left):
            state[ASKS] = 1
            _put_ahead(walk, x, o)
            break
        answer = zero


@kernel_part()
def _pass(
    x: Board,
    o: Board,
    shape: Geometry,
    table: Words,
    walk: Walk,
    pairs: PairMemory,
    answer: Board,
    first: bool,
    wins: bool,
    left: int,
) -> bool:
    """Write the step of a position, if it needs one, and put what follows ahead; return False where that fails."""
    a, d = (x, o) if first else (o, x)
    turn = int((count(x) == count(o)) == first)
    own, theirs = (a, d) if turn else (d, a)
    owner = turn == int(wins)
    if some(_gaps(own, theirs, shape, walk.lines)):
        return owner
    moves = _gaps(theirs, own, shape, walk.lines)
    if count(moves) > 1:
        return not owner
    if not wins and _is_leaf(a, d, turn, shape, walk, pairs):
        _write(walk, x, o, -1)
        return True
    if not owner:
        _follow(walk, x, o, moves if some(moves) else free_cells(own, theirs, shape))
        return True
    if not some(moves):
        moves = answer
    if not some(moves):
        moves, cost = _known_move(a, d, turn, int(wins), shape, table, walk, left)
        if not wins and cost > 1:
            closing = _closing(a, d, shape, pairs)
            moves = closing if some(closing) else moves
    if not some(moves):
        return False
    _write(walk, x, o, cell_of(moves))
    _follow(walk, x, o, moves)
    return True


@kernel_part()
def _gaps(own: Board, other: Board, shape: Geometry, lines: Words) -> Board:
    return look(own, other, shape, 0, lines)[0]


@kernel_part()
def _is_leaf(a: Board, d: Board, turn: int, shape: Geometry, walk: Walk, pairs: PairMemory) -> bool:
    """Return whether the defender needs no more than pairs and a potential; the pairs are written."""
    count = find_pairs(a, d, turn, shape, shape.k, pairs, _LEAF)
    if count < 0:
        return False
    step, pair = walk.state[STEPS], walk.state[PAIRS]
    walk.about[step, 1], walk.about[step, 2] = pair, count
    for index in range(count):
        cells = load(pairs.chosen, index, a)
        walk.pairs[pair + index, 0] = cell_of(cells)
        walk.pairs[pair + index, 1] = cell_of(cells ^ lowest(cells))
    walk.state[PAIRS] += count
    return True


@kernel_part()
def _closing(a: Board, d: Board, shape: Geometry, pairs: PairMemory) -> Board:
    """Return a move of the defender after which pairs and a potential suffice, or no cell."""
    rest = free_cells(a, d, shape)
    while some(rest):
        cell = lowest(rest)
        rest = rest ^ cell
        if find_pairs(a, d | cell, 1, shape, shape.k, pairs, _LEAVES) >= 0:
            return cell
    return rest


@kernel_part()
def _known_move(
    a: Board, d: Board, turn: int, yes: int, shape: Geometry, table: Words, walk: Walk, left: int
) -> tuple[Board, Any]:
    """Return the move after which the table has the answer `yes` at the least cost, and the cost; or no cell."""
    zero = a ^ a
    best, least = zero, np.int64(1 << 62)
    rest = free_cells(a, d, shape)
    while some(rest):
        cell = lowest(rest)
        rest = rest ^ cell
        after_a, after_d = (a | cell, d) if turn else (a, d | cell)
        closed, answer, _, after_a, after_d, after_turn, run, _ = settle(
            after_a, after_d, 1 - turn, left, shape, walk.lines
        )
        cost = np.int64(2 * run)
        if not closed:
            key_a, key_d, _ = canonical(shape.images, after_a, after_d)
            place = place_of(table, key_a, key_d, after_turn)
            within, never, spent = recall(table, place, key_a, key_d, after_turn)
            if within > left - run and never < left - run:
                continue
            answer, cost = int(within <= left - run), cost + spent
        if answer == yes and cost < least:
            best, least = cell, cost
    return best, least


@kernel_part()
def _write(walk: Walk, x: Board, o: Board, move: int) -> None:
    """Write a step: a move, or -1 where its pairs are written already."""
    step = walk.state[STEPS]
    store(walk.steps, step, x)
    store(walk.steps, step, o, len(x))
    walk.about[step, 0] = move
    walk.state[STEPS] += 1


@kernel_part()
def _follow(walk: Walk, x: Board, o: Board, moves: Board) -> None:
    """Put the positions after these moves ahead."""
    x_moves = count(x) == count(o)
    while some(moves):
        cell = lowest(moves)
        moves = moves ^ cell
        if x_moves:
            _put_ahead(walk, x | cell, o)
        else:
            _put_ahead(walk, x, o | cell)


@kernel()
def _put_ahead(walk: Walk, x: Board, o: Board) -> None:
    store(walk.ahead, walk.state[AHEAD], x)
    store(walk.ahead, walk.state[AHEAD], o, len(x))
    walk.state[AHEAD] += 1


@kernel()
def enter(seen: Words, x: Board, o: Board) -> bool:
    """Enter a position among those seen; return whether it was not there. The empty board is always new."""
    zero = x ^ x
    row = place_of(seen, x, o, 1)
    while True:
        there_x, there_o = load(seen, row, zero), load(seen, row, zero, len(zero))
        if not some(there_x | there_o):
            store(seen, row, x)
            store(seen, row, o, len(zero))
            return True
        if there_x == x and there_o == o:
            return False
        row = (row + 1) & (seen.shape[0] - 1)


@kernel()
def enter_all(seen: Words, old: Words, zero: Board) -> None:
    """Enter all positions of an array, rows of zeros left out."""
    for row in range(old.shape[0]):
        x, o = load(old, row, zero), load(old, row, zero, len(zero))
        if some(x | o):
            enter(seen, x, o)
