"""Jobs that may take long: queued, computed once for all clients who ask the same, followed, cancelled by the last one.

A client starts a proof, gets an id, and reads, follows or cancels it. A question about a position has no id:
it lasts as long as its client listens.
"""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from noughts.errors import NoughtsError, WorkersError
from noughts.processes.channel import JSON
from noughts.web.ask.jobkinds import OPEN, JobQuestion, JobState, NoSuchJob, RequestState, Status
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket
from noughts.web.hub import Hub
from noughts.words.language import language

_PATIENCE = 15.0  # seconds without a follower, after which a job is cancelled
_KEPT = 500  # requests, of jobs that run or have ended
_AT_ONCE = 0.1  # seconds that a request waits for a new job: most proofs of 3,3,3 end within them


@dataclass(eq=False)
class _Computation:
    """A job that is computed once, for all `requests` that ask the same and are not cancelled."""

    question: JobQuestion
    key: str
    ticket: Ticket | None = None
    status: Status = "queued"
    progress: JSON | None = None
    result: Any = None
    problem: JSON | None = None
    task: asyncio.Task[None] | None = None
    began: float = 0.0
    requests: list["_Request"] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return self.status not in OPEN

    def wanted(self) -> bool:
        """Return whether a request is left that has been followed lately."""
        return any(monotonic() - each.followed <= _PATIENCE for each in self.requests)


@dataclass(eq=False)
class _Request:
    """A client's request for a job. Each has its own id; cancelling one ends the job only if no other is left."""

    id: str
    computation: _Computation
    cancelled: bool = False
    followed: float = field(default_factory=monotonic)  # when the client last asked


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
        self.hub = Hub[Any]()
        self._problem_of = problem_of
        self._requests: OrderedDict[str, _Request] = OrderedDict()
        self._computations: dict[str, _Computation] = {}

    async def close(self) -> None:
        """Cancel all jobs, and end the streams."""
        self.hub.close()
        tasks = {request.computation.task for request in self._requests.values() if request.computation.task}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def start(self, question: JobQuestion) -> RequestState:
        """Return a new request for a job, or one whose job is done.

        Raises Busy if too many jobs of the client wait for a worker.
        """
        known = self._computations.get(_key(question))
        if known is not None and known.status == "done" and known.requests:
            return self.state(question.job, known.requests[0].id)
        request = self._add(question)
        if request.computation.task is not None:
            await asyncio.wait((request.computation.task,), timeout=_AT_ONCE)
        return self._state_of_request(request)

    def state(self, job: str, request_id: str) -> RequestState:
        """Return the state of a request. Raises NoSuchJob."""
        request = self._find(job, request_id)
        request.followed = monotonic()
        return self._state_of_request(request)

    async def follow(self, job: str, request_id: str) -> AsyncIterator[JobState]:
        """Yield the state of a request, now and after every change, until it has ended."""
        request = self._find(job, request_id)
        last = None
        with self.hub.listening(request_id) as listener:
            listener.tell(self._state(request))
            async for state in listener:
                if state != last:
                    last = state
                    yield state
                if state.ended:
                    return

    async def cancel(self, job: str, request_id: str) -> None:
        """Cancel a request; what is finished of its result stays. The job ends with its last request."""
        request = self._find(job, request_id)
        computation = request.computation
        if computation.ended or request.cancelled:
            return
        self._leave(request)
        if computation.task is not None and not computation.wanted():
            await asyncio.gather(computation.task, return_exceptions=True)
        self.hub.tell(request_id, self._state(request))

    def ask(self, question: JobQuestion) -> "Listening":
        """Return a question without an id. Raises Busy."""
        return Listening(self, question.job, self._add(question))

    def forget(self, request: _Request) -> None:
        """Drop a request, which its client has left."""
        if not request.cancelled:
            self._leave(request)
        self._requests.pop(request.id, None)
        if not request.computation.requests:
            self._drop(request.computation)

    def _add(self, question: JobQuestion) -> _Request:
        """Return a new request for a job: one that is computed already, or a new one."""
        computation = self._computations.get(_key(question))
        if computation is None or computation.status in ("failed", "cancelled"):
            computation = self._begun(question)
        elif computation.ticket is not None:
            self.pool.queue.join(computation.ticket)
        request = _Request(secrets.token_urlsafe(18), computation)
        computation.requests.append(request)
        self._requests[request.id] = request
        self._drop_oldest()
        return request

    def _begun(self, question: JobQuestion) -> _Computation:
        computation = _Computation(question, _key(question), result=question.answer)
        if question.answer is not None:
            computation.status = "done"
        else:
            computation.ticket = self.pool.queue.enter(long=question.question.has_requests)
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
                for request in computation.requests:
                    if self.hub.listeners(request.id):
                        request.followed = monotonic()
                if not computation.wanted():
                    raise asyncio.CancelledError
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
            computation.status = "cancelled"  # at once: from now on, a client who asks the same gets a new one
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
        for request in computation.requests:
            state = self._state(request)
            self.hub.tell(request.id, state)
            self.report(state)

    def _leave(self, request: _Request) -> None:
        """Take a request from its job, which is cancelled if it was the last one."""
        request.cancelled = True
        computation = request.computation
        computation.requests.remove(request)
        if computation.task is not None and not computation.ended and not computation.wanted():
            computation.status = "cancelled"
            computation.task.cancel()
            if computation.ticket is not None:
                self.pool.queue.leave(computation.ticket)  # a task that has not begun never does
            self._drop(computation)

    def _state(self, request: _Request) -> JobState:
        computation = request.computation
        named = {"id": request.id} if computation.question.question.has_requests else {}
        return computation.question.state(
            status="cancelled" if request.cancelled else computation.status,
            ahead=self.pool.queue.ahead(computation.ticket) if computation.ticket else None,
            progress=computation.progress,
            result=computation.result,
            problem=computation.problem,
            **named,
        )

    def _state_of_request(self, request: _Request) -> RequestState:
        state = self._state(request)
        assert isinstance(state, RequestState)  # its question has requests
        return state

    def _find(self, job: str, request_id: str) -> _Request:
        request = self._requests.get(request_id)
        if request is None or request.computation.question.job != job:
            raise NoSuchJob(job, request_id)
        return request

    def _drop_oldest(self) -> None:
        """Forget the oldest requests that have ended, if there are too many."""
        while len(self._requests) > _KEPT:
            ended = (old for old in self._requests.values() if old.cancelled or old.computation.ended)
            oldest = next(ended, None)
            if oldest is None:
                return
            self.forget(oldest)

    def _drop(self, computation: _Computation) -> None:
        """Forget a computation: it answers no further request."""
        if self._computations.get(computation.key) is computation:
            del self._computations[computation.key]


@dataclass(frozen=True)
class Listening:
    """A question whose client listens. When the client leaves, so does its request."""

    jobs: LongJobs
    job: str
    request: _Request

    async def states(self) -> AsyncIterator[JobState]:
        """Yield the state, now and after every change, until the question is answered."""
        async for state in self.jobs.follow(self.job, self.request.id):
            yield state

    def leave(self) -> None:
        """Cancel the question, unless another client waits for its answer."""
        self.jobs.forget(self.request)


def _key(question: JobQuestion) -> str:
    """Return the same text for the same question in the same language."""
    return json.dumps([question.job, question.named, language()])
