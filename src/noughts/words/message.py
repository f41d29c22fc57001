"""Messages in the ICU form, which translators' tools read: `{cell}`, `{count, plural, one {# line} other {# lines}}`.

The subset: a name in braces; `number` for a whole number with its digits in groups, or one with the language's decimal
sign; `plural` with forms `=2`, `one` or `other`, in which `#` is the number.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

_PIECE: Final = re.compile(r"[^{}#]+|#|\{\s*(\w+)\s*(?:,\s*(?:(number)\s*|(plural)\s*,))?")
_FORM: Final = re.compile(r"\s*(=\d+|\w+)\s*\{")
_SPACE: Final = re.compile(r"\s*")
_KEPT: Final = 2000  # messages


@dataclass(frozen=True)
class _Gap:
    """A place for a value: a number may be `grouped`, or choose one of several `forms`."""

    name: str
    grouped: bool = False
    forms: Mapping[str, "_Parts"] = field(default_factory=dict)

    def text(self, values: Mapping[str, Any], group: str) -> str:
        value = values[self.name]
        if self.grouped and str(value).lstrip("-").isdigit():
            return f"{int(value):,}".replace(",", group)
        if self.grouped:
            return str(value).replace(".", "," if group == "." else ".")
        if not self.forms:
            return str(value)
        wanted = f"={value}", "one" if int(value) == 1 else "other", "other"
        return _filled(next(self.forms[form] for form in wanted if form in self.forms), values, group)


_Parts = tuple[str | _Gap, ...]


def formatted(message: str, values: Mapping[str, Any], group: str) -> str:
    """Return a message with its values. Raises ValueError for one that is not of the form, KeyError without a value.

    >>> formatted("{n, plural, =0 {No line} one {# line} other {# lines}} of {side}", {"n": 2, "side": "X"}, ",")
    '2 lines of X'
    """
    return _filled(_parsed(message), values, group)


def names(message: str) -> set[str]:
    """Return the names of a message's values.

    >>> sorted(names("{count, plural, one {# line} other {# lines}} of {side}"))
    ['count', 'side']
    """
    return set(_names(_parsed(message)))


def _filled(parts: _Parts, values: Mapping[str, Any], group: str) -> str:
    return "".join(part if isinstance(part, str) else part.text(values, group) for part in parts)


def _names(parts: _Parts) -> Iterator[str]:
    for part in parts:
        if isinstance(part, _Gap):
            yield part.name
            for form in part.forms.values():
                yield from _names(form)


@lru_cache(maxsize=_KEPT)
def _parsed(message: str) -> _Parts:
    parts, end = _parts_from(message, 0, "")
    if end < len(message):
        raise _wrong(message, end)
    return parts


def _parts_from(message: str, at: int, number: str) -> tuple[_Parts, int]:
    """Return the parts up to a closing brace or the end, and where that is; `number` is the name that # stands for."""
    parts: list[str | _Gap] = []
    while at < len(message) and message[at] != "}":
        if (piece := _PIECE.match(message, at)) is None:
            raise _wrong(message, at)
        name, grouped, plural = piece.groups()
        at = piece.end()
        if name is None:
            parts.append(_Gap(number, grouped=True) if number and piece[0] == "#" else piece[0])
            continue
        forms, at = _forms_from(message, at, name) if plural else ({}, at)
        if message[at : at + 1] != "}":
            raise _wrong(message, at)
        parts.append(_Gap(name, grouped is not None, forms))
        at += 1
    return tuple(parts), at


def _forms_from(message: str, at: int, name: str) -> tuple[dict[str, _Parts], int]:
    """Return the forms of a plural, and where its closing brace is."""
    forms: dict[str, _Parts] = {}
    while head := _FORM.match(message, at):
        forms[head[1]], end = _parts_from(message, head.end(), name)
        at = end + 1
    if "other" not in forms:
        raise _wrong(message, at)
    space = _SPACE.match(message, at)
    return forms, space.end() if space else at


def _wrong(message: str, at: int) -> ValueError:
    expected = "{name}, {name, number} or {name, plural, one {...} other {...}}"
    return ValueError(f"message {message!r}, at {at}: expected {expected}")
