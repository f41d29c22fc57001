"""Work that ends when the client disconnects."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request

from noughts.app.application import JSON
from noughts.web.kinds import Problem


async def unless_disconnected(request: Request, work: Coroutine[Any, Any, JSON]) -> JSON:
    """Return the result of the work. Raises Problem, and cancels the work, when the client disconnects."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem("dropped", "the client disconnected")
        return task.result()
    finally:
        for one in (task, gone):
            one.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
