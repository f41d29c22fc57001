"""Played games in files, both ways: SGF, Piskvork's PSQ, text, JSON and JSON Lines.

    record = read_record(text)            whatever the format
    text = write_record(record, "sgf")

Reading accepts any input: the result is a Record or a NoughtsError of one line.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from typing import Any, Final

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NotationError, NoughtsError
from noughts.records import document, psq, sgf, text
from noughts.records.parts import lines_of
from noughts.words import Said, Words

__all__ = [
    "FORMATS",
    "Format",
    "decode",
    "format_of",
    "read_record",
    "read_records",
    "recognise",
    "write_record",
    "write_records",
]


@dataclass(frozen=True)
class Format:
    """A file format of played games. `several`: whether one file can hold several games."""

    suffix: str
    media_type: str
    read: Callable[[str, Game | None], Iterator[Record]]
    write: Callable[[Record], str]
    several: bool = True


FORMATS: Final = {
    "sgf": Format(".sgf", "application/x-go-sgf", sgf.read, sgf.write),
    "psq": Format(".psq", "text/plain", psq.read, psq.write, several=False),
    "text": Format(".txt", "text/plain", text.read, text.write),
    "json": Format(".json", "application/json", document.read, document.write, several=False),
    "jsonl": Format(".jsonl", "application/jsonl", document.read_lines, document.write_line),
}

LIMIT: Final = 1 << 26  # bytes or characters of a file
WORDS: Final = 400  # characters of a message
_INPUT: Final = 200  # characters of the input in a message

_SGF_START = re.compile(r"\(\s*;")
_BYTES_START = re.compile(_SGF_START.pattern.encode())
_CHARSET = re.compile(rb"\bCA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_CODECS = re.compile(r"(iso8859|cp|koi8|mac|gb|big5|shift_jis|euc)[a-z0-9_-]*")  # encodings of text, by Python's names


def read_record(source: str | bytes, game: Game | None = None, format: str | None = None) -> Record:
    """Return the first game in a text; the format is recognised unless it is given.

    `game` supplies what the format omits: how many in a row win. Raises NotationError, GameError, IllegalMoveError
    or InvalidPositionError, with the number of the move.

    >>> read_record("(;GM[4]SZ[15];B[hh];W[hi])").game
    Game(m=15, n=15, k=5)
    """
    return next(read_records(source, game, format))


def read_records(source: str | bytes, game: Game | None = None, format: str | None = None) -> Iterator[Record]:
    """Yield the games in a text as they are read; raises as `read_record` does.

    >>> [record.cell_names for record in read_records("game 3,3,3\\nb2 a1\\ngame 3,3,3\\na1")]
    [['b2', 'a1'], ['a1']]
    """
    number = 0
    try:
        text = decode(source)
        for record in _format(format or recognise(text)).read(text, game):
            number += 1
            yield record
    except NoughtsError as error:
        raise _cut(error, number) from None


def write_record(record: Record, format: str) -> str:
    """Return a game in a format of FORMATS; reading it gives the same record. Raises NotationError for another name."""
    return _format(format).write(record)


def write_records(records: Iterable[Record], format: str) -> Iterator[str]:
    """Yield the texts of games in a format; joined, they are a file.

    Raises NotationError if there are several and the format holds one.
    """
    chosen = _format(format)
    for number, record in enumerate(records):
        if number and not chosen.several:
            values = {"format": repr(format), "formats": _names(several=True)}
            raise NotationError(Said("error.several-games", values))
        yield chosen.write(record)


def format_of(name: str, default: str) -> str:
    """Return the format for the end of a file's name, or the default.

    >>> format_of("game.SGF", "text"), format_of("game", "text")
    ('sgf', 'text')
    """
    suffix = PurePath(name).suffix.lower()
    return next((name for name, format in FORMATS.items() if format.suffix == suffix), default)


def recognise(text: str) -> str:
    """Return the name of the format of a text: `text` if it is no other.

    >>> recognise("Piskvorky 15x15, 0:0, 0"), recognise("b2 a1")
    ('psq', 'text')
    """
    start = text.lstrip()[:200]
    if start.startswith("{"):
        several = len([*islice(lines_of(text), 2)]) > 1
        alike = all(line.startswith("{") and line.endswith("}") for line in lines_of(text))
        return "jsonl" if several and alike else "json"
    if start.lower().startswith("piskvorky"):
        return "psq"
    if not start.startswith("game ") and _SGF_START.search(text):
        return "sgf"
    return "text"


def decode(source: str | bytes) -> str:
    """Return the text of a file, in UTF-8 or the encoding that an SGF file's CA names. Raises NotationError."""
    if len(source) > LIMIT:
        raise NotationError(Said("error.long-file", {"count": len(source), "most": LIMIT}))
    text = source if isinstance(source, str) else _decoded(source)
    if (place := text.find("\0")) >= 0:
        raise NotationError(Said("error.nul", {"number": place + 1}))
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        fault = Said("error.not-utf-8", {"number": error.start + 1, "byte": f"{data[error.start]:#04x}"})
    start = _BYTES_START.search(data)
    charset = _CHARSET.search(data, start.end()) if start else None
    try:
        codec = codecs.lookup(charset[1].decode()).name if charset else ""
        if _CODECS.fullmatch(codec):
            return data.decode(codec)
    except (LookupError, ValueError):  # unknown encoding, or wrong bytes
        pass
    raise NotationError(fault)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise NotationError(Said("error.no-format", {"format": repr(name), "formats": _names()}))
    return FORMATS[name]


def _names(several: bool = False) -> Words:
    *names, last = (name for name, format in FORMATS.items() if format.several or not several)
    return Said("hint.or", {"first": names, "other": last})


def _cut(error: NoughtsError, number: int) -> NoughtsError:
    """The error as one short line, with its place after `number` games."""
    words = _short(error.said)
    if number:
        words = Said("error.game-number", {"number": number + 1, "reason": words})
    if len(text := str(words)) > WORDS:
        words = f"{text[:WORDS]}..."
    return IllegalMoveError(error.move, words) if isinstance(error, IllegalMoveError) else type(error)(words)


def _short(words: Any) -> Any:
    """A sentence in which texts of the input are short, and printable: a terminal has control characters."""
    if isinstance(words, Said):
        return Said(words.kind, {name: _short(value) for name, value in words.values.items()})
    if not isinstance(words, str):
        return words
    text = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words)
    return text if len(text) <= _INPUT else f"{text[:_INPUT]}..."
