"""The depth-first search in plain Python: the answer while the compiled one is not ready, and its witness in tests.

The question and the ideas are those of `search_kernel`: can the attacker complete a line before the defender does,
within some plies? What is forced is played at once; the potential and the domination of cells close and thin out the
rest. A board is one int of any size, cell c its bit c, so an operation on all lines of a direction is one operation on
ints. The stack is a list, so that the search stops at any node and goes on.

It searches exact games too: there a line is open to a side only if the side has no stone beyond its ends. A stone can
harm its side, so no cell is void, and no cell dominates another.
"""

from functools import lru_cache
from typing import NamedTuple

from noughts.core.budget import UNLIMITED
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.byte_tables import ByteTable, canonical, images_of
from noughts.solve.search_engine import SearchEngine, Status, share_done

_NEVER = 1 << 30  # plies: the attacker has no line within any number of them
_UNIT = 1 << 20  # what a line without free cells counts in a potential: with f free cells _UNIT / 2^f
_PLANES = 8
_ENTRY_BYTES = 400  # of memory for a position in the table, about

_Classes = list[tuple[int, int, int, int]]  # (step, lines with two free cells, with three, with more) by direction

_Alive = list[tuple[int, int, int]]  # (step, lines open to either side, their cells) by direction


class _Direction(NamedTuple):
    """The lines of a direction, by their first cells."""

    step: int
    first: int  # all lines
    before: int = 0  # those that a stone in the cell before them would make longer: only in exact games
    after: int = 0  # those that a stone in the cell after them would make longer


class _Shape(NamedTuple):
    """What the search knows of a game: lines by direction, as their first cells and a step; images under symmetries."""

    k: int
    exact: bool
    full: int
    directions: tuple["_Direction", ...]
    doublings: tuple[int, ...]  # cells by which a run of lines is widened: 1, 2, 4, ... up to k in all
    images: tuple[ByteTable, ...]  # of the board under each symmetry


@lru_cache(maxsize=8)
def _shape_of(game: Game) -> _Shape:
    """Return the shape of a game."""
    directions = dict[int, _Direction]()
    for cells, (line, window) in zip(game.lines, game.windows, strict=True):
        step, first = cells[-1] - cells[-2] if game.k > 1 else 1, 1 << cells[0]
        _, all_first, before, after = directions.get(step, (step, 0, 0, 0))
        before |= first if (window ^ line) & (first - 1) else 0
        after |= first if (window ^ line) >> cells[-1] else 0
        directions[step] = _Direction(step, all_first | first, before, after)
    doublings, wide = list[int](), 1
    while wide < game.k:
        doublings.append(min(wide, game.k - wide))
        wide += doublings[-1]
    return _Shape(game.k, game.exact, game.full, tuple(directions.values()), tuple(doublings), images_of(game))


class _Settled(NamedTuple):
    """A position after its forced moves."""

    answer: tuple[int, int] | None  # yes or no with the plies; None where the side to move has a choice
    a: int
    d: int
    turn: int  # 1 with the attacker to move
    run: int  # plies played
    potential: int
    classes: tuple[_Classes, _Classes]  # the open lines of the defender and of the attacker
    alive: _Alive


