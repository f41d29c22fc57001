"""The words by which people call what a program consists of: the tables of `vocabulary.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("vocabulary.toml")


@cache
def _tables() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(_FILE.read_text("utf-8"))


@cache
def words(table: str, key: str) -> tuple[str, ...]:
    """Return the names of a list, without underscores and in lower case, in its order.

    >>> words("parameters", "inf")
    ('beta',)
    """
    return tuple(_tables()[table][key].split())


@cache
def pattern(table: str, key: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern of names.

    >>> pattern("marks", "person", re.IGNORECASE).match("Human_mark") is not None
    True
    """
    return re.compile(re.sub(r"\s*\n\s*", "", _tables()[table][key]), flags)


@cache
def meanings() -> Mapping[str, str]:
    """Return the word of the language of readings for each name of a parameter but a board's."""
    return {name: word for word in _tables()["parameters"] if word != "board" for name in words("parameters", word)}
