"""The weak game on several workers: the tree is here (module `tree`), the searches of its leaves are theirs.

Each search has a table of its own, which begins with what the search of the position before has left. So its nodes
depend on the position alone, and the nodes of a question are the same with any number of workers.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Never

import numpy as np
import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.errors import CheckpointError, WorkersError
from noughts.jobs.dispatch import Dispatcher
from noughts.jobs.pool import WorkerPool
from noughts.jobs.worker import Work
from noughts.solve.boards import board_of
from noughts.solve.engine import Status
from noughts.solve.weak.solver import WeakSolver
from noughts.solve.weak.table import move_rows
from noughts.solve.weak.tree import Place, ShallowTree
from noughts.solve.weak.verdict import Verdict, WeakEngine

_TURN = 0.1  # seconds that `advance` waits for a result

_Item = tuple[int, int, int, int, bytes]  # a number, Maker's stones, the free cells, the most nodes, a table
_Result = tuple[Verdict, int, bytes]  # the nodes, and the table of a search without a verdict


@dataclass(frozen=True)
class Leaves(Work[Game, _Item, _Result]):
    """Searches of positions with Maker to move."""

    game: Game
    memory: int

    @property
    def key(self) -> Hashable:
        """A worker keeps nothing from one search to the next."""
        return "leaves", self.game

    @contextmanager
    def prepared(self) -> Iterator[Game]:
        """Return the game."""
        yield self.game

    def do(self, state: Game, item: _Item) -> _Result:
        """Return the verdict on a position."""
        _, maker, free, nodes, table = item
        breaker = state.full & ~(maker | free)
        solver = WeakSolver(state, Budget(nodes=nodes, memory=self.memory))
        if solver.begin(maker, breaker, maker_moves=True) and not solver.dead:
            _fill(solver, table)
        found = solver.solve(maker, breaker)
        is_open = found.verdict is Verdict.UNKNOWN and not solver.dead
        return found.verdict, found.nodes, solver.rows[solver.rows.any(axis=1)].tobytes() if is_open else b""

    def lost(self, item: _Item, reason: str) -> Never:
        """Raise WorkersError: without this position there is no verdict."""
        raise WorkersError(f"a position of {self.game} cannot be searched: {reason}")


def _fill(solver: WeakSolver, table: bytes) -> None:
    """Put the rows of another solver's table into a new one."""
    rows = np.frombuffer(table, np.uint64).reshape(-1, solver.rows.shape[1]).copy()
    size = max(len(solver.rows), 4 << len(rows).bit_length())
    solver.rows = np.zeros((size, solver.rows.shape[1]), np.uint64)
    solver.filled = move_rows(rows, solver.rows, board_of(0, solver.width[0]))


class SplitSolver(WeakEngine):
    """Solves positions of one game as `WeakSolver` does, on the workers of a pool."""

    def __init__(self, game: Game, pool: WorkerPool, budget: Budget = UNLIMITED, attacker: Side = Side.X) -> None:
        self.game, self.attacker = game, attacker
        self.tree: ShallowTree | None = None
        self._dispatcher: Dispatcher[Game, _Item, _Result] = Dispatcher(Leaves(game, budget.memory), pool)
        self._asked: dict[_Item, Place] = {}
        self.searches = 0  # of all questions
        self._question = (0, 0, True)
        self._found: dict[str, tuple[Place, Verdict, int]] = {}  # by the path: verdict and nodes

    def begin(self, maker: int, breaker: int, maker_moves: bool) -> bool:
        """Begin the search of a position; return False if its lines do not fit into the search."""
        self._give_up(list(self._asked))
        self._found.clear()
        self._question, self.tree = (maker, breaker, maker_moves), None
        if not WeakSolver(self.game).begin(maker, breaker, maker_moves):
            return False
        self.tree = ShallowTree(self.game, maker, breaker, maker_moves)
        return True

    def advance(self, nodes: int = 0) -> Status:
        """Continue for a moment, however many nodes that is; return the status then."""
        assert self.tree is not None
        self._hand_out(self.tree)
        for item, (verdict, spent, table) in self._dispatcher.ended(_TURN):
            if (place := self._asked.pop(item, None)) is not None:  # else it was given up
                self._found[place.path] = place, verdict, spent
                self.tree.take(place, verdict, spent, table)
        self._hand_out(self.tree)
        return self.status

    @property
    def status(self) -> Status:
        """Where the search stands. Once Breaker holds, its nodes are those on which that rests. No table lasts."""
        if self.tree is None:
            return Status(over=False)
        verdict = self.tree.verdict
        over, holds = verdict is not Verdict.UNKNOWN, verdict is Verdict.HOLDS
        return Status(over, self.tree.nodes, self.tree.share, 0.0, False if holds else None)

    @property
    def reply(self) -> Move | None:
        """A move of Breaker that holds, if he is to move, holds, and a search was needed."""
        return None if self.tree is None else self.tree.reply

    def checkpoint(self) -> dict[str, npt.NDArray[Any]]:
        """Return the results of all leaves as arrays by name, for `restore`."""
        maker, breaker, maker_moves = self._question
        tables = [place.table for place, _, _ in self._found.values()]
        return {
            "question": np.array([str(self.game), hex(maker), hex(breaker), str(int(maker_moves))], "U"),
            "paths": np.array(list(self._found), "U"),
            "verdicts": np.array([verdict.value for _, verdict, _ in self._found.values()], "U"),
            "numbers": np.array(
                [(n, len(table)) for (_, _, n), table in zip(self._found.values(), tables, strict=True)], np.int64
            ).reshape(-1, 2),
            "tables": np.frombuffer(b"".join(tables), np.uint8),
        }

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Build the tree of a `checkpoint` again, and continue. Raises CheckpointError for another game."""
        game, maker, breaker, maker_moves = arrays["question"].tolist()
        if game != str(self.game):
            raise CheckpointError(f"the saved search is of {game}, not of {self.game}")
        self.begin(int(maker, 16), int(breaker, 16), bool(int(maker_moves)))
        assert self.tree is not None
        saved, at, tables = dict[str, tuple[Verdict, int, bytes]](), 0, arrays["tables"].tobytes()
        for path, verdict, (nodes, size) in zip(
            arrays["paths"].tolist(), arrays["verdicts"].tolist(), arrays["numbers"].tolist(), strict=True
        ):
            saved[path] = Verdict(verdict), nodes, tables[at : at + size]
            at += size
        waiting = list[Place]()
        while leaves := self.tree.leaves:
            self.tree.leaves = []
            for place in leaves:
                if place.path in saved:
                    verdict, nodes, table = saved[place.path]
                    self._found[place.path] = place, verdict, nodes
                    self.tree.take(place, verdict, nodes, table)
                else:
                    waiting.append(place)
        self.tree.leaves = waiting

    def _hand_out(self, tree: ShallowTree) -> None:
        """Queue the new leaves, and take out of the queue what is no longer wanted."""
        self._give_up([item for item, place in self._asked.items() if not place.is_wanted])
        leaves, tree.leaves = tree.leaves, []
        for place in (leaf for leaf in leaves if leaf.is_wanted):
            self.searches += 1
            item = (self.searches, *place.core, place.limit, place.inherited)
            self._asked[item] = place
            self._dispatcher.add([item])

    def _give_up(self, items: Collection[_Item]) -> None:
        if items:
            self._dispatcher.drop(items)
        for item in items:
            del self._asked[item]
