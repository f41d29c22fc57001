"""Depth-first proof-number search, the kernel: which question about which move is the cheapest to settle?

A node has two numbers, from the point of view of the side to move there: phi, how many positions at least
have to be settled to show that this side gets what it wants (the attacker a line, the defender none), and
delta, how many to show that it does not. A move is as good as the position after it is bad:

    phi = least delta of the moves       delta = greatest phi of the moves + number of the others still open

(delta is the sum in Allis's proof-number search, 1994; with a sum positions that meet again later are counted
often.) The search stays below a node while both its numbers are under its limits, so that all it needs to
remember of the nodes above is one line of moves, and the numbers of the others are in the table (Nagai 2002).

    boards   row 4p + ATTACKER | DEFENDER | KEY_A | KEY_D     the node at level p, after its forced moves
    cells    [p, i]                                           its moves
    moves    [p, i]  PHI | DELTA                              their numbers
    info     [p]     TURN | COUNT | CHOSEN | PLACE | SINCE | the limits MOST_PHI, MOST_DELTA
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.jit import njit
from noughts.solve.strong.boards import ONE, Board, Words, load, lowest, some, store
from noughts.solve.strong.geometry import Geometry, canonical
from noughts.solve.strong.pairing import PairMemory
from noughts.solve.strong.patterns import dominated, free_cells, look
from noughts.solve.strong.search import held, scores, settle
from noughts.solve.strong.table import claim, find, place_of

ATTACKER, DEFENDER, KEY_A, KEY_D, BOARDS = range(5)
PHI, DELTA, NUMBERS = range(3)  # of `moves`
TURN, COUNT, CHOSEN, PLACE, SINCE, MOST_PHI, MOST_DELTA, FIELDS = range(8)  # of `info`
LEVEL, NODES, DESCEND, ROOT_PHI, FILLED, STATE = range(6)  # of `state`
FOREVER = 1 << 20  # plies without a limit
INFINITE = (1 << 30) - 1  # a number: this cannot be shown

_LOW = np.uint64(INFINITE)
_TWO = np.uint64(2)
_32 = np.uint64(32)


class ProofStack(NamedTuple):
    """A proof-number search under way."""

    boards: Words
    cells: npt.NDArray[np.uint64]  # (level, move, word)
    moves: npt.NDArray[np.int64]  # (level, move, PHI or DELTA)
    info: npt.NDArray[np.int64]
    state: npt.NDArray[np.int64]


def new_proof_stack(game: Game) -> ProofStack:
    """Return a stack deep enough for any search of this game."""
    levels, width = game.cells + 2, -(-game.cells // 64)
    return ProofStack(
        boards=np.zeros((levels * BOARDS, width), np.uint64),
        cells=np.zeros((levels, game.cells, width), np.uint64),
        moves=np.zeros((levels, game.cells, NUMBERS), np.int64),
        info=np.zeros((levels, FIELDS), np.int64),
        state=np.zeros(STATE, np.int64),
    )


@njit
def prove(
    shape: Geometry, table: Words, stack: ProofStack, pairs: PairMemory, zero: Board, slice_: int, budget: int
) -> None:
    """Search on from `stack` for up to `slice_` nodes; level -1 in its state: ROOT_PHI is the answer.

    The answer is 0 if the side to move at the root gets what it wants, and INFINITE if not.
    """
    boards, info, state = stack.boards, stack.info, stack.state
    level, nodes, filled = state[LEVEL], state[NODES], state[FILLED]
    stop = nodes + slice_
    phi = delta = 0
    while level >= 0:
        if state[DESCEND]:
            if nodes >= stop or filled > table.shape[0] // 2:
                break
            nodes += 1
            state[DESCEND] = 0
            info[level, SINCE] = nodes
            _expand(shape, table, stack, level, pairs, zero, budget)
        phi, delta, best, second, others = _numbers(stack.moves[level], info[level, COUNT])
        if phi < info[level, MOST_PHI] and delta < info[level, MOST_DELTA]:
            info[level, CHOSEN] = best
            turn = info[level, TURN]
            cell = load(stack.cells[level], best, zero)
            a, d = (
                load(boards, level * BOARDS + ATTACKER, zero),
                load(boards, level * BOARDS + DEFENDER, zero),
            )
            if turn:
                a = a | cell
            else:
                d = d | cell
            _, _, _, a, d, turn_then, _, _ = settle(a, d, 1 - turn, FOREVER, shape)
            most_phi, most_delta = (
                info[level, MOST_DELTA] - others,
                min(info[level, MOST_PHI], second + 1 + second // 4),
            )
            level += 1
            store(boards, level * BOARDS + ATTACKER, a)
            store(boards, level * BOARDS + DEFENDER, d)
            info[level, TURN] = turn_then
            if turn_then == turn:  # after an odd number of forced plies the same side moves again
                most_phi, most_delta = most_delta, most_phi
            info[level, MOST_PHI], info[level, MOST_DELTA] = most_phi, most_delta
            state[DESCEND] = 1
            continue
        filled += _enter(table, stack, level, phi, delta, nodes, zero)
        level -= 1
        if level >= 0:
            if info[level, TURN] == info[level + 1, TURN]:
                phi, delta = delta, phi
            stack.moves[level, info[level, CHOSEN], PHI] = phi
            stack.moves[level, info[level, CHOSEN], DELTA] = delta
    if level < 0:
        state[ROOT_PHI] = phi
    state[LEVEL], state[NODES], state[FILLED] = level, nodes, filled


@njit
def _numbers(moves: npt.NDArray[np.int64], count: int) -> tuple[int, int, int, int, int]:
    """Return phi, delta and best move of a node, the second least delta, how many other moves are open."""
    least = second = INFINITE
    greatest, still, best = 0, 0, 0
    for index in range(count):
        phi, delta = moves[index, PHI], moves[index, DELTA]
        if delta < least:
            second, least, best = least, delta, index
        elif delta < second:
            second = delta
        if phi > 0:
            still += 1
            greatest = max(greatest, phi)
    others = max(still - 1, 0)
    if least == 0:
        return 0, INFINITE, best, second, others
    return least, min(greatest + others, INFINITE - 1) if still else 0, best, second, others


@njit
def _expand(
    shape: Geometry, table: Words, stack: ProofStack, level: int, pairs: PairMemory, zero: Board, budget: int
) -> None:
    """Write the moves of a node and their numbers: no moves where the attacker, to move, is held."""
    boards, info = stack.boards, stack.info
    here = level * BOARDS
    a, d, turn = load(boards, here + ATTACKER, zero), load(boards, here + DEFENDER, zero), info[level, TURN]
    key_a, key_d = canonical(a, d, shape)
    store(boards, here + KEY_A, key_a)
    store(boards, here + KEY_D, key_d)
    info[level, PLACE], info[level, COUNT] = place_of(table, key_a, key_d, turn), 0
    if turn and held(a, d, shape, FOREVER, look(a, d, shape, shape.k)[1], pairs, budget):
        return
    planes = scores(a, d, turn, shape)
    rest = free_cells(a, d, shape) & ~dominated(a, d, shape)
    count = 0
    while some(rest):
        cell = rest
        for index in range(len(planes) - 1, -1, -1):
            top = cell & planes[index]
            if some(top):
                cell = top
        cell = lowest(cell)
        rest = rest ^ cell
        phi, delta = _look_up(a | cell if turn else a, d if turn else d | cell, turn, shape, table, zero)
        store(stack.cells[level], count, cell)
        stack.moves[level, count, PHI], stack.moves[level, count, DELTA] = phi, delta
        count += 1
        if delta == 0:
            break
    info[level, COUNT] = count


@njit
def _look_up(a: Board, d: Board, turn: int, shape: Geometry, table: Words, zero: Board) -> tuple[Any, Any]:
    """Return phi and delta of the position after a move of side `turn`, for its opponent."""
    closed, yes, _, a, d, turn_then, _, _ = settle(a, d, 1 - turn, FOREVER, shape)
    if closed:
        return (INFINITE, 0) if yes == turn else (0, INFINITE)
    key_a, key_d = canonical(a, d, shape)
    row = find(table, place_of(table, key_a, key_d, turn_then), key_a, key_d, turn_then)
    if row < 0:
        return 1, 1
    about = table[row, 2 * len(zero)]
    phi, delta = np.int64((about >> _TWO) & _LOW), np.int64((about >> _32) & _LOW)
    return (delta, phi) if turn_then == turn else (phi, delta)


@njit
def _enter(table: Words, stack: ProofStack, level: int, phi: Any, delta: Any, nodes: Any, zero: Board) -> int:
    """Enter a node's numbers in the table; return 1 if that fills a row."""
    boards, info = stack.boards, stack.info
    here = level * BOARDS
    a, d, turn = load(boards, here + KEY_A, zero), load(boards, here + KEY_D, zero), info[level, TURN]
    place, spent = info[level, PLACE], nodes - info[level, SINCE]
    fills = 0
    row = find(table, place, a, d, turn)
    if row < 0:
        row, fills = claim(table, place, a, d, turn, spent)
    table[row, 2 * len(zero)] = ONE | (np.uint64(turn) << ONE) | (np.uint64(phi) << _TWO) | (np.uint64(delta) << _32)
    table[row, 2 * len(zero) + 1] = np.uint64(spent)
    return fills
