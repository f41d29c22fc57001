"""The value of any position of any game by alpha-beta with a transposition table: the witness of the other solvers.

It takes from a `Game` the legal moves, the lines with their windows, whom a line is good for and the symmetries, and
uses no theorem, so it solves games with options too. It sees what the lines say at once: a side completes a line, of
two threats one stays, a single one has to be stopped, no stone goes below a cell where the other side completes a line,
and a side without an open line cannot complete one. In a misere game a side completes a line only where it has no other
move.

A score is seen by the side to move (`noughts.core.value.from_score`), and depends on the position alone: the table
keeps bounds of it. Moves come in the order of the killer, which was best in another position of the same ply, and of
the history, which counts the positions that a cell has cut off.

The search is one loop over a stack of numbers. It runs in plain Python on any board, and compiled, where that is asked
for, on boards of up to 62 cells: a board is then a signed number of 64 bits.
"""

from typing import Any, Final, NamedTuple

from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value, ended, from_score
from noughts.extras import has_extra
from noughts.jit.kernels import form_of, kernel
from noughts.solve.boards import repeated

_MOST_CELLS: Final = 62  # of a compiled search
_SLICE: Final = 1 << 12  # nodes between two readings of the clock
_PLAIN_ROWS, _COMPILED_ROWS = 1 << 17, 1 << 21  # of the table
_PRIMES: Final = 2_147_483_647, 2_147_483_629  # the place of a position in the table: remainders fit a word
_OFFSET, _MIX = 1 << 10, 65_599  # no score is as great as the offset

# Of a level: the boards of the side to move and of the other, the window of scores, the moves left, the best score
# so far, the move under way, and the place in the table.
_OWN, _THEIRS, _ALPHA, _BETA, _TODO, _BEST, _MOVE, _LOWEST, _KEY, _KEY_THEIRS, _ROW, _FIELDS = range(12)
_LEVEL, _NODES, _SCORE, _ENTERS, _PLY, _STATE = range(6)


class _Rules(NamedTuple):
    """What the loop knows of a game."""

    cells: int
    full: int
    fall: int  # from a cell to the one that has to be taken before it; 0: none has to be
    is_misere: int
    lines: Any
    windows: Any
    images: Any  # [symmetry * cells + cell] -> the bit of the cell's image


class _Memory(NamedTuple):
    """What was learned, and the search under way."""

    keys: Any  # [2 * row], [2 * row + 1]: the boards of a position
    bounds: Any  # [2 * row], [2 * row + 1]: its score is at least, at most
    history: Any  # [cell]
    killers: Any  # [level] -> cell
    stack: Any  # [level * _FIELDS + name]
    state: Any


def compiles(game: Game) -> bool:
    """Return whether the search is compiled for a game."""
    return game.cells <= _MOST_CELLS and has_extra("fast")


class AlphaBeta:
    """Answers one position of a game after the other; the table lasts.

    >>> game = Game(4, 3, 3)
    >>> str(AlphaBeta(game).value(Position(game)))
    'win in 7 plies'
    """

    name = "alpha-beta"

    def __init__(self, game: Game, *, compiled: bool = False) -> None:
        self.game, self.nodes = game, 0
        compiled = compiled and compiles(game)
        self._search, numbers = form_of(_search, compiled), form_of(repeated, compiled)
        bits = [1 << image for permutation in game.symmetries for image in permutation]
        lines, windows = ([pair[part] for pair in game.windows] for part in (0, 1))
        fall = 0 if game.cells_stay_open else game.m
        self._rules = _Rules(
            game.cells, game.full, fall, int(not game.line_wins), numbers(lines), numbers(windows), numbers(bits)
        )
        rows, levels = _COMPILED_ROWS if compiled else _PLAIN_ROWS, game.cells + 1
        self._memory = _Memory(
            keys=numbers([-1], 2 * rows),
            bounds=numbers([0], 2 * rows),
            history=numbers([len(through) for through in game.lines_through]),
            killers=numbers([-1], levels),
            stack=numbers([0], levels * _FIELDS),
            state=numbers([0], _STATE),
        )

    def value(self, position: Position, budget: Budget = UNLIMITED, *, distance: bool = True) -> Value:
        """Return the value for the side to move; its distance is found in any case. Raises LimitExceeded.

        Longer and longer wins and losses are asked for, so that a short one is not missed for a long search.
        """
        cells, ply, meter = self.game.cells, position.ply, Meter(budget)
        if position.outcome is not None:
            return ended(position)
        for plies in range(1, cells - ply + 1):
            score, may_win = cells + 1 - ply - plies, plies % 2 == self.game.line_wins
            if may_win and self._reaches(position, score, meter):
                return from_score(score, cells, ply)
            if not may_win and not self._reaches(position, 1 - score, meter):
                return from_score(-score, cells, ply)
        return from_score(0, cells, ply)

    def _reaches(self, position: Position, score: int, meter: Meter) -> bool:
        """Return whether the score of a position is at least as great as another."""
        stack, state = self._memory.stack, self._memory.state
        stack[_OWN], stack[_THEIRS], stack[_ALPHA], stack[_BETA] = position.own, position.theirs, score - 1, score
        state[_LEVEL], state[_ENTERS], state[_NODES], state[_PLY] = 0, 1, 0, position.ply
        while state[_LEVEL] >= 0:
            nodes = state[_NODES]
            self._search(self._rules, self._memory, _SLICE)
            spent = int(state[_NODES] - nodes)
            meter.nodes, self.nodes = meter.nodes + spent, self.nodes + spent
            meter.check()
            if state[_LEVEL] >= 0:
                meter.check_nodes()
        return bool(state[_SCORE] >= score)


