"""A strategy whose decisions are made in other processes.

Several workers decide the positions of a ply, which the walk sends them. Positions in which the strategy fails there
are decided here once more: so errors too are the same with any number of workers.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, repeat
from random import Random
from typing import Any, ClassVar, Generic
from uuid import uuid4

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.strategy import BatchStrategy, Decision, Strategy, has_batch_form
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


def elsewhere(strategy: Strategy, game: Game, workers: Workers) -> Strategy:
    """Return the strategy as a mover whose decisions are made by workers, where a ply is wide."""
    return (_BatchesElsewhere if has_batch_form(strategy) else _Elsewhere)(strategy, game, workers)


class _Elsewhere:
    """A strategy whose wide plies are decided by a pool of workers."""

    def __init__(self, strategy: Strategy, game: Game, workers: Workers) -> None:
        self.strategy, self.game, self.pool = strategy, game, workers.pool
        self.made = partial(workers.load, workers.spec), workers.spec, uuid4().hex, game

    @property
    def name(self) -> str:
        """The strategy's name."""
        return self.strategy.name

    def supports(self, game: Game) -> bool:
        """Return whether the strategy plays this game."""
        return self.strategy.supports(game)

    def decide(self, position: Position, rng: Random) -> Decision:
        """Return its decision, made here."""
        return self.strategy.decide(position, rng)

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


class _BatchesElsewhere(_Elsewhere):
    """The same for a strategy with a batch form."""

    strategy: BatchStrategy

    def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
        """Return its moves in each position of a batch, made here."""
        return self.strategy.decide_batch(game, own, theirs)

    def decide_batches_ahead(self, side: Side, blocks: Iterable[bytes]) -> Iterator[bytes | None]:
        """Return its moves in each block of positions, in order, as `decided_rows` does; None where it fails."""
        items = ((side, rows) for rows in blocks)
        with closing(in_order(_Blocks(*self.made), items, self.pool)) as found:
            yield from (moves for _, moves in found)


@dataclass(frozen=True)
class _Deciding(Work[Strategy, Item, Result], Generic[Item, Result]):
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
    def prepared(self) -> Iterator[Strategy]:
        """Return the strategy."""
        try:
            strategy = self.factory()
        except NoughtsError as error:
            raise StrategyError(f"{self.where} it cannot be made: {error}") from None
        try:
            yield strategy
        finally:
            getattr(strategy, "close", lambda: None)()

    def lost(self, item: Item, reason: str) -> Result:
        """Raise StrategyError: here too it would end the process."""
        raise StrategyError(f"strategy {self.spec!r} cannot be proved by workers: {reason}")


class _Positions(_Deciding[tuple[_Stones, ...], tuple[Decision, ...] | None]):
    """Decisions in some positions each; None where it fails in one."""

    def do(self, state: Strategy, item: tuple[_Stones, ...]) -> tuple[Decision, ...] | None:
        """Return the decisions, without what a walk does not read."""
        try:
            decisions = [decide(state, Position.from_boards(self.game, x, o)) for x, o in item]
        except NoughtsError:
            return None
        return tuple(Decision(decision.moves, chances=decision.chances) for decision in decisions)


class _Blocks(_Deciding[_Rows, bytes | None]):
    """Moves in blocks of positions; None where it fails in one."""

    def do(self, state: Strategy, item: _Rows) -> bytes | None:
        """Return the moves, packed."""
        assert has_batch_form(state)
        try:
            return decided_rows(state, self.game, *item)
        except NoughtsError:
            return None
