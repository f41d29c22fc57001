"""Played games in files, both ways: SGF, Piskvork's PSQ, text, JSON and JSON Lines.

    record = read_record(text)            whatever the format
    text = write_record(record, "sgf")

What comes in may be anything: each way ends in a Record or in a NoughtsError of one line.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NotationError, NoughtsError
from noughts.records import document, psq, sgf, text

__all__ = [
    "FORMATS",
    "Format",
    "decode",
    "read_record",
    "read_records",
    "recognise",
    "write_record",
    "write_records",
]


@dataclass(frozen=True)
class Format:
    """A file format of played games. `several`: whether files one after the other are a file of many games."""

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

_SGF_START = re.compile(r"\(\s*;")
_CHARSET = re.compile(rb"\bCA\[([A-Za-z0-9_.:-]{1,40})\]")


def read_record(source: str | bytes, game: Game | None = None, format: str | None = None) -> Record:
    """Return the game in a text, the first where it holds several; the text itself says the format.

    `game` is for what a format leaves open: how many in a row win. Raises NotationError, GameError, IllegalMoveError
    or InvalidPositionError, with the number of the move.

    >>> read_record("(;GM[4]SZ[15];B[hh];W[hi])").game
    Game(m=15, n=15, k=5)
    """
    return next(read_records(source, game, format))


def read_records(source: str | bytes, game: Game | None = None, format: str | None = None) -> Iterator[Record]:
    """Return the games in a text one after the other, as they are read; raises as `read_record` does.

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
        raise _cut(error, f"game {number + 1}: " if number else "") from None


def write_record(record: Record, format: str) -> str:
    """Return a game in a format of FORMATS; reading it gives the same record. Raises NotationError for another name."""
    return _format(format).write(record)


def write_records(records: Iterable[Record], format: str) -> Iterator[str]:
    """Return games in a format, text by text: together they are a file.

    Raises NotationError where there are several and the format holds one.
    """
    chosen = _format(format)
    for number, record in enumerate(records):
        if number and not chosen.several:
            raise NotationError(f"{format!r} holds one game, and there are more: choose {_names(several=True)}")
        yield chosen.write(record)


def recognise(text: str) -> str:
    """Return the name of the format that a text is in: `text` where it is no other.

    >>> recognise("Piskvorky 15x15, 0:0, 0"), recognise("b2 a1")
    ('psq', 'text')
    """
    start = text[:200].lstrip()
    if start.startswith("{"):
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        alike = all(line.startswith("{") and line.endswith("}") for line in lines)
        return "jsonl" if alike and len(lines) > 1 else "json"
    if start.lower().startswith("piskvorky"):
        return "psq"
    if not start.startswith("game ") and _SGF_START.search(text):
        return "sgf"
    return "text"


def decode(source: str | bytes) -> str:
    """Return the text of a file: UTF-8, or what an SGF file's CA says. Raises NotationError for what is no text."""
    if len(source) > LIMIT:
        raise NotationError(f"too long for a file of games: {len(source):,} bytes, at most {LIMIT:,}")
    text = source if isinstance(source, str) else _decoded(source)
    if (place := text.find("\0")) >= 0:
        raise NotationError(f"no text: character {place + 1} is NUL")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        fault = f"no text in UTF-8: byte {error.start + 1} is {data[error.start]:#04x}"
    charset = _CHARSET.search(data)
    try:
        if charset is not None:
            return data.decode(charset[1].decode())
    except (LookupError, ValueError):  # no such encoding, or not in it
        pass
    raise NotationError(fault)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise NotationError(f"no format {name!r}: expected {_names()}")
    return FORMATS[name]


def _names(several: bool = False) -> str:
    *names, last = (name for name, format in FORMATS.items() if format.several or not several)
    return f"{', '.join(names)} or {last}"


def _cut(error: NoughtsError, where: str) -> NoughtsError:
    """The error on one line that is not too long, with the place where it arose."""
    message = where + " ".join(str(error).split())
    message = message if len(message) <= WORDS else f"{message[:WORDS]}..."
    return IllegalMoveError(error.move, message) if isinstance(error, IllegalMoveError) else type(error)(message)