class PlainSearch(SearchEngine):
    """Answers questions about one game and attacker.

    >>> PlainSearch(Game(4, 3, 3), Side.X).ask(Position(Game(4, 3, 3))).forces
    True
    """

    SLICE = 1 << 10

    def __init__(self, game: Game, attacker: Side, memory: int = UNLIMITED.memory) -> None:
        self.game, self.attacker = game, attacker
        self._shape = _shape_of(game)
        self._entries = max(1, memory // _ENTRY_BYTES)
        self._known: dict[tuple[int, int, int], tuple[int, int]] = {}  # -> within, not within: as the table has them
        self._levels: list[_Level] = []
        self._next: tuple[int, int, int, int] | None = None
        self._answer: tuple[int, int] | None = None
        self._nodes = 0

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin the question whether the attacker can force a line (within `plies`). No board is too large."""
        own, theirs = position.boards(self.attacker)
        limit = self.game.cells + 2 * self.game.k if plies is None else plies
        self._nodes, self._answer, self._levels = 0, None, []
        self._next = own, theirs, int(position.side is self.attacker), limit
        return True

    @property
    def status(self) -> Status:
        """Where the search stands."""
        fill = min(1.0, len(self._known) / self._entries)
        if self._answer is None:
            done = share_done((level.all - level.todo.bit_count() - 1, level.all) for level in self._levels)
            return Status(False, self._nodes, done, fill)
        yes, plies = bool(self._answer[0]), self._answer[1]
        return Status(True, self._nodes, 1.0, fill, yes, plies if yes else None)

    def advance(self, nodes: int) -> Status:
        """Continue for up to `nodes` nodes; return the status then."""
        stop = self._nodes + nodes
        levels = self._levels
        while self._answer is None and self._nodes < stop:
            assert self._next is not None
            answer = self._open(*self._next)
            while answer is not None and levels:
                answer = levels[-1].returned(*answer)
                if answer is not None:
                    answer = self._close(levels.pop(), *answer)
            if answer is None:
                self._next = levels[-1].next_move()
            else:
                self._answer = answer
        return self.status

    def _open(self, a: int, d: int, turn: int, left: int) -> tuple[int, int] | None:
        """Return the answer (yes, plies) for a position; None where its moves have to be tried, on a new level."""
        self._nodes += 1
        shape = self._shape
        answer, a, d, turn, run, potential, classes, alive = _settle(shape, a, d, turn, left)
        if answer is not None:
            return answer
        left -= run
        key = _key(shape, a, d, turn)
        within, never = self._known.get(key, (_NEVER, 0))
        if within <= left:
            return 1, within + run
        if never >= left:
            return 0, never if never >= _NEVER else never + run
        most = (left + 1) // 2
        if turn and potential < _UNIT and _holds(shape, a, d, classes[1], potential, most):
            never = _NEVER if most >= shape.k else left
            self._known[key] = (within, never)
            return 0, never if never >= _NEVER else never + run
        moves = shape.full & ~(a | d)
        if not shape.exact:
            moves &= ~_dominated(shape, alive, moves)
        planes = _score_planes(shape, classes[turn], classes[1 - turn])
        self._levels.append(_Level(a, d, turn, left, run, key, moves, planes))
        return None

    def _close(self, level: "_Level", yes: int, plies: int) -> tuple[int, int]:
        """Keep the answer of a level, and return it as its parent sees it, the forced plies included."""
        within, never = self._known.get(level.key, (_NEVER, 0))
        if len(self._known) >= self._entries:
            self._known.clear()
        self._known[level.key] = (min(within, plies), never) if yes else (within, max(never, plies))
        return yes, plies if plies >= _NEVER else plies + level.run


class _Level:
    """A position where the side to move has a choice, and the moves that it has left."""

    __slots__ = ("a", "all", "best", "d", "key", "left", "planes", "run", "todo", "turn")

    def __init__(
        self, a: int, d: int, turn: int, left: int, run: int, key: tuple[int, int, int], todo: int, planes: list[int]
    ) -> None:
        self.a, self.d, self.turn, self.left, self.run, self.key = a, d, turn, left, run, key
        self.todo, self.planes = todo, planes
        self.all = todo.bit_count()
        self.best = _NEVER if turn else 0

    def returned(self, yes: int, plies: int) -> tuple[int, int] | None:
        """Take the answer of a move; return the answer of the level, None where moves are left to try."""
        plies = plies if plies >= _NEVER else plies + 1
        self.best = min(self.best, plies) if self.turn else max(self.best, plies)
        if yes == self.turn:
            return yes, self.best
        return None if self.todo else (1 - self.turn, self.best)

    def next_move(self) -> tuple[int, int, int, int]:
        """Take the best move left; return the position after it, as `PlainSearch._open` expects it."""
        best = self.todo
        for plane in reversed(self.planes):
            best = best & plane or best
        best &= -best
        self.todo ^= best
        if self.turn:
            return self.a | best, self.d, 0, self.left - 1
        return self.a, self.d | best, 1, self.left - 1


def _settle(shape: _Shape, a: int, d: int, turn: int, left: int) -> _Settled:
    """Play what is forced, until the game is decided or the side to move has a choice."""
    run = 0
    while True:
        most = (left - run + turn) // 2  # the stones that the attacker may still place
        free = shape.full & ~(a | d)
        used = potential = 0
        gaps = [0, 0]  # where each side completes a line: the defender, the attacker
        classes: tuple[_Classes, _Classes] = ([], [])
        either: _Alive = []
        for direction in shape.directions:
            step, first, _, _ = direction
            lines = first & ~_ending(shape, a, step), first & ~_ending(shape, d, step)
            if shape.exact:
                lines = lines[0] & ~_longer(shape, direction, d), lines[1] & ~_longer(shape, direction, a)
            if not lines[0] | lines[1]:
                continue
            cells = _spread(shape, lines[0] | lines[1], step)
            used |= cells
            either.append((step, lines[0] | lines[1], cells))
            one, two, three, digits = _by_free_cells(shape, free, step)
            for side in (0, 1):
                alive = lines[side]
                if alive:
                    gaps[side] |= _spread(shape, alive & one, step)
                    more = alive & ~(one | two | three)
                    classes[side].append((step, alive & two, alive & three, more))
            alive = lines[1]
            for size, some in ((1, alive & one), (2, alive & two), (3, alive & three)):
                if some and size <= most:
                    potential += some.bit_count() * (_UNIT >> size)
            if alive and most >= 4:
                potential += _far_potential(alive, digits, min(most, shape.k))
        wins, stops = gaps[turn] & free, gaps[1 - turn] & free
        answer = None
        if wins:
            answer = _within(run + 1, left) if turn else (0, _NEVER)
        elif potential == 0 or (not turn and potential < _UNIT):
            answer = 0, _NEVER if most >= shape.k else left
        elif stops & (stops - 1):
            answer = (0, _NEVER) if turn else _within(run + 2, left)
        elif not stops and not shape.exact:
            void = shape.full & ~used
            a, d = a | void, d | void
        if answer is not None or not stops:
            return _Settled(answer, a, d, turn, run, potential, classes, either)
        a, d = (a | stops, d) if turn else (a, d | stops)
        turn, run = 1 - turn, run + 1


def _ending(shape: _Shape, stones: int, step: int) -> int:
    """Return the first cells of all runs of k cells in a direction that hold one of the stones."""
    for by in shape.doublings:
        stones |= stones >> by * step
    return stones


def _longer(shape: _Shape, direction: _Direction, stones: int) -> int:
    """Return the lines of a direction that one of the stones beyond their ends would make longer."""
    step, _, before, after = direction
    return stones << step & before | stones >> shape.k * step & after


def _spread(shape: _Shape, lines: int, step: int) -> int:
    """Return all cells of some lines of a direction."""
    for by in shape.doublings:
        lines |= lines << by * step
    return lines


def _by_free_cells(shape: _Shape, free: int, step: int) -> tuple[int, int, int, tuple[int, int, int, int]]:
    """Return the runs of k cells with 1, 2 and 3 free cells, and the number of free cells as four binary digits."""
    ones = twos = fours = eights = 0
    for _ in range(shape.k):
        carry = ones & free
        ones ^= free
        more = twos & carry
        twos ^= carry
        eights |= fours & more
        fours ^= more
        free >>= step
    low = ~(fours | eights)
    return ones & ~twos & low, twos & ~ones & low, ones & twos & low, (ones, twos, fours, eights)


def _far_potential(lines: int, digits: tuple[int, int, int, int], most: int) -> int:
    """Return the potential of the lines with four to `most` free cells; from eight on they count as with eight."""
    ones, twos, fours, eights = digits
    total = 0
    for size in range(4, min(most, 7) + 1):
        some = lines & fours & ~eights & (ones if size & 1 else ~ones) & (twos if size & 2 else ~twos)
        total += some.bit_count() * (_UNIT >> size)
    if most >= 8:
        total += (lines & eights).bit_count() * (_UNIT >> 8)
    return total


def _within(plies: int, left: int) -> tuple[int, int]:
    return (1, plies) if plies <= left else (0, left)


def _key(shape: _Shape, a: int, d: int, turn: int) -> tuple[int, int, int]:
    """Return the least image of a position under the symmetries, the key of the table."""
    least_a, least_d, _ = canonical(shape.images, a, d)
    return least_a, least_d, turn


def _holds(shape: _Shape, a: int, d: int, lines: _Classes, potential: int, most: int) -> bool:
    """Return whether the potential shows, with the attacker to move, that no line is ever completed (Erdős-Selfridge).

    An attacker's stone doubles the lines through its cell: the sum must stay under one for every cell.
    """
    free = shape.full & ~(a | d)
    counts: dict[int, int] = {}
    for step, two, three, more in lines:
        for size, starts in ((2, two), (3, three), (4, more)):
            rest = starts if size <= most else 0
            while rest:
                cell = rest & -rest
                rest ^= cell
                for _ in range(shape.k):
                    if cell & free:
                        counts[cell] = counts.get(cell, 0) + (_UNIT >> size)
                    cell <<= step
    return potential + max(counts.values(), default=0) < _UNIT


def _score_planes(shape: _Shape, own: _Classes, other: _Classes) -> list[int]:
    """Return how promising a move on each cell is, as the bits of a number: plane i is bit i.

    An own open line with 4 or more, 3, 2 free cells counts 1, 4, 16, one of the other side's 1, 2, 4.
    """
    planes = [0] * _PLANES
    for lines, by in ((own, 2), (other, 1)):
        for step, two, three, more in lines:
            for starts, low in ((more, 0), (three, by), (two, 2 * by)):
                for place in range(shape.k if starts else 0):
                    carry, index = starts << place * step, low
                    while carry and index < _PLANES - 1:
                        planes[index], carry = planes[index] ^ carry, planes[index] & carry
                        index += 1
                    planes[_PLANES - 1] |= carry
    return planes


def _dominated(shape: _Shape, alive: _Alive, free: int) -> int:
    """Return the free cells that another cell dominates: all open lines through them, of both sides, hold it too."""
    found = 0
    for step, lines, on in alive:
        only = free & on
        for other, _, elsewhere in alive:
            if other != step:
                only &= ~elsewhere
        if only:
            found |= _dominated_along(lines, only, free, step, shape.k)
    return found


def _dominated_along(lines: int, only: int, free: int, step: int, k: int) -> int:
    """Return the dominated cells among `only`, whose open lines are all of this direction; see `open_lines`."""
    found = 0
    starting, ending = lines, lines << (k - 1) * step
    ahead = behind = only
    for j in range(1, k):
        ahead &= ~ending
        behind &= ~starting
        ending >>= step
        starting <<= step
        found |= (behind & free << j * step) | (ahead & free >> j * step & ~(behind >> j * step))
    return found
