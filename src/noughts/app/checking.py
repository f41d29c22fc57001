"""A certificate is checked by the rules alone, in this process or in several."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from noughts.certify import Checked, check
from noughts.certify.entry_results import Findings
from noughts.certify.reading import Part
from noughts.core.player import Decision, Player
from noughts.core.position import Position
from noughts.errors import WorkersError
from noughts.prove.proof import Asked
from noughts.prove.repeat import Sample, ask_again

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool

_AHEAD = 4  # parts of the file that wait for each worker: memory is bounded by them


def check_certificate(
    path: Path,
    strategy: Player | None,
    max_entries: int,
    progress: Callable[[int, int], None],
    pool: "WorkerPool | None" = None,
) -> tuple[Checked, Asked | None]:
    """Return the findings about a certificate, and about a strategy that should make only the moves proved.

    The strategy is asked again as in a proof: in another order, and in a second process if it has one of its own.
    `progress` receives the numbers of entries and of questions to the strategy; what it raises ends the check. Without
    a `pool` this process checks them. Raises CertificateError, CertificateRefused, LimitExceeded beyond `max_entries`,
    WorkersError, and StrategyError if the strategy fails, or decides otherwise when it is asked again.
    """
    asking, began = _Asking(progress), monotonic()
    mapper = map if pool is None else partial(in_workers, pool)
    with nullcontext() if strategy is None else strategy.waiting(asking.report):
        found = check(
            path,
            max_entries=max_entries,
            strategy=strategy,
            record=asking.record,
            progress=asking.read,
            mapper=mapper,
        )
        if strategy is None:
            return found, None
        game = found.head.position.game
        return found, ask_again(strategy, game, asking.sample, 1, asking.again, monotonic() - began)


@dataclass
class _Asking:
    """The progress of a check, and a sample of a strategy's decisions, which are asked for again."""

    progress: Callable[[int, int], None]
    sample: Sample = field(default_factory=Sample)
    entries: int = 0
    repeated: int = 0

    def report(self) -> None:
        """Report the progress; this may end the check."""
        self.progress(self.entries, self.sample.decisions + self.repeated)

    def read(self, entries: int) -> None:
        """Note how many entries are checked."""
        self.entries = entries
        self.report()

    def record(self, position: Position, decision: Decision) -> None:
        """Note a decision."""
        stones = position.x, position.o
        self.sample.record([(*stones, decision.moves)])
        if (chances := decision.unequal) is not None:
            self.sample.note({stones: chances})
        self.report()

    def again(self, questions: int) -> None:
        """Note how many questions are repeated."""
        self.repeated = questions
        self.report()


def in_workers(pool: "WorkerPool", work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
    """Do what `map` does, in the workers of a pool. Raises WorkersError if one is killed."""
    waiting = deque[Future[Findings]]()
    try:
        for part in parts:
            waiting.append(pool.submit(work, part))
            if len(waiting) > _AHEAD * pool.width:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except pool.lost:
        raise WorkersError("a process that checks was killed: is there enough memory?") from None
