"""The weak game's search in plain Python: for a process without the compiled kernels.

It has the ideas of `search_kernel` (pairs, twins, domination, zones, a table under the symmetries), but it shares no
code with it, so that each is a witness for the other.
"""

from collections.abc import Generator, Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.solve.byte_tables import canonical, union
from noughts.solve.search_engine import Status, share_done
from noughts.solve.weak.plain_position import (
    Parts,
    better_cells,
    breaker_order,
    dominated,
    holds_by_pairs,
    line_cells,
    maker_order,
    maker_plays,
    set_up,
    simplify,
)
from noughts.solve.weak.plain_tables import PlainTables, plain_tables
from noughts.solve.weak.weak_engine import WeakEngine

_STEPS, _ROOT_STEPS = 30, 200  # of a search for pairs
_AHEAD = 8  # replies that are tested before one of them is searched
_POSITION_BYTES = 400  # of memory for a position in the table, about
_TRACKED = 3  # positions from the root down whose moves are counted for `share`


class _Answer(NamedTuple):
    """What is known of a position."""

    wins: bool  # Maker wins
    zone: int  # the cells that the proof relies on
    reply: int | None = None  # of Breaker, if he is to move and holds


class _Child(NamedTuple):
    """A simplified position with Maker to move."""

    parts: Parts
    paired: int  # the cells set aside, on which Breaker relies
    forced: int  # and those on which both rely

    def answer(self, wins: bool, zone: int) -> _Answer:
        """Return the answer on the position before it was simplified."""
        return _Answer(wins, zone | self.forced | (0 if wins else self.paired))


