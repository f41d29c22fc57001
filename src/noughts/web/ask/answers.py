"""Answers to the questions of the table: found here, remembered, or computed by a worker.

What costs little is computed at once, for a client that has not had its share of the time here. All else runs in the
worker pool, and ends when the call is cancelled; a client that wants to see how far a slow one is follows it as a long
job. A worker's answer stays JSON.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from noughts.app.application import Application
from noughts.app.questions import HERE, Question
from noughts.errors import NoughtsError
from noughts.processes.channel import JSON
from noughts.results.codec import encode
from noughts.web.ask.pool import PATIENCE, Pool
from noughts.web.ask.queue import client_now
from noughts.web.ask.timespent import time_spent
from noughts.words.language import language

_REMEMBERED = 1 << 24  # bytes of questions and answers in the cache, as JSON: objects take ten times that


@dataclass(frozen=True)
class JobQuestion:
    """A question that a client asks: `asked` is for the worker, and the same for equal questions. `answer` is there
    where it is known already.

    `request`: what was asked, in its usual form. `keep` is given the answer of a worker.
    """

    question: Question[Any]
    request: Any
    asked: JSON
    answer: JSON | None = None
    keep: Callable[[JSON], None] = lambda answer: None

    @property
    def job(self) -> str:
        """The question's name."""
        return self.question.name

    def instead(self, error: NoughtsError) -> JSON | None:
        """Return the answer in place of an error, or None."""
        found = self.question.instead(self.request, error)
        return None if found is None else encode(found)


class Answers:
    """What answers questions on a pool. Every method raises NoughtsError for an invalid request."""

    def __init__(self, application: Application, pool: Pool) -> None:
        self.application = application
        self.pool = pool
        self._known: OrderedDict[str, str] = OrderedDict()
        self._length = 0

    async def ask(self, question: Question[Any], request: Any) -> JSON:
        """Return the answer to a question."""
        asked = self.question(question, request)
        if asked.answer is not None:
            return asked.answer
        try:
            answer = await self.pool.run(
                question.name, asked.asked, question.seconds, patience=PATIENCE, long=question.is_long
            )
        except NoughtsError as error:
            if (instead := asked.instead(error)) is None:
                raise
            return instead
        asked.keep(answer)
        return answer

    def question(self, question: Question[Any], request: Any) -> JobQuestion:
        """Return a question as a job, with its answer if that is known or costs little."""
        request = question.tidied(self.application, request)
        asked = encode(request)
        key, kept = json.dumps([question.name, asked, language()]), question.kept(self.application, request)
        keep = partial(self._keep, key) if kept else _ignore
        answer = self._remembered(key) if kept else None
        return JobQuestion(question, request, asked, answer or self._at_once(question, request), keep)

    def _at_once(self, question: Question[Any], request: Any) -> JSON | None:
        """Return an answer that comes with the program, or costs so little that others may wait for it."""
        found, spent = question.known(self.application, request), time_spent.get()
        may = spent is None or spent.has_more(client_now.get())
        if found is None and may and question.costs(self.application, request) <= HERE:
            found = question.answer(self.application, request, _ignore)
        return None if found is None else encode(found)

    def _remembered(self, key: str) -> JSON | None:
        if key not in self._known:
            return None
        self._known.move_to_end(key)
        answer: JSON = json.loads(self._known[key])
        return answer

    def _keep(self, key: str, answer: JSON) -> None:
        if key in self._known:
            return
        self._known[key] = json.dumps(answer)
        self._length += len(key) + len(self._known[key])
        while self._length > _REMEMBERED:
            self._length -= sum(map(len, self._known.popitem(last=False)))


def _ignore(answer: JSON) -> None:
    """Keep nothing, report nothing."""
