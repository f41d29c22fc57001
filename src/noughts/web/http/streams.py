"""How many streams of events may be open, and how many of them may make the server compute: limits for one client."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Request

from noughts.web.ask.queue import client_now
from noughts.web.kinds import Problem

STREAMS = 2000  # of all clients
STREAMS_OF_ONE, QUESTIONS_OF_ONE = 100, 30  # questions are streams too, each of which may make a worker compute


@contextmanager
def _counted(open_now: Counter[str], of_one: int, what: str) -> Iterator[None]:
    """Count one more within the context. Raises Problem where too many are open."""
    client = client_now.get()
    if open_now[client] >= of_one or open_now.total() >= STREAMS:
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
    with _counted(request.app.state.streams, STREAMS_OF_ONE, "streams of events"):
        yield


async def _question(request: Request) -> AsyncIterator[None]:
    """Count a question until its response ends."""
    with _counted(request.app.state.questions, QUESTIONS_OF_ONE, "questions"):
        yield


Stream = Annotated[None, Depends(_stream)]
QuestionStream = Annotated[None, Depends(_question)]
