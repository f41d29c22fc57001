"""The writer of a store: one thread takes all changes that wait into one transaction, so that they share one sync.

A sync to the disk takes longer than all else that a move costs. A change is acknowledged when the transaction that has
it is on the disk; where that fails, all of it are refused.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from noughts.errors import NoughtsError
from noughts.web.play.stored import StoreError

T = TypeVar("T")
_Outcome = tuple[Any, Exception | None]


class _Change(NamedTuple):
    game_id: str
    make: Callable[[Connection], Any]
    told: "asyncio.Future[Any]"


class StoreWriter:
    """A thread for the changes of games; `transaction` gives the connection for some of them."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._transaction = transaction
        self._waiting = SimpleQueue[_Change | None]()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, game_id: str, make: Callable[[Connection], T]) -> T:
        """Return what `make` returns, when its change of a game is on the disk.

        A NoughtsError of `make` refuses its own change alone, so it comes before anything is changed. Any other error
        undoes the transaction, and then each change is made in one of its own. Raises StoreError.
        """
        told: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Change(game_id, make, told))
        return await told

    def close(self) -> None:
        """End the thread, after the changes that wait."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        ends = False
        while not ends:
            taken = [self._waiting.get() for _ in range(max(1, self._waiting.qsize()))]
            ends = None in taken
            # In the order of their games: two servers whose transactions lock the same games never wait in a circle.
            changes = sorted((each for each in taken if each is not None), key=lambda change: change.game_id)
            _tell(list(zip(changes, self._outcomes(changes), strict=True)))

    def _outcomes(self, changes: Sequence[_Change]) -> Sequence[_Outcome]:
        """Make changes together; where one of them cannot be made, each alone."""
        try:
            with self._transaction() as connection:
                return [_outcome(change, connection) for change in changes]
        except Exception as error:
            if len(changes) < 2 or isinstance(error, StoreError):
                return [(None, error)] * len(changes)
            return [outcome for change in changes for outcome in self._outcomes([change])]


def _outcome(change: _Change, connection: Connection) -> _Outcome:
    try:
        return change.make(connection), None
    except NoughtsError as refusal:
        return None, refusal


def _tell(told: Sequence[tuple[_Change, _Outcome]]) -> None:
    """Let those go on who wait, each loop with all of its own at once."""
    for loop, own in groupby(told, key=lambda one: one[0].told.get_loop()):
        with suppress(RuntimeError):  # the loop has ended, and with it those who waited
            loop.call_soon_threadsafe(_resolve, list(own))


def _resolve(told: Sequence[tuple[_Change, _Outcome]]) -> None:
    for change, (result, refusal) in told:
        if change.told.done():  # its request was given up
            continue
        if refusal is None:
            change.told.set_result(result)
        else:
            change.told.set_exception(refusal)
