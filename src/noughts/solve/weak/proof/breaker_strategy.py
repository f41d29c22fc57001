"""Breaker's strategy as a proof, found with the log of the search that has solved the position.

The log is described in `weak.search_kernel`.

Breaker's reply to one of Maker's moves has a zone: the cells that the rest of the proof relies on. It holds even if
Maker owns every other cell, so the reply answers many moves at once, and the proof goes on from that harder position:

    free cells        . . . . . . . .
    zone of a reply     . . .   y         Breaker's reply y holds even if Maker owns all cells but these,
    answered by it    x       x   x x     so it answers each of these moves

The entries are those of a certificate (docs/certificates.md). A place has Maker to move: it is Maker's stones and the
free cells on live lines, as the least image. A move is answered, in this order,

1. by a reply after which pairs decide,
2. by a reply after which every further move has such a reply,
3. by the reply that the search found.

The first two need no search; without the second a proof has more than twice as many entries (8,7,5).
"""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import numpy as np

from noughts.certify.entry import Entry, Pairs, ReplyGroup
from noughts.core.game import Game, Move, Permutation, cells_of, mask_of
from noughts.errors import LimitExceeded
from noughts.jit.compiler import kernel
from noughts.solve.board_words import board_of, mask_of_words
from noughts.solve.boards import Board, load
from noughts.solve.byte_tables import ByteTable, images_of, union
from noughts.solve.byte_tables import canonical as least_image
from noughts.solve.images import canonical, image
from noughts.solve.weak.frame import WeakSearch, new_search, set_up, spare
from noughts.solve.weak.line_table import LineTable, line_table
from noughts.solve.weak.proof.closing import closing_pairs, closing_replies, reply_in_two
from noughts.solve.weak.proof.proof_log import ProofLog
from noughts.solve.weak.state import simplify
from noughts.solve.weak.transposition_table import key_of
from noughts.solve.weak.weak_solver import WeakSolver, as_width, labelled

_POTENTIAL, _AS_SEARCHED, _MORE = 1, 30, 400  # steps of the pairing search; the second are those of the weak search
_BATCH = 64  # places that are worked on side by side

_Place = tuple[int, int]  # Maker's stones and the free cells, on live lines
_Least = tuple[int, int, "_Symmetry"]  # the least image of a place on the board, and the symmetry that gives it


@dataclass(frozen=True)
class _Answer:
    """Breaker's reply to each of Maker's moves in `given`, the exchanges after it, and what decides the next place.

    `below` is None if `pairs` decide it: each is a | b << 8, as the kernels write it.
    """

    reply: Move
    given: int
    exchanges: Pairs = ()
    pairs: tuple[int, ...] = ()
    below: "_Node | None" = None


@dataclass(frozen=True)
class _Node:
    """A place of the proof in the labels of the search's table, and how it is answered, if that is known.

    `answers`: all of them. `key`: that of the record of a position that has this place if Maker owns all cells outside
    the zone of its proof; `maker` and `free` are this position.
    """

    place: _Place
    answers: tuple[_Answer, ...] = ()
    key: np.uint64 | None = None
    maker: int = 0
    free: int = 0


def strategy_tree(solver: WeakSolver, maker: int, free: int, workers: int = 1) -> Iterator[Entry]:
    """Yield a proof that Breaker holds with Maker to move, each place before those that it leads to.

    The solver has just solved this position, or the one before Breaker's reply, with a log. Any number of workers gives
    the same proof. Raises LimitExceeded if the board is too large.
    """
    assert solver.log is not None
    table = solver.table or line_table(solver.game, solver.game.full & ~(maker | free), solver.width)
    if table is None:
        raise LimitExceeded(f"{solver.game} from this position is too large to search")
    return _Tree(solver.game, table, solver.log).walk(maker, free, solver.zone, workers)


