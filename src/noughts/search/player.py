"""The search on one game: a budget in nodes or seconds, one depth after the other, and the result."""

from dataclasses import replace
from functools import cache
from threading import Lock

import numpy as np

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import GameError
from noughts.search.alphabeta import principal, run, start
from noughts.search.clock import Clock
from noughts.search.counters import ADD, REMOVE, empty_counters, lowest_completing, put, set_position
from noughts.search.finding import Finding
from noughts.search.fours import new_fours, win_by_fours
from noughts.search.moves import FEW, INFINITE, new_tree
from noughts.search.table import PROVED, WIN, new_table, probe

_SPEED = 600_000  # nodes in a second, about: for the size of the table and the share of the fours
_SHARE = 5  # a fifth of the budget at most goes to a win by fours at the root
_WIDTH = 14  # moves of a position; twice as many at the root
_HORIZON = 90  # plies
_OPENING = 4  # plies
_WINNING = 300  # from such a score on a win may be near: a move may cost more nodes, so that the win is found again
PATIENCE = 4  # times as many
LEAST = 1000  # positions for a run of fours


class Player:
    """The search on one game, with its table. It answers one question at a time; other threads wait.

    With `keeps`, the table is kept from move to move. Without, a finding depends on the position and the budget alone,
    if that is a number of nodes.
    """

    def __init__(self, game: Game, budget: Budget, keeps: bool = False, fours: bool = True) -> None:
        if budget.nodes is None and budget.seconds is None:
            raise GameError("a search for a move needs a budget: nodes, or seconds")
        self.game, self.budget, self.keeps, self.fours_on = game, budget, keeps, fours
        self.nodes = budget.nodes if budget.nodes is not None else int((budget.seconds or 0) * _SPEED)
        self._counters, self._fours, self._tree = empty_counters(game), new_fours(), new_tree(game.cells)
        self._now = self._tree.now[0]
        self._table = new_table(1 << min(22, max(12, (self.nodes << (4 if keeps else 1)).bit_length())))
        self._lock = Lock()

    def find(self, position: Position, spent: float = 0.0) -> Finding:
        """Return a move for a position where the game is on; `spent` are the seconds of the budget already used."""
        if position.game != self.game or position.outcome is not None:
            raise GameError(f"no position of {str(self.game)!r} with the game on: {str(position)!r}")
        compile_kernels()
        with self._lock:
            return self._find(position, Clock(self.budget, spent))

    def _find(self, position: Position, clock: Clock) -> Finding:
        self._set_up(position)
        c, side = self._counters, self._side
        own, theirs = c.sums[side], c.sums[1 - side]
        if own["completing"]:
            move = int(lowest_completing(c, side))
            return Finding(move, "complete", 1, 1, WIN - 1, line=(move,))
        if theirs["completing"]:
            move, lost = int(lowest_completing(c, 1 - side)), theirs["completing"] > 1
            return Finding(move, "lost", -1, 2, 2 - WIN, line=(move,)) if lost else Finding(move, "block", line=(move,))
        if not own["open"] and not theirs["open"]:
            return Finding(position.legal_moves[0], "dead", 0, line=position.legal_moves[:1])
        line, nodes = self._win_by_fours()
        if line:
            return Finding(line[0], "fours", 1, len(line), WIN - len(line), nodes=nodes, line=line)
        return self._search(position, clock, nodes)

    def _set_up(self, position: Position) -> None:
        set_position(self._counters, position)
        self._side = int(position.side is Side.O)
        now, tree = self._now, self._tree
        now["where"] = now["ply"] = now["nodes"] = 0
        now["side"], now["width"], now["fours"] = self._side, _WIDTH, self.fours_on
        tree.killers[:] = -1
        tree.history[:] = 0
        self._fours.failed[:] = 0
        if not self.keeps or position.ply < _OPENING:  # the entries of another game are of no use
            self._table[:] = 0

    def _win_by_fours(self) -> tuple[tuple[Move, ...], int]:
        """Return a win by fours that is found again after each forced answer, and the nodes of all these searches."""
        c, f, side = self._counters, self._fours, self._side
        limit = max(self.nodes // _SHARE, LEAST)
        if not self.fours_on or not c.sums[side]["fours"]:
            return (), 0
        line: tuple[Move, ...] = ()
        played: list[tuple[int, Move]] = []
        plies, nodes = win_by_fours(c, f, side, limit), int(f.now[0]["nodes"])
        while plies:
            moves = tuple(f.line[:plies].tolist())
            line = line or moves
            if plies <= 3:
                break
            for turn, move in enumerate(moves[:2]):
                put(c, side ^ turn, move, ADD)
                played.append((side ^ turn, move))
            f.failed[:] = 0
            plies = win_by_fours(c, f, side, limit)
            nodes += int(f.now[0]["nodes"])
        for mover, move in reversed(played):
            put(c, mover, move, REMOVE)
        return (line if plies else ()), nodes

    def _search(self, position: Position, clock: Clock, nodes: int) -> Finding:
        c, t, f, table = self._counters, self._tree, self._fours, self._table
        if (known := self._known()) is not None:
            return known
        self._now["nodes"] = nodes
        self._mark_their_fours()
        found: Finding | None = None
        for depth in range(1, min(position.empty.bit_count(), _HORIZON) + 1):
            start(c, t, table, depth)
            clock.patience = PATIENCE if found is not None and found.score >= _WINNING else 1
            done = False
            while not done and not clock.is_up(int(self._now["nodes"])):
                done = run(c, t, f, table, clock.until)
            if not done:
                self._take_back()
            before = found
            if t.frame[0]["move"] >= 0:
                found = self._found(depth if done else depth - 1, found, done)
            if not done or found is None or found.result is not None:
                break
            if clock.enough(changed=before is None or before.move != found.move):
                break
        return replace(found or self._guess(), nodes=int(self._now["nodes"]))

    def _known(self) -> Finding | None:
        """Return a win that an earlier search has proved."""
        table = self._table
        at = probe(table, self._counters.key[0])
        if at < 0 or table[at]["score"] < PROVED:
            return None
        move, score = int(table[at]["move"]), int(table[at]["score"])
        self._tree.frame[0]["move"] = move
        return Finding(move, "search", 1, WIN - score, score, line=self._principal())

    def _principal(self) -> tuple[Move, ...]:
        line = np.zeros(_HORIZON, np.int64)
        return tuple(line[: principal(self._counters, self._tree, self._table, line)].tolist())

    def _mark_their_fours(self) -> None:
        """If the opponent would win by fours if it were to move, search the moves of this win too."""
        f, theirs = self._fours, self._counters.sums[1 - self._side]
        if self.fours_on and theirs["fours"] and not theirs["doubles"]:
            plies = win_by_fours(self._counters, f, 1 - self._side, max(self.nodes // (4 * _SHARE), LEAST))
            self._tree.history[self._side, f.line[:plies]] += 500

    def _take_back(self) -> None:
        """Take the stones of an unfinished search off the counters."""
        t = self._tree
        for p in range(int(self._now["ply"]) - 1, -1, -1):
            put(self._counters, self._side ^ (p & 1), t.moves[p, t.frame[p]["next"]], REMOVE)

    def _found(self, depth: int, before: Finding | None, done: bool) -> Finding:
        t, root = self._tree, self._tree.frame[0]
        score, move, count = int(root["best"]), int(root["move"]), int(root["count"])
        tried = zip(t.moves[0, :count].tolist(), t.scores[:count].tolist(), strict=True)
        scores = {cell: value for cell, value in tried if value > -INFINITE}
        if not done and before is not None:
            scores = before.scores | scores
        result = None
        if score >= PROVED or (score <= -PROVED and done and root["whole"]):
            result = 1 if score > 0 else -1
        elif score == 0 and done and self._useful() <= min(FEW, depth):  # searched to the end, no move omitted
            result = 0
        plies = WIN - abs(score) if result else None
        return Finding(move, "search", result, plies, score, depth, line=self._principal(), scores=scores)

    def _useful(self) -> int:
        """Return the number of free cells on lines that are open to a side, if no cell completes one."""
        c = self._counters
        return int(((c.stone == 0) & (c.gain.sum(axis=1) > 0)).sum())

    def _guess(self) -> Finding:
        """Return the most promising move: the budget was too small for a search."""
        move = int(self._tree.moves[0, int(np.argmax(self._tree.order[0, : self._tree.frame[0]["count"]]))])
        return Finding(move, "search", line=(move,))


@cache
def compile_kernels() -> None:
    """Load the kernels from the cache, or compile them, once in a process. It takes 0.3 s, or many seconds."""
    game = Game(3, 3, 3)
    player = Player(game, Budget(nodes=10))
    for stones in ((), (0,), (0, 4, 1), (0, 4, 8, 3)):  # an empty board, a reply, a line to block, a line to complete
        position = Position(game)
        for move in stones:
            position = position.play(move)
        player._find(position, Clock(player.budget))
