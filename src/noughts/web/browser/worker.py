"""The worker of a page: Python in a visitor's browser (Pyodide), which answers one job at a time.

Its jobs are those of a server's workers, those for a visitor's program, and the requests of a page without a server.
"""

import json
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.app.visitor_program import VISITORS_QUESTIONS
from noughts.late import late
from noughts.processes.channel import JSON, Report
from noughts.words import Said, Words, restored, speaking, spoken
from noughts.words.language import ENGLISH

if TYPE_CHECKING:
    from noughts.web.browser.host import BrowserHost

_PAUSE = 0.05  # seconds between two reports of progress
_FACTS = {  # the values of sentences that the page shows
    "calling.it-at": ("deed", "position"),
    "calling.answered": ("answer",),
    "calling.answered-taken": ("answer",),
    "calling.called-with": ("reading",),
}
_load = late(__package__, {"BrowserHost": "host"})  # loaded late: a visitor's program needs no application


async def answer(request: str, report: Callable[[str], object]) -> str:
    """Return the answer to one job, both JSON as in `noughts.processes.channel`; `report` receives the progress."""
    reported = 0.0

    def progress(document: JSON) -> None:
        nonlocal reported
        if monotonic() - reported >= _PAUSE:
            reported = monotonic()
            report(json.dumps(document))

    return json.dumps(await _answered(json.loads(request), progress))


async def _answered(request: JSON, report: Report) -> JSON:
    if request["job"] == "request":
        return {"answer": await _host().answer(request["asked"], report)}
    answered = _jobs().answer(request, report)
    if "error" in answered:
        name, words = answered["error"]
        with speaking(request.get("language", ENGLISH)):
            return {"error": [name, spoken(words), _facts(restored(words))]}
    return answered


def _facts(sentence: Words | JSON) -> JSON:
    """Return what the page shows of an error: what the program did or answered, where, and how it was called."""
    if isinstance(sentence, dict):
        sentence = Said(**sentence)
    if not isinstance(sentence, Said):
        return {}
    facts: JSON = {}
    for value in sentence.values.values():
        facts |= _facts(value)
    for name in _FACTS.get(sentence.kind, ()):
        value = sentence.values[name]
        facts[name] = str(Said(**value)) if isinstance(value, dict) else value
    return facts


@cache
def _jobs() -> Jobs:
    return Jobs(Application(), VISITORS_QUESTIONS)


@cache
def _host() -> "BrowserHost":
    host: BrowserHost = _load("BrowserHost")(_jobs())
    return host
