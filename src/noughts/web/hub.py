"""Publish and subscribe: every listener of a topic gets the newest message, never a queue of old ones."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class _Listener(Generic[T]):
    """A subscriber: a slot that holds the newest message only."""

    def __init__(self) -> None:
        self._newest: T | None = None
        self._news = asyncio.Event()
        self._closed = False

    def tell(self, message: T) -> None:
        """Put a message into the slot."""
        self._newest = message
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
    """The listeners of each topic."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[_Listener[T]]] = defaultdict(set)
        self._closed = False

    @contextmanager
    def listening(self, topic: str) -> Iterator[_Listener[T]]:
        """Listen to a topic within the context."""
        listener = _Listener[T]()
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