class _Symmetry:
    """A symmetry of the board: the images of sets of its cells, of labels and of pairs of labels."""

    def __init__(self, permutation: Permutation, images: ByteTable, board: Sequence[Move]) -> None:
        self.images = images
        self.cell = [permutation[cell] for cell in board]
        self._pairs: dict[int, tuple[Move, Move]] = {}

    def image(self, cells: int) -> int:
        """Return the image of a set of the board's cells."""
        return union(self.images, cells)

    def pairs_of(self, pairs: Sequence[int]) -> Pairs:
        """Return the images of pairs of labels."""
        known = self._pairs
        for pair in pairs:
            if pair not in known:
                known[pair] = self.cell[pair & 255], self.cell[pair >> 8]
        return tuple([known[pair] for pair in pairs])


class _Memory:
    """The arrays that the kernels work in."""

    def __init__(self, table: LineTable) -> None:
        cells = table.through.shape[1]
        self.search = new_search(table)
        self.replies = np.zeros((cells, 2 + cells // 2), np.int64)
        self.given = np.zeros((cells, len(table.no_cells)), np.uint64)
        self.score = np.zeros(cells, np.int64)

    @property
    def position(self) -> _Place:
        """The position in the last row of the search."""
        return mask_of_words(self.search.maker[-1]), mask_of_words(self.search.empty[-1])

    @property
    def exchanges(self) -> Pairs:
        """The exchanges that have simplified it."""
        swaps = self.search.swaps.tolist()
        return _decoded(swaps[1 : swaps[0] + 1])

    def answers(self, count: int, zone: int = -1) -> list[_Answer]:
        """Return the first `count` replies that were found, without those that answer no move in the zone."""
        answers = []
        for listed, words in zip(self.replies[:count].tolist(), self.given[:count].tolist(), strict=True):
            if given := mask_of_words(words) & zone:
                answers.append(_Answer(listed[0], given, pairs=tuple(listed[2 : 2 + listed[1]])))
        return answers


class _Tree:
    """A proof while it is found: places that are still to be written, and all that are known."""

    def __init__(self, game: Game, table: LineTable, log: BinaryIO) -> None:
        self.table, self.width, self.log = table, len(table.no_cells), ProofLog(log, len(table.no_cells))
        self.board: list[Move] = table.board.tolist()
        self.is_whole = self.board == list(range(game.cells))
        self.images = images_of(game)
        self.symmetries = [
            _Symmetry(permutation, images, self.board)
            for permutation, images in zip(game.symmetries, self.images, strict=True)
        ]
        self.known: set[_Place] = set()
        self.todo: list[tuple[_Node, _Least]] = []
        self._threads = threading.local()

    def walk(self, maker: int, free: int, zone: int, workers: int) -> Iterator[Entry]:
        """Yield the entries; `maker` and `free` are the board's cells, `zone` is in labels."""
        place = mask_of_words(labelled(self.table, maker)), mask_of_words(labelled(self.table, free))
        start, _ = self._solved(*place, zone, removes=False)
        start = replace(start, place=(start.maker, start.free))
        self.todo.append((start, self._least(start.place)))
        with ThreadPoolExecutor(workers) as pool:
            while self.todo:
                batch = self.todo[-_BATCH:]
                del self.todo[-_BATCH:]
                for entry, answers in pool.map(self._entry, batch) if len(batch) > 1 else map(self._entry, batch):
                    yield entry
                    self._follow(answers)

    @property
    def _memory(self) -> "_Memory":
        """The memory of the kernels, of each thread."""
        if not hasattr(self._threads, "memory"):
            self._threads.memory = _Memory(self.table)
        memory: _Memory = self._threads.memory
        return memory

    def _board(self, cells: int) -> Board:
        return board_of(cells, self.width)

    def _entry(self, known: tuple[_Node, _Least]) -> tuple[Entry, Sequence[_Answer]]:
        """Return the entry of a node, and its answers."""
        (node, (maker, free, symmetry)), pairs = known, None
        answers = node.answers
        if not answers:
            before = node.place
            node, replies = self._recorded(node)
            if node.place != before:
                maker, free, symmetry = self._least(node.place)
            pairs = self._pairs(node.place, _MORE)
            if pairs is None and not replies:
                pairs = self._pairs((node.maker, node.free), _AS_SEARCHED)
                assert pairs is not None, "the search has left no record"
            answers = () if pairs is not None else self._answers(node, replies)
        if pairs is None:
            return Entry(maker, free, groups=tuple([self._group(answer, symmetry) for answer in answers])), answers
        return Entry(maker, free, pairs=symmetry.pairs_of(pairs), potential=not pairs), ()

    def _group(self, answer: _Answer, symmetry: _Symmetry) -> ReplyGroup:
        """Return an answer in the cells of the board."""
        cell, given = symmetry.cell, symmetry.image(self._on_board(answer.given))
        exchanges = tuple([(cell[a], cell[b]) for a, b in answer.exchanges])
        return ReplyGroup(cell[answer.reply], given, exchanges, symmetry.pairs_of(answer.pairs))

    def _recorded(self, node: _Node) -> tuple[_Node, list[tuple[Move, Move, int]]]:
        """Return a node as its record has it, which may be another image, and what the search answered there."""
        record = None if node.key is None else self.log.find(node.key)
        if record is None:
            return node, []
        maker, free, zone, answers = record
        if (maker, free) != (node.maker, node.free):
            node = replace(node, maker=maker, free=free, place=(maker | free & ~zone, zone))
        return node, answers

    def _answers(self, node: _Node, replies: Sequence[tuple[Move, Move, int]]) -> tuple[_Answer, ...]:
        """Return the answers in the place of a node, as few as possible."""
        maker, free = node.place
        answers, open_moves = self._closing(maker, free)
        for move in cells_of(open_moves):
            if open_moves >> move & 1 and (answer := self._in_two(maker, free, move)) is not None:
                answers.append(answer)
                open_moves &= ~answer.given
        searched = self._searched(node, replies) if open_moves else []
        while open_moves:
            answer = max(searched, key=lambda answer: (answer.given & open_moves).bit_count())
            assert answer.given & open_moves, "the search has left a move open"
            answers.append(answer)
            open_moves &= ~answer.given
        return _fewest(answers)

    def _closing(self, maker: int, free: int) -> tuple[list[_Answer], int]:
        """Return the answers after which pairs decide, and the moves that they leave open."""
        memory, table = self._memory, self.table
        board, rest, most = self._board(maker), self._board(free), free.bit_count()
        count, left, _ = closing_replies(
            table, memory.search, board, rest, _MORE, most, table.no_cells, memory.replies, memory.given
        )
        return memory.answers(count), mask_of_words(left)

    def _in_two(self, maker: int, free: int, move: Move) -> _Answer | None:
        """Return an answer to a move after which each further move has an answer after which pairs decide, or None."""
        maker, free = maker | 1 << move, free & ~(1 << move)
        memory = self._memory
        board, rest = self._board(maker), self._board(free)
        reply, count, words = reply_in_two(
            self.table, memory.search, board, rest, _MORE, memory.score, memory.replies, memory.given
        )
        if reply < 0:
            return None
        exchanges, zone, (maker, left) = memory.exchanges, mask_of_words(words), memory.position
        below = _Node((maker | left & ~zone, zone), _fewest(memory.answers(count, zone)))
        used = zone | 1 << reply | _cells(exchanges)
        return _Answer(reply, (free | 1 << move) & ~used, exchanges, below=below)

    def _searched(self, node: _Node, replies: Sequence[tuple[Move, Move, int]]) -> list[_Answer]:
        """Return the answers of the search."""
        answers = []
        for move, reply, zone in replies:
            stone = 1 << move
            below, exchanges = self._solved(node.maker | stone, node.free & ~(stone | 1 << reply), zone)
            used = below.place[1] | 1 << reply | _cells(exchanges)
            answers.append(_Answer(reply, node.place[1] & ~used, exchanges, below=below))
        return answers

    def _follow(self, answers: Sequence[_Answer]) -> None:
        for below in [answer.below for answer in answers if answer.below is not None]:
            least = self._least(below.place)
            if least[:2] not in self.known:
                self.known.add(least[:2])
                if self._pairs(below.place, _POTENTIAL) is None:
                    self.todo.append((below, least))

    def _solved(self, maker: int, free: int, zone: int, removes: bool = True) -> tuple[_Node, Pairs]:
        """Return the node of a position that is solved with this zone, and the exchanges that simplify it."""
        memory = self._memory
        stones, rest, cells = map(self._board, (maker, free, zone))
        key = np.uint64(simplified(self.table, memory.search, stones, rest, cells, removes))
        maker, free = memory.position
        zone &= free
        return _Node((maker | free & ~zone, zone), key=key, maker=maker, free=free), memory.exchanges

    def _pairs(self, place: _Place, steps: int) -> tuple[int, ...] | None:
        """Return pairs that decide a place, () if the potential does, None if none were found."""
        search = self._memory.search
        maker, free = map(self._board, place)
        count = closing_pairs(self.table, search, maker, free, steps)
        return None if count < 0 else tuple(search.pairs[:count].tolist())

    def _least(self, place: _Place) -> _Least:
        """Return the least image of a place on the board, without its dead cells, and a symmetry that gives it."""
        memory = self._memory
        keep_live(self.table, memory.search, *map(self._board, place))
        maker, free, number = least_image(self.images, *map(self._on_board, memory.position))
        return maker, free, self.symmetries[number]

    def _on_board(self, cells: int) -> int:
        return cells if self.is_whole else mask_of(tuple(self.board[label] for label in cells_of(cells)))


@kernel
def simplified(table: LineTable, search: WeakSearch, maker: Board, free: Board, zone: Board, removes: bool) -> Any:
    """Simplify a position in the last row of the search; return the key of its record, if its proof has this zone."""
    row = spare(search) - 1
    set_up(table, search, row, maker, free)
    simplify(table, search.level, search.empty, search.maker, search.swaps, row, removes)
    free = load(search.empty, row, free)
    empty, stones, s = canonical(table.images, free, load(search.maker, row, free))
    return key_of(empty, stones, image(table.images, s, zone & free))


@kernel
def keep_live(table: LineTable, search: WeakSearch, maker: Board, free: Board) -> None:
    """Write the cells of a position that are on live lines to the last row of the search."""
    set_up(table, search, spare(search) - 1, maker, free)


def _fewest(answers: Sequence[_Answer]) -> tuple[_Answer, ...]:
    """Return the answers without those whose moves the others answer too; those that cost most go first."""
    kept, twice = list(answers), _answered_twice(answers)
    for answer in sorted(answers, key=_cost, reverse=True):
        if not answer.given & ~twice:
            kept = [other for other in kept if other is not answer]
            twice = _answered_twice(kept)
    return tuple(kept)


def _answered_twice(answers: Sequence[_Answer]) -> int:
    """Return the moves that more than one of the answers answers."""
    once = twice = 0
    for answer in answers:
        twice |= once & answer.given
        once |= answer.given
    return twice


def _cost(answer: _Answer) -> tuple[int, int]:
    """Return how much an answer adds to the proof: first the places that it leads to."""
    below = answer.below
    return 0 if below is None else 1 if below.answers else 2, len(answer.pairs)


def _cells(pairs: Pairs) -> int:
    return mask_of(tuple(cell for pair in pairs for cell in pair))


def _decoded(pairs: Sequence[int]) -> Pairs:
    return tuple((pair & 255, pair >> 8) for pair in pairs)


def compile_kernels(*width: int) -> None:
    """Run each kernel of the proof once, so that its compiled code for a width is in the user's cache."""
    game = Game(4, 4, 4)
    table = line_table(game, width=as_width(width))
    assert table is not None
    with TemporaryFile() as file:
        tree = _Tree(game, table, file)
        list(tree.walk(0, game.full, game.full, 1))
        node, _ = tree._solved(0, game.full, game.full)
        tree._answers(node, ())
        tree._in_two(0, game.full, 0)
