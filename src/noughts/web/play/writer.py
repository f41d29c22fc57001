"""The writer of a store: one thread takes all changes that wait into one transaction, so that they share one sync.

A sync to the disk takes longer than all else that a move costs. A change is acknowledged when the transaction that has
it is on the disk; where that fails, all of it are refused.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any

from noughts.web.play.stored import StoreError

_Told = tuple["asyncio.Future[Exception | None]", Exception | None]


@dataclass(frozen=True)
class Addition:
    """Events of one game, as rows; `version` is the number of the first, `key` that of its request."""

    game_id: str
    version: int
    rows: Sequence[Mapping[str, Any]]
    key: str | None
    fingerprint: str


class StoreWriter:
    """A thread for changes. `write` keeps some in one transaction, and returns for each why it is refused, or None."""

    def __init__(self, write: Callable[[Sequence[Addition]], Sequence[Exception | None]]) -> None:
        self._write = write
        self._waiting = SimpleQueue[tuple[Addition, "asyncio.Future[Exception | None]"] | None]()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def add(self, change: Addition) -> None:
        """Return when a change is on the disk. Raises why it is refused."""
        told: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self._waiting.put((change, told))
        refusal = await told
        if refusal is not None:
            raise refusal

    def close(self) -> None:
        """End the thread, after the changes that wait."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_still = True
        while open_still:
            taken = [self._waiting.get() for _ in range(max(1, self._waiting.qsize()))]
            open_still = None not in taken
            # In the order of their games: two servers whose transactions lock the same games never wait in a circle.
            waiting = sorted(filter(None, taken), key=lambda one: one[0].game_id)
            outcomes = self._outcomes([change for change, _ in waiting])
            _tell([(told, outcome) for (_, told), outcome in zip(waiting, outcomes, strict=True)])

    def _outcomes(self, changes: Sequence[Addition]) -> Sequence[Exception | None]:
        """Write changes together; where one of them cannot be written, each alone."""
        try:
            return self._write(changes)
        except Exception as error:
            if len(changes) < 2 or isinstance(error, StoreError):
                return [error] * len(changes)
            return [outcome for change in changes for outcome in self._outcomes([change])]


def _tell(told: Sequence[_Told]) -> None:
    """Let those go on who wait, each loop with all of its own at once."""
    for loop, own in groupby(told, key=lambda one: one[0].get_loop()):
        with suppress(RuntimeError):  # the loop has ended, and with it those who waited
            loop.call_soon_threadsafe(_resolve, list(own))


def _resolve(told: Sequence[_Told]) -> None:
    for future, outcome in told:
        if not future.done():  # its request may have been given up
            future.set_result(outcome)
