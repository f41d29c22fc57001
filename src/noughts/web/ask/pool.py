"""A bounded pool of worker processes. Every job has a time limit; cancelling a job ends its process.

A process and not a thread: neither the search kernels nor a user's own strategy stop on request.
"""

import asyncio
from collections.abc import Callable, Sequence
from threading import Event

from noughts.errors import named_error
from noughts.processes.channel import JSON
from noughts.processes.workers import Children
from noughts.web.ask.queue import Busy, Ticket, WorkerQueue
from noughts.words import Said, restored
from noughts.words.language import language

PATIENCE = 4.0  # seconds that a question waits for a worker, where the client gets no progress


class Pool:
    """At most `size` processes of `command`. A process starts when it is first needed."""

    def __init__(self, command: Sequence[str], size: int) -> None:
        self.queue = WorkerQueue(size)
        self._workers = Children(command, size, patience=0.0, replaces=True)  # they have nothing to release
        self._stops = set[Event]()

    async def run(
        self,
        job: str,
        request: JSON,
        seconds: float,
        progress: Callable[[JSON], None] = lambda document: None,
        ticket: Ticket | None = None,
        started: Callable[[], None] = lambda: None,
        patience: float | None = None,
        long: bool = False,
    ) -> JSON:
        """Return the answer to a job, when its turn has come. Cancelling the call ends the worker.

        `started` is called when a worker begins; `seconds` count from then on. Before, `patience` counts while the
        workers at work have started. Raises Busy where no worker becomes free for the client, TimedOut at the limit,
        WorkersError where the worker ends or cannot be started, and the NoughtsErrors of the job itself.
        """
        ticket = ticket or self.queue.enter(long=long)
        try:
            while not await _begins(ticket, patience):
                if len(self._workers.answering) == len(self._stops):
                    raise Busy(Said("error.busy"))
            started()
            message = await self._answer({"job": job, "asked": request, "language": language()}, seconds, progress)
        finally:
            self.queue.leave(ticket)
        if "error" in message:
            name, words = message["error"]
            raise named_error(name, restored(words))
        answer: JSON = message["answer"]
        return answer

    async def close(self) -> None:
        """End all processes."""
        for stop in self._stops:
            stop.set()
        await asyncio.to_thread(self._workers.close)

    async def _answer(self, request: JSON, seconds: float, progress: Callable[[JSON], None]) -> JSON:
        """Return a worker's message. Where this call is cancelled, it returns when the worker has ended."""
        loop, stop = asyncio.get_running_loop(), Event()

        def report(document: JSON) -> None:
            loop.call_soon_threadsafe(progress, document)

        self._stops.add(stop)
        work = loop.run_in_executor(self._workers.threads, self._workers.ask, request, seconds, report, stop)
        try:
            return await asyncio.shield(work)
        finally:
            stop.set()
            self._stops.remove(stop)
            await asyncio.gather(work, return_exceptions=True)


async def _begins(ticket: Ticket, seconds: float | None) -> bool:
    """Return whether a job has its turn within some seconds, if there is a limit."""
    try:
        async with asyncio.timeout(seconds):
            return await ticket.begun.wait()
    except TimeoutError:
        return False
