"""The depth-first search kernel: can the attacker complete a line, and within how many plies?

The game as played: if the defender wins first, the attacker has not won. A node of the search is a position where the
side to move has a choice. Forced moves (a win, the stone that stops a single threat) are played on the way there. The
stack is in arrays, a few rows for each level:

    boards  row 5p + ATTACKER | DEFENDER | TODO | KEY_A | KEY_D   the position, moves left, key in the table
    planes  row 8p + i        | bit i of every cell's score: the best move is found by going down the planes
    info    item 7p + name    | turn, plies left, ...               see the names below

so a search can stop at any node, be saved, and go on.

An answer is a pair: yes and the plies that the attacker needs at most; or no and the plies within which the attacker
has no line, NEVER where no line can be forced at all. "No limit on plies" is a limit of more plies than cells.

Inlining is forced, so that boards stay in registers: without it the search is a quarter slower.
"""

from typing import Any, NamedTuple

from noughts.core.game import Game
from noughts.jit.kernels import form_of, kernel, kernel_part
from noughts.solve.boards import (
    Board,
    Numbers,
    Words,
    cell_of,
    count,
    load,
    lowest,
    new_boards,
    new_numbers,
    some,
    store,
)
from noughts.solve.byte_tables import canonical
from noughts.solve.strong.geometry import FULL, Geometry, width_of
from noughts.solve.strong.open_lines import (
    LINES,
    UNIT,
    add_doubling,
    add_quadrupling,
    breaker_holds,
    dominated,
    free_cells,
    look,
)
from noughts.solve.strong.pairing import find_pairs
from noughts.solve.strong.plain_table import NEVER, UNKNOWN, keep, place_of, recall, room

ATTACKER, DEFENDER, TODO, KEY_A, KEY_D, BOARDS = range(6)
TURN, LEFT, _RUN, _BEST, _SINCE, ALL, MOVE, FIELDS = range(8)  # of `info`
# turn: 1 with the attacker to move; left: plies that may be played; run: plies forced before the choice;
# best: the best answer so far; since: the count of nodes here; all: how many moves;
# move: the cell of the last one tried, which decides where the side to move gets what it wants
LEVEL, NODES, TASK, YES, PLIES, FILLED, _STATE = range(7)  # of `state`
ENTER, _CHOOSE, RETURN = range(3)  # a task
_PLANES = 8


class Stack(NamedTuple):
    """A search under way."""

    boards: Words  # [BOARDS * level + name]
    planes: Words  # [_PLANES * level + i]
    info: Numbers  # [FIELDS * level + name]
    places: Any  # [level] in the table
    state: Numbers  # [name]
    lines: Words  # the open lines of the present position: see `look`


def new_stack(game: Game, is_compiled: bool) -> Stack:
    """Return a stack deep enough for any search of this game."""
    levels, width = game.cells + 2, width_of(game)
    boards, numbers = form_of(new_boards, is_compiled), form_of(new_numbers, is_compiled)
    return Stack(
        boards=boards(levels * BOARDS, width),
        planes=boards(levels * _PLANES, width),
        info=numbers(levels * FIELDS),
        places=numbers(levels),
        state=numbers(_STATE),
        lines=boards(LINES, width),
    )


@kernel(forceinline=True)
def settle(
    a: Board, d: Board, turn: int, left: int, shape: Geometry, lines: Words
) -> tuple[bool, int, int, Board, Board, int, int, int]:
    """Play what is forced. Return (closed, yes, plies, attacker, defender, turn, run, potential).

    Closed: the answer is (yes, plies). Otherwise the side to move has a choice in the position returned,
    after `run` forced plies; its boards have all void cells in common, and its open lines are in `lines`.
    """
    run = 0
    potential = 0
    while True:
        most = (left - run + turn) // 2  # the stones that the attacker may still place
        attacks, counters, potential, used = look(a, d, shape, most, lines)
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
    if shape.exact:  # a stone on no open line may still make another line too long
        return False, 0, 0, a, d, turn, run, potential
    # A cell on no open line of either side matters to neither: both boards get it, so that more positions are equal.
    void = load(shape.boards, FULL, a) & ~used
    return False, 0, 0, a | void, d | void, turn, run, potential


@kernel_part(forceinline=True)
def _within(plies: int, left: int) -> tuple[int, int]:
    return (1, plies) if plies <= left else (0, left)


@kernel(forceinline=True)
def later(plies: int, by: int) -> int:
    """Return plies counted from `by` plies before."""
    return NEVER if plies >= NEVER else plies + by


@kernel(forceinline=True)
def scores(zero: Board, turn: int, shape: Geometry, lines: Words) -> Any:
    """Return how promising a move on each cell is, as planes: own lines count more than theirs."""
    planes = add_quadrupling((zero, zero, zero, zero, zero, zero, zero, zero), turn, shape, lines)
    return add_doubling(planes, 1 - turn, shape, shape.k, lines)


