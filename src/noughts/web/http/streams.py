"""How many streams of events may be open, and how many of them may make the server compute: limits for one client."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Request

from noughts.web.ask.queue import client_now
from noughts.web.kinds import Problem

STREAMS = 2000  # of all clients


@contextmanager
def _counted(open_now: Counter[str], of_one: int | None, what: str) -> Iterator[None]:
    """Count one more within the context. Raises Problem where too many are open."""
    client = client_now.get()
    if open_now.total() >= STREAMS or (of_one is not None and open_now[client] >= of_one):
        raise Problem("too-many-requests", f"too many {what} are open: close a page")
    open_now[client] += 1
    try:
        yield
    finally:
        open_now[client] -= 1
        if not open_now[client]:
            del open_now[client]


async def _stream(request: Request) -> AsyncIterator[None]:
    """Count a stream of events until its response ends."""
    with _counted(request.app.state.streams, request.app.state.limits.streams, "streams of events"):
        yield


async def _question(request: Request) -> AsyncIterator[None]:
    """Count a question until its response ends."""
    with _counted(request.app.state.questions, request.app.state.limits.questions, "questions"):
        yield


Stream = Annotated[None, Depends(_stream)]
QuestionStream = Annotated[None, Depends(_question)]