@kernel()
def _search(rules: _Rules, memory: _Memory, slice_: int) -> None:
    """Search on for up to `slice_` nodes; at level -1 the score of the root is there."""
    cells, full, fall, is_misere, lines, windows, images = rules
    keys, bounds, history, killers, stack, state = memory
    level, nodes, score, enters, root = state[_LEVEL], state[_NODES], state[_SCORE], state[_ENTERS], state[_PLY]
    stop = nodes + slice_
    while level >= 0:
        at, ply = level * _FIELDS, root + level
        own, theirs, alpha, beta = stack[at + _OWN], stack[at + _THEIRS], stack[at + _ALPHA], stack[at + _BETA]
        if enters:
            if nodes >= stop:
                break
            nodes += 1
            legal = full & ~(own | theirs)
            if fall:
                legal &= ~(legal >> fall)
            own_gaps = their_gaps = own_open = their_open = 0
            for number in range(len(lines)):
                line, window = lines[number], windows[number]
                if not line & theirs and own & window == own & line:
                    own_open = 1
                    missing = line & ~own
                    if not missing & (missing - 1):
                        own_gaps |= missing
                if not line & own and theirs & window == theirs & line:
                    their_open = 1
                    missing = line & ~theirs
                    if not missing & (missing - 1):
                        their_gaps |= missing
            # A line of one's own comes in three plies at the earliest, one of the other side in two.
            most, least = own_open * max(0, cells - ply - 2), their_open * (ply + 1 - cells)
            if is_misere:
                most, least = -least, -most
            moves, closed = legal, True
            if is_misere:
                moves &= ~own_gaps
            else:
                if their_gaps & legal:
                    moves &= their_gaps
                    if moves & (moves - 1):
                        moves = 0
                if fall:  # above such a move the other side would complete a line
                    moves &= ~(their_gaps << fall)
            if not is_misere and own_gaps & legal:
                score = cells - ply
            elif legal and not moves:
                score = ply - cells if is_misere else ply + 1 - cells
            elif not legal or most == least:
                score = 0
            elif least >= beta:
                score = least
            elif most <= alpha:
                score = most
            else:
                key, key_theirs = own, theirs
                for image in range(cells, len(images) if 2 * ply <= cells else 0, cells):
                    image_own = image_theirs = 0
                    for cell in range(cells):
                        if own >> cell & 1:
                            image_own |= images[image + cell]
                        elif theirs >> cell & 1:
                            image_theirs |= images[image + cell]
                    if image_own < key or (image_own == key and image_theirs < key_theirs):
                        key, key_theirs = image_own, image_theirs
                row = 2 * ((key % _PRIMES[0] * _MIX + key_theirs % _PRIMES[1]) % (len(keys) // 2))
                if keys[row] == key and keys[row + 1] == key_theirs:
                    least, most = max(least, bounds[row]), min(most, bounds[row + 1])
                closed = least >= beta or most <= alpha or least == most
                if closed:
                    score = least if least >= beta else most
                else:
                    stack[at + _TODO], stack[at + _BEST] = moves, -_OFFSET
                    stack[at + _KEY], stack[at + _KEY_THEIRS], stack[at + _ROW] = key, key_theirs, row
                    stack[at + _LOWEST] = alpha
            if closed:
                level, enters = level - 1, 0
                continue
        else:
            stack[at + _BEST] = max(stack[at + _BEST], -score)
        best, move = stack[at + _BEST], stack[at + _MOVE]
        todo = stack[at + _TODO]
        if best < beta and todo:
            stack[at + _ALPHA] = alpha = max(alpha, best)
            worth = -1
            for cell in range(cells):
                if todo >> cell & 1:
                    here = history[cell] + (killers[level] == cell) * (1 << 60)
                    if here > worth:
                        worth, move = here, cell
            bit = 1 << move
            stack[at + _TODO], stack[at + _MOVE] = todo ^ bit, move
            stack[at + _FIELDS + _OWN], stack[at + _FIELDS + _THEIRS] = theirs, own | bit
            stack[at + _FIELDS + _ALPHA], stack[at + _FIELDS + _BETA] = -beta, -alpha
            level, enters = level + 1, 1
            continue
        if best >= beta:
            killers[level] = move
            history[move] += (cells - ply) * (cells - ply)
        row = stack[at + _ROW]
        if keys[row] != stack[at + _KEY] or keys[row + 1] != stack[at + _KEY_THEIRS]:
            keys[row], keys[row + 1] = stack[at + _KEY], stack[at + _KEY_THEIRS]
            bounds[row], bounds[row + 1] = -_OFFSET, _OFFSET
        if best > stack[at + _LOWEST]:
            bounds[row] = max(bounds[row], best)
        if best < beta:
            bounds[row + 1] = min(bounds[row + 1], best)
        score, level, enters = best, level - 1, 0
    state[_LEVEL], state[_NODES], state[_SCORE], state[_ENTERS] = level, nodes, score, enters
