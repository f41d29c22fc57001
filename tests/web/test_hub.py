"""Who follows gets the newest message, and none that is older than one before."""

import asyncio
from collections.abc import AsyncIterator

from noughts.web.hub import Hub


async def soon(messages: AsyncIterator[int]) -> int:
    """Return the next message, which has to be there already or come at once."""
    return await asyncio.wait_for(anext(messages), 5)


async def test_everybody_who_follows_is_told() -> None:
    hub = Hub[int]()
    with hub.listening("a") as one, hub.listening("a") as two, hub.listening("b") as other:
        assert (hub.listeners("a"), hub.listeners("b"), hub.listeners("c")) == (2, 1, 0)
        hub.tell("a", 1)
        hub.tell("c", 2)
        assert [await soon(aiter(one)), await soon(aiter(two))] == [1, 1]
        hub.close()
        assert [message async for message in other] == []
    assert hub.listeners("a") == 0


async def test_a_slow_follower_gets_the_newest_alone() -> None:
    hub = Hub[int]()
    with hub.listening("a") as listener:
        messages = aiter(listener)
        for message in (5, 9, 7):
            hub.tell("a", message)
        assert await soon(messages) == 7
        hub.tell("a", 8)
        hub.close()
        assert [message async for message in messages] == [8]


async def test_what_is_overtaken_is_not_told() -> None:
    hub = Hub[int](lambda message: message)
    with hub.listening("a") as listener:
        messages = aiter(listener)
        hub.tell("a", 6)
        listener.tell(5)  # read before, handed over after
        assert await soon(messages) == 6
        hub.tell("a", 5)
        hub.tell("a", 6)
        assert await soon(messages) == 6
        hub.tell("a", 4)
        hub.close()
        assert [message async for message in messages] == []


async def test_who_comes_when_all_is_over_is_not_kept() -> None:
    hub = Hub[int]()
    hub.close()
    with hub.listening("a") as listener:
        assert [message async for message in listener] == []
