"""What a side gets that only answers: a bound without a search.

Let an even number of cells be left in every column. Then the side that does not move can answer each stone on top of
it, in the same column, to the end of the game. It gets the upper cell of each pair, the other side the lower ones:

    . O . .     o O o o      X to move: *claimeven* gives the lower cells to X and the upper ones to O
    . O . .     x O x x
    X X . .     X X o o
    X O . .     X O x x

If the stones and the lower cells of the side to move make no line, it does not win. If the stones and the upper cells
of the other side make one, that side wins, at the latest with the last stone. (What looks like a forced move on the way
is none: the side to move never completes a line.)

Two columns with an odd number of cells left do not hinder that: if a stone falls into one of them, the other side
answers in the other one (*baseinverse*). The side to move then gets one of these two cells, not both.

In one column more an odd number of cells may be left if the other side completes a line there at a cell with an odd
number of free cells below it. It answers in this column too, up to that cell, and wins with it: nobody wants to fill
the column, and the side to move is the one that runs out of moves elsewhere (*zugzwang*).

The names are those of L. V. Allis, *A knowledge-based approach of Connect-Four*, 1988.
"""

from typing import Final

from noughts.jit.kernels import kernel_part
from noughts.solve.boards import Board, count, lowest, rest_of, some, sum_of
from noughts.solve.gravity.stones import Shape, has_line

NO_BOUND: Final = 63


@kernel_part()
def most_by_answering(shape: Shape, own: Board, taken: Board, threats: Board) -> int:
    """Return the most that the side to move gets, as a score (see module `search`), or NO_BOUND.

    `own`: its stones; `threats`: the free cells where the other side completes a line.
    """
    even, nothing = shape.even, shape.nothing
    odd, free = sum_of(taken, shape.bottom) & ~even, shape.board & ~taken
    lower, over = free & even, -1
    if count(odd) & 1:
        # A carry that starts at the lowest free cell of a column runs through all of them.
        goals = threats & even & ~sum_of(free, odd)
        if goals == nothing:
            return NO_BOUND
        goal, starts, start, column = lowest(goals), odd, nothing, nothing
        while goal & column == nothing:
            start = lowest(starts)
            starts = starts ^ start
            column = free & ~sum_of(free, start)
        above = free & ~sum_of(free, goal)  # with the goal
        over = count(above) - 1
        lower = lower & ~column | column & ~above & ~even
        odd = odd ^ start
    if has_line(own | lower | odd, shape):
        other = rest_of(odd)
        if odd == nothing or some(rest_of(other)):
            return NO_BOUND
        if has_line(own | lower | other, shape) or has_line(own | lower | odd ^ other, shape):
            return NO_BOUND
    if over >= 0:
        return -((over + 2) // 2)
    return -1 if has_line(own ^ taken | free & ~even & ~odd, shape) else 0
