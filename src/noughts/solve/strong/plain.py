"""The depth-first search in plain Python: the answer while the compiled one is not ready, and its witness in tests.

The question and the ideas are those of `search`: can the attacker complete a line before the defender does, within
some plies? What is forced is played at once; the potential and the domination of cells close and thin out the rest.
A board is one int of any size, cell c its bit c, so an operation on all lines of a direction is one operation on
ints. The stack is a list, so that the search stops at any node and goes on.
"""

from functools import lru_cache
from typing import NamedTuple

from noughts.core.budget import UNLIMITED
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.engine import Engine

_NEVER = 1 << 30  # plies: the attacker has no line within any number of them
_UNIT = 1 << 20  # what a line without free cells counts in a potential: with f free cells _UNIT / 2^f
_PLANES = 8
_ENTRY_BYTES = 400  # of memory for a position in the table, about

_Classes = list[tuple[int, int, int, int]]  # (step, lines with two free cells, with three, with more) by direction


class _Shape(NamedTuple):
    """What the search knows of a game: lines by direction, as their first cells and a step; images under symmetries."""

    k: int
    full: int
    directions: tuple[tuple[int, int], ...]  # first cells, step
    doublings: tuple[int, ...]  # cells by which a run of lines is widened: 1, 2, 4, ... up to k in all
    images: tuple[tuple[tuple[int, ...], ...], ...]  # symmetry but the first -> byte of the board -> image of its value


@lru_cache(maxsize=8)
def _shape_of(game: Game) -> _Shape:
    """Return the shape of a game."""
    directions = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        first = sum(
            1 << game.cell(row, column)
            for row in range(game.n - (game.k - 1) * down)
            for column in range(game.m)
            if 0 <= column + (game.k - 1) * right < game.m
        )
        if first:
            directions.append((first, down * game.m + right))
    doublings, wide = list[int](), 1
    while wide < game.k:
        doublings.append(min(wide, game.k - wide))
        wide += doublings[-1]
    images = []
    for symmetry in game.symmetries[1:]:
        table = []
        for low in range(0, game.cells, 8):
            bits = [1 << symmetry[cell] for cell in range(low, min(low + 8, game.cells))]
            row = [0]
            for bit in bits:
                row += [value | bit for value in row]
            table.append(tuple(row))
        images.append(tuple(table))
    return _Shape(game.k, game.full, tuple(directions), tuple(doublings), tuple(images))


class PlainSearch(Engine):
    """Answers questions about one game and attacker.

    `narrow`: the attacker only makes threats, so that the defender never has a choice: continuous threats (Allis
    1994). A "no" then means nothing.

    >>> PlainSearch(Game(4, 3, 3), Side.X).ask(Position(Game(4, 3, 3))).forces
    True
    """

    SLICE = 1 << 10

    def __init__(self, game: Game, attacker: Side, memory: int = UNLIMITED.memory, narrow: bool = False) -> None:
        self.game, self.attacker, self.narrow = game, attacker, narrow
        self._shape = _shape_of(game)
        self._entries = memory // _ENTRY_BYTES
        self._known: dict[tuple[int, int, int], tuple[int, int]] = {}  # -> within, not within: as `table` has them
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
    def nodes(self) -> int:
        """The nodes spent on this question."""
        return self._nodes

    @property
    def forces(self) -> bool | None:
        """The answer of a search that is over; None where it has none."""
        yes = bool(self._answer and self._answer[0])
        return yes if self._answer and (yes or not self.narrow) else None

    @property
    def plies(self) -> int | None:
        """The plies that a yes takes at most."""
        return self._answer[1] if self._answer and self._answer[0] else None

    @property
    def share(self) -> float:
        """The part of the root that is done, as if the moves of a node were all of one size."""
        if self._answer is not None:
            return 1.0
        done, part = 0.0, 1.0
        for level in self._levels:
            done += part * (level.all - level.todo.bit_count() - 1) / level.all
            part /= level.all
        return done

    @property
    def fill(self) -> float:
        """The part of the table in use."""
        return min(1.0, len(self._known) / self._entries)

    def advance(self, nodes: int) -> bool:
        """Continue for up to so many nodes; return whether the search is over."""
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
        return self._answer is not None

    def _open(self, a: int, d: int, turn: int, left: int) -> tuple[int, int] | None:
        """Return the answer (yes, plies) for a position; None where its moves have to be tried, on a new level."""
        self._nodes += 1
        shape = self._shape
        answer, a, d, turn, run, potential, own_lines, other_lines = _settle(shape, a, d, turn, left)
        if answer is not None:
            return answer
        left -= run
        key = _canonical(shape, a, d, turn)
        within, never = self._known.get(key, (_NEVER, 0))
        if within <= left:
            return 1, within + run
        if never >= left:
            return 0, never if never >= _NEVER else never + run
        most = (left + 1) // 2
        if turn and potential < _UNIT and _holds(shape, a, d, own_lines, potential, most):
            never = _NEVER if most >= shape.k else left
            self._known[key] = (within, never)
            return 0, never if never >= _NEVER else never + run
        moves = shape.full & ~(a | d)
        if turn and self.narrow:
            moves &= _threatening(shape, own_lines)
            if not moves:
                return 0, left + run
        else:
            moves &= ~_dominated(shape, a, d, moves)
        own, other = (own_lines, other_lines) if turn else (other_lines, own_lines)
        self._levels.append(_Level(a, d, turn, left, run, key, moves, _score_planes(shape, own, other)))
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


