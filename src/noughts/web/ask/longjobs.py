"""Questions that may take long: queued, computed once for all clients who ask the same, and given up with the last one.

A client follows its question, which lasts as long as the client listens.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal

from noughts.errors import NoughtsError, WorkersError
from noughts.processes.channel import JSON
from noughts.web.ask.answers import JobQuestion
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket
from noughts.web.hub import Hub
from noughts.words.language import language

_OPEN = ("queued", "running")


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
        return self.status not in _OPEN


@dataclass(eq=False)
class _Computation:
    """A job that is computed once, for all clients who follow the same question."""

    question: JobQuestion
    key: str
    ticket: Ticket | None = None
    status: Literal["queued", "running", "done", "failed"] = "queued"
    progress: JSON | None = None
    result: Any = None
    problem: JSON | None = None
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

    def ask(self, question: JobQuestion) -> "Following":
        """Return a question that is followed. Raises Busy if too many jobs of the client wait for a worker."""
        computation = self._computations.get(_key(question))
        if computation is None or computation.status == "failed":
            computation = self._begun(question)
        elif computation.ticket is not None:
            self.pool.queue.join(computation.ticket)
        computation.followers += 1
        return Following(self, computation)

    def leave(self, computation: _Computation) -> None:
        """Take a follower from a job, which is cancelled if it was the last one."""
        computation.followers -= 1
        if computation.followers:
            return
        if computation.task is not None and computation.status in _OPEN:
            computation.task.cancel()
            if computation.ticket is not None:
                self.pool.queue.leave(computation.ticket)  # a task that has not begun never does
        if self._computations.get(computation.key) is computation:
            del self._computations[computation.key]

    def state(self, computation: _Computation) -> JobState:
        """Return the state of a job."""
        return JobState(
            status=computation.status,
            ahead=self.pool.queue.ahead(computation.ticket) if computation.ticket else None,
            progress=computation.progress,
            result=computation.result,
            problem=computation.problem,
        )

    def _begun(self, question: JobQuestion) -> _Computation:
        computation = _Computation(question, _key(question), result=question.answer)
        if question.answer is not None:
            computation.status = "done"
        else:
            computation.ticket = self.pool.queue.enter(long=question.question.is_long)
            computation.task = asyncio.create_task(self._compute(computation, computation.ticket))
        self._computations[computation.key] = computation
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
                if computation.status == "queued":
                    self._tell(computation)  # others have begun, or have left
            computation.result = work.result()
            computation.status = "done"
            question.keep(computation.result)
        except NoughtsError as error:
            self._fail(computation, error)
        except Exception as error:  # our own fault: the client need not wait for ever, and the log has it
            self._fail(computation, WorkersError(f"the {question.job} failed: {type(error).__name__}"))
            raise
        except asyncio.CancelledError:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        finally:
            self._tell(computation)

    def _fail(self, computation: _Computation, error: NoughtsError) -> None:
        """End a computation with an error, or with the answer that its question has in place of it."""
        answer = computation.question.instead(error)
        computation.status = "failed" if answer is None else "done"
        if answer is None:
            computation.problem = self._problem_of(computation.question.job, error)
        else:
            computation.result = answer

    def _run(self, computation: _Computation) -> None:
        """Record that a worker has begun the job."""
        computation.status, computation.began = "running", monotonic()
        self._tell(computation)

    def _report(self, computation: _Computation, progress: JSON) -> None:
        """Take a worker's progress; its `result`, if there is one, is what is finished."""
        if "result" in progress:
            computation.result = progress.pop("result")
        computation.progress = {**progress, "seconds": round(monotonic() - computation.began, 2)}
        self._tell(computation)

    def _tell(self, computation: _Computation) -> None:
        if self._computations.get(computation.key) is not computation:
            return  # it was given up, and another one may have its key
        state = self.state(computation)
        self.hub.tell(computation.key, state)
        self.report(state)


@dataclass(frozen=True)
class Following:
    """A question whose client listens."""

    jobs: LongJobs
    computation: _Computation

    async def states(self) -> AsyncIterator[JobState]:
        """Yield the state, now and after every change, until the question is answered."""
        last = None
        with self.jobs.hub.listening(self.computation.key) as listener:
            listener.tell(self.jobs.state(self.computation))
            async for state in listener:
                if state != last:
                    last = state
                    yield state
                if state.ended:
                    return

    def leave(self) -> None:
        """Give up the question, unless another client waits for its answer."""
        self.jobs.leave(self.computation)


def _key(question: JobQuestion) -> str:
    """Return the same text for the same question in the same language."""
    return json.dumps([question.job, question.asked, language()])
