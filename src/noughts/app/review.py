"""A game reviewed: each move judged by exact values; where none is known, by the search for good moves, if it plays the
game (it sees no stones that fall, and no lines that lose)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from time import monotonic

from noughts.app.compilation import wait_for_kernels
from noughts.app.explanation import known_values
from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.value import Truth, Value
from noughts.errors import LimitExceeded
from noughts.extras import has_extra
from noughts.review.judgement import Judged, judge_game
from noughts.search.finding import Finding
from noughts.search.move_review import MoveReviewer, settled
from noughts.solve.solver import exact_solver
from noughts.strategies.registry import LARGE
from noughts.strategies.search import Search
from noughts.words import Said

_SECONDS = 5.0  # for the exact value of one position
_LARGE_SECONDS = 1.0  # the same on a large board: it is known near the end at most
_SEARCH_SECONDS = 0.5  # for the search of a position without exact value
_SEARCHES = 2  # of the positions of a move: one after it, and one after a better move
_LOAD_SECONDS = 5.0  # for the compiled search
_TICK = 0.2  # seconds
_LEAST = 0.01  # seconds: the time is up

Find = Callable[[Position], Finding]


@dataclass(frozen=True)
class ReviewLimits:
    """The limits of a review: `end`, by the monotonic clock, is the end of the `seconds` that a user has given.

    `nodes`: of the search of a position without exact value; None for a share of the time.
    """

    seconds: float
    end: float
    nodes: int | None = None

    @property
    def left(self) -> float:
        """The seconds that are left: not less than 10 ms, because a search with no time would have no limit."""
        return max(_LEAST, self.end - monotonic())

    def check(self) -> None:
        """Raise LimitExceeded if the time is up."""
        if self.left <= _LEAST:
            raise LimitExceeded(Said("error.time-over", {"seconds": f"{self.seconds:g}"}))


def thorough_review(
    record: Record,
    limits: ReviewLimits,
    progress: Callable[[Sequence[Judged]], None],
    compiling: Callable[[str], None] = lambda words: None,
) -> list[Judged]:
    """Return the judgement of each move, by exact values, else by a search where it plays the game.

    `progress` gets the judgements so far, from the last move on; `compiling`, while a search waits for its compiled
    code, what that is for.
    """
    judgements: list[Judged] = []

    def report() -> None:
        progress(settled(judgements[::-1])[::-1])

    def left() -> int:
        return len(record.moves) - len(judgements)

    search = Search(nodes=limits.nodes or Search.nodes, plain=not has_extra("fast"))
    reviewer = None
    if search.supports(record.game):
        reviewer = MoveReviewer(
            _by_nodes(search, limits, compiling) if limits.nodes else _by_time(search, limits, left, report)
        )
    for judged in judge_game(record, _truth(record.game, limits, report), reviewer):
        judgements.append(judged)
        report()
    return settled(judgements[::-1])


def _truth(game: Game, limits: ReviewLimits, report: Callable[[], None]) -> Truth:
    """Return a source of exact values. When half of the time is over, it has those that are known at once.

    On a large board, without one for a later position, it looks for no others.
    """
    longest = _SECONDS if game.cells <= LARGE else _LARGE_SECONDS
    solver = exact_solver()
    beyond: list[LimitExceeded] = []

    def truth(position: Position) -> Mapping[Move, Value]:
        report()
        if beyond or limits.left <= limits.seconds / 2:
            return known_values()(position)
        try:
            return solver.truth(position, Budget(seconds=min(longest, limits.left)))
        except LimitExceeded as limit:
            beyond.extend([limit] * (game.cells > LARGE))
            raise

    return truth


def _by_nodes(search: Search, limits: ReviewLimits, compiling: Callable[[str], None]) -> Find:
    """Return a search that takes its nodes for each position. The first one waits until it is compiled."""

    def find(position: Position) -> Finding:
        limits.check()
        wait_for_kernels(search.kernels(position.game), compiling)
        return search.find(position)

    return find


def _by_time(search: Search, limits: ReviewLimits, left: Callable[[], int], report: Callable[[], None]) -> Find:
    """Return a search that takes an even share of the time for the moves that are `left`."""

    @cache
    def load() -> None:
        for _ in range(round(_LOAD_SECONDS / _TICK)):
            limits.check()
            if search.load(_TICK):
                break
            report()

    def find(position: Position) -> Finding:
        load()
        limits.check()
        share = limits.left / (_SEARCHES * (left() + 1))
        return search.within(Budget(seconds=min(_SEARCH_SECONDS, share))).find(position)

    return find
