"""A certificate is checked by the rules alone, in this process or in several."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.certify import Checked, check
from noughts.certify.entry_results import Findings
from noughts.certify.reading import Part
from noughts.core.position import Position
from noughts.errors import WorkersError
from noughts.players.player import Decision, Player
from noughts.prove.ledger import Ledger
from noughts.prove.proof import AskedAgain

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool

_AHEAD = 4  # parts of the file that wait for each worker: memory is bounded by them


def check_certificate(
    path: Path,
    strategy: Player | None,
    max_entries: int,
    progress: Callable[[int, int], None],
    pool: "WorkerPool | None" = None,
) -> tuple[Checked, AskedAgain | None]:
    """Return the findings about a certificate, and about a strategy that should make only the moves proved.

    The strategy is asked again as in a proof: in another order, half in a second process if it has one of its own.
    `progress` receives the numbers of entries and of questions to the strategy; what it raises ends the check. Without
    a `pool` this process checks them. Raises CertificateError, CertificateRefused, LimitExceeded beyond `max_entries`,
    WorkersError, and StrategyError if the strategy fails, or decides otherwise when it is asked again.
    """
    asking = _Asking(strategy, progress)
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
        return found, AskedAgain(0, 0, 1) if asking.ledger is None else asking.ledger.ask_again(1, asking.again)


@dataclass
class _Asking:
    """The progress of a check, and the ledger of a strategy's decisions, which are asked for again."""

    strategy: Player | None
    progress: Callable[[int, int], None]
    ledger: Ledger | None = None
    entries: int = 0
    repeated: int = 0

    def report(self) -> None:
        """Report the progress; this may end the check."""
        decisions = 0 if self.ledger is None else self.ledger.decisions
        self.progress(self.entries, decisions + self.repeated)

    def read(self, entries: int) -> None:
        """Note how many entries are checked."""
        self.entries = entries
        self.report()

    def record(self, position: Position, decision: Decision) -> None:
        """Note a decision."""
        assert self.strategy is not None
        self.ledger = self.ledger or Ledger(self.strategy, position.game)
        self.ledger.enter(position, decision)
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
