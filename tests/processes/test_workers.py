"""How a child is asked: its messages against the clock."""

import json
from itertools import count
from typing import Any, cast

import pytest

from noughts.processes.child import Child
from noughts.processes.workers import TimedOut, ask

COMPILING, ANSWER = {"progress": {"compiling": True}}, {"answer": {"x": 1}}


class Scripted:
    """A child with some lines; each look at the clock takes a second."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.lines = [json.dumps(message).encode() for message in messages]

    def send(self, data: bytes, seconds: float) -> None:
        assert data == b'{"job": "none"}\n'

    def read(self, seconds: float, when: str) -> bytes:
        return self.lines.pop(0)


def asked(*messages: dict[str, Any], compiles: bool) -> dict[str, Any]:
    return ask(cast("Child", Scripted(*messages)), {"job": "none"}, 5.0, compiles=compiles)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count()
    monkeypatch.setattr("noughts.processes.workers.monotonic", lambda: float(next(times)))


def test_the_time_of_a_compilation_does_not_count() -> None:
    assert asked(*[COMPILING] * 20, ANSWER, compiles=True) == ANSWER
    with pytest.raises(TimedOut, match=r"^no answer within 5 seconds$"):
        asked(*[COMPILING] * 20, ANSWER, compiles=False)


def test_after_a_compilation_the_time_counts() -> None:
    with pytest.raises(TimedOut):
        asked(COMPILING, *[{"progress": {"at": 1}}] * 20, ANSWER, compiles=True)
