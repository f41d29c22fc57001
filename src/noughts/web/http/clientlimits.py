"""Limits for one client, and how an operator changes them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

from noughts.web.ask.timespent import SHARE

NONE: Final = "none"
_DIGITS = 9
_SHARE = re.compile(r"[01]?\.?\d{1,3}")
_NUMBERS = ("streams", "questions")
_RATE = re.compile(r"([1-9]\d{0,8})/(second|minute|hour|day)")
SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


@dataclass(frozen=True)
class ClientLimits:
    """A share of the server's own processor time; the rate of what is created (games, rematches, seats in a browser's
    list), and that of all other writes; numbers of open streams of events, and of those that are questions
    about positions. None: no limit.

    >>> ClientLimits.given(["time=0.3", "streams=none"])
    ClientLimits(time=0.3, creations='60/minute', changes='1200/minute', streams=None, questions=30)
    """

    time: float | None = SHARE
    creations: str | None = "60/minute"
    changes: str | None = "1200/minute"
    streams: int | None = 100
    questions: int | None = 30

    @classmethod
    def given(cls, texts: Iterable[str]) -> Self:
        """Return the limits with those that the texts change; "none" alone is all of them. Raises ValueError."""
        limits = cls()
        for text in texts:
            limits = cls(None, None, None, None, None) if text == NONE else limits._changed(text)
        return limits

    def _changed(self, text: str) -> Self:
        name, _, value = text.partition("=")
        names = [each.name for each in fields(self)]
        if name not in names:
            raise ValueError(f"no limit {text!r}: expected {', '.join(names)}, each with = and a value, or {NONE}")
        return replace(self, **{name: _value(name, value)})


def _value(name: str, text: str) -> Any:
    """Return the value of a limit. Raises ValueError."""
    if text == NONE:
        return None
    if name == "time":
        if not _SHARE.fullmatch(text) or not 0 < float(text) <= 1:
            raise ValueError(f"'{name}={text}': expected a share of the time such as {SHARE}, or {NONE}")
        return float(text)
    if name in _NUMBERS:
        if not text.isdecimal() or len(text) > _DIGITS:
            raise ValueError(f"'{name}={text}': expected a number of at most {_DIGITS} digits, or {NONE}")
        return int(text)
    if not _RATE.fullmatch(text):
        raise ValueError(f"'{name}={text}': expected a rate such as 40/minute, or {NONE}")
    return text


def rate(text: str) -> tuple[int, str]:
    """Return the number and the unit of a rate."""
    count, _, unit = text.partition("/")
    return int(count), unit