def _settle(
    shape: _Shape, a: int, d: int, turn: int, left: int
) -> tuple[tuple[int, int] | None, int, int, int, int, int, _Classes, _Classes]:
    """Play what is forced. Return the answer or None, the position with a choice, the plies played, the attacker's
    potential, and both sides' open lines by their free cells."""
    k, full = shape.k, shape.full
    run = 0
    nothing: _Classes = []
    while True:
        most = (left - run + turn) // 2  # the stones that the attacker may still place
        free = full & ~(a | d)
        wins = stops = used = potential = 0
        own_lines: _Classes = []
        other_lines: _Classes = []
        for first, step in shape.directions:
            over_d, over_a = d, a
            for by in shape.doublings:
                over_d |= over_d >> by * step
                over_a |= over_a >> by * step
            mine, his = first & ~over_d, first & ~over_a
            if not mine | his:
                continue
            ones = twos = fours = eights = 0
            row = free
            for _ in range(k):
                carry = ones & row
                ones ^= row
                more = twos & carry
                twos ^= carry
                eights |= fours & more
                fours ^= more
                row >>= step
            high = fours | eights
            one, two, three = ones & ~(twos | high), twos & ~(ones | high), ones & twos & ~high
            for lines, side in ((mine, 1), (his, 0)):
                if not lines:
                    continue
                at_one = lines & one
                run_of_cells = lines
                for by in shape.doublings:
                    run_of_cells |= run_of_cells << by * step
                used |= run_of_cells
                if at_one:
                    for by in shape.doublings:
                        at_one |= at_one << by * step
                    if side:
                        wins |= at_one
                    else:
                        stops |= at_one
                classes = (step, lines & two, lines & three, lines & high)
                if side:
                    own_lines.append(classes)
                    for free_cells, some in enumerate((lines & one, *classes[1:3]), start=1):
                        if some and free_cells <= most:
                            potential += some.bit_count() * (_UNIT >> free_cells)
                    far = classes[3]
                    if far and most >= 4:
                        potential += _far_potential(far, ones, twos, fours, eights, most, k)
                else:
                    other_lines.append(classes)
        wins &= free
        stops &= free
        if not turn:
            wins, stops = stops, wins
        if wins:
            if not turn:
                return (0, _NEVER), a, d, turn, run, potential, nothing, nothing
            return _within(run + 1, left), a, d, turn, run, potential, nothing, nothing
        if potential == 0 or (not turn and potential < _UNIT):
            return (0, _NEVER if most >= k else left), a, d, turn, run, potential, nothing, nothing
        if not stops:
            void = full & ~used
            return None, a | void, d | void, turn, run, potential, own_lines, other_lines
        if stops & (stops - 1):
            answer = (0, _NEVER) if turn else _within(run + 2, left)
            return answer, a, d, turn, run, potential, nothing, nothing
        if turn:
            a |= stops
        else:
            d |= stops
        turn, run = 1 - turn, run + 1


