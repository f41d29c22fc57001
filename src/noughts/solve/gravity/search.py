"""The search: the score of a position, by alpha-beta with windows of one.

A score is half of what is left of the board, for the side that wins: the stones that it has left, the winning one
counted, so a quicker win is a greater score. It is 0 for a draw, and negative for a loss.

Each question is whether the side to move gets a score. The answers narrow the bounds of the first position: quick wins
and losses are asked for first, as that is soon answered.

In a position of the search the side to move does not complete a line at once, and has moves after which the other side
does not either. In this order:

1. The score of a quick win or loss may be out of reach: 3 plies on for a win, 4 for a loss.
2. The table knows a bound of the position, or of its mirror image.
3. Each move is looked at: after one that leaves the other side no safe move the game is won; after others an argument
   (`answering`) or the table may say enough.
4. The moves are searched: first those that leave the most cells where the side to move completes a line, of equal
   ones those in the middle.

A position with one safe move is not kept in the table.

The loop uses a stack of numbers and can stop at any node. It is plain Python, and what is compiled.
"""

from typing import Any, Final, NamedTuple

from noughts.jit.kernels import kernel, kernel_part
from noughts.solve.gravity.answering import Shape, most_by_answering
from noughts.solve.gravity.stones import completing, count, mirrored, safe_moves

# Of a level: the stones of the side to move and of both, the score asked for, the cells where the other side completes
# a line, the best score so far, the number of moves and of those tried, the key, and the count of nodes before.
OWN, TAKEN, GOAL, THREATS, _BEST, _MOVES, _TRIED, _KEY, _BEFORE, FIELDS = range(10)
# Of the search: `mirrored` are the levels where a position's mirror image is looked up, `least` and `most` the bounds.
LEVEL, NODES, SCORE, ENTERS, PLY, MIRRORED, LEAST, MOST, STATE = range(9)

# Of an entry of the table: the quotient of the key, then the logarithm of the nodes spent, and the bounds of the score.
_QUOTIENT, _WORK, _MOST, _LEAST = 19, 14, 7, 0
_BOUND, _ZERO, _SPENT = (1 << 7) - 1, 1 << 6, (1 << 5) - 1
MOST_CELLS: Final = 2 * _ZERO - 4  # so that every score is a bound
_LOOKED_UP: Final = 10  # a child is looked up in advance with more free cells than these


class Memory(NamedTuple):
    """What was learned, and the search under way."""

    entries: Any  # [2 * row], [2 * row + 1]: the first keeps what took more nodes
    columns: Any  # the cells of each column, from the middle
    stack: Any  # [level * FIELDS + name]
    moves: Any  # [level * columns + number]: the moves in order,
    threats: Any  # after each the cells where it completes a line,
    worths: Any  # and how many
    state: Any


