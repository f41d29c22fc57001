"""Publish and subscribe: every listener of a topic gets the newest message, never a queue of old ones."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class _Listener(Generic[T]):
    """A subscriber: a slot that holds the newest message only. `order` numbers messages that may arrive late."""

    def __init__(self, order: Callable[[T], int]) -> None:
        self._order = order
        self._last: int | None = None
        self._newest: T | None = None
        self._news = asyncio.Event()
        self._closed = False

    def tell(self, message: T) -> None:
        """Put a message into the slot, unless a newer one has arrived."""
        place = self._order(message)
        if self._last is None or place >= self._last:
            self._newest, self._last = message, place
            self._news.set()

    def close(self) -> None:
        """End the iteration."""
        self._closed = True
        self._news.set()

    async def __aiter__(self) -> AsyncIterator[T]:
        while True:
            if self._newest is not None:
                message, self._newest = self._newest, None
                yield message
            elif self._closed:
                return
            else:
                await self._news.wait()
                self._news.clear()


class Hub(Generic[T]):
    """The listeners of each topic. `order` numbers messages; without it the last message is the newest."""

    def __init__(self, order: Callable[[T], int] = lambda message: 0) -> None:
        self._order = order
        self._listeners: defaultdict[str, set[_Listener[T]]] = defaultdict(set)
        self._closed = False

    @contextmanager
    def listening(self, topic: str) -> Iterator[_Listener[T]]:
        """Listen to a topic within the context."""
        listener = _Listener[T](self._order)
        if self._closed:
            listener.close()
        self._listeners[topic].add(listener)
        try:
            yield listener
        finally:
            self._listeners[topic].discard(listener)
            if not self._listeners[topic]:
                del self._listeners[topic]

    @property
    def topics(self) -> list[str]:
        """The topics that have listeners."""
        return list(self._listeners)

    def listeners(self, topic: str) -> int:
        """Return the number of listeners of a topic."""
        return len(self._listeners.get(topic, ()))

    def tell(self, topic: str, message: T) -> None:
        """Send a message to all listeners of a topic."""
        for listener in self._listeners.get(topic, ()):
            listener.tell(message)

    def close(self) -> None:
        """Close all listeners, present and future: the server stops."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()
