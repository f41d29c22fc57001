"""The pool of a browser: there is no second process, so a job runs at once, in the same one."""

from collections.abc import Callable

from noughts.app.questions import QUICK, Jobs
from noughts.processes.channel import JSON, Report
from noughts.results.codec import decode
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket, WorkerQueue


class Later(Exception):
    """A job that may take long, for a client that prefers not to wait for it here."""


class InlinePool(Pool):
    """Runs every job at once. With `quick_only` it raises Later for one that may take long."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__((), 1)
        self.queue = self._queue = _Queue()
        self._jobs = jobs

    def quick_only(self, only: bool) -> None:
        """Set whether jobs that may take long are refused."""
        self._queue.closed = only

    async def run(
        self,
        job: str,
        asked: JSON,
        seconds: float,
        progress: Report = lambda document: None,
        ticket: Ticket | None = None,
        started: Callable[[], None] = lambda: None,
        patience: float | None = None,
    ) -> JSON:
        """Return the answer to a job. Raises Later, and the NoughtsErrors of the job itself."""
        if self._queue.closed and not self._is_quick(job, asked):
            raise Later
        started()
        try:
            return self._jobs.run(job, asked, progress)
        finally:
            if ticket is not None:
                self.queue.leave(ticket)

    def _is_quick(self, job: str, asked: JSON) -> bool:
        question = self._jobs.table[job]
        return question.costs(self._jobs.services, decode(question.request, asked)) <= QUICK


class _Queue(WorkerQueue):
    """The queue for the one worker; a long job does not enter while it is `closed`."""

    def __init__(self) -> None:
        super().__init__(1)
        self.closed = False

    def enter(self, *, long: bool = False) -> Ticket:
        if self.closed:
            raise Later
        return super().enter(long=long)
