"""The certificate file: lines of text, gzip if the name ends in `.gz`. docs/certificates.md describes it.

    {"schema": "noughts/certificate/2", "game": [3, 3, 3], "position": ".../.../...", "claim": "…", ...}
    {"section": "strategy", "side": "O", "symmetry": true, "goal": "not lose"}
    10 0 m0
    …
    end 57 <SHA-256 of all lines before this one, hexadecimal>

Each content has one spelling: a line is parsed, its content is written again, and the two are compared.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Literal, Self, cast

from noughts.certify.entry import Entry, short_repr
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import CertificateError, LimitExceeded, NoughtsError
from noughts.files import replacing

SCHEMAS: Final = ("noughts/certificate/1", "noughts/certificate/2")  # the last one is written, each is read
LONGEST: Final = 262_144  # bytes of a line
MAX_ENTRIES: Final = 10_000_000


@dataclass(frozen=True)
class Section:
    """One argument. "strategy": `side` reaches `goal` by the moves listed. "breaker": the opponent of `side` (Maker)
    keeps it from ever completing a line. With `symmetry` an entry stands for all images of its place; the one written
    is the least."""

    kind: Literal["strategy", "breaker"]
    side: str
    goal: Literal["win", "not lose"] = "not lose"
    symmetry: bool = False

    @property
    def about(self) -> Side:
        """The side that the section shows to win or not to lose."""
        return Side(self.side) if self.kind == "strategy" else Side(self.side).opponent

    def to_json(self) -> str:
        """Return the section's line."""
        head = {"section": self.kind, "side": self.side, "symmetry": self.symmetry}
        return json.dumps(head | ({"goal": self.goal} if self.kind == "strategy" else {}))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the section in a line. Raises ValueError."""
        data = _object(text)
        section = cls(
            _one_of(data, "section", ("strategy", "breaker")),
            _one_of(data, "side", ("X", "O")),
            _one_of(data, "goal", ("win", "not lose")) if "goal" in data else "not lose",
            _one_of(data, "symmetry", (True, False)),
        )
        _check_spelling(text, section.to_json())
        return section


@dataclass(frozen=True)
class Head:
    """The first line: the start position of the proof, and the author's statements.

    `claim` and `strategy` are free text that is not checked. `value` ("win", "draw" or "loss" for the
    side to move) must follow from the sections. `schema` is the form of the file; only the last one has groups.
    """

    position: Position
    claim: str
    value: str | None = None
    strategy: str | None = None
    schema: str = SCHEMAS[-1]

    def to_json(self) -> str:
        """Return the head's line."""
        game = self.position.game
        said = {"claim": self.claim, "value": self.value, "strategy": self.strategy}
        return json.dumps(
            {"schema": self.schema, "game": game.to_list(), "position": str(self.position)}
            | {name: text for name, text in said.items() if text is not None}
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the head in a line. Raises ValueError, GameError or InvalidPositionError."""
        data = _object(text)
        schema = _one_of(data, "schema", SCHEMAS)
        game = data.get("game")
        if not isinstance(game, list) or [type(number) for number in game] != [int] * 3:
            raise ValueError(f"game is {short_repr(game)}, expected [columns, rows, how many in a row]")
        head = cls(
            _position(Game(*game), data.get("position")),
            _text(data, "claim"),
            _one_of(data, "value", ("win", "draw", "loss")) if "value" in data else None,
            _text(data, "strategy") if "strategy" in data else None,
            schema,
        )
        _check_spelling(text, head.to_json())
        return head


def _position(game: Game, text: object) -> Position:
    rows = text.split("/") if isinstance(text, str) else []
    if [len(row) for row in rows] != [game.m] * game.n or not set("".join(rows)) <= set("XO."):
        raise ValueError(f"position is {short_repr(text)}, expected {game.n} rows of {game.m} cells, each X, O or .")
    cells = "".join(rows)
    x, o = ([cell for cell, mark in enumerate(cells) if mark == side.value] for side in Side)
    return Position.from_stones(game, x, o)


def _object(text: str) -> dict[str, Any]:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError(f"{short_repr(data)} is not a JSON object")
    return data


def _one_of(data: dict[str, Any], name: str, allowed: tuple[Any, ...]) -> Any:
    value = data.get(name)
    if not any(value is one or (isinstance(one, str) and value == one) for one in allowed):
        raise ValueError(f"{name} is {short_repr(value)}, expected {' or '.join(map(json.dumps, allowed))}")
    return value


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} is {short_repr(value)}, expected a string")
    return value


def _check_spelling(text: str, expected: str) -> None:
    """Raise ValueError unless a line has the spelling of its content: keys, blanks, escapes, no duplicates."""
    if text != expected:
        at = next((i for i, (a, b) in enumerate(zip(text, expected, strict=False)) if a != b), len(expected))
        raise ValueError(f"spelled {short_repr(text[at:])} from column {at + 1}, expected {short_repr(expected[at:])}")


class Writer:
    """Writes a certificate line by line; the context manager ends it with its digest unless an error was raised.

    `claim` is the claim in words, `facts` are the head's `value` and `strategy`; only the sections are checked. Each
    entry must come after one that leads to its place.
    """

    _file: BinaryIO

    def __init__(self, path: Path, position: Position, claim: str, **facts: str) -> None:
        self._path, self._head = path, Head(position, claim, **facts)
        self._digest, self._count = hashlib.sha256(), 0
        self._open = ExitStack()

    def section(self, section: Section) -> None:
        """Begin an argument."""
        self._line(section.to_json())

    def entry(self, entry: Entry) -> None:
        """Write an entry of the section begun last."""
        self._count += 1
        self._line(str(entry))

    def _line(self, text: str) -> None:
        data = text.encode() + b"\n"
        self._digest.update(data)
        self._file.write(data)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._file = stack.enter_context(replacing(self._path))
            if self._path.suffix == ".gz":
                # No file name and no time, so that equal certificates are equal files.
                zipped = stack.enter_context(gzip.GzipFile("", "wb", 6, self._file, 0))
                self._file = cast(BinaryIO, zipped)
            self._line(self._head.to_json())
            stack.push(self._write_end)
            self._open = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.__exit__(kind, error, at)

    def _write_end(self, kind: object, error: BaseException | None, at: object) -> None:
        if error is None:
            self._file.write(f"end {self._count} {self._digest.hexdigest()}\n".encode())


Line = Head | Section | Entry


def read(path: Path, max_entries: int = MAX_ENTRIES) -> Iterator[tuple[int, bytes, Line]]:
    """Yield the lines of a certificate: number, bytes, content. First the head, then sections and entries in order.

    When it ends, the format, the count and the digest of the file are right. Raises CertificateError with the first
    fault in the format, LimitExceeded at more than `max_entries` entries, OSError.
    """
    digest, number, entries = hashlib.sha256(), 0, 0
    head: Head | None = None
    sections: list[Section] = []
    for number, data in enumerate(_raw_lines(path), 1):
        try:
            if data.startswith(b"end "):
                _check_end(data, entries, digest.hexdigest(), sections)
                break
            digest.update(data)
            line = _line(data, head, sections)
        except (ValueError, NoughtsError) as error:
            raise CertificateError(f"line {number}: {error}") from None
        except RecursionError:
            raise CertificateError(f"line {number}: nested too deeply") from None
        if isinstance(line, Head):
            head = line
        elif isinstance(line, Section):
            sections.append(line)
        else:
            entries += 1
            if entries > max_entries:
                raise LimitExceeded(f"it has more than {max_entries:,} entries (--max-entries allows more)")
        yield number, data, line
    else:
        raise CertificateError(f"line {number + 1}: the file is cut short: it has no end line")


def _line(data: bytes, head: Head | None, sections: list[Section]) -> Line:
    """Return the content of a line. Raises ValueError, GameError or InvalidPositionError."""
    if not data.endswith(b"\n"):
        raise ValueError("the file is cut short: the line has no end")
    try:
        text = data[:-1].decode("ascii")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is {data[error.start]:#04x}, expected ASCII") from None
    if head is None:
        return Head.from_text(text)
    if text.startswith("{"):
        section = Section.from_text(text)
        if any(section.about is other.about or "win" in (section.goal, other.goal) for other in sections):
            raise ValueError(f"the section {text} adds nothing to the section above it")
        return section
    if not sections:
        raise ValueError(f"{short_repr(text)} comes before any section")
    entry = Entry.from_text(text, head.position.game)
    if entry.groups and head.schema != SCHEMAS[-1]:
        raise ValueError(f"{short_repr(text)}: there are no groups in {head.schema}")
    return entry


def _check_end(data: bytes, entries: int, digest: str, sections: list[Section]) -> None:
    expected = f"end {entries} {digest}\n".encode()
    if not sections:
        raise ValueError("the file ends before any section")
    if data[: len(expected)] != expected:
        raise ValueError(f"the file is damaged: its count or digest does not match, expected {expected.decode()!r}")
    if data != expected:
        raise ValueError("there is text after the end")


def _raw_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file; the one that starts with `end` comes with the byte after it, if there is one."""
    number = 0
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as opened:
            file = cast(BinaryIO, opened)
            while data := file.readline(LONGEST + 1):
                number += 1
                if len(data) > LONGEST:
                    raise CertificateError(f"line {number}: longer than {LONGEST:,} bytes")
                yield data + file.read(1) if data.startswith(b"end ") else data
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise CertificateError(f"line {number + 1}: the file is not a gzip file, or it is damaged: {error}") from None
