"""Additions to the logs of games, from the event loop to the store.

On SQLite, additions of all requests that have arrived go to disk together. On a quick disk the loop itself writes them:
a switch to another thread and back would take longer. Otherwise a thread does it, and the next ones gather meanwhile.
"""

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from noughts.web.play.store import Store
from noughts.web.play.stored import Addition

_Waiting = tuple[Addition, asyncio.Future[Exception | None]]
_MOST_TURNS = 10  # of the loop, in which additions gather


class Appender:
    """Hands additions to the store, on `most` threads where the database takes several writes side by side."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._free = 1 if store.one_writer else most
        self._threads = ThreadPoolExecutor(self._free, thread_name_prefix="writer")
        self._waiting = deque[_Waiting]()

    async def close(self) -> None:
        """Let the last write finish."""
        await asyncio.to_thread(self._threads.shutdown)

    async def append(self, addition: Addition) -> Exception | None:
        """Return why the store has not added the events, or None: then they are on disk."""
        loop = asyncio.get_running_loop()
        added: asyncio.Future[Exception | None] = loop.create_future()
        self._waiting.append((addition, added))
        if not self._store.one_writer:
            loop.call_soon(self._write)
        elif len(self._waiting) == 1:
            loop.call_soon(self._gather, 0, 1, _MOST_TURNS)
        return await added

    def _gather(self, earlier: int, lately: int, turns: int) -> None:
        """Write when two turns of the loop have brought no addition: a request on its way here takes so many.

        Requests that arrive during a write are ready together. Without this, the first of them would go to disk alone,
        and the last ones would wait for three writes.
        """
        if len(self._waiting) == earlier or not turns:
            self._write()
        else:
            asyncio.get_running_loop().call_soon(self._gather, lately, len(self._waiting), turns - 1)

    def _write(self) -> None:
        """Write what waits, unless all threads are at work: then the one that is ready first begins again."""
        if not self._free or not self._waiting:
            return
        count = len(self._waiting) if self._store.one_writer else 1
        batch = [self._waiting.popleft() for _ in range(count)]
        additions = [addition for addition, _ in batch]
        outcomes = self._store.append_now(additions)
        if outcomes is not None:
            _answer(batch, outcomes)
            return
        self._free -= 1
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._store.append_all, additions)
        work.add_done_callback(partial(self._written, batch))

    def _written(self, batch: list[_Waiting], work: asyncio.Future[list[Exception | None]]) -> None:
        self._free += 1
        _answer(batch, work.result())
        self._write()


def _answer(batch: list[_Waiting], outcomes: list[Exception | None]) -> None:
    """Give every waiting request its outcome."""
    for (_, added), outcome in zip(batch, outcomes, strict=True):
        if not added.done():  # else the request was cancelled
            added.set_result(outcome)
