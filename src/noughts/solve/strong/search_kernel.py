"""The depth-first search kernel: can the attacker complete a line, and within how many plies?

The game as played: if the defender wins first, the attacker has not won. A node of the search is a position where the
side to move has a choice. Forced moves (a win, the stone that stops a single threat) are played on the way there. The
stack is in arrays, a few rows for each level:

    boards  row 5p + ATTACKER | DEFENDER | TODO | KEY_A | KEY_D   the position, moves left, key in the table
    planes  row 8p + i        | bit i of every cell's score: the best move is found by going down the planes
    info    row p             | turn, plies left, ...               see the names below

so a search can stop at any node, be saved, and go on.

An answer is a pair: yes and the plies that the attacker needs at most; or no and the plies within which the attacker
has no line, NEVER where no line can be forced at all. "No limit on plies" is a limit of more plies than cells.

Inlining is forced, so that boards stay in registers: without it the search is a quarter slower.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.board_words import Board, Words, cell_of, count, load, lowest, some, store
from noughts.solve.strong.geometry import FULL, Geometry, canonical
from noughts.solve.strong.open_lines import (
    UNIT,
    add_doubling,
    add_quadrupling,
    breaker_holds,
    dominated,
    free_cells,
    look,
)
from noughts.solve.strong.pairing import PairMemory, find_pairs
from noughts.solve.strong.transposition_table import NEVER, UNKNOWN, find, keep, known, place_of
from noughts.solve.strong.width import width_of

ATTACKER, DEFENDER, TODO, KEY_A, KEY_D, BOARDS = range(6)
TURN, LEFT, _RUN, _BEST, _SINCE, PLACE, ALL, MOVE, _FIELDS = range(9)  # of `info`
# turn: 1 with the attacker to move; left: plies that may be played; run: plies forced before the choice;
# best: the best answer so far; since: the count of nodes here; place: in the table; all: how many moves;
# move: the cell of the last one tried, which decides where the side to move gets what it wants
LEVEL, NODES, TASK, YES, PLIES, FILLED, _STATE = range(7)  # of `state`
ENTER, _CHOOSE, RETURN = range(3)  # a task
_PLANES = 8


class _Stack(NamedTuple):
    """A search under way."""

    boards: Words  # [BOARDS * level + name, word]
    planes: Words  # [_PLANES * level + i, word]
    info: npt.NDArray[np.int64]  # [level, name]
    state: npt.NDArray[np.int64]  # [name]


def new_stack(game: Game) -> _Stack:
    """Return a stack deep enough for any search of this game."""
    levels, width = game.cells + 2, width_of(game)
    return _Stack(
        boards=np.zeros((levels * BOARDS, width), np.uint64),
        planes=np.zeros((levels * _PLANES, width), np.uint64),
        info=np.zeros((levels, _FIELDS), np.int64),
        state=np.zeros(_STATE, np.int64),
    )


@kernel(forceinline=True)
def settle(
    a: Board, d: Board, turn: int, left: int, shape: Geometry
) -> tuple[bool, int, int, Board, Board, int, int, int]:
    """Play what is forced. Return (closed, yes, plies, attacker, defender, turn, run, potential).

    Closed: the answer is (yes, plies). Otherwise the side to move has a choice in the position returned,
    after `run` forced plies; its boards have all void cells in common.
    """
    run = 0
    potential = 0
    while True:
        most = (left - run + turn) // 2  # the stones that the attacker may still place
        attacks, potential, used = look(a, d, shape, most)
        counters, _, used_by_defender = look(d, a, shape, most)
        wins, threats = (attacks, counters) if turn else (counters, attacks)
        if some(wins):
            if turn == 0:  # the defender completes a line first, however many plies are left
                return True, 0, NEVER, a, d, turn, run, potential
            yes, plies = _within(run + 1, left)
            return True, yes, plies, a, d, turn, run, potential
        # No open line can be completed with the stones left, or the defender, to move, stops all (Erdős and Selfridge).
        # With less than k stones left some lines were not counted: then it is shown for these plies alone.
        if potential == 0 or (turn == 0 and potential < UNIT):
            return True, 0, NEVER if most >= shape.k else left, a, d, turn, run, potential
        if not some(threats):
            break
        if count(threats) > 1:  # one stone stops one of them
            if turn:
                return True, 0, NEVER, a, d, turn, run, potential
            yes, plies = _within(run + 2, left)
            return True, yes, plies, a, d, turn, run, potential
        if turn:
            a = a | threats
        else:
            d = d | threats
        turn, run = 1 - turn, run + 1
    # A cell on no open line of either side matters to neither: both boards get it, so that more positions are equal.
    void = load(shape.boards, FULL, a) & ~(used | used_by_defender)
    return False, 0, 0, a | void, d | void, turn, run, potential


@kernel_part(forceinline=True)
def _within(plies: int, left: int) -> tuple[int, int]:
    return (1, plies) if plies <= left else (0, left)


@kernel(forceinline=True)
def later(plies: int, by: int) -> int:
    """Return plies counted from `by` plies before."""
    return NEVER if plies >= NEVER else plies + by


@kernel(forceinline=True)
def held(a: Board, d: Board, shape: Geometry, left: int, potential: int, pairs: PairMemory, budget: int) -> bool:
    """Return whether, with the attacker to move, the defender stops all lines by potential or pairing."""
    most = (left + 1) // 2
    if breaker_holds(a, d, shape, potential, most):
        return True
    return budget > 0 and find_pairs(a, d, 1, shape, most, pairs, budget) >= 0


@kernel(forceinline=True)
def scores(a: Board, d: Board, turn: int, shape: Geometry) -> Any:
    """Return how promising a move on each cell is, as planes: own lines count more than theirs."""
    own, other = (a, d) if turn else (d, a)
    zero = a ^ a
    planes = add_quadrupling((zero, zero, zero, zero, zero, zero, zero, zero), own, other, shape)
    return add_doubling(planes, other, own, shape, shape.k)


@kernel
def search(
    shape: Geometry,
    table: Words,
    stack: _Stack,
    pairs: PairMemory,
    zero: Board,
    slice_: int,
    budget: int,
) -> None:
    """Search on from `stack` for up to `slice_` nodes; level -1 in its state: the answer is there.

    It stops early where the table is half full. `budget` is for pairings.
    """
    info, state = stack.info, stack.state
    level, task, yes, plies = state[LEVEL], state[TASK], state[YES], state[PLIES]
    nodes, filled = state[NODES], state[FILLED]
    stop = nodes + slice_
    while level >= 0:
        if task == ENTER:
            if nodes >= stop or filled > table.shape[0] // 2:
                break
            nodes += 1
            info[level, _SINCE] = nodes
            closed, yes, plies, fills = _enter(shape, table, stack, level, pairs, zero, budget)
            filled += fills
            level, task = (level - 1, RETURN) if closed else (level, _CHOOSE)
            continue
        turn = info[level, TURN]
        if task == RETURN:
            plies = later(plies, 1)
            # The least at the attacker's nodes, the most at the defender's: for a yes and for a no alike.
            info[level, _BEST] = min(info[level, _BEST], plies) if turn else max(info[level, _BEST], plies)
            task = _CHOOSE
            finished = yes == turn
        else:
            finished = False
        if not finished:
            if _choose(stack, level, zero):
                level, task = level + 1, ENTER
                continue
            yes, plies = 1 - turn, info[level, _BEST]
        filled += _finish(table, stack, level, yes, plies, nodes, zero)
        plies = later(plies, info[level, _RUN])
        level, task = level - 1, RETURN
    state[LEVEL], state[TASK], state[YES], state[PLIES] = level, task, yes, plies
    state[NODES], state[FILLED] = nodes, filled


@kernel_part(forceinline=True)
def _enter(
    shape: Geometry,
    table: Words,
    stack: _Stack,
    level: int,
    pairs: PairMemory,
    zero: Board,
    budget: int,
) -> tuple[bool, int, int, int]:
    """Close a node, or write its moves; return (closed, yes, plies, rows of the table filled)."""
    boards, planes, info, _ = stack
    here = level * BOARDS
    a, d = load(boards, here + ATTACKER, zero), load(boards, here + DEFENDER, zero)
    left = info[level, LEFT]
    closed, yes, plies, a, d, turn, run, potential = settle(a, d, info[level, TURN], left, shape)
    if closed:
        return True, yes, plies, 0
    left -= run
    key_a, key_d = canonical(a, d, shape)
    place = place_of(table, key_a, key_d, turn)
    row = find(table, place, key_a, key_d, turn)
    if row >= 0 and level > 0:  # the root is always searched: its move is wanted
        within, never = known(table, row, len(zero))
        if within <= left:  # a line within fewer plies is one within more
            return True, 1, within + run, 0
        if never >= left:  # no line within more plies, so none within fewer
            return True, 0, later(never, run), 0
    if turn and held(a, d, shape, left, potential, pairs, budget):
        never = NEVER if (left + 1) // 2 >= shape.k else left
        fills = keep(table, place, key_a, key_d, turn, UNKNOWN, never, 1)
        return True, 0, later(never, run), fills
    moves = free_cells(a, d, shape) & ~dominated(a, d, shape)
    store(boards, here + ATTACKER, a)
    store(boards, here + DEFENDER, d)
    store(boards, here + TODO, moves)
    store(boards, here + KEY_A, key_a)
    store(boards, here + KEY_D, key_d)
    index = level * _PLANES
    for plane in scores(a, d, turn, shape):
        store(planes, index, plane)
        index += 1
    info[level, TURN], info[level, _RUN], info[level, LEFT] = turn, run, left
    info[level, PLACE], info[level, ALL] = place, count(moves)
    info[level, _BEST] = NEVER if turn else 0
    return False, 0, 0, 0


@kernel_part(forceinline=True)
def _choose(stack: _Stack, level: int, zero: Board) -> bool:
    """Put the position after the best move left on the next level; return False where no move is left."""
    boards, planes, info, _ = stack
    here, there = level * BOARDS, (level + 1) * BOARDS
    moves = load(boards, here + TODO, zero)
    if not some(moves):
        return False
    best = moves
    for index in range((level + 1) * _PLANES - 1, level * _PLANES - 1, -1):
        top = best & load(planes, index, zero)
        if some(top):
            best = top
    best = lowest(best)
    store(boards, here + TODO, moves ^ best)
    info[level, MOVE] = cell_of(best)
    a, d = load(boards, here + ATTACKER, zero), load(boards, here + DEFENDER, zero)
    if info[level, TURN]:
        a = a | best
    else:
        d = d | best
    store(boards, there + ATTACKER, a)
    store(boards, there + DEFENDER, d)
    info[level + 1, TURN], info[level + 1, LEFT] = 1 - info[level, TURN], info[level, LEFT] - 1
    return True


@kernel_part(forceinline=True)
def _finish(table: Words, stack: _Stack, level: int, yes: int, plies: int, nodes: int, zero: Board) -> int:
    """Enter a finished node in the table; return 1 if that fills a row."""
    boards, info = stack.boards, stack.info
    here = level * BOARDS
    return keep(
        table,
        info[level, PLACE],
        load(boards, here + KEY_A, zero),
        load(boards, here + KEY_D, zero),
        info[level, TURN],
        plies if yes else UNKNOWN,
        0 if yes else plies,
        nodes - info[level, _SINCE],
    )
