"""The pool of a browser: there is no second process, so a job runs at once, in the same one."""

from collections.abc import Callable

from noughts.app.questions import QUICK, Jobs
from noughts.processes.channel import JSON, Report
from noughts.results.codec import decode
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket


class Later(Exception):
    """A job that may take long, for a client that prefers not to wait for it here."""


class InlinePool(Pool):
    """Runs every job at once. With `quick_only` it raises Later for one that may take long."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__((), 1)
        self._jobs = jobs
        self._quick_only = False

    def quick_only(self, only: bool) -> None:
        """Set whether jobs that may take long are refused."""
        self._quick_only = only

    async def run(
        self,
        job: str,
        asked: JSON,
        seconds: float,
        progress: Report = lambda document: None,
        ticket: Ticket | None = None,
        started: Callable[[], None] = lambda: None,
        patience: float | None = None,
        long: bool = False,
    ) -> JSON:
        """Return the answer to a job. Raises Later, and the NoughtsErrors of the job itself."""
        if self._quick_only and not self._is_quick(job, asked):
            raise Later
        started()
        try:
            return self._jobs.run(job, asked, progress)
        finally:
            if ticket is not None:
                self.queue.leave(ticket)

    def _is_quick(self, job: str, asked: JSON) -> bool:
        question = self._jobs.table[job]
        return question.costs(self._jobs.application, decode(question.request, asked)) <= QUICK
