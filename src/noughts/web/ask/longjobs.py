"""Questions that may take long: queued, computed once for all clients who ask the same, and given up with the last one.

A client follows its question, which lasts as long as the client listens.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Literal

from noughts.errors import NoughtsError, WorkersError
from noughts.processes.channel import JSON
from noughts.web.ask.answers import JobQuestion
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket
from noughts.web.hub import Hub
from noughts.words.language import language


@dataclass(frozen=True, kw_only=True)
class JobState:
    """The state of a long job. A job that waits for a worker is `queued`, with the number of those `ahead` of it.

    `result` is what is finished of the answer: all of it where the job is `done`.
    """

    status: Literal["queued", "running", "done", "failed"]
    ahead: int | None = None
    progress: JSON | None = None
    result: Any = None
    problem: JSON | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.status in ("done", "failed")


@dataclass(eq=False)
class _Computation:
    """A job that is computed once, for all clients who follow the same question."""

    question: JobQuestion
    key: str
    state: JobState
    ticket: Ticket | None = None
    task: asyncio.Task[None] | None = None
    began: float = 0.0
    followers: int = 0


class LongJobs:
    """The long jobs of the server. `problem_of` returns the document of an error that ended a job of some name.

    `report` receives every state at once: a host whose jobs leave the loop no time reads no stream.
    """

    def __init__(
        self,
        pool: Pool,
        problem_of: Callable[[str, NoughtsError], JSON],
        report: Callable[[JobState], None] = lambda state: None,
    ) -> None:
        self.pool = pool
        self.report = report
        self.hub = Hub[JobState]()
        self._problem_of = problem_of
        self._computations: dict[str, _Computation] = {}

    async def close(self) -> None:
        """Cancel all jobs, and end the streams."""
        self.hub.close()
        tasks = [computation.task for computation in self._computations.values() if computation.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def follow(self, question: JobQuestion) -> AsyncGenerator[JobState, None]:
        """Yield the state of a question, now and after every change, until it is answered.

        Closed before, it gives the question up, unless another client waits for the answer. Raises Busy if too many
        jobs of the client wait for a worker.
        """
        computation, last = self._joined(question), None
        try:
            with self.hub.listening(computation.key) as listener:
                listener.tell(self._state(computation))
                async for state in listener:
                    if state != last:
                        last = state
                        yield state
                    if state.ended:
                        return
        finally:
            self._leave(computation)

    def _joined(self, question: JobQuestion) -> _Computation:
        computation = self._computations.get(_key(question))
        if computation is None or computation.state.status == "failed":
            computation = self._begun(question)
        elif computation.ticket is not None:
            self.pool.queue.join(computation.ticket)
        computation.followers += 1
        return computation

    def _leave(self, computation: _Computation) -> None:
        """Take a follower from a job, which is cancelled if it was the last one."""
        computation.followers -= 1
        if computation.followers:
            return
        if computation.task is not None and not computation.state.ended:
            computation.task.cancel()
            if computation.ticket is not None:
                self.pool.queue.leave(computation.ticket)  # a task that has not begun never does
        if self._computations.get(computation.key) is computation:
            del self._computations[computation.key]

    def _state(self, computation: _Computation) -> JobState:
        ahead = self.pool.queue.ahead(computation.ticket) if computation.ticket else None
        return replace(computation.state, ahead=ahead)

    def _begun(self, question: JobQuestion) -> _Computation:
        key, known = _key(question), question.answer
        computation = _Computation(question, key, JobState(status="queued" if known is None else "done", result=known))
        if known is None:
            computation.ticket = self.pool.queue.enter(long=question.question.is_long)
            computation.task = asyncio.create_task(self._compute(computation, computation.ticket))
        self._computations[key] = computation
        return computation

    async def _compute(self, computation: _Computation, ticket: Ticket) -> None:
        question = computation.question
        work = asyncio.ensure_future(
            self.pool.run(
                question.job,
                question.asked,
                question.question.seconds,
                lambda progress: self._report(computation, progress),
                ticket,
                lambda: self._run(computation),
            )
        )
        try:
            while not (await asyncio.wait((work,), timeout=1.0))[0]:
                if computation.state.status == "queued":
                    self._tell(computation)  # others have begun, or have left
            answer = work.result()
            self._tell(computation, status="done", result=answer)
            question.keep(answer)
        except NoughtsError as error:
            self._fail(computation, error)
        except Exception as error:  # our own fault: the client need not wait for ever, and the log has it
            self._fail(computation, WorkersError(f"the {question.job} failed: {type(error).__name__}"))
            raise
        except asyncio.CancelledError:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    def _fail(self, computation: _Computation, error: NoughtsError) -> None:
        """End a computation with an error, or with the answer that its question has in place of it."""
        answer = computation.question.instead(error)
        if answer is None:
            self._tell(computation, status="failed", problem=self._problem_of(computation.question.job, error))
        else:
            self._tell(computation, status="done", result=answer)

    def _run(self, computation: _Computation) -> None:
        """Record that a worker has begun the job."""
        computation.began = monotonic()
        self._tell(computation, status="running")

    def _report(self, computation: _Computation, progress: JSON) -> None:
        """Take a worker's progress; its `result`, if there is one, is what is finished."""
        result = progress.pop("result", computation.state.result)
        progress = {**progress, "seconds": round(monotonic() - computation.began, 2)}
        self._tell(computation, progress=progress, result=result)

    def _tell(self, computation: _Computation, **changes: Any) -> None:
        """Change the state of a job, and tell its followers."""
        computation.state = replace(computation.state, **changes)
        if self._computations.get(computation.key) is not computation:
            return  # it was given up, and another one may have its key
        state = self._state(computation)
        self.hub.tell(computation.key, state)
        self.report(state)


def _key(question: JobQuestion) -> str:
    """Return the same text for the same question in the same language."""
    return json.dumps([question.job, question.asked, language()])