@kernel()
def search(shape: Shape, memory: Memory, slice_: int) -> None:
    """Search on for up to `slice_` nodes; it is through where the bounds of the score meet."""
    columns, k, side, cells, board, bottom, _even = shape
    entries, column_cells, stack, moves, threats_after, worths, state = memory
    level, nodes, score, enters = state[LEVEL], state[NODES], state[SCORE], state[ENTERS]
    root, mirrored_to, stop = state[PLY], state[MIRRORED], nodes + slice_
    while state[LEAST] < state[MOST]:
        if level < 0:
            if score >= stack[GOAL]:
                state[LEAST] = score
            else:
                state[MOST] = score
            level, enters = 0, 1
            stack[GOAL] = next_goal(state[LEAST], state[MOST])
            continue
        at, first = level * FIELDS, level * columns
        own, taken, goal = stack[at + OWN], stack[at + TAKEN], stack[at + GOAL]
        free = cells - root - level
        if enters:
            if nodes >= stop:
                break
            nodes += 1
            todo = safe_moves(stack[at + THREATS], (taken + bottom) & board)
            # After a safe move the other side has none that ends the game, so at the earliest:
            least, most = -((free - 2) // 2), (free - 1) // 2
            if free <= 2:
                least = most = 0
            key = -1
            if least < goal <= most and todo & (todo - 1):
                key = own + taken
                if level < mirrored_to:
                    key = min(key, mirrored(key, columns, side))
                entry = look_up(entries, key)
                if entry:
                    least, most = max(least, least_of(entry)), min(most, most_of(entry))
            closed = least >= goal or most < goal
            score = least if least >= goal else most
            number = 0
            if not closed:
                for column in range(columns):
                    move = todo & column_cells[column]
                    if move:
                        after = taken | move
                        threats = completing(own | move, k, side) & board & ~after
                        if not safe_moves(threats, (after + bottom) & board):
                            score, closed = (free - 1) // 2, True
                            break
                        worth, place = count(threats), first + number
                        while place > first and worths[place - 1] < worth:
                            worths[place], moves[place] = worths[place - 1], moves[place - 1]
                            threats_after[place] = threats_after[place - 1]
                            place -= 1
                        worths[place], moves[place], threats_after[place] = worth, move, threats
                        number += 1
            if not closed:
                for place in range(first, first + number):
                    after = taken | moves[place]
                    reached = -most_by_answering(shape, own ^ taken, after, threats_after[place])
                    if reached < goal and key >= 0 and free > _LOOKED_UP:
                        child = (own ^ taken) + after
                        if level + 1 < mirrored_to:
                            child = min(child, mirrored(child, columns, side))
                        entry = look_up(entries, child)
                        if entry:
                            reached = -most_of(entry)
                    if reached >= goal:
                        score, closed = reached, True
                        break
            if closed:
                level, enters = level - 1, 0
                continue
            stack[at + _BEST], stack[at + _MOVES], stack[at + _TRIED] = -_ZERO, number, 0
            stack[at + _KEY], stack[at + _BEFORE] = key, nodes
        else:
            stack[at + _BEST] = max(stack[at + _BEST], -score)
        best, tried = stack[at + _BEST], stack[at + _TRIED]
        if best < goal and tried < stack[at + _MOVES]:
            stack[at + _TRIED] = tried + 1
            child = at + FIELDS
            stack[child + OWN], stack[child + TAKEN] = own ^ taken, taken | moves[first + tried]
            stack[child + GOAL], stack[child + THREATS] = 1 - goal, threats_after[first + tried]
            level, enters = level + 1, 1
            continue
        if stack[at + _KEY] >= 0:
            keep(entries, stack[at + _KEY], best, best >= goal, nodes - stack[at + _BEFORE])
        score, level, enters = best, level - 1, 0
    state[LEVEL], state[NODES], state[SCORE], state[ENTERS] = level, nodes, score, enters


@kernel_part()
def next_goal(least: int, most: int) -> int:
    """Return the score that is asked for: half of the greater bound, or in the middle of two bounds of one sign."""
    if least >= 0 or most <= 0:
        return 1 + (least + most) // 2
    return 1 + most // 2 if most >= -least else 1 - -least // 2


@kernel_part(forceinline=True)
def look_up(entries: Any, key: int) -> int:
    """Return the entry of a position; 0 where there is none."""
    rows = len(entries) // 2
    row, quotient = 2 * (key % rows), key // rows + 1
    for place in (row, row + 1):
        entry: int = entries[place]
        if entry >> _QUOTIENT == quotient:
            return entry
    return 0


@kernel_part(forceinline=True)
def least_of(entry: int) -> int:
    """Return the least score of an entry."""
    return (entry & _BOUND) - _ZERO


@kernel_part(forceinline=True)
def most_of(entry: int) -> int:
    """Return the greatest score of an entry."""
    return (entry >> _MOST & _BOUND) - _ZERO


@kernel_part()
def keep(entries: Any, key: int, score: int, is_least: bool, nodes: int) -> None:
    """Keep a bound of the score of a position, which took some nodes."""
    rows = len(entries) // 2
    row, quotient = 2 * (key % rows), key // rows + 1
    work = 0
    while nodes:
        work, nodes = work + 1, nodes >> 1
    least, most, place = 1 - _ZERO, _ZERO - 1, row
    if entries[row] >> _QUOTIENT != quotient:
        if entries[row + 1] >> _QUOTIENT == quotient or (entries[row] >> _WORK & _SPENT) > work:
            place = row + 1
    if entries[place] >> _QUOTIENT == quotient:
        least, most = least_of(entries[place]), most_of(entries[place])
    elif place == row:
        entries[row + 1] = entries[row]
    if is_least:
        least = max(least, score)
    else:
        most = min(most, score)
    entries[place] = quotient << _QUOTIENT | min(work, _SPENT) << _WORK | (most + _ZERO) << _MOST | (least + _ZERO)
