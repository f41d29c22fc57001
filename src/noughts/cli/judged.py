"""The moves of a game judged, for `noughts replay --explain`: by exact values, else by a search."""

from collections.abc import Callable, Mapping

from noughts import jit
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
from noughts.search.critic import Critic, settled
from noughts.search.finding import Finding
from noughts.strategies.registry import LARGE
from noughts.strategies.search import Search

_SECONDS = 5.0  # for the exact value of one position
_LARGE_SECONDS = 1.0  # the same on a large board: it is known near the end at most
_SEARCH_SECONDS = 0.5  # for the search of a position without exact value
_SEARCHES = 2  # of the positions of a move: one after it, and one after a better move
_LOAD_SECONDS = 5.0  # for the compiled search


def judged_moves(record: Record, seconds: float, nodes: int | None) -> list[Judged]:
    """Return the effect of each move on the exact value, or what a search says of it where that is not known."""
    found: list[Judged] = []
    with Ticker() as ticker, aside():

        def tick() -> None:
            ticker.show(lambda passed: f"{len(found)} of {len(record.moves)} moves, {passed:.0f} s")

        critic = None
        if supports(Search(), record.game):
            if nodes is not None and jit.installed():
                compiled(Search().kernels(record.game))
            critic = Critic(_search(record, seconds, nodes, lambda: len(found)))
        for judged in judge_game(record, _truth(record.game, seconds, tick), critic):
            found.append(judged)
            tick()
    return settled(found[::-1])


def _truth(game: Game, seconds: float, tick: Callable[[], None]) -> Truth:
    """Return a source of exact values. On a large board, without one for a later position, it looks for no others."""
    from noughts.solve.oracle import exact_oracle

    longest = _SECONDS if game.cells <= LARGE else _LARGE_SECONDS
    oracle = exact_oracle(seconds=lambda: min(longest, time_left(seconds)))
    beyond: list[LimitExceeded] = []

    def truth(position: Position) -> Mapping[Move, Value]:
        tick()
        if is_over(seconds):
            raise LimitExceeded(f"{seconds:g} s are over")
        if beyond:
            raise beyond[0]
        try:
            return oracle.values(position)
        except LimitExceeded as limit:
            beyond.extend([limit] * (game.cells > LARGE))
            raise

    return truth


def _search(
    record: Record, seconds: float, nodes: int | None, done: Callable[[], int]
) -> Callable[[Position], Finding]:
    """Return the search of a position: so many nodes, or an even share of the time, as `done` moves are judged."""
    search = Search(plain=not jit.installed()) if nodes is None else Search(nodes=nodes, plain=not jit.installed())
    if nodes is None:
        search.load(min(_LOAD_SECONDS, time_left(seconds)))

    def find(position: Position) -> Finding:
        if is_over(seconds):
            raise LimitExceeded(f"{seconds:g} s are over")
        if nodes is not None:
            return search.find(position)
        share = time_left(seconds) / (_SEARCHES * (len(record.moves) + 1 - done()))
        return search.within(Budget(seconds=min(_SEARCH_SECONDS, share))).find(position)

    return find
