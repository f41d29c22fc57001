"""The entries of a certificate: the lines between the heads of its sections and its end.

    10 0 m0
    10 3ffcf g12:3f00,7x2-3:f0,5p0-1p2-3:1c000

docs/certificates.md describes them.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

from noughts.core.game import Game, Move

Pairs = tuple[tuple[Move, Move], ...]

_NUMBER: Final = r"(?:0|[1-9][0-9]{0,8})"
_CELLS: Final = r"(?:[1-9a-f][0-9a-f]*)"
_BOARD: Final = rf"(?:0|{_CELLS})"
_GROUP: Final = rf"{_NUMBER}(?:x{_NUMBER}-{_NUMBER})*(?:p{_NUMBER}-{_NUMBER})*:{_CELLS}"
_ENTRY: Final = re.compile(
    rf"({_BOARD}) ({_BOARD}) (e|m{_NUMBER}(?:,{_NUMBER})*"
    rf"|r{_NUMBER}:{_NUMBER}(?:,{_NUMBER}:{_NUMBER})*|p{_NUMBER}-{_NUMBER}(?:,{_NUMBER}-{_NUMBER})*"
    rf"|g{_GROUP}(?:,{_GROUP})*)"
)
_COMMAS: Final = str.maketrans("-:xp", ",,,,")


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
    """The argument at one place: exactly one of `moves`, `replies`, `pairs`, `groups` or `potential` is given.

    `first` and `second` are bitboards: X's and O's stones (strategy), or Maker's stones and the free cells (breaker).
    """

    first: int
    second: int
    moves: tuple[Move, ...] = ()
    replies: Pairs = ()
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
        if self.replies:
            return "r" + ",".join(f"{move}:{reply}" for move, reply in self.replies)
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
        if kind == "g":
            return cls(first, second, groups=tuple(_group(item, game, text) for item in rest.split(",")))
        cells = _cells(rest, game, text)
        once = cells[::2] if kind == "r" else cells
        if len(set(once)) < len(once):
            raise ValueError(f"{short_repr(text)} names a cell twice")
        if kind == "m":
            return cls(first, second, moves=cells)
        pairs = tuple(zip(cells[::2], cells[1::2], strict=True))
        return cls(first, second, pairs=pairs) if kind == "p" else cls(first, second, replies=pairs)


def _group(item: str, game: Game, text: str) -> ReplyGroup:
    head, _, board = item.partition(":")
    if (moves := int(board, 16)) > game.full:
        raise ValueError(f"{short_repr(text)} has a board of more than {game.cells} cells")
    reply, *cells = _cells(head, game, text)
    pairs, count = tuple(zip(cells[::2], cells[1::2], strict=True)), head.count("x")
    return ReplyGroup(reply, moves, pairs[:count], pairs[count:])


def _cells(listed: str, game: Game, text: str) -> tuple[Move, ...]:
    """Return the numbers of a list, which are cells of the game, in order."""
    cells = tuple(map(int, listed.translate(_COMMAS).split(",")))
    if max(cells) >= game.cells:
        raise ValueError(f"{short_repr(text)} names cell {max(cells)}, the board has cells 0 to {game.cells - 1}")
    return cells


def quoted(data: bytes) -> str:
    """Return an entry as faults name it, from its line in the file."""
    return f"entry {short_repr(data[:-1].decode())}"


def short_repr(value: object) -> str:
    """Return a value's repr, which has no control characters, cut if it is long."""
    text = repr(value[:100] if isinstance(value, str) else value)
    return text if len(text) <= 80 else f"{text[:77]}..."