class PlainWeakSolver(WeakEngine):
    """Solves positions of one game as `WeakSolver` does, in plain Python, and remembers what it found.

    >>> solver = PlainWeakSolver(Game(7, 6, 5))
    >>> solver.begin(0, 0, maker_moves=True), solver.advance(1000).forces
    (True, False)
    """

    def __init__(self, game: Game, budget: Budget = UNLIMITED, attacker: Side = Side.X) -> None:
        self.game, self.attacker = game, attacker
        self._limit = max(1, budget.memory // _POSITION_BYTES)
        self._question = (0, 0, True)
        self._dead = 0  # the cells whose lines the tables lack
        self._search: _Search | None = None
        self._work: Iterator[None] = iter(())
        self._answer: _Answer | None = None

    def begin(self, maker: int, breaker: int, maker_moves: bool) -> bool:
        """Begin the search of a position; return False if its lines do not fit into the search."""
        if self._search is None or self._dead & ~breaker:  # the tables lack live lines
            tables = plain_tables(self.game, breaker)
            if tables is None:
                return False
            self._search = _Search(tables, self._limit)
            self._dead = 0 if tables.all_lines.bit_count() == len(self.game.lines) else breaker
        self._question, self._answer = (maker, breaker, maker_moves), None
        self._search.nodes = 0
        self._work = self._solve(self._search)
        return True

    def advance(self, nodes: int) -> Status:
        """Continue for `nodes` nodes; return the status then."""
        for _ in islice(self._work, max(0, nodes)):
            pass
        return self.status

    @property
    def status(self) -> Status:
        """Where the search stands."""
        if self._search is None:
            return Status(over=False)
        fill = self._search.remembered / self._limit
        if self._answer is None:
            return Status(False, self._search.nodes, share_done(self._search.todo), fill)
        return Status(True, self._search.nodes, 1.0, fill, self._answer.wins)

    @property
    def reply(self) -> Move | None:
        """A move of Breaker that holds, if he is to move, holds, and a search was needed."""
        if self._answer is None or self._answer.reply is None or self._search is None:
            return None
        return self._search.tables.board[self._answer.reply]

    def _solve(self, search: "_Search") -> Iterator[None]:
        maker, breaker, maker_moves = self._question
        board = search.tables.board
        stones, free = (
            sum((cells >> cell & 1) << label for label, cell in enumerate(board))
            for cells in (maker, self.game.full & ~(maker | breaker))
        )
        self._answer = yield from search.solve(stones, free, maker_moves)


class _Search:
    """The search with its table."""

    def __init__(self, tables: PlainTables, limit: int) -> None:
        self.tables, self.limit = tables, limit
        self.known = dict[int, _Answer]()
        self.unpaired = set[int]()  # positions for which no pairs were found
        self.nodes = 0
        self.todo = list[tuple[int, int]]()  # of the first positions: how many moves are done, and of how many

    def solve(self, maker: int, free: int, maker_moves: bool) -> Generator[None, None, _Answer]:
        """Search a position; yield at every node."""
        self.todo = []
        parts = set_up(self.tables, maker, free)
        if parts[0][-1]:  # a line is complete
            return _Answer(True, 0)
        if not parts[1]:
            return _Answer(False, 0)
        if not maker_moves:
            return (yield from self._breaker_moves(parts, 0))
        root = _Child(*simplify(self.tables, parts))
        answer = self._settled(root, _ROOT_STEPS)
        return answer or root.answer(*(yield from self._maker_moves(root.parts, 0)))

    def _maker_moves(self, parts: Parts, depth: int) -> Generator[None, None, tuple[bool, int]]:
        """Return whether one of Maker's moves wins, and the zone."""
        self.nodes += 1
        yield
        tables, (levels, free, maker) = self.tables, parts
        live = reduce(or_, levels)
        skipped = dominated(tables, live, free)
        moves = free & ~skipped
        wins, zone, must, count = False, 0, free, moves.bit_count()
        for move in maker_order(tables, levels):
            bit = 1 << move
            if not moves & bit:
                continue
            if depth < _TRACKED:
                self.todo[depth:] = [(count - moves.bit_count(), count)]
            after = maker_plays(tables, levels, move), free ^ bit, maker | bit
            answer = yield from self._breaker_moves(after, depth)
            if answer.wins:
                wins, zone = True, answer.zone | bit
                break
            zone |= answer.zone
            must &= answer.zone
            moves &= answer.zone & ~bit
        else:
            # A dominated move that is in every zone is answered like the better move, so the proof relies on that cell.
            rest = skipped & must
            while rest:
                bit = rest & -rest
                rest ^= bit
                better = better_cells(tables, live, bit.bit_length() - 1) & free & ~skipped
                zone |= better & -better
        least, beside, symmetry = canonical(tables.images, free, maker)
        self._remember(least << 128 | beside, _Answer(wins, union(tables.images[symmetry], zone)))
        return wins, zone

    def _breaker_moves(self, parts: Parts, depth: int) -> Generator[None, None, _Answer]:
        """Return whether no reply of Breaker holds, with the zone, or the reply that holds."""
        tables, (levels, free, _) = self.tables, parts
        need = 0
        if levels[-2]:
            threats = line_cells(tables, levels[-2]) & free
            low = threats & -threats
            others = threats ^ low
            need = low | others & -others
            if others or levels[-1]:
                return _Answer(True, need)
            replies, order = threats, [threats.bit_length() - 1]
        else:
            replies = free & ~dominated(tables, reduce(or_, levels), free)
            order = breaker_order(tables, levels)
        tested = dict[int, _Child]()
        for reply in order:
            if not replies >> reply & 1:
                continue
            if len(tested) == _AHEAD:
                break
            child = tested[reply] = self._after_reply(parts, reply)
            answer = self._settled(child, _STEPS)
            if answer is None:
                continue
            if not answer.wins:
                return _Answer(False, answer.zone | 1 << reply, reply)
            need |= answer.zone
            replies &= answer.zone & ~(1 << reply)
        for reply in order:
            if not replies >> reply & 1:
                continue
            child = tested.get(reply) or self._after_reply(parts, reply)
            answer = self._settled(child, _STEPS)
            if answer is None:
                answer = child.answer(*(yield from self._maker_moves(child.parts, depth + 1)))
            if not answer.wins:
                return _Answer(False, answer.zone | 1 << reply, reply)
            need |= answer.zone
            replies &= answer.zone
        return _Answer(True, need)

    def _after_reply(self, parts: Parts, reply: int) -> _Child:
        (levels, free, maker), through = parts, self.tables.through[reply]
        return _Child(*simplify(self.tables, ([lines & ~through for lines in levels], free & ~(1 << reply), maker)))

    def _settled(self, child: _Child, steps: int) -> _Answer | None:
        """Return the answer on a position if no search is needed; `steps`: of the search for pairs."""
        tables, (levels, free, maker) = self.tables, child.parts
        if levels[-1]:  # by a forced move
            return child.answer(True, 0)
        if levels[-2]:
            last = line_cells(tables, levels[-2]) & free
            return child.answer(True, last & -last)
        least, beside, symmetry = canonical(tables.images, free, maker)
        key = least << 128 | beside
        if (known := self.known.get(key)) is not None:
            return child.answer(known.wins, union(tables.images[tables.inverse[symmetry]], known.zone))
        if key in self.unpaired:
            return None
        relied = holds_by_pairs(tables, levels, free, steps)
        if relied is None:
            self._remember(key, None)
            return None
        self._remember(key, _Answer(False, union(tables.images[symmetry], relied)))
        return child.answer(False, relied)

    @property
    def remembered(self) -> int:
        """The number of positions in the table."""
        return len(self.known) + len(self.unpaired)

    def _remember(self, key: int, answer: _Answer | None) -> None:
        """Put an answer into the table, or None for a position that is known to need a search."""
        if self.remembered >= self.limit:
            self.known.clear()
            self.unpaired.clear()
        if answer is None:
            self.unpaired.add(key)
        else:
            self.known[key] = answer
