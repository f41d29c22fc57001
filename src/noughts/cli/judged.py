"""The moves of a game judged, for `noughts replay --explain`: by exact values, else by a search."""

from collections.abc import Callable, Mapping
from functools import cache

from noughts.cli.clock import is_over, time_left
from noughts.cli.common import Ticker, aside
from noughts.cli.warm_up import compiled
from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.judgement import Judged, Truth, judge_game
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.strategy import supports
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.extras import has_extra
from noughts.search.critic import Critic, settled
from noughts.search.finding import Finding
from noughts.solve.oracle import exact_oracle
from noughts.strategies.registry import LARGE
from noughts.strategies.search import Search

_SECONDS = 5.0  # for the exact value of one position
_LARGE_SECONDS = 1.0  # the same on a large board: it is known near the end at most
_SEARCH_SECONDS = 0.5  # for the search of a position without exact value
_SEARCHES = 2  # of the positions of a move: one after it, and one after a better move
_LOAD_SECONDS = 5.0  # for the compiled search
_TICK = 0.2  # seconds

Find = Callable[[Position], Finding]


def judged_moves(record: Record, seconds: float, nodes: int | None) -> list[Judged]:
    """Return the effect of each move on the exact value, or what a search says of it where that is not known."""
    found: list[Judged] = []
    with Ticker() as ticker, aside():

        def tick() -> None:
            ticker.show(lambda passed: f"{len(found)} of {len(record.moves)} moves, {passed:.0f} s")

        if nodes is None:
            search = Search(plain=not has_extra("fast"))
            find = _by_time(search, seconds, lambda: len(record.moves) - len(found), tick)
        else:
            search = Search(nodes=nodes, plain=not has_extra("fast"))
            find = _by_nodes(search, seconds)
        critic = Critic(find) if supports(search, record.game) else None
        for judged in judge_game(record, _truth(record.game, seconds, tick), critic):
            found.append(judged)
            tick()
    return settled(found[::-1])


def _truth(game: Game, seconds: float, tick: Callable[[], None]) -> Truth:
    """Return a source of exact values. On a large board, without one for a later position, it looks for no others."""
    longest = _SECONDS if game.cells <= LARGE else _LARGE_SECONDS
    oracle = exact_oracle(seconds=lambda: min(longest, time_left(seconds)))
    beyond: list[LimitExceeded] = []

    def truth(position: Position) -> Mapping[Move, Value]:
        tick()
        _check(seconds)
        if beyond:
            raise beyond[0]
        try:
            return oracle.values(position)
        except LimitExceeded as limit:
            beyond.extend([limit] * (game.cells > LARGE))
            raise

    return truth


def _by_nodes(search: Search, seconds: float) -> Find:
    """Return a search that takes its nodes for each position. The first one waits until it is compiled."""

    def find(position: Position) -> Finding:
        _check(seconds)
        compiled(search.kernels(position.game))
        return search.find(position)

    return find


def _by_time(search: Search, seconds: float, left: Callable[[], int], tick: Callable[[], None]) -> Find:
    """Return a search that takes an even share of the time for the moves that are `left`."""

    @cache
    def load() -> None:
        for _ in range(round(_LOAD_SECONDS / _TICK)):
            _check(seconds)
            if search.load(_TICK):
                break
            tick()

    def find(position: Position) -> Finding:
        load()
        _check(seconds)
        share = time_left(seconds) / (_SEARCHES * (left() + 1))
        return search.within(Budget(seconds=min(_SEARCH_SECONDS, share))).find(position)

    return find


def _check(seconds: float) -> None:
    if is_over(seconds):
        raise LimitExceeded(f"{seconds:g} s are over")
