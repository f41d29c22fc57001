"""Reads the file of a certificate in parts: its head, the heads of its sections, and batches of entry lines.

Reading parses no entries: `entries` does that with a batch, in any process.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final, cast

from noughts.certify.entry import Entry, short_repr
from noughts.certify.format import LONGEST, Head, Section
from noughts.core.game import Game
from noughts.errors import CertificateError, LimitExceeded, NoughtsError
from noughts.words import Said

_WORK: Final = 1 << 16  # of a batch: the sum over its lines of the number of items listed, times the cells
_LINES: Final = 256  # of a batch


@dataclass(frozen=True, slots=True)
class EntryLines:
    """Some entry lines of a section, or None for the section if they are only read; the head's game."""

    game: Game
    section: Section | None
    lines: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file, with the number of its first line; an error is the last part."""

    line: int
    content: Head | Section | EntryLines | CertificateError | OSError

    def idle(self) -> "Part":
        """Return the part with entries that are only read, if it has entries."""
        content = self.content
        return Part(self.line, replace(content, section=None)) if isinstance(content, EntryLines) else self


def read(path: Path) -> Iterator[Part]:
    """Yield the parts of a certificate. Unless the last one is an error, the file's count and digest are right.

    An exception that the reading is interrupted with, LimitExceeded, is passed on."""
    reader = _Reader(path)
    try:
        yield from reader.parts()
    except LimitExceeded:
        raise
    except (ValueError, NoughtsError, RecursionError, OSError) as error:
        yield from reader.batch()
        yield Part(reader.line, error if isinstance(error, OSError) else _fault(reader.line, error))


def entries(first: int, batch: EntryLines) -> Iterator[Entry]:
    """Yield the entries of a batch, whose first line has this number.

    Raises CertificateError at the first line that has a fault in its form.
    """
    for line, data in enumerate(batch.lines, first):
        try:
            entry = Entry.from_text(text_of(data), batch.game)
        except ValueError as error:
            raise _fault(line, error) from None
        yield entry


def text_of(data: bytes) -> str:
    """Return the text of a line. Raises ValueError."""
    if not data.endswith(b"\n"):
        raise ValueError("the file is cut short: the line has no end")
    try:
        return data[:-1].decode("ascii")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is {data[error.start]:#04x}, expected ASCII") from None


def _fault(line: int, error: Exception) -> CertificateError:
    return CertificateError(f"line {line}: {Said('error.too-deep') if isinstance(error, RecursionError) else error}")


class _Reader:
    """`line`: the number of the line read last. `waiting`: the lines of the next batch; `first`: the number of its
    first line."""

    def __init__(self, path: Path) -> None:
        self.path, self.line, self.entries, self.digest = path, 0, 0, hashlib.sha256()
        self.head: Head
        self.sections: list[Section] = []
        self.waiting: list[bytes] = []
        self.first = self.work = 0

    def parts(self) -> Iterator[Part]:
        for data in self.raw_lines():
            is_end = data.startswith(b"end ")
            if self.sections and not is_end and not data.startswith(b"{"):
                yield from self.entry(data)
                continue
            yield from self.batch()
            if is_end:
                self.check_end(data)
                return
            yield Part(self.line, self.head_or_section(text_of(data)))
            self.digest.update(data)
        self.line += 1
        raise ValueError("the file is cut short: it has no end line")

    def raw_lines(self) -> Iterator[bytes]:
        """Yield the lines; the one that starts with `end` comes with the byte after it, if there is one."""
        try:
            with gzip.open(self.path) if self.path.suffix == ".gz" else self.path.open("rb") as opened:
                file = cast(BinaryIO, opened)
                while data := file.readline(LONGEST + 1):
                    self.line += 1
                    if len(data) > LONGEST:
                        raise ValueError(f"longer than {LONGEST:,} bytes")
                    yield data + file.read(1) if data.startswith(b"end ") else data
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            self.line += 1
            raise ValueError(f"the file is not a gzip file, or it is damaged: {error}") from None

    def head_or_section(self, text: str) -> Head | Section:
        if self.line == 1:
            self.head = Head.from_text(text)
            return self.head
        if not text.startswith("{"):
            raise ValueError(f"{short_repr(text)} comes before any section")
        section = Section.from_text(text)
        if any(section.about is other.about or "win" in (section.goal, other.goal) for other in self.sections):
            raise ValueError(f"the section {text} adds nothing to the section above it")
        self.sections.append(section)
        return section

    def entry(self, data: bytes) -> Iterator[Part]:
        """Take the line of an entry; yield the batch if it is full."""
        self.digest.update(data)
        self.entries += 1
        self.first = self.first if self.waiting else self.line
        self.waiting.append(data)
        self.work += (data.count(b",") + 1) * self.head.position.game.cells
        if self.work >= _WORK or len(self.waiting) == _LINES:
            yield from self.batch()

    def batch(self) -> Iterator[Part]:
        """Yield the lines that wait, if there are any."""
        if self.waiting:
            lines, self.waiting, self.work = tuple(self.waiting), [], 0
            yield Part(self.first, EntryLines(self.head.position.game, self.sections[-1], lines))

    def check_end(self, data: bytes) -> None:
        expected = f"end {self.entries} {self.digest.hexdigest()}\n".encode()
        if not self.sections:
            raise ValueError("the file ends before any section")
        if data[: len(expected)] != expected:
            raise ValueError(f"the file is damaged: its count or digest does not match, expected {expected.decode()!r}")
        if data != expected:
            raise ValueError("there is text after the end")