def _far_potential(far: int, ones: int, twos: int, fours: int, eights: int, most: int, k: int) -> int:
    """Return the potential of lines with four or more free cells; from eight on they count as with eight."""
    total = 0
    for free_cells in range(4, min(k, most, 7) + 1):
        some = far & fours & ~eights
        some &= ones if free_cells & 1 else ~ones
        some &= twos if free_cells & 2 else ~twos
        total += some.bit_count() * (_UNIT >> free_cells)
    if most >= 8:
        total += (far & eights).bit_count() * (_UNIT >> 8)
    return total


def _within(plies: int, left: int) -> tuple[int, int]:
    return (1, plies) if plies <= left else (0, left)


def _canonical(shape: _Shape, a: int, d: int, turn: int) -> tuple[int, int, int]:
    """Return the least image of a position under the symmetries, the key of the table."""
    size = (shape.full.bit_length() + 7) // 8
    a_bytes, d_bytes = a.to_bytes(size, "little"), d.to_bytes(size, "little")
    best_a, best_d = a, d
    for image in shape.images:
        other_a = 0
        for row, value in zip(image, a_bytes, strict=True):
            other_a |= row[value]
        if other_a <= best_a:
            other_d = 0
            for row, value in zip(image, d_bytes, strict=True):
                other_d |= row[value]
            if other_a < best_a or other_d < best_d:
                best_a, best_d = other_a, other_d
    return best_a, best_d, turn


def _holds(shape: _Shape, a: int, d: int, lines: _Classes, potential: int, most: int) -> bool:
    """Return whether the potential shows, with the attacker to move, that he completes no line (Erdős-Selfridge):
    what the lines count after any stone of his, twice those through it, stays under one."""
    free = shape.full & ~(a | d)
    counts: dict[int, int] = {}
    for step, two, three, more in lines:
        for some, worth in (
            (two, _UNIT >> 2),
            (three if most >= 3 else 0, _UNIT >> 3),
            (more if most >= 4 else 0, _UNIT >> 4),
        ):
            while some:
                first = some & -some
                some ^= first
                cell = first
                for _ in range(shape.k):
                    if cell & free:
                        counts[cell] = counts.get(cell, 0) + worth
                    cell <<= step
    return potential + max(counts.values(), default=0) < _UNIT


def _threatening(shape: _Shape, lines: _Classes) -> int:
    """Return the cells of the lines with two free cells."""
    cells = 0
    for step, two, _, _ in lines:
        for by in shape.doublings:
            two |= two << by * step
        cells |= two
    return cells


def _score_planes(shape: _Shape, own: _Classes, other: _Classes) -> list[int]:
    """Return what speaks for a move on each cell, as the bits of a number: plane i is bit i.

    An own open line with 4 or more, 3, 2 free cells counts 1, 4, 16, one of the other side's 1, 2, 4.
    """
    planes = [0] * _PLANES
    for lines, by in ((own, 2), (other, 1)):
        for step, two, three, more in lines:
            for some, low in ((more, 0), (three, by), (two, 2 * by)):
                for _ in range(shape.k if some else 0):
                    carry, index = some, low
                    while carry and index < _PLANES - 1:
                        planes[index], carry = planes[index] ^ carry, planes[index] & carry
                        index += 1
                    planes[_PLANES - 1] |= carry
                    some <<= step
    return planes


def _dominated(shape: _Shape, a: int, d: int, free: int) -> int:
    """Return the free cells that another cell dominates: all open lines through them, of both sides, hold it too."""
    alive = []
    for first, step in shape.directions:
        over_d, over_a = d, a
        for by in shape.doublings:
            over_d |= over_d >> by * step
            over_a |= over_a >> by * step
        lines = first & ~over_d | first & ~over_a
        on = lines
        for by in shape.doublings:
            on |= on << by * step
        alive.append((step, lines, on))
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
    """Return the dominated cells among `only`, whose open lines are all of this direction; see `patterns`."""
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
