"""A strategy whose decisions are made in other processes.

Several workers decide the positions of a ply, which the walk sends them. Positions in which the strategy fails there
are decided here once more: so errors too are the same with any number of workers.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, repeat
from typing import ClassVar, Generic
from uuid import uuid4

from noughts.core.game import Game
from noughts.core.player import Decision, Player, Strategy, Wrapped, as_player, decides_batches
from noughts.core.position import Position, Side
from noughts.errors import NoughtsError, StrategyError
from noughts.processes.dispatch import in_order
from noughts.processes.pool import WorkerPool
from noughts.processes.work import Item, Result, Work
from noughts.walk import decide, decided_rows

_Stones = tuple[int, int]  # of X and of O
_Rows = tuple[Side, bytes]  # the side to move, and positions as a walk in arrays has them

_WIDE = 64  # positions of a ply from which on they are sent to the workers
_PART = 8  # of these together: a decision may take long


@dataclass(frozen=True)
class Workers:
    """Workers, and what makes the strategy there: `load`, which can be pickled, and its text."""

    pool: WorkerPool
    load: Callable[[str], Strategy]
    spec: str


def elsewhere(strategy: Player, game: Game, workers: Workers) -> Player:
    """Return the strategy as a mover whose decisions are made by workers, where a ply is wide."""
    return _Elsewhere(strategy, game, workers)


class _Elsewhere(Wrapped):
    """A strategy whose wide plies are decided by a pool of workers."""

    by_workers = True

    def __init__(self, strategy: Player, game: Game, workers: Workers) -> None:
        super().__init__(strategy)
        self.game, self.pool = game, workers.pool
        self.made = partial(workers.load, workers.spec), workers.spec, uuid4().hex, game

    def decide_ahead(self, positions: Iterable[Position]) -> Iterator[Decision | None]:
        """Return its decision in each position, in order; None where it is made here."""
        rest = iter(positions)
        first = list(islice(rest, _WIDE))
        if len(first) < _WIDE:
            yield from repeat(None, len(first))
            return
        stones = ((position.x, position.o) for position in chain(first, rest))
        parts = iter(lambda: tuple(islice(stones, _PART)), ())
        with closing(in_order(_Positions(*self.made), parts, self.pool)) as found:
            for part, decisions in found:
                yield from repeat(None, len(part)) if decisions is None else decisions

    def decide_batches_ahead(self, side: Side, blocks: Iterable[bytes]) -> Iterator[bytes | None]:
        """Return its moves in each block of positions, in order, as `decided_rows` does; None where it fails."""
        items = ((side, rows) for rows in blocks)
        with closing(in_order(_Blocks(*self.made), items, self.pool)) as found:
            yield from (moves for _, moves in found)


@dataclass(frozen=True)
class _Deciding(Work[Player, Item, Result], Generic[Item, Result]):
    """Decisions of a strategy. A worker creates it for each walk (`run`), as its files may have changed."""

    factory: Callable[[], Strategy]
    spec: str
    run: str
    game: Game
    where: ClassVar[str] = "on a worker"

    @property
    def key(self) -> Hashable:
        """What names the walk."""
        return self.run

    @contextmanager
    def prepared(self) -> Iterator[Player]:
        """Return the strategy."""
        try:
            strategy = as_player(self.factory())
        except NoughtsError as error:
            raise StrategyError(f"{self.where} it cannot be made: {error}") from None
        try:
            yield strategy
        finally:
            strategy.close()

    def lost(self, item: Item, reason: str) -> Result:
        """Raise StrategyError: here too it would end the process."""
        raise StrategyError(f"strategy {self.spec!r} cannot be proved by workers: {reason}")


class _Positions(_Deciding[tuple[_Stones, ...], tuple[Decision, ...] | None]):
    """Decisions in some positions each; None where it fails in one."""

    def do(self, state: Player, item: tuple[_Stones, ...]) -> tuple[Decision, ...] | None:
        """Return the decisions, without what a walk does not read."""
        try:
            decisions = [decide(state, Position.from_boards(self.game, x, o)) for x, o in item]
        except NoughtsError:
            return None
        return tuple(Decision(decision.moves, chances=decision.chances) for decision in decisions)


class _Blocks(_Deciding[_Rows, bytes | None]):
    """Moves in blocks of positions; None where it fails in one."""

    def do(self, state: Player, item: _Rows) -> bytes | None:
        """Return the moves, packed."""
        assert decides_batches(state, self.game)
        try:
            return decided_rows(state, self.game, *item)
        except NoughtsError:
            return None
