"""The certificate file: text, a line each, gzip where the name ends in `.gz`.

    {"schema": "noughts/certificate/1", "game": [3, 3, 3], "position": ".../.../...", "claim": "…", ...}
    {"section": "strategy", "side": "O", "goal": "not lose", "symmetry": true}
    10 0 m0
    …
    end 57 <SHA-256 of all lines before this one, hexadecimal>

An entry is two bitboards, hexadecimal, cell c bit c, and what is done there:

    m4 or m0,2,8      the moves the side makes, cell numbers (section "strategy": X's stones, O's stones)
    r0:4,1:4,5:2      Breaker's reply to each of Maker's moves (section "breaker": Maker's stones, free cells)
    p0-1,4-5          a pairing: disjoint pairs of free cells, one of them in every line still open to the opponent
    e                 the Erdős-Selfridge potential of the lines still open to the opponent closes it: by arithmetic
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, Self, cast

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.errors import CertificateError

SCHEMA = "noughts/certificate/1"

Pairs = tuple[tuple[Move, Move], ...]


@dataclass(frozen=True)
class Entry:
    """What is done at one place: exactly one of `moves`, `replies`, `pairs` or `potential` is given.

    `first` and `second` are bitboards: X's and O's stones (strategy), or Maker's stones and the free cells (breaker).
    """

    first: int
    second: int
    moves: tuple[Move, ...] = ()
    replies: Pairs = ()
    pairs: Pairs = ()
    potential: bool = False

    def __str__(self) -> str:
        return f"{self.first:x} {self.second:x} {self._what()}"

    def _what(self) -> str:
        if self.potential:
            return "e"
        if self.pairs:
            return "p" + ",".join(f"{a}-{b}" for a, b in self.pairs)
        if self.replies:
            return "r" + ",".join(f"{move}:{reply}" for move, reply in self.replies)
        return "m" + ",".join(map(str, self.moves))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the entry in a line. Raises ValueError."""
        first, second, what = text.split(" ")
        boards = int(first, 16), int(second, 16)
        kind, rest = what[0], what[1:]
        if kind == "e" and not rest:
            return cls(*boards, potential=True)
        if kind == "m":
            return cls(*boards, moves=tuple(int(cell) for cell in rest.split(",")))
        if kind in "pr":
            pairs = tuple(_pair(part, "-" if kind == "p" else ":") for part in rest.split(","))
            return cls(*boards, pairs=pairs) if kind == "p" else cls(*boards, replies=pairs)
        raise ValueError(f"{what!r} is none of m, r, p and e")


def _pair(text: str, mark: str) -> tuple[int, int]:
    first, second = text.split(mark)
    return int(first), int(second)


@dataclass(frozen=True)
class Section:
    """One argument. "strategy": `side` reaches `goal` by the moves listed. "breaker": the opponent of `side` (Maker)
    keeps it from ever completing a line. With `symmetry` an entry stands for all images of its place; the one written
    is the least."""

    kind: Literal["strategy", "breaker"]
    side: str
    goal: Literal["win", "not lose"] = "not lose"
    symmetry: bool = False

    def to_json(self) -> str:
        """Return the section's line."""
        head = {"section": self.kind, "side": self.side, "symmetry": self.symmetry}
        return json.dumps(head | ({"goal": self.goal} if self.kind == "strategy" else {}))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Return the section in a line's object. Raises ValueError or KeyError."""
        kind, side, goal = data["section"], data["side"], data.get("goal", "not lose")
        if kind not in ("strategy", "breaker") or side not in ("X", "O") or goal not in ("win", "not lose"):
            raise ValueError(f"no section {data!r}")
        return cls(kind, side, goal, bool(data["symmetry"]))


class Writer:
    """Writes a certificate line by line; on leaving without an error it closes it with its digest.

    `claim` is the claim in words, `facts` more of the head; what is checked is the sections.
    """

    def __init__(self, path: Path, position: Position, claim: str, **facts: Any) -> None:
        game = position.game
        head = {"schema": SCHEMA, "game": [game.m, game.n, game.k], "position": str(position), "claim": claim} | facts
        self._path, self._partial = path, path.with_name(path.name + ".part")
        self._raw = self._partial.open("wb")
        # Without a name or a time in it, so that equal certificates are equal files.
        zipped = path.suffix == ".gz"
        self._file: BinaryIO = cast(BinaryIO, gzip.GzipFile("", "wb", 6, self._raw, 0)) if zipped else self._raw
        self._digest, self._count = hashlib.sha256(), 0
        self._line(json.dumps(head))

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
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self._file.write(f"end {self._count} {self._digest.hexdigest()}\n".encode())
        self._file.close()
        self._raw.close()
        if kind is None:
            self._partial.replace(self._path)
        else:
            self._partial.unlink(missing_ok=True)


@dataclass(frozen=True)
class Certificate:
    """A certificate's head, and its lines: sections and entries in the order of the file."""

    head: dict[str, Any]
    position: Position
    lines: list[Section | Entry]


def read(path: Path) -> Certificate:
    """Return a certificate whose form and digest are right. Raises CertificateError with the first fault, OSError."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            return _parse(path, cast(BinaryIO, file))
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError) as error:
        raise CertificateError(f"no certificate {str(path)!r}: {error}") from None


def _parse(path: Path, file: BinaryIO) -> Certificate:
    digest, rows = hashlib.sha256(), []
    last = b""
    for number, data in enumerate(file, 1):
        if last:
            raise CertificateError(f"{str(path)!r} line {number}: text after the end")
        if data.startswith(b"end "):
            last = data
            continue
        digest.update(data)
        rows.append(data.decode("ascii").rstrip("\n"))
    if not last:
        raise CertificateError(f"{str(path)!r} is cut short: it has no end")
    lines = list(_lines(path, rows))
    if not lines or not isinstance(lines[0], tuple):
        raise CertificateError(f"no certificate {str(path)!r}: the first line is no head")
    body = [line for line in lines[1:] if not isinstance(line, tuple)]
    entries = sum(isinstance(line, Entry) for line in body)
    if last.decode() != f"end {entries} {digest.hexdigest()}\n":
        raise CertificateError(f"{str(path)!r} is damaged: its digest or count does not agree")
    head, position = lines[0]
    return Certificate(head, position, body)


def _lines(path: Path, rows: list[str]) -> Iterator[Section | Entry | tuple[dict[str, Any], Position]]:
    from_text = Entry.from_text
    for number, row in enumerate(rows, 1):
        try:
            if number == 1:
                head = json.loads(row)
                yield head, _position(head)
            else:
                yield Section.from_dict(json.loads(row)) if row.startswith("{") else from_text(row)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise CertificateError(f"{str(path)!r} line {number}: {row[:60]!r} cannot be read: {error}") from None


def _position(head: dict[str, Any]) -> Position:
    if head["schema"] != SCHEMA:
        raise ValueError(f"schema is {head['schema']!r}, expected {SCHEMA!r}")
    game = Game(*head["game"])
    marks = head["position"].replace("/", "")
    if len(marks) != game.cells:
        raise ValueError("the position is not of this game")
    return Position.from_stones(
        game, (c for c, mark in enumerate(marks) if mark == "X"), (c for c, mark in enumerate(marks) if mark == "O")
    )
