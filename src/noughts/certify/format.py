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
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Literal, Self, cast

from noughts.certify.entry import Entry, short_repr
from noughts.core.game import Game
from noughts.core.json_text import read_json
from noughts.core.position import Position, Side
from noughts.core.sparse import NOT_WRITTEN, Sparse
from noughts.files import replacing
from noughts.words import Said

SCHEMA: Final = "noughts/certificate/2"
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
class Head(Sparse):
    """The first line: the start position of the proof, and the author's statements.

    `claim` and `strategy` are free text that is not checked. `value` ("win", "draw" or "loss" for the
    side to move) must follow from the sections.
    """

    position: Position = field(metadata=NOT_WRITTEN)
    claim: str
    value: str | None = None
    strategy: str | None = None

    def to_json(self) -> str:
        """Return the head's line."""
        game = self.position.game
        statements = {"claim": self.claim, "value": self.value, "strategy": self.strategy}
        return json.dumps(
            {"schema": SCHEMA, "game": game.to_list(), "position": str(self.position)}
            | {name: text for name, text in statements.items() if text is not None}
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the head in a line. Raises ValueError, GameError or InvalidPositionError."""
        data = _object(text)
        _one_of(data, "schema", (SCHEMA,))
        head = cls(
            _position(_game(data.get("game")), data.get("position")),
            _text(data, "claim"),
            _one_of(data, "value", ("win", "draw", "loss")) if "value" in data else None,
            _text(data, "strategy") if "strategy" in data else None,
        )
        _check_spelling(text, head.to_json())
        return head


def _game(items: object) -> Game:
    """Return the game of a list, whose options stand once and in their order. Raises ValueError or GameError."""
    if not isinstance(items, list) or [*map(type, items)] != [int] * 3 + [str] * (len(items) - 3):
        raise ValueError(f"game is {short_repr(items)}, expected [columns, rows, how many in a row], and options")
    return Game.from_list(items)


def _position(game: Game, text: object) -> Position:
    rows = text.split("/") if isinstance(text, str) else []
    if [len(row) for row in rows] != [game.m] * game.n or not set("".join(rows)) <= set("XO."):
        raise ValueError(f"position is {short_repr(text)}, expected {game.n} rows of {game.m} cells, each X, O or .")
    cells = "".join(rows)
    x, o = ([cell for cell, mark in enumerate(cells) if mark == side.value] for side in Side)
    return Position.from_stones(game, x, o)


def _object(text: str) -> dict[str, Any]:
    data = read_json(text)
    if not isinstance(data, dict):
        raise ValueError(f"{short_repr(data)} is not a JSON object")
    return data


def _one_of(data: dict[str, Any], name: str, allowed: tuple[Any, ...]) -> Any:
    value = data.get(name)
    if not any(value is choice or (isinstance(choice, str) and value == choice) for choice in allowed):
        raise ValueError(f"{name} is {short_repr(value)}, expected {' or '.join(map(json.dumps, allowed))}")
    return value


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise ValueError(Said("error.member-str", {"name": name, "value": short_repr(value)}))
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
