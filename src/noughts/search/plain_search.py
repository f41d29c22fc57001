"""The search in plain Python: it answers while the compiled search is not ready. Standard library only.

It takes the same steps on a smaller scale: complete a line, block one, win by fours, prevent the opponent's win by
fours, else alpha-beta over the most promising cells near the stones, one ply deeper each time until the time is up.

>>> from noughts.board_text.position_text import parse_position
>>> find(parse_position("XX./OO./..."), 1.0).by
'complete'
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import count, pairwise, product
from time import perf_counter

from noughts.core.game import Game, Move, cells_of, mask_of
from noughts.core.position import Position
from noughts.search.finding import DECIDED, WIN, Finding

_WIDTH, _ROOT_WIDTH = 10, 20  # moves of a position
_NEAR = 2  # rows and columns from a stone
_FOURS = 10  # attacking moves in a row
_FOURS_SPEED = 2000  # positions of a search for fours in a second of the budget: a fifth of it, about
_SPEED = 10_000  # nodes that count as a second of a search by nodes
OWN, THEIRS = 0, 1  # the side to move at the root, and the other

Cells = tuple[Move, ...]


def find(position: Position, seconds: float, now: Callable[[], float] = perf_counter) -> Finding:
    """Return a move for a position where the game is on. It takes some milliseconds more than the seconds at most."""
    search = _Search(position, now() + seconds, now)
    if own := search.completing(OWN):
        return Finding(own[0], "complete", 1, 1, WIN - 1, line=own[:1])
    if theirs := search.completing(THEIRS):
        if len(theirs) > 1:
            return Finding(theirs[0], "lost", -1, 2, 2 - WIN, line=theirs[:1])
        return Finding(theirs[0], "block", line=theirs)
    if search.is_dead():
        return Finding(position.legal_moves[0], "dead", 0, line=position.legal_moves[:1])
    return search.find(int(seconds * _FOURS_SPEED))


def find_by_nodes(position: Position, nodes: int) -> Finding:
    """Return a move for a position where the game is on: it depends on the position and the nodes, not on a clock."""
    searched = count()
    return find(position, seconds_of(nodes), lambda: next(searched) / _SPEED)


def seconds_of(nodes: int) -> float:
    """Return the seconds that a search by nodes takes, about."""
    return nodes / _SPEED


class _TimeUpError(Exception):
    """The time of the move is used up; the stones of the search are still on the board."""


class _Board:
    """The stones on each line as one number, (k + 1) * own + theirs, and what follows from it, updated by `put`.

    In an exact game a side cannot win with a line that has a stone of its own beyond an end: such stones, 0 to 2 of
    each side, are counted in (k + 1)^2 and in 3 (k + 1)^2.
    """

    def __init__(self, position: Position) -> None:
        game = position.game
        k, (self._through, self._beyond, self._neighbours) = game.k, _geometry(game)
        self._lines, self._steps = game.lines, (k + 1, 1)
        self._steps_beyond = ((k + 1) ** 2, 3 * (k + 1) ** 2)
        self._stones = [0] * len(game.lines)
        self.boards = [0, 0]
        self.near = 0  # the cells near a stone, for the stones of the position
        self.free = game.full
        self.scores = [0, 0]
        self._lacking: list[dict[int, set[int]]] = [{1: set(), 2: set()}, {1: set(), 2: set()}]
        self._tables(k, range(3 if game.exact else 1))
        if k <= 2:
            for lacking in self._lacking:
                lacking[k].update(range(len(game.lines)))
        for side, stones in enumerate((position.own, position.theirs)):
            for cell in cells_of(stones):
                self.put(side, cell)
                self.near |= self._neighbours[cell]

    def _tables(self, k: int, beyond: range) -> None:
        """Set up what the number of a line means: its scores, the set that it belongs to, the weight of its cells.

        `beyond`: how many stones of a side may lie beyond its ends.
        """
        worth = [0, *(stones + 1024 // 4 ** (k - stones) for stones in range(1, k + 1))]
        gain = [*(after - before for before, after in pairwise(worth)), 0]
        self._worth: list[list[int]] = [[], []]
        self._weights: list[list[int]] = [[], []]
        self._sets: list[list[set[int]]] = []
        self._open: list[bool] = []
        for theirs_beyond, own_beyond, own, theirs in product(beyond, beyond, range(k + 1), range(k + 1)):
            is_open = (not theirs and not own_beyond, not own and not theirs_beyond)
            lacks = k - own - theirs
            self._open.append(any(is_open))
            sides = [side for side in (OWN, THEIRS) if is_open[side]]
            self._sets.append([self._lacking[side][lacks] for side in sides if lacks in (1, 2)])
            for worths, stones, each in zip(self._worth, (own, theirs), is_open, strict=True):
                worths.append(worth[stones] * each)
            gains = gain[own] * is_open[OWN], gain[theirs] * is_open[THEIRS]
            self._weights[OWN].append(5 * gains[OWN] + 2 * gains[THEIRS])
            self._weights[THEIRS].append(5 * gains[THEIRS] + 2 * gains[OWN])

    def put(self, side: int, cell: Move, sign: int = 1) -> None:
        """Put a stone on a free cell (sign 1), or take it back (sign -1)."""
        self.free ^= 1 << cell
        self.boards[side] ^= 1 << cell
        stones, sets, (own, theirs) = self._stones, self._sets, self._worth
        for through, steps in ((self._through[cell], self._steps), (self._beyond[cell], self._steps_beyond)):
            step = sign * steps[side]
            for line in through:
                before = stones[line]
                after = stones[line] = before + step
                self.scores[OWN] += own[after] - own[before]
                self.scores[THEIRS] += theirs[after] - theirs[before]
                for lines in sets[before]:
                    lines.discard(line)
                for lines in sets[after]:
                    lines.add(line)

    def is_dead(self) -> bool:
        """Return whether no line is open to either side."""
        return not any(map(self._open.__getitem__, self._stones))

    def completing(self, side: int) -> Cells:
        """Return the cells that complete a line of a side, lowest first."""
        return tuple(sorted({cell for line in self._lacking[side][1] for cell in self._free_cells(line)}))

    def fours(self, side: int) -> dict[Move, set[Move]]:
        """Return the cells on which a stone makes a four, each with the cells that answer it."""
        fours: dict[Move, set[Move]] = {}
        for line in sorted(self._lacking[side][2]):
            low, high = self._free_cells(line)
            fours.setdefault(low, set()).add(high)
            fours.setdefault(high, set()).add(low)
        return fours

    def _free_cells(self, line: int) -> list[Move]:
        return [cell for cell in self._lines[line] if self.free >> cell & 1]

    def promising(self, side: int, near: int, count: int) -> list[Move]:
        """Return the cells that bring most to a side and take most from the other, best first."""
        value, weight = self._stones.__getitem__, self._weights[side].__getitem__
        cells = cells_of(self.free & near) or cells_of(self.free)
        weighed = sorted(((sum(map(weight, map(value, self._through[cell]))), -cell) for cell in cells), reverse=True)
        return [-cell for _, cell in weighed[:count]]


@lru_cache(maxsize=4)
def _geometry(game: Game) -> tuple[list[Cells], list[Cells], list[int]]:
    """Return for every cell the lines through it, those that it lengthens, and the bitboard of the cells near it."""
    through: list[list[int]] = [[] for _ in range(game.cells)]
    beyond: list[list[int]] = [[] for _ in range(game.cells)]
    for index, (line, window) in enumerate(game.windows):
        for cells, lists in ((line, through), (window ^ line, beyond)):
            for cell in cells_of(cells):
                lists[cell].append(index)
    near = []
    for row, column in map(game.row_column, range(game.cells)):
        rows = range(max(row - _NEAR, 0), min(row + _NEAR + 1, game.n))
        columns = range(max(column - _NEAR, 0), min(column + _NEAR + 1, game.m))
        near.append(mask_of(tuple(game.cell(r, c) for r in rows for c in columns)))
    return [tuple(lines) for lines in through], [tuple(lines) for lines in beyond], near


class FoursBoard(_Board):
    """A board with a search for wins by fours: every move but the last makes a four, which the other side answers.

    >>> from noughts.board_text.position_text import parse_position
    >>> position = parse_position("...X./....O/OX.../OX...", Game(5, 4, 4))
    >>> [position.game.name(cell) for cell in FoursBoard(position).win_by_fours(OWN, 100)]
    ['b1', 'b2', 'c1', 'a1', 'e1']
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.nodes = 0
        self.left_out = False

    def count(self) -> None:
        """Count a node."""
        self.nodes += 1

    def win_by_fours(self, side: int, nodes: int, deepest: int = _FOURS) -> Cells:
        """Return a win by fours of a side as if it were to move, the moves of both sides; empty if none is found.

        At most `deepest` fours are made in a row, and so many nodes are searched, about. `left_out` says whether a four
        was left out for this: else an empty answer is a proof.
        """
        last, failed = self.nodes + nodes, set[tuple[int, int]]()
        self.left_out = False

        def attack(depth: int) -> Cells:
            self.count()
            if own := self.completing(side):
                return own[:1]
            theirs, key = self.completing(1 - side), (self.boards[0], self.boards[1])
            if len(theirs) > 1 or key in failed:
                return ()
            if depth == 0 or self.nodes >= last:
                self.left_out = self.left_out or bool(self.fours(side))
                return ()
            for move, answers in self.fours(side).items():
                if theirs and move != theirs[0]:
                    continue
                answer = min(answers)
                if len(answers) > 1:
                    return move, answer, max(answers)
                self.put(side, move)
                self.put(1 - side, answer)
                line = attack(depth - 1)
                self.put(1 - side, answer, -1)
                self.put(side, move, -1)
                if line:
                    return move, answer, *line
            failed.add(key)
            return ()

        return attack(deepest)


