"""A certificate is checked by the rules alone, in this process or in several."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.certify import Checked, check
from noughts.certify.entry_results import Findings
from noughts.certify.reading import Part
from noughts.core.strategy import Strategy
from noughts.errors import WorkersError

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool

_AHEAD = 4  # parts of the file that wait for each worker: memory is bounded by them


def check_certificate(
    path: Path,
    strategy: Strategy | None,
    max_entries: int,
    progress: Callable[[int], None],
    pool: "WorkerPool | None" = None,
) -> Checked:
    """Return the findings about a certificate, and about a strategy that should make only the moves proved.

    `progress` receives the number of entries. Without a `pool` this process checks them. Raises CertificateError,
    CertificateRefused, LimitExceeded beyond `max_entries`, WorkersError.
    """
    mapper = map if pool is None else partial(in_workers, pool)
    return check(path, max_entries=max_entries, strategy=strategy, progress=progress, mapper=mapper)


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
