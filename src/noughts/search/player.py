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
from noughts.search.finding import DECIDED, WIN, Finding
from noughts.search.fours import new_fours, win_by_fours
from noughts.search.move_lists import FEW, INFINITE, new_tree
from noughts.search.patterns import COMPLETES, DOUBLE, FOUR, FOUR_THREE, THREE
from noughts.search.search_board import empty_board, first_ranked, put, remove, set_position
from noughts.search.search_clock import Clock
from noughts.search.threes import new_threes, proved_move, threats_line, win_by_threes
from noughts.search.transposition_table import EXACT, is_proof, new_table, probe, store

_SPEED = 600_000  # nodes that count as a second: for the size of the table and the share of the fours
_SHARE = 5  # a fifth of the budget at most goes to a win by fours at the root
_HORIZON = 90  # plies
_OPENING = 4  # plies
_MARK = 1 << 20  # of a move that prevents a win, in the order of the root's moves
_WINNING = 3000  # from such a score on a win may be near: a move may cost more nodes, so that the win is found again
PATIENCE = 4  # times as many
LEAST = 1000  # positions for a run of fours


class Searcher:
    """The search on one game, with its table. It answers one question at a time; other threads wait.

    With `keeps`, the table is kept from move to move. Without, a finding depends on the position and the budget alone,
    if that is a number of nodes.
    """

    def __init__(self, game: Game, budget: Budget, keeps: bool = False, fours: bool = True) -> None:
        if budget.nodes is None and budget.seconds is None:
            raise GameError("a search for a move needs a budget: nodes, or seconds")
        self.game, self.budget, self.keeps, self.fours_on = game, budget, keeps, fours
        self._board, self._fours, self._tree = empty_board(game), new_fours(), new_tree(game.cells)
        self._threes = new_threes()
        self._now = self._tree.now[0]
        self._table = new_table(1 << min(22, max(12, (self.nodes << (2 if keeps else 1)).bit_length())))
        self._last = -1  # the ply of the last position since the memory was emptied
        self._lock = Lock()

    @property
    def nodes(self) -> int:
        """The nodes of a move, or those that count as its seconds."""
        return self.budget.nodes if self.budget.nodes is not None else int((self.budget.seconds or 0) * _SPEED)

    def prepare(self) -> None:
        """Empty the memory for a new game. Memory that is used for the first time takes some tens of milliseconds."""
        with self._lock:
            self._empty()

    def find(self, position: Position, spent: float = 0.0) -> Finding:
        """Return a move for a position where the game is on; `spent` are the seconds of the budget already used."""
        if position.game != self.game or position.outcome is not None:
            raise GameError(f"no position of {str(self.game)!r} with the game on: {str(position)!r}")
        compile_kernels()
        with self._lock:
            return self._find(position, Clock(self.budget, spent))

    def _find(self, position: Position, clock: Clock) -> Finding:
        self._set_up(position)
        b, side = self._board, self._side
        own, theirs = b.counts[side], b.counts[1 - side]
        if own[COMPLETES]:
            move = int(first_ranked(b, side, COMPLETES))
            return Finding(move, "complete", 1, 1, WIN - 1, line=(move,))
        if theirs[COMPLETES]:
            move, lost = int(first_ranked(b, 1 - side, COMPLETES)), theirs[COMPLETES] > 1
            return Finding(move, "lost", -1, 2, 2 - WIN, line=(move,)) if lost else Finding(move, "block", line=(move,))
        if not self._useful():
            return Finding(position.legal_moves[0], "dead", 0, line=position.legal_moves[:1])
        line, nodes = self._win_by_fours()
        if line:
            return Finding(line[0], "fours", 1, len(line), WIN - len(line), nodes=nodes, line=line)
        self._now["nodes"] = nodes
        return self._win_by_threes(clock) or self._search(position, clock)

    def _set_up(self, position: Position) -> None:
        set_position(self._board, position)
        self._side = int(position.side is Side.O)
        now, tree = self._now, self._tree
        now["where"] = now["ply"] = now["nodes"] = 0
        now["side"], now["fours"] = self._side, self.fours_on
        tree.killers[:] = -1
        tree.history[:] = 0
        self._fours.failed[:] = 0
        if not self.keeps or self._last >= position.ply < _OPENING:  # the entries of another game are of no use
            self._empty()
        self._last = position.ply

    def _empty(self) -> None:
        for table in (self._table, self._threes.table):  # as bytes: NumPy writes records one by one
            table.view(np.uint8)[:] = 0
        self._last = -1

    def _win_by_fours(self) -> tuple[tuple[Move, ...], int]:
        """Return a win by fours that is found again after each forced answer, and the nodes of all these searches."""
        b, f, side = self._board, self._fours, self._side
        limit = max(self.nodes // _SHARE, LEAST)
        if not self.fours_on or not b.counts[side, FOUR:].any():
            return (), 0
        line: tuple[Move, ...] = ()
        played: list[tuple[int, Move]] = []
        plies, nodes = win_by_fours(b, f, side, limit), int(f.now[0]["nodes"])
        while plies:
            moves = tuple(f.line[:plies].tolist())
            line = line or moves
            if plies <= 3:
                break
            for turn, move in enumerate(moves[:2]):
                put(b, side ^ turn, move)
                played.append((side ^ turn, move))
            f.failed[:] = 0
            plies = win_by_fours(b, f, side, limit)
            nodes += int(f.now[0]["nodes"])
        for mover, move in reversed(played):
            remove(b, mover, move)
        return (line if plies else ()), nodes

    def _win_by_threes(self, clock: Clock) -> Finding | None:
        """Return a win by threats, known from an earlier search or found within a share of the budget."""
        b, side = self._board, self._side
        if not self.fours_on or not b.counts[side, THREE:].any():
            return None
        if proved_move(b, self._threes, side) < 0 and not self._threatens(side, self.nodes // (2 * _SHARE), clock):
            return None
        line = np.zeros(_HORIZON, np.int64)
        moves = tuple(line[: threats_line(b, self._threes, self._fours, side, line)].tolist())
        move = moves[0] if moves else int(proved_move(b, self._threes, side))
        plies = len(moves) or None
        return Finding(
            move, "threats", 1, plies, WIN - (plies or 1), nodes=int(self._now["nodes"]), line=moves or (move,)
        )

    def _threatens(self, side: int, nodes: int, clock: Clock) -> int:
        """Return in how many plies a side to move wins by threats, as far as some nodes show; the clock is kept."""
        t, now = self._threes, self._now
        last = int(now["nodes"]) + nodes
        while now["nodes"] < last and not clock.is_up(int(now["nodes"])):
            some = min(last, clock.until) - int(now["nodes"])
            plies = int(win_by_threes(self._board, t, self._fours, side, some))
            now["nodes"] += int(t.now[0]["nodes"])
            if plies or t.now[0]["nodes"] < some:
                return plies
        return 0

    def _search(self, position: Position, clock: Clock) -> Finding:
        b, t, f, table = self._board, self._tree, self._fours, self._table
        if (known := self._known()) is not None:
            return known
        self._mark_their_fours()
        verified: set[Move] = set()
        finding: Finding | None = None
        for depth in range(1, min(position.empty.bit_count(), _HORIZON) + 1):
            before, done = finding, False
            clock.patience = PATIENCE if finding is not None and finding.score >= _WINNING else 1
            while not done and not clock.is_up(int(self._now["nodes"])):
                start(b, t, table, depth)
                while not done and not clock.is_up(int(self._now["nodes"])):
                    done = run(b, t, f, self._threes, table, clock.until)
                if not done:
                    self._take_back()
                if t.frame[0]["move"] >= 0 and (done or finding is None or self._is_sound(verified)):
                    finding = self._found(depth if done else depth - 1, finding, done)
                if done and finding is not None and finding.result is None and finding.move not in verified:
                    verified.add(finding.move)
                    if plies := self._refuted_in(finding.move, clock):
                        done, score = False, 1 + plies - WIN
                        finding = replace(finding, score=score, scores=finding.scores | {finding.move: score})
            if not done or finding is None or finding.result is not None:
                break
            if clock.enough(changed=before is None or before.move != finding.move):
                break
        return replace((finding or self._guess()).holding(), nodes=int(self._now["nodes"]))

    def _is_sound(self, verified: set[Move]) -> bool:
        """Return whether the best move of an unfinished depth may replace that of the last.

        The opponent's threats after a new one are not looked for any more; it may where it wins, or the last one loses.
        """
        root, last = self._tree.frame[0], self._tree.scores[0]
        return bool(int(root["move"]) in verified or root["best"] >= DECIDED or last <= -DECIDED)

    def _refuted_in(self, move: Move, clock: Clock) -> int:
        """Return in how many plies the opponent wins by threats after a move, which the table then knows; else 0."""
        if not self.fours_on:
            return 0
        put(self._board, self._side, move)
        plies = self._threatens(1 - self._side, self.nodes // (6 * _SHARE), clock)
        if plies:
            store(self._table, self._board.key[0], WIN - plies, -1, 0, EXACT)
        remove(self._board, self._side, move)
        return plies

    def _known(self) -> Finding | None:
        """Return a win that an earlier search has proved."""
        table = self._table
        at = probe(table, self._board.key[0])
        if at < 0 or table[at]["score"] < DECIDED or not is_proof(table[at]["score"], table[at]["bound"]):
            return None
        move, score = int(table[at]["move"]), int(table[at]["score"])
        if move < 0 or self._board.stone[move]:
            return None
        self._tree.frame[0]["move"] = move
        return Finding(move, "search", 1, WIN - score, score, line=self._principal())

    def _principal(self) -> tuple[Move, ...]:
        line = np.zeros(_HORIZON, np.int64)
        return tuple(line[: principal(self._board, self._tree, self._table, line)].tolist())

    def _mark_their_fours(self) -> None:
        """If the opponent would win by fours if it were to move, search the moves of this win too."""
        f, theirs = self._fours, self._board.counts[1 - self._side]
        if self.fours_on and theirs[FOUR] + theirs[FOUR_THREE] and not theirs[DOUBLE]:
            plies = win_by_fours(self._board, f, 1 - self._side, max(self.nodes // (4 * _SHARE), LEAST))
            self._tree.history[self._side, f.line[:plies]] += _MARK

    def _take_back(self) -> None:
        t = self._tree
        for p in range(int(self._now["ply"]) - 1, -1, -1):
            remove(self._board, self._side ^ (p & 1), t.moves[p, t.frame[p]["next"]])

    def _found(self, depth: int, before: Finding | None, done: bool) -> Finding:
        t, root = self._tree, self._tree.frame[0]
        score, move, count = int(root["best"]), int(root["move"]), int(root["count"])
        tried = zip(t.moves[0, :count].tolist(), t.scores[:count].tolist(), strict=True)
        scores = {cell: value for cell, value in tried if value > -INFINITE}
        if not done and before is not None:
            scores = before.scores | scores
        result = None
        if score >= DECIDED or (score <= -DECIDED and done and root["whole"]):
            result = 1 if score > 0 else -1
        elif score == 0 and done and self._useful() <= min(FEW, depth):  # searched to the end, no move omitted
            result = 0
        plies = WIN - abs(score) if result else None
        return Finding(move, "search", result, plies, score, depth, line=self._principal(), scores=scores)

    def _useful(self) -> int:
        b = self._board
        return int((((b.pattern[0] | b.pattern[1]) > 0) & (b.stone == 0)).sum())

    def _guess(self) -> Finding:
        """Return the most promising move: the budget was too small for a search."""
        t = self._tree
        start(self._board, t, self._table, 1)
        move = int(t.moves[0, int(np.argmax(t.order[0, : t.frame[0]["count"]]))])
        return Finding(move, "search", line=(move,))


@cache
def compile_kernels() -> None:
    """Load the kernels from the cache, or compile them, once in a process. It takes 0.3 s, or many seconds."""
    game = Game(3, 3, 3)
    player = Searcher(game, Budget(nodes=10))
    for stones in ((), (0,), (0, 4, 1), (0, 4, 8, 3)):  # an empty board, a reply, a line to block, a line to complete
        position = Position(game)
        for move in stones:
            position = position.play(move)
        player._find(position, Clock(player.budget))
    board, fours, threes, line = player._board, player._fours, player._threes, np.zeros(_HORIZON, np.int64)
    win_by_threes(board, threes, fours, 0, 10)
    proved_move(board, threes, 0)
    threats_line(board, threes, fours, 0, line)
    store(player._table, board.key[0], 0, -1, 0, EXACT)