@kernel()
def search(
    shape: Geometry,
    table: Words,
    stack: Stack,
    pairs: Any,
    zero: Board,
    slice_: int,
    budget: int,
) -> None:
    """Search on from `stack` for up to `slice_` nodes; level -1 in its state: the answer is there.

    It stops early where the table is full. `budget`: the nodes of a search for pairs, in the memory
    `pairs`; 0 without one.
    """
    info, state = stack.info, stack.state
    level, task, yes, plies = state[LEVEL], state[TASK], state[YES], state[PLIES]
    nodes, filled = state[NODES], state[FILLED]
    stop = nodes + slice_
    while level >= 0:
        here = level * FIELDS
        if task == ENTER:
            if nodes >= stop or filled > room(table):
                break
            nodes += 1
            info[here + _SINCE] = nodes
            closed, yes, plies, fills = _enter(shape, table, stack, level, pairs, zero, budget)
            filled += fills
            level, task = (level - 1, RETURN) if closed else (level, _CHOOSE)
            continue
        turn = info[here + TURN]
        if task == RETURN:
            plies = later(plies, 1)
            # The least at the attacker's nodes, the most at the defender's: for a yes and for a no alike.
            info[here + _BEST] = min(info[here + _BEST], plies) if turn else max(info[here + _BEST], plies)
            task = _CHOOSE
            finished = yes == turn
        else:
            finished = False
        if not finished:
            if _choose(stack, level, zero):
                level, task = level + 1, ENTER
                continue
            yes, plies = 1 - turn, info[here + _BEST]
        filled += _finish(table, stack, level, yes, plies, nodes, zero)
        plies = later(plies, info[here + _RUN])
        level, task = level - 1, RETURN
    state[LEVEL], state[TASK], state[YES], state[PLIES] = level, task, yes, plies
    state[NODES], state[FILLED] = nodes, filled


@kernel_part(forceinline=True)
def _enter(
    shape: Geometry,
    table: Words,
    stack: Stack,
    level: int,
    pairs: Any,
    zero: Board,
    budget: int,
) -> tuple[bool, int, int, int]:
    """Close a node, or write its moves; return (closed, yes, plies, rows of the table filled)."""
    boards, planes, info = stack.boards, stack.planes, stack.info
    here, at = level * BOARDS, level * FIELDS
    a, d = load(boards, here + ATTACKER, zero), load(boards, here + DEFENDER, zero)
    left = info[at + LEFT]
    closed, yes, plies, a, d, turn, run, potential = settle(a, d, info[at + TURN], left, shape, stack.lines)
    if closed:
        return True, yes, plies, 0
    left -= run
    key_a, key_d, _ = canonical(shape.images, a, d)
    place = place_of(table, key_a, key_d, turn)
    if level > 0:  # the root is always searched: its move is wanted
        within, never, _ = recall(table, place, key_a, key_d, turn)
        if within <= left:  # a line within fewer plies is one within more
            return True, 1, within + run, 0
        if never >= left:  # no line within more plies, so none within fewer
            return True, 0, later(never, run), 0
    moves, most = free_cells(a, d, shape), (left + 1) // 2
    if turn and (
        breaker_holds(moves, shape, potential, most, stack.lines)
        or (budget > 0 and find_pairs(a, d, 1, shape, most, pairs, budget) >= 0)
    ):
        never = NEVER if most >= shape.k else left
        fills = keep(table, place, key_a, key_d, turn, UNKNOWN, never, 1)
        return True, 0, later(never, run), fills
    if not shape.exact:  # there the other cell may harm
        moves = moves & ~dominated(moves, shape, stack.lines)
    store(boards, here + ATTACKER, a)
    store(boards, here + DEFENDER, d)
    store(boards, here + TODO, moves)
    store(boards, here + KEY_A, key_a)
    store(boards, here + KEY_D, key_d)
    index = level * _PLANES
    for plane in scores(zero, turn, shape, stack.lines):
        store(planes, index, plane)
        index += 1
    info[at + TURN], info[at + _RUN], info[at + LEFT], info[at + ALL] = turn, run, left, count(moves)
    info[at + _BEST] = NEVER if turn else 0
    stack.places[level] = place
    return False, 0, 0, 0


@kernel_part(forceinline=True)
def _choose(stack: Stack, level: int, zero: Board) -> bool:
    """Put the position after the best move left on the next level; return False where no move is left."""
    boards, planes, info = stack.boards, stack.planes, stack.info
    here, there, at = level * BOARDS, (level + 1) * BOARDS, level * FIELDS
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
    info[at + MOVE] = cell_of(best)
    a, d = load(boards, here + ATTACKER, zero), load(boards, here + DEFENDER, zero)
    if info[at + TURN]:
        a = a | best
    else:
        d = d | best
    store(boards, there + ATTACKER, a)
    store(boards, there + DEFENDER, d)
    info[at + FIELDS + TURN], info[at + FIELDS + LEFT] = 1 - info[at + TURN], info[at + LEFT] - 1
    return True


@kernel_part(forceinline=True)
def _finish(table: Words, stack: Stack, level: int, yes: int, plies: int, nodes: int, zero: Board) -> int:
    """Enter a finished node in the table; return 1 if that fills a row."""
    boards, info = stack.boards, stack.info
    here, at = level * BOARDS, level * FIELDS
    return keep(
        table,
        stack.places[level],
        load(boards, here + KEY_A, zero),
        load(boards, here + KEY_D, zero),
        info[at + TURN],
        plies if yes else UNKNOWN,
        0 if yes else plies,
        nodes - info[at + _SINCE],
    )
