"""Answers to the questions of the table: found here, remembered, or computed by a worker.

What costs little is computed at once, for a client that has not had its share of the time here. All else is a job in
the worker pool. A client waits for its answer, and the job ends when the call is cancelled; or it follows the question:
then the job is queued, computed once for all clients who ask the same, and given up with the last one. A worker's
answer stays JSON.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Literal

from noughts.app.application import Application
from noughts.app.questions import HERE, Question
from noughts.errors import NoughtsError, WorkersError
from noughts.processes.channel import JSON
from noughts.results.codec import encode
from noughts.web.ask.pool import PATIENCE, Pool
from noughts.web.ask.queue import Ticket, client_now
from noughts.web.ask.timespent import time_spent
from noughts.web.hub import Hub
from noughts.web.problems import of_question
from noughts.words.language import language

_REMEMBERED = 1 << 24  # bytes of questions and answers in the cache, as JSON: objects take ten times that


@dataclass(frozen=True)
class AskedQuestion:
    """A question with its `request`, in its usual form: `document` as a worker reads it, and `key`, the same for the
    same question in the same language. `answer` is there where it is known already, and `kept` if one may be
    remembered."""

    question: Question[Any]
    request: Any
    document: JSON
    key: str
    kept: bool
    answer: JSON | None = None

    def instead(self, error: NoughtsError) -> JSON | None:
        """Return the answer in place of an error, or None."""
        answer = self.question.instead(self.request, error)
        return None if answer is None else encode(answer)


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
class _Job:
    """A job that is computed once, for all clients who follow the same question."""

    of: AskedQuestion
    state: JobState
    ticket: Ticket | None = None
    task: asyncio.Task[None] | None = None
    began: float = 0.0
    followers: int = 0


class Answers:
    """What answers questions on a pool.

    `report` receives every state of a job at once: a host whose jobs leave the loop no time reads no stream.
    """

    def __init__(self, application: Application, pool: Pool) -> None:
        self.application = application
        self.pool = pool
        self.hub = Hub[JobState]()
        self.report: Callable[[JobState], None] = _ignore
        self._jobs: dict[str, _Job] = {}
        self._known: OrderedDict[str, str] = OrderedDict()
        self._length = 0

    async def close(self) -> None:
        """Cancel all jobs, and end the streams."""
        self.hub.close()
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def question(self, question: Question[Any], request: Any) -> AskedQuestion:
        """Return a question with its answer, if that is known or costs little. Raises NoughtsError for an invalid
        request."""
        request = question.tidied(self.application, request)
        document, kept = encode(request), question.kept(self.application, request)
        key = json.dumps([question.name, document, language()])
        answer = None
        if kept and key in self._known:
            self._known.move_to_end(key)
            answer = json.loads(self._known[key])
        return AskedQuestion(question, request, document, key, kept, answer or self._at_once(question, request))

    def _at_once(self, question: Question[Any], request: Any) -> JSON | None:
        """Return an answer that comes with the program, or costs so little that others may wait for it."""
        answer, spent = question.known(self.application, request), time_spent.get()
        may = spent is None or spent.has_more(client_now.get())
        if answer is None and may and question.costs(self.application, request) <= HERE:
            answer = question.answer(self.application, request, _ignore)
        return None if answer is None else encode(answer)

    def _keep(self, entry: AskedQuestion, answer: JSON) -> None:
        if not entry.kept or entry.key in self._known:
            return
        self._known[entry.key] = json.dumps(answer)
        self._length += len(entry.key) + len(self._known[entry.key])
        while self._length > _REMEMBERED:
            self._length -= sum(map(len, self._known.popitem(last=False)))

    async def ask(self, question: Question[Any], request: Any) -> JSON:
        """Return the answer to a question. Raises NoughtsError."""
        entry = self.question(question, request)
        if entry.answer is not None:
            return entry.answer
        try:
            answer = await self.pool.run(
                question.name, entry.document, question.seconds, patience=PATIENCE, long=question.is_long
            )
        except NoughtsError as error:
            if (instead := entry.instead(error)) is None:
                raise
            return instead
        self._keep(entry, answer)
        return answer

    # Questions that are followed.

    async def follow(self, entry: AskedQuestion) -> AsyncGenerator[JobState, None]:
        """Yield the state of a question, now and after every change, until it is answered.

        Closed before, it gives the question up, unless another client waits for the answer. Raises Busy if too many
        jobs of the client wait for a worker.
        """
        job, last = self._jobs.get(entry.key), None
        if job is None or job.state.status == "failed":
            job = self._begun(entry)
        elif job.ticket is not None:
            self.pool.queue.join(job.ticket)
        job.followers += 1
        try:
            with self.hub.listening(entry.key) as listener:
                listener.tell(self._state(job))
                async for state in listener:
                    if state != last:
                        last = state
                        yield state
                    if state.ended:
                        return
        finally:
            self._leave(job)

    def _begun(self, entry: AskedQuestion) -> _Job:
        known = entry.answer
        job = _Job(entry, JobState(status="queued" if known is None else "done", result=known))
        if known is None:
            job.ticket = self.pool.queue.enter(long=entry.question.is_long)
            job.task = asyncio.create_task(self._compute(job, job.ticket))
        self._jobs[entry.key] = job
        return job

    def _leave(self, job: _Job) -> None:
        """Take a follower from a job, which is cancelled if it was the last one."""
        job.followers -= 1
        if job.followers:
            return
        if job.task is not None and not job.state.ended:
            job.task.cancel()
            if job.ticket is not None:
                self.pool.queue.leave(job.ticket)  # a task that has not begun never does
        if self._jobs.get(job.of.key) is job:
            del self._jobs[job.of.key]

    async def _compute(self, job: _Job, ticket: Ticket) -> None:
        entry, question = job.of, job.of.question

        def started() -> None:
            job.began = monotonic()
            self._tell(job, status="running")

        def progressed(progress: JSON) -> None:
            result = progress.pop("result", job.state.result)  # what is finished
            self._tell(job, progress={**progress, "seconds": round(monotonic() - job.began, 2)}, result=result)

        run = self.pool.run(question.name, entry.document, question.seconds, progressed, ticket, started)
        work = asyncio.ensure_future(run)
        try:
            while not (await asyncio.wait((work,), timeout=1.0))[0]:
                if job.state.status == "queued":
                    self._tell(job)  # others have begun, or have left
            answer = work.result()
            self._tell(job, status="done", result=answer)
            self._keep(entry, answer)
        except NoughtsError as error:
            self._fail(job, error)
        except Exception as error:  # our own fault: the client need not wait for ever, and the log has it
            self._fail(job, WorkersError(f"the {question.name} failed: {type(error).__name__}"))
            raise
        except asyncio.CancelledError:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    def _fail(self, job: _Job, error: NoughtsError) -> None:
        """End a job with an error, or with the answer that its question has in place of it."""
        answer = job.of.instead(error)
        if answer is None:
            self._tell(job, status="failed", problem=of_question(job.of.question.name, error))
        else:
            self._tell(job, status="done", result=answer)

    def _tell(self, job: _Job, **changes: Any) -> None:
        """Change the state of a job, and tell its followers."""
        job.state = replace(job.state, **changes)
        if self._jobs.get(job.of.key) is not job:
            return  # it was given up, and another one may have its key
        state = self._state(job)
        self.hub.tell(job.of.key, state)
        self.report(state)

    def _state(self, job: _Job) -> JobState:
        return replace(job.state, ahead=self.pool.queue.ahead(job.ticket) if job.ticket else None)


def _ignore(news: object) -> None:
    """Report nothing."""
