"""A bounded pool of worker processes. Every job has a time limit; cancelling a job kills its process.

A process and not a thread: neither the search kernels nor a user's own strategy stop on request.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Any

from noughts import errors
from noughts.errors import NoughtsError
from noughts.web.ask.services import JSON

_PATIENCE = 2.0  # seconds that a job waits for a free worker


class Busy(NoughtsError):
    """No worker is free. `retry_after`: seconds."""

    retry_after = 5


class TimedOut(NoughtsError):
    """A job that exceeded its time limit."""


class Broken(NoughtsError):
    """A worker process that ended during a job."""


class Pool:
    """At most `size` processes of `command`; at most `size - 1` of them (one at least) run background jobs.

    A process starts when it is first needed. `run` raises Busy where no worker becomes free soon, TimedOut at the
    limit, Broken where the worker ends, and the NoughtsErrors of the job itself.
    """

    def __init__(self, command: Sequence[str], size: int) -> None:
        self.command = command
        self._free = asyncio.Semaphore(size)
        self._background = asyncio.Semaphore(max(1, size - 1))
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    async def run(
        self,
        job: str,
        asked: JSON,
        seconds: float,
        progress: Callable[[JSON], None] = lambda document: None,
        background: bool = False,
        started: Callable[[], None] | None = None,
    ) -> JSON:
        """Return the answer to a job. Cancelling the call kills the worker.

        A job that gives `started` waits for its turn, as long as that takes; the function is called when a worker
        begins. `seconds` count from then on.
        """
        if started is None:
            await _acquire(self._free)
            try:
                return await self._run(job, asked, seconds, progress)
            finally:
                self._free.release()
        async with self._background if background else nullcontext(), self._free:
            started()
            return await self._run(job, asked, seconds, progress)

    async def close(self) -> None:
        """Kill all processes."""
        for worker in list(self._all):
            await self._end(worker)

    async def _run(self, job: str, asked: JSON, seconds: float, progress: Callable[[JSON], None]) -> JSON:
        worker = self._idle.pop() if self._idle else await self._start()
        try:
            async with asyncio.timeout(seconds):
                message = await worker.ask({"job": job, "asked": asked}, progress)
        except TimeoutError:
            raise TimedOut(f"no answer within {seconds:g} seconds") from None
        else:
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


async def _acquire(semaphore: asyncio.Semaphore) -> None:
    try:
        async with asyncio.timeout(_PATIENCE):
            await semaphore.acquire()
    except TimeoutError:
        raise Busy("all workers are busy: try again in a few seconds") from None


def _error(name: str, text: str) -> NoughtsError:
    """Return a worker's error, of the class that it had there."""
    kind: Any = getattr(errors, name, NoughtsError)
    if issubclass(kind, errors.IllegalMoveError):
        return errors.IllegalMoveError(None, text)
    error: NoughtsError = kind(text)
    return error
