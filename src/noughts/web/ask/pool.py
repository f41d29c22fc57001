"""A bounded pool of worker processes. Every job has a time limit; cancelling a job kills its process.

A process and not a thread: neither the search kernels nor a user's own strategy stop on request.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from noughts import errors
from noughts.errors import NoughtsError
from noughts.web.ask.queue import Busy, Ticket, WorkerQueue
from noughts.web.ask.services import JSON

T = TypeVar("T")

PATIENCE = 4.0  # seconds that a question waits for a worker, where the client gets no progress


class TimedOut(NoughtsError):
    """A job that exceeded its time limit."""


class Broken(NoughtsError):
    """A worker process that ended during a job."""


class Pool:
    """At most `size` processes of `command`. A process starts when it is first needed."""

    def __init__(self, command: Sequence[str], size: int) -> None:
        self.command = command
        self.queue = WorkerQueue(size)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    async def run(
        self,
        job: str,
        asked: JSON,
        seconds: float,
        progress: Callable[[JSON], None] = lambda document: None,
        ticket: Ticket | None = None,
        started: Callable[[], None] = lambda: None,
        patience: float | None = None,
    ) -> JSON:
        """Return the answer to a job, when its turn has come. Cancelling the call kills the worker.

        `started` is called when a worker begins; `seconds` count from then on, `patience` before. Raises Busy where no
        worker becomes free for the client, TimedOut at the limit, Broken where the worker ends, and the NoughtsErrors
        of the job itself.
        """
        ticket = ticket or self.queue.enter(job)
        try:
            await _within(patience, ticket.begun.wait(), Busy("all workers are busy: try again in a few seconds"))
            started()
            return await self._run(job, asked, seconds, progress)
        finally:
            self.queue.leave(ticket)

    async def close(self) -> None:
        """Kill all processes."""
        for worker in list(self._all):
            await self._end(worker)

    async def _run(self, job: str, asked: JSON, seconds: float, progress: Callable[[JSON], None]) -> JSON:
        worker = self._idle.pop() if self._idle else await self._start()
        try:
            late = TimedOut(f"no answer within {seconds:g} seconds")
            message = await _within(seconds, worker.ask({"job": job, "asked": asked}, progress), late)
            self._idle.append(worker)
        finally:
            if worker not in self._idle:
                await self._end(worker)
        if "error" in message:
            raise _error(*message["error"])
        answer: JSON = message["answer"]
        return answer

    async def _start(self) -> "_Worker":
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=1 << 26,  # bytes of one line: the longest answer
                start_new_session=True,  # Ctrl-C must reach the server alone, which ends its workers itself
            )
        except OSError as error:  # too many processes or open files
            raise Broken(f"no worker can be started: {error.strerror or error}") from None
        worker = _Worker(process)
        self._all.add(worker)
        return worker

    async def _end(self, worker: "_Worker") -> None:
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        await worker.kill()


class _Worker:
    """One process, one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def ask(self, request: JSON, progress: Callable[[JSON], None]) -> JSON:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            await self.process.stdin.drain()
            while line := await self.process.stdout.readline():
                message: JSON = json.loads(line)
                if "progress" not in message:
                    return message
                progress(message["progress"])
        except (ConnectionError, ValueError) as error:  # ValueError: a line that is too long, or no JSON
            raise Broken(f"a worker failed: {error}") from None
        raise Broken("a worker ended in the middle of its work")

    async def kill(self) -> None:
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await asyncio.shield(self.process.wait())


async def _within(seconds: float | None, work: Awaitable[T], late: NoughtsError) -> T:
    """Return the result of some work. Raises `late` after some seconds, if there is a limit."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        raise late from None


def _error(name: str, text: str) -> NoughtsError:
    """Return a worker's error, of the class that it had there."""
    kind: Any = getattr(errors, name, NoughtsError)
    if issubclass(kind, errors.IllegalMoveError):
        return errors.IllegalMoveError(None, text)
    error: NoughtsError = kind(text)
    return error