class _Search(FoursBoard):
    def __init__(self, position: Position, deadline: float, now: Callable[[], float]) -> None:
        super().__init__(position)
        self._deadline, self._now = deadline, now

    def find(self, fours: int) -> Finding:
        """Return a move where neither side completes a line; `fours`: the positions of each search for fours."""
        moves = self.promising(OWN, self.near, _ROOT_WIDTH)
        self._finding = Finding(moves[0], "plain", line=tuple(moves[:1]))
        try:
            if line := self.win_by_fours(OWN, fours):
                return Finding(line[0], "fours", 1, len(line), WIN - len(line), nodes=self.nodes, line=line)
            moves = self._defences(moves, fours)
            for depth in range(1, self.free.bit_count() + 1):
                moves = self._deepen(moves, depth)
                if abs(self._finding.score) >= DECIDED:
                    break
        except _TimeUpError:
            pass
        return self._finding.holding()

    def count(self) -> None:
        """Count a node. Raises _TimeUpError."""
        super().count()
        if self._now() >= self._deadline:
            raise _TimeUpError

    def _defences(self, moves: list[Move], nodes: int) -> list[Move]:
        """Return the moves that prevent the opponent's win by fours, and those that make a four; all if it has none."""
        line = self.win_by_fours(THEIRS, nodes)
        if not line:
            return moves
        own = self.fours(OWN)
        kept = [move for move in dict.fromkeys((*line, *moves)) if move not in own and self._prevents(move, nodes)]
        return [*kept, *own] or moves

    def _prevents(self, move: Move, nodes: int) -> bool:
        self.put(OWN, move)
        line = self.win_by_fours(THEIRS, nodes)
        self.put(OWN, move, -1)
        return not line

    def _deepen(self, moves: list[Move], depth: int) -> list[Move]:
        """Search the moves to a depth, note the best as the finding, and return them with the best first."""
        scores: dict[Move, int] = {}
        for move in moves:
            best = max(scores.values(), default=-WIN)
            scores[move] = self._score_of(move, OWN, depth, -WIN, -best, self.near, 0)
            if scores[move] > best:
                known = self._finding.scores | scores
                self._finding = Finding(move, "plain", None, None, scores[move], depth - 1, self.nodes, (move,), known)
        self._finding = replace(self._finding, depth=depth, nodes=self.nodes, scores=scores)
        return sorted(moves, key=lambda move: -scores[move])

    def _score_of(self, move: Move, side: int, depth: int, alpha: int, beta: int, near: int, ply: int) -> int:
        """Return the score of a move for its side, by the search of the position after it."""
        self.put(side, move)
        score = -self._search(1 - side, depth - 1, alpha, beta, near | self._neighbours[move], ply + 1)
        self.put(side, move, -1)
        return score

    def _search(self, side: int, depth: int, alpha: int, beta: int, near: int, ply: int) -> int:
        """Return the score of the position for the side to move, by alpha-beta."""
        self.count()
        if self._lacking[side][1]:
            return WIN - ply - 1
        forced = self.completing(1 - side)
        if len(forced) > 1:
            return ply + 2 - WIN
        if not self.free:
            return 0
        if forced:
            return self._score_of(forced[0], side, depth + 1, -beta, -alpha, near, ply)
        if any(len(answers) > 1 for answers in self.fours(side).values()):
            return WIN - ply - 3
        if depth <= 0:
            own, theirs = self.scores[side], self.scores[1 - side]
            return own + own // 2 - theirs
        best = -WIN
        for move in self.promising(side, near, _WIDTH):
            best = max(best, self._score_of(move, side, depth, -beta, -max(alpha, best), near, ply))
            if best >= beta:
                break
        return best
