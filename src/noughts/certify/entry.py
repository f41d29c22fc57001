"""The entries of a certificate: the lines between the heads of its sections and its end.

    10 0 m0
    10 3ffcf g12:3f00,7x2-3:f0,5p0-1p2-3:1c000

docs/certificates.md describes them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import Final, Self

from noughts.core.game import Game, Move

Pairs = tuple[tuple[Move, Move], ...]

_NUMBER: Final = r"(?:0|[1-9][0-9]{0,8})"
_CELLS: Final = r"(?:[1-9a-f][0-9a-f]*)"
_BOARD: Final = rf"(?:0|{_CELLS})"
_GROUP: Final = rf"{_NUMBER}(?:x{_NUMBER}-{_NUMBER})*(?:p{_NUMBER}-{_NUMBER})*:{_CELLS}"
_ENTRY: Final = re.compile(
    rf"({_BOARD}) ({_BOARD}) (e|m{_NUMBER}(?:,{_NUMBER})*"
    rf"|p{_NUMBER}-{_NUMBER}(?:,{_NUMBER}-{_NUMBER})*|g{_GROUP}(?:,{_GROUP})*)"
)


@dataclass(frozen=True, slots=True)
class ReplyGroup:
    """Breaker's one reply to each of Maker's moves in the bitboard `moves`.

    `exchanges`: pairs of free cells, of which Maker is given the first and Breaker the second, in this order. `pairs`:
    if there are any, they close the next place, which then has no entry.
    """

    reply: Move
    moves: int
    exchanges: Pairs = ()
    pairs: Pairs = ()

    def __str__(self) -> str:
        exchanges, pairs = (
            "".join([f"{kind}{a}-{b}" for a, b in cells]) for kind, cells in (("x", self.exchanges), ("p", self.pairs))
        )
        return f"{self.reply}{exchanges}{pairs}:{self.moves:x}"


@dataclass(frozen=True, slots=True)
class Entry:
    """The argument at one place: exactly one of `moves`, `pairs`, `groups` or `potential` is given.

    `first` and `second` are bitboards: X's and O's stones (strategy), or Maker's stones and the free cells (breaker).
    """

    first: int
    second: int
    moves: tuple[Move, ...] = ()
    pairs: Pairs = ()
    potential: bool = False
    groups: tuple[ReplyGroup, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        """The two bitboards."""
        return self.first, self.second

    def __str__(self) -> str:
        return f"{self.first:x} {self.second:x} {self._what()}"

    def _what(self) -> str:
        if self.potential:
            return "e"
        if self.groups:
            return "g" + ",".join(map(str, self.groups))
        if self.pairs:
            return "p" + ",".join(f"{a}-{b}" for a, b in self.pairs)
        return "m" + ",".join(map(str, self.moves))

    @classmethod
    def from_text(cls, text: str, game: Game) -> Self:
        """Return the entry in a line of a certificate of this game. Raises ValueError."""
        match = _ENTRY.fullmatch(text)
        if match is None:
            raise ValueError(f"no head, section, entry or end: {short_repr(text)}")
        first, second, kind, rest = int(match[1], 16), int(match[2], 16), match[3][0], match[3][1:]
        if first > game.full or second > game.full:
            raise ValueError(f"{short_repr(text)} has a board of more than {game.cells} cells")
        if kind == "e":
            return cls(first, second, potential=True)
        try:
            return cls._listing(first, second, kind, rest, game)
        except ValueError as error:
            raise ValueError(f"{short_repr(text)} {error}") from None

    @classmethod
    def _listing(cls, first: int, second: int, kind: str, rest: str, game: Game) -> Self:
        """Return the entry that lists something. Raises ValueError with what the entry does."""
        if kind == "g":
            return cls(first, second, groups=tuple([_group(item, game) for item in rest.split(",")]))
        if kind == "m":
            moves = tuple(map(_cell, rest.split(","), repeat(game.cells)))
            _refuse_twice(moves)
            return cls(first, second, moves=moves)
        pairs = tuple(map(_pair, rest.split(","), repeat(game.cells)))
        _refuse_twice([cell for pair in pairs for cell in pair])
        return cls(first, second, pairs=pairs)


def _group(item: str, game: Game) -> ReplyGroup:
    head, _, board = item.partition(":")
    if (moves := int(board, 16)) > game.full:
        raise ValueError(f"has a board of more than {game.cells} cells")
    reply, *listed = head.replace("x", "p").split("p")
    pairs, count = tuple(map(_pair, listed, repeat(game.cells))), head.count("x")
    return ReplyGroup(_cell(reply, game.cells), moves, pairs[:count], pairs[count:])


# A large certificate lists a million pairs, and most of them often.
@lru_cache(maxsize=1 << 14)
def _pair(text: str, cells: int) -> tuple[Move, Move]:
    a, _, b = text.partition("-")
    return _cell(a, cells), _cell(b, cells)


def _cell(text: str, cells: int) -> Move:
    """Return the cell of this number, of so many cells of the board."""
    cell = int(text)
    if cell >= cells:
        raise ValueError(f"names cell {cell}, the board has cells 0 to {cells - 1}")
    return cell


def _refuse_twice(cells: Sequence[Move]) -> None:
    if len(set(cells)) < len(cells):
        raise ValueError("names a cell twice")


def quoted(data: bytes) -> str:
    """Return an entry as faults name it, from its line in the file."""
    return f"entry {short_repr(data[:-1].decode())}"


def short_repr(value: object) -> str:
    """Return a value's repr, which has no control characters, cut if it is long."""
    text = repr(value[:100] if isinstance(value, str) else value)
    return text if len(text) <= 80 else f"{text[:77]}..."
