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

A position with one safe move is not kept in the table. Of the key of a position an entry has what its row does not say,
so no position is mistaken for another. In plain Python, and on boards of one word, that is the quotient of the key by
the number of rows. On boards of two words the higher word is kept whole, and mixed into the lower one, of which the
entry has the quotient.

The loop uses a stack of numbers and can stop at any node. It is plain Python, and what is compiled.
"""

from typing import Final, NamedTuple

from noughts.jit.kernels import kernel, kernel_part
from noughts.solve.boards import (
    Board,
    Numbers,
    Words,
    cell_of,
    count,
    load,
    lowest,
    lowest_bits,
    precedes,
    rest_of,
    row_and_rest,
    some,
    store,
    sum_of,
    with_lowest_bits,
)
from noughts.solve.gravity.answering import most_by_answering
from noughts.solve.gravity.stones import Shape, completing, mirrored, safe_moves

# Of a level: the stones of the side to move and of both, and the cells where the other side completes a line;
OWN, TAKEN, THREATS, BOARDS = range(4)
# the score asked for, the best one so far, the number of moves and of those tried, whether the position is kept, and
# the count of nodes before.
GOAL, _BEST, _MOVES, _TRIED, _IS_KEPT, _BEFORE, FIELDS = range(7)
# Of the search: `mirrored` are the levels where a position's mirror image is looked up, `least` and `most` the bounds.
LEVEL, NODES, SCORE, ENTERS, PLY, MIRRORED, LEAST, MOST, STATE = range(9)

# Of an entry of the table: the rest of the key, then the logarithm of the nodes spent, and the bounds of the score.
REST, _WORK, _MOST = 19, 14, 7
_BOUND, _ZERO, _SPENT = (1 << 7) - 1, 1 << 6, (1 << 5) - 1
MOST_CELLS: Final = 2 * _ZERO - 4  # so that every score is a bound
_LOOKED_UP: Final = 10  # a child is looked up in advance with more free cells than these


class Memory(NamedTuple):
    """What was learned, and the search under way."""

    entries: Words  # [2 * row], [2 * row + 1]: the first keeps what took more nodes
    nearness: Numbers  # [cell]: the less, the farther from the middle; less than the columns
    boards: Words  # [level * BOARDS + name]
    numbers: Numbers  # [level * FIELDS + name]
    moves: Words  # [level * columns + number]: the moves,
    threats: Words  # after each the cells where it completes a line,
    worths: Numbers  # what the moves are worth, the greatest first,
    order: Numbers  # and their places, in this order
    state: Numbers


@kernel()
def search(shape: Shape, memory: Memory, slice_: int) -> None:
    """Search on for up to `slice_` nodes; it is through where the bounds of the score meet."""
    columns, cells, board, nothing = shape.columns, shape.cells, shape.board, shape.nothing
    entries, nearness, boards, numbers, moves, threats_after, worths, order, state = memory
    level, nodes, score, enters = state[LEVEL], state[NODES], state[SCORE], state[ENTERS]
    root, mirrored_to, stop = state[PLY], state[MIRRORED], nodes + slice_
    while state[LEAST] < state[MOST]:
        if level < 0:
            if score >= numbers[GOAL]:
                state[LEAST] = score
            else:
                state[MOST] = score
            level, enters = 0, 1
            numbers[GOAL] = next_goal(state[LEAST], state[MOST])
            continue
        here, at, first = level * BOARDS, level * FIELDS, level * columns
        own, taken, goal = load(boards, here + OWN, board), load(boards, here + TAKEN, board), numbers[at + GOAL]
        theirs, free = own ^ taken, cells - root - level
        if enters:
            if nodes >= stop:
                break
            nodes += 1
            todo = safe_moves(load(boards, here + THREATS, board), taken, shape)
            # After a safe move the other side has none that ends the game, so at the earliest:
            least, most = -((free - 2) // 2), (free - 1) // 2
            if free <= 2:
                least = most = 0
            is_kept = least < goal <= most and some(rest_of(todo))
            if is_kept:
                key = sum_of(own, taken)
                if level < mirrored_to:
                    key = lesser_image(key, shape)
                bounds = look_up(entries, key)
                if bounds:
                    least, most = max(least, least_of(bounds)), min(most, most_of(bounds))
            closed = least >= goal or most < goal
            score = least if least >= goal else most
            number = 0
            if not closed:
                while todo != nothing:
                    move = lowest(todo)
                    todo = todo ^ move
                    after = taken | move
                    threats = completing(own | move, shape) & board & ~after
                    if safe_moves(threats, after, shape) == nothing:
                        score, closed = (free - 1) // 2, True
                        break
                    worth, place = columns * count(threats) + nearness[cell_of(move)], first + number
                    store(moves, place, move)
                    store(threats_after, place, threats)
                    while place > first and worths[place - 1] < worth:
                        worths[place], order[place] = worths[place - 1], order[place - 1]
                        place -= 1
                    worths[place], order[place] = worth, first + number
                    number += 1
            if not closed:
                for turn in range(first, first + number):
                    place = order[turn]
                    after = taken | load(moves, place, board)
                    reached = -most_by_answering(shape, theirs, after, load(threats_after, place, board))
                    if reached < goal and is_kept and free > _LOOKED_UP:
                        key = sum_of(theirs, after)
                        if level + 1 < mirrored_to:
                            key = lesser_image(key, shape)
                        bounds = look_up(entries, key)
                        if bounds:
                            reached = -most_of(bounds)
                    if reached >= goal:
                        score, closed = reached, True
                        break
            if closed:
                level, enters = level - 1, 0
                continue
            numbers[at + _BEST], numbers[at + _MOVES], numbers[at + _TRIED] = -_ZERO, number, 0
            numbers[at + _IS_KEPT], numbers[at + _BEFORE] = is_kept, nodes
        else:
            numbers[at + _BEST] = max(numbers[at + _BEST], -score)
        best, tried = numbers[at + _BEST], numbers[at + _TRIED]
        if best < goal and tried < numbers[at + _MOVES]:
            numbers[at + _TRIED] = tried + 1
            child, place = here + BOARDS, order[first + tried]
            store(boards, child + OWN, theirs)
            store(boards, child + TAKEN, taken | load(moves, place, board))
            store(boards, child + THREATS, load(threats_after, place, board))
            numbers[at + FIELDS + GOAL] = 1 - goal
            level, enters = level + 1, 1
            continue
        if numbers[at + _IS_KEPT]:
            key = sum_of(own, taken)
            if level < mirrored_to:
                key = lesser_image(key, shape)
            keep(entries, key, best, best >= goal, nodes - numbers[at + _BEFORE])
        score, level, enters = best, level - 1, 0
    state[LEVEL], state[NODES], state[SCORE], state[ENTERS] = level, nodes, score, enters


@kernel_part()
def next_goal(least: int, most: int) -> int:
    """Return the score that is asked for: half of the greater bound, or in the middle of two bounds of one sign."""
    if least >= 0 or most <= 0:
        return 1 + (least + most) // 2
    return 1 + most // 2 if most >= -least else 1 - -least // 2


@kernel_part()
def lesser_image(key: Board, shape: Shape) -> Board:
    """Return the lesser key of a position and its mirror image."""
    image = mirrored(key, shape)
    return image if precedes(image, key) else key


@kernel_part(forceinline=True)
def look_up(entries: Words, key: Board) -> int:
    """Return the work and the bounds of a position; 0 where there is no entry."""
    row, rest = row_and_rest(key, len(entries) // 2, REST)
    rest = rest >> REST
    for place in (2 * row, 2 * row + 1):
        entry = load(entries, place, key)
        if entry >> REST == rest:
            return lowest_bits(entry, REST)  # type: ignore[no-any-return]
    return 0


@kernel_part(forceinline=True)
def least_of(bounds: int) -> int:
    """Return the least score of an entry."""
    return (bounds & _BOUND) - _ZERO


@kernel_part(forceinline=True)
def most_of(bounds: int) -> int:
    """Return the greatest score of an entry."""
    return (bounds >> _MOST & _BOUND) - _ZERO


@kernel_part()
def keep(entries: Words, key: Board, score: int, is_least: bool, nodes: int) -> None:
    """Keep a bound of the score of a position, which took some nodes."""
    row, rest = row_and_rest(key, len(entries) // 2, REST)
    place, work = 2 * row, 0
    while nodes:
        work, nodes = work + 1, nodes >> 1
    first, second = load(entries, place, key), load(entries, place + 1, key)
    least, most = 1 - _ZERO, _ZERO - 1
    if first >> REST == rest >> REST:
        least, most = least_of(lowest_bits(first, REST)), most_of(lowest_bits(first, REST))
    elif second >> REST == rest >> REST:
        least, most = least_of(lowest_bits(second, REST)), most_of(lowest_bits(second, REST))
        place += 1
    elif lowest_bits(first, REST) >> _WORK > work:
        place += 1
    else:
        store(entries, place + 1, first)
    if is_least:
        least = max(least, score)
    else:
        most = min(most, score)
    bounds = min(work, _SPENT) << _WORK | (most + _ZERO) << _MOST | (least + _ZERO)
    store(entries, place, with_lowest_bits(rest, bounds))
