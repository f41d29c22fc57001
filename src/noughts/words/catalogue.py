"""The languages that there are: their names, their sentences by kinds, and which of them a reader wants.

A sentence that is kept, or sent to another process, is JSON: so it can be said later in any language.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from noughts.words.language import ENGLISH, NONE, speaking
from noughts.words.message import formatted
from noughts.words.said import Said, Words

FOLDER: Final = os.path.dirname(__file__)  # no Path: it takes longer to import than a sentence to say
MORE: Final = "NOUGHTS_WORDS"  # a folder with more languages: so a translation can be tried
_ENDING: Final = ".json"
_CODE: Final = re.compile(r"[a-z]+")
_WEIGHT: Final = re.compile(r"\s*q\s*=\s*(0?\.\d{1,3}|[01])")
_MOST: Final = 20  # languages of a header that are looked at


@dataclass(frozen=True)
class Catalogue:
    """A language: its own name, its sentences by kinds, and what stands between groups of digits."""

    name: str
    sentences: Mapping[str, str]
    group: str


def read(path: str) -> Catalogue:
    """Return the language of a file."""
    content = _content(path)
    return Catalogue(content["name"], content["sentences"], content["group"])


def _content(path: str) -> Any:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _codes(folder: str) -> list[str]:
    """Return the codes of the languages in a folder, English first."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    codes = (name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))
    return sorted(codes, key=lambda code: (code != ENGLISH, code))


_folders = (FOLDER, os.environ.get(MORE, ""))
_files = {code: os.path.join(folder, f"{code}{_ENDING}") for folder in _folders for code in _codes(folder)}


def languages() -> tuple[str, ...]:
    """Return the codes of the languages, English first."""
    return tuple(_files)


def names() -> dict[str, str]:
    """Return the languages' own names, by their codes."""
    return {code: _catalogue(code).name for code in _files}


def files() -> Mapping[str, str]:
    """Return the languages' files, by their codes."""
    return _files


def for_page(code: str) -> bytes:
    """Return the texts of the page in a language, by their English."""
    return _compact(_content(_files[code]).get("page", {}))


def for_program(code: str) -> bytes:
    """Return a language without the texts of the page, for a program that shows no page."""
    content = _content(_files[code])
    return _compact({name: value for name, value in content.items() if name != "page"})


def _compact(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def say(kind: str, values: Mapping[str, Any], code: str) -> str:
    """Return a sentence in a language, by its code or as an environment names it; in no language as JSON."""
    if code == NONE:
        return json.dumps(_plain(kind, values), ensure_ascii=False, separators=(",", ":"))
    spoken_in = _catalogue(_code_of(code))
    shown = {name: _shown(value, code) for name, value in values.items()}
    return formatted(spoken_in.sentences[kind], shown, spoken_in.group)


def _shown(value: Any, code: str) -> Any:
    """Return a value as it stands in a sentence: a number is left to the message; several have commas between them."""
    if isinstance(value, tuple | list):
        return ", ".join(str(_shown(each, code)) for each in value)
    if isinstance(value, dict):
        return say(value["kind"], value["values"], code)
    return say(value.kind, value.values, code) if hasattr(value, "kind") else value


def _plain(kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sentence as JSON has it."""
    return {"kind": kind, "values": {name: _plain_value(value) for name, value in values.items()}}


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain_value(each) for each in value]
    if hasattr(value, "kind"):
        return _plain(value.kind, value.values)
    return value if isinstance(value, int | dict) else str(value)


def first_known(tags: Iterable[str]) -> str:
    """Return the first language that there is of those that a reader names; English where there is none.

    >>> first_known(["fr_FR.UTF-8", "de-AT"]), first_known(["C", "de"]), first_known([])
    ('de', 'en', 'en')
    """
    for tag in tags:
        code = match[0] if (match := _CODE.match(tag.strip().lower())) else ""
        if code in _files:
            return code
        if code in ("c", "posix"):
            return ENGLISH
    return ENGLISH


@lru_cache(maxsize=500)
def _code_of(wanted: str) -> str:
    """Return the language that is meant by a code, or by what an environment wants."""
    return wanted if wanted in _files else first_known(wanted.split(":"))


@lru_cache(maxsize=500)
def of_header(accepted: str) -> str:
    """Return the language of a header Accept-Language (RFC 9110, 12.5.4).

    >>> of_header("fr, en;q=0.5, de-DE;q=0.8"), of_header("")
    ('de', 'en')
    """
    parts = [part.partition(";") for part in accepted.split(",")[:_MOST]]
    weighed = [(float(match[1]) if (match := _WEIGHT.match(weight)) else 1.0, tag) for tag, _, weight in parts]
    return first_known(tag for weight, tag in sorted(weighed, key=lambda pair: -pair[0]) if weight > 0)


@cache
def _catalogue(code: str) -> Catalogue:
    return read(_files[code])


def stored(words: Words) -> str:
    """Return a sentence as JSON, for `spoken` to say later in any language; a text as it is."""
    with speaking(NONE):
        return str(words)


def restored(text: str) -> Words:
    """Return the sentence that `stored` has written; any other text as it is.

    >>> restored('{"kind":"reason.any-free","values":{}}'), restored("a corner")
    (Said(kind='reason.any-free', values={}), 'a corner')
    """
    try:
        return Said(**json.loads(text)) if text.startswith('{"kind":"') else text
    except (TypeError, ValueError):  # a text of a player's own
        return text


def spoken(text: str) -> str:
    """Return a sentence that is stored as JSON in the reader's language; any other text as it is.

    >>> spoken('{"kind":"reason.any-free","values":{}}'), spoken("the lowest free cell")
    ('any free cell', 'the lowest free cell')
    """
    try:
        return str(restored(text))
    except (KeyError, TypeError, ValueError, AttributeError):  # a text of a player's own, or of another version
        return text
