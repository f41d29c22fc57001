"""Who asks the kernels: a budget in nodes or seconds, one depth after the other, and what was found in the end."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from threading import Lock
from time import perf_counter
from typing import Literal

import numpy as np

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import GameError
from noughts.search import alphabeta as kernel
from noughts.search import moves as names
from noughts.search.counters import (
    COMPLETING,
    DOUBLES,
    FOURS,
    OPEN,
    empty_counters,
    fill,
    lowest_completing,
    put,
)
from noughts.search.fours import SPENT, new_fours, win_by_fours
from noughts.search.table import PROVED, WIN, new_memory, recall

_SPEED = 300_000  # nodes in a second, about: for the size of the memory and the share of the fours
SHARE = 5  # a fifth of the budget at most goes to a win by fours at the root
WIDTH = 14  # moves of a position; twice as many at the root
SLICE = 200  # nodes between two looks at the clock, at least
_HORIZON = 90  # plies
OPENING = 4  # plies
_WINNING = 300  # from such a score on a win may be near: a move may cost more nodes, so that it is not lost from sight
PATIENCE = 4  # times as many
LEAST = 1000  # positions for a run of fours


@dataclass(frozen=True)
class Finding:
    """What the search says of a position, for the side to move.

    `result` is 1, 0 or -1 where that is proved, else None; `plies` are those to the end of a proved win or loss that
    the search saw. `score` is the worth of the position, `scores` those of the moves looked at: all but the best
    are upper bounds. `line` is how it goes on, the move first; `by` is what has settled it.
    """

    move: Move
    by: Literal["complete", "block", "lost", "dead", "fours", "search"]
    result: int | None = None
    plies: int | None = None
    score: int = 0
    depth: int = 0
    nodes: int = 0
    line: tuple[Move, ...] = ()
    scores: dict[Move, int] = field(default_factory=dict)


class Clock:
    """When a search has to stop. With seconds it is looked at twenty times a second at least."""

    def __init__(self, budget: Budget, nodes: int, now: Callable[[], float] = perf_counter) -> None:
        self.budget, self.now = budget, now
        self.began, self.first = now(), nodes
        self.until = nodes
        self.patience = 1  # so many times the nodes may be spent

    def is_up(self, nodes: int) -> bool:
        """Return whether the budget is spent; else `until` is the number of nodes at which to ask again."""
        if self.budget.nodes is not None:
            self.until = self.budget.nodes * self.patience
            if nodes >= self.until:
                return True
        if self.budget.seconds is None:
            return False
        spent = self.now() - self.began
        speed = (nodes - self.first) / max(spent, 1e-6)
        some = max(SLICE, int(speed * min(0.05, (self.budget.seconds - spent) / 2)))
        self.until = nodes + some if self.budget.nodes is None else min(self.until, nodes + some)
        return spent >= self.budget.seconds

    def is_late(self) -> bool:
        """Return whether another depth is not worth beginning: it would take longer than what is left."""
        return self.budget.seconds is not None and self.now() - self.began > 0.7 * self.budget.seconds


class Player:
    """The search on one game, with its memory. One question at a time; others wait.

    With `keeps` what one search has found serves the next, as it should in a game with a clock; without, an answer
    depends on the position and the budget alone, as long as that counts nodes.
    """

    def __init__(self, game: Game, budget: Budget, keeps: bool = False, fours: bool = True) -> None:
        if budget.nodes is None and budget.seconds is None:
            raise GameError("a search for a move needs a budget: nodes, or seconds")
        self.game, self.budget, self.keeps, self.fours_on = game, budget, keeps, fours
        self.nodes = budget.nodes if budget.nodes is not None else int((budget.seconds or 0) * _SPEED)
        self._counters, self._fours = empty_counters(game), new_fours()
        self._tree = names.new_tree(game.cells)
        self._memory = new_memory(1 << min(22, max(12, (self.nodes << (4 if keeps else 1)).bit_length())))
        self._lock = Lock()

    def find(self, position: Position) -> Finding:
        """Return a move for a position where the game is on."""
        if position.game != self.game or position.outcome is not None:
            raise GameError(f"no position of {str(self.game)!r} with the game on: {str(position)!r}")
        ready()
        with self._lock:
            return self._find(position)

    def _find(self, position: Position) -> Finding:
        clock = Clock(self.budget, 0)
        self._set_up(position)
        c, side = self._counters, self._side
        own, theirs = c.sums[side], c.sums[1 - side]
        if own[COMPLETING]:
            move = int(lowest_completing(c, side))
            return Finding(move, "complete", 1, 1, WIN - 1, line=(move,))
        if theirs[COMPLETING]:
            move, lost = int(lowest_completing(c, 1 - side)), theirs[COMPLETING] > 1
            return Finding(move, "lost", -1, 2, 2 - WIN, line=(move,)) if lost else Finding(move, "block", line=(move,))
        if not own[OPEN] and not theirs[OPEN]:
            return Finding(position.legal_moves[0], "dead", 0, line=position.legal_moves[:1])
        line, nodes = self._win_by_fours()
        if line:
            return Finding(line[0], "fours", 1, len(line), WIN - len(line), nodes=nodes, line=line)
        return self._search(position, clock, nodes)

    def _set_up(self, position: Position) -> None:
        cells = range(self.game.cells)
        stones = [(position.x >> cell & 1) + 2 * (position.o >> cell & 1) for cell in cells]
        fill(self._counters, np.array(stones, np.int64))
        self._side = int(position.side is Side.O)
        tree = self._tree
        tree.now[:] = 0
        tree.now[names.SIDE], tree.now[names.WIDTH], tree.now[names.FOURS_ON] = self._side, WIDTH, self.fours_on
        tree.killers[:] = -1
        tree.history[:] = 0
        self._fours.failed[:] = 0
        if not self.keeps or position.ply < OPENING:  # what another game has left is of no use
            self._memory[:] = 0

    def _win_by_fours(self) -> tuple[tuple[Move, ...], int]:
        """Return a win by fours that is found again after each forced answer, and the nodes it all took."""
        c, f, side = self._counters, self._fours, self._side
        limit = max(self.nodes // SHARE, LEAST)
        if not self.fours_on or not c.sums[side, FOURS]:
            return (), 0
        line: tuple[Move, ...] = ()
        played: list[tuple[int, Move]] = []
        plies, nodes = win_by_fours(c, f, side, limit), int(f.now[SPENT])
        while plies:
            moves = tuple(f.line[:plies].tolist())
            line = line or moves
            if plies <= 3:
                break
            for turn, move in enumerate(moves[:2]):
                put(c, side ^ turn, move, 1)
                played.append((side ^ turn, move))
            f.failed[:] = 0
            plies = win_by_fours(c, f, side, limit)
            nodes += int(f.now[SPENT])
        for who, move in reversed(played):
            put(c, who, move, -1)
        return (line if plies else ()), nodes

    def _search(self, position: Position, clock: Clock, nodes: int) -> Finding:
        c, t, f, memory = self._counters, self._tree, self._fours, self._memory
        if (known := self._known()) is not None:
            return known
        t.now[names.NODES] = nodes
        self._mind_their_fours()
        found: Finding | None = None
        for depth in range(1, min(position.empty.bit_count(), _HORIZON) + 1):
            kernel.start(c, t, memory, depth)
            clock.patience = PATIENCE if found is not None and found.score >= _WINNING else 1
            while t.now[names.WHERE] != names.DONE and not clock.is_up(int(t.now[names.NODES])):
                kernel.run(c, t, f, memory, clock.until)
            done = t.now[names.WHERE] == names.DONE
            if not done:
                self._take_back()
            if t.frame[0]["move"] >= 0:
                found = self._found(depth if done else depth - 1, found, done)
            if not done or found is None or found.result is not None or clock.is_late():
                break
        return replace(found or self._guess(), nodes=int(t.now[names.NODES]))

    def _known(self) -> Finding | None:
        """Return a win that an earlier search has proved."""
        c, memory, line = self._counters, self._memory, np.zeros(_HORIZON, np.int64)
        at = recall(memory, c.key[0])
        if at < 0 or memory[at]["score"] < PROVED:
            return None
        move, score = int(memory[at]["move"]), int(memory[at]["score"])
        self._tree.frame[0]["move"] = move
        moves = tuple(line[: kernel.principal(c, self._tree, memory, line)].tolist())
        return Finding(move, "search", 1, WIN - score, score, line=moves)

    def _mind_their_fours(self) -> None:
        """Where the other side would win by fours if it were to move, its moves are worth a look."""
        f, other = self._fours, 1 - self._side
        if self.fours_on and self._counters.sums[other, FOURS] and not self._counters.sums[other, DOUBLES]:
            plies = win_by_fours(self._counters, f, other, max(self.nodes // (4 * SHARE), LEAST))
            self._tree.history[self._side, f.line[:plies]] += 500

    def _take_back(self) -> None:
        """Take the stones of an unfinished search off the counters."""
        t = self._tree
        for p in range(int(t.now[names.PLY]) - 1, -1, -1):
            put(self._counters, self._side ^ (p & 1), t.moves[p, t.frame[p]["next"]], -1)

    def _found(self, depth: int, before: Finding | None, done: bool) -> Finding:
        c, t, root = self._counters, self._tree, self._tree.frame[0]
        score, move, count = int(root["best"]), int(root["move"]), int(root["count"])
        moves = np.zeros(_HORIZON, np.int64)
        line = tuple(moves[: kernel.principal(c, t, self._memory, moves)].tolist())
        tried = zip(t.moves[0, :count].tolist(), t.scores[:count].tolist(), strict=True)
        scores = {cell: value for cell, value in tried if value > -names.INFINITE}
        if not done and before is not None:
            scores = before.scores | scores
        result = None
        if score >= PROVED or (score <= -PROVED and done and root["whole"]):
            result = 1 if score > 0 else -1
        elif score == 0 and done and self._useful() <= min(names.FEW, depth):  # to the end, and nothing left out
            result = 0
        plies = WIN - abs(score) if result else None
        return Finding(move, "search", result, plies, score, depth, line=line, scores=scores)

    def _useful(self) -> int:
        """Return the number of free cells on lines that belong to a side, where nothing completes one."""
        c = self._counters
        return int(((c.stone == 0) & (c.promise.sum(axis=1) > 0)).sum())

    def _guess(self) -> Finding:
        """The most promising move, where the budget has not sufficed for one."""
        move = int(self._tree.moves[0, int(np.argmax(self._tree.order[0, : self._tree.frame[0]["count"]]))])
        return Finding(move, "search", line=(move,))


@cache
def ready() -> None:
    """Load the kernels, or compile them, if that has not been done: it takes seconds, and belongs to no move."""
    game = Game(3, 3, 3)
    player = Player(game, Budget(nodes=10))
    for stones in ((), (0,), (0, 4, 1), (0, 4, 8, 3)):  # an empty board, a reply, a line to block, a line to complete
        position = Position(game)
        for move in stones:
            position = position.play(move)
        player._find(position)
