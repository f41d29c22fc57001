"""The positions of one ply, in ascending order: in memory, or in files where they take too much of it.

They are written once, from the first to the last, and then read by parts. On disk a position is its row, and for each
limb of its integers 32 bits in a file of that limb.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from noughts.core.position import Position, Side
from noughts.walk.bigints import Column
from noughts.walk.group import Group, Indices, joined
from noughts.walk.rows import RowLayout, Rows
from noughts.walk.spill import Spill

_ALL = slice(None)


class Scratch:
    """A file of arrays, read and written at any place. What was never written reads as zeros."""

    def __init__(self, spill: Spill) -> None:
        self._spill, self._file, self._written = spill, spill.file(), [0]
        finalize(self, _discard, spill, self._file, self._written)

    def write(self, at: int, array: npt.NDArray[Any]) -> None:
        """Write an array from a byte of the file. Raises FileError, for instance where the disk is full."""
        rest = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
        with self._spill.errors():
            self._file.seek(at)
            while rest:
                done = self._file.write(rest)
                self._written[0] += done
                self._spill.count(done)
                rest = rest[done:]

    def read(self, at: int, array: npt.NDArray[Any]) -> None:
        """Fill an array of zeros from a byte of the file. Raises FileError."""
        rest = array.reshape(-1).view(np.uint8).data
        with self._spill.errors():
            self._file.seek(at)
            while rest and (done := self._file.readinto(rest)):  # type: ignore[attr-defined]
                rest = rest[done:]


def _discard(spill: Spill, file: Any, written: list[int]) -> None:
    file.close()
    spill.count(-written[0])


class Buffer:
    """The same as a scratch file, in memory."""

    def __init__(self, size: int) -> None:
        self._bytes = np.zeros(size, np.uint8)

    def write(self, at: int, array: npt.NDArray[Any]) -> None:
        """Write an array from a byte of the buffer."""
        self._bytes[at : at + array.nbytes] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)

    def read(self, at: int, array: npt.NDArray[Any]) -> None:
        """Fill an array from a byte of the buffer."""
        array.view(np.uint8)[:] = self._bytes[at : at + array.nbytes]


class RowArray(Sequence[int]):
    """The numbers that rows in memory spell."""

    def __init__(self, layout: RowLayout, rows: Rows) -> None:
        self._layout, self._rows = layout, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._layout.key(self._rows[index])


class RowFile(Sequence[int]):
    """Rows on disk, and the numbers that they spell."""

    def __init__(self, layout: RowLayout, spill: Spill) -> None:
        self._layout, self._file, self._size = layout, Scratch(spill), 0
        self.words = layout.words

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: Any) -> Any:
        return self._layout.key(self.read(slice(index, index + 1)))

    def append(self, rows: Rows) -> None:
        """Write rows that come after all others."""
        self._file.write(self._size * self.words * 8, rows)
        self._size += len(rows)

    def read(self, part: slice) -> Rows:
        """Return some of the rows."""
        rows = np.zeros((part.stop - part.start, self.words), np.uint64)
        self._file.read(part.start * self.words * 8, rows)
        return rows


class PlyInMemory:
    """The positions of a ply in memory. `keys`: the numbers that their rows spell."""

    def __init__(self, layout: RowLayout, group: Group) -> None:
        self.keys: Sequence[int] = RowArray(layout, group.rows)
        self._group = group

    def __len__(self) -> int:
        return len(self._group)

    def rows(self, part: slice) -> Rows:
        """Return the rows of a part."""
        return self._group.rows[part]

    def take(self, part: slice, which: Indices | slice = _ALL) -> Group:
        """Return a part, or only some positions of it."""
        return self._group.take(part).take(which)

    @property
    def width(self) -> int:
        """The bytes that a position takes in memory."""
        return self._group.width

    def workspace(self, size: int) -> "Buffer | Scratch":
        """Return a space for so many bytes about the positions, where they are kept themselves."""
        return Buffer(size)


class PlyOnDisk:
    """The positions of a ply on disk. `keys`: the numbers that their rows spell."""

    def __init__(self, layout: RowLayout, spill: Spill) -> None:
        self._spill, self._rows = spill, RowFile(layout, spill)
        self.keys: Sequence[int] = self._rows
        self._games, self._weights = list[Scratch](), list[Scratch]()

    def __len__(self) -> int:
        return len(self._rows)

    def append(self, group: Group) -> None:
        """Write positions that come after all others."""
        for limbs, column in ((self._games, group.games), (self._weights, group.weights)):
            limbs += [Scratch(self._spill) for _ in column[len(limbs) :]]
            for file, limb in zip(limbs, column, strict=False):  # a file with no limb here reads as zeros
                file.write(len(self) * 4, limb.astype(np.uint32))
        self._rows.append(group.rows)

    def rows(self, part: slice) -> Rows:
        """Return the rows of a part."""
        return self._rows.read(part)

    def take(self, part: slice, which: Indices | slice = _ALL) -> Group:
        """Return a part, or only some positions of it."""
        return Group(self.rows(part)[which], _read(self._games, part, which), _read(self._weights, part, which))

    @property
    def width(self) -> int:
        """The bytes that a position takes in memory."""
        return 8 * (self._rows.words + len(self._games) + len(self._weights))

    def workspace(self, size: int) -> "Buffer | Scratch":
        """Return a space for so many bytes about the positions, where they are kept themselves."""
        return Scratch(self._spill)


Store = PlyInMemory | PlyOnDisk


def _read(limbs: list[Scratch], part: slice, which: Indices | slice) -> Column:
    taken = []
    for file in limbs:
        limb = np.zeros(part.stop - part.start, np.uint32)
        file.read(part.start * 4, limb)
        taken.append(limb[which].astype(np.uint64))
    return np.stack(taken)


class Reached:
    """Tells whether a position was reached."""

    def __init__(self, layout: RowLayout, keys: Sequence[int]) -> None:
        self._layout, self._keys = layout, keys

    def __contains__(self, position: object) -> bool:
        assert isinstance(position, Position)
        key = self._layout.key(self._layout.row(Side.X, position.x) | self._layout.row(Side.O, position.o))
        index = bisect_left(self._keys, key)
        return index < len(self._keys) and bool(self._keys[index] == key)


class PlyWriter:
    """Writes a store: in memory up to a quarter of the limit, because two plies and the work on them need it too."""

    def __init__(self, layout: RowLayout, spill: Spill) -> None:
        self._layout, self._spill = layout, spill
        self._groups, self._bytes = [Group.empty(layout)], 0
        self._spilled: PlyOnDisk | None = None

    def append(self, group: Group) -> None:
        """Add positions that come after all others."""
        if self._spilled is not None:
            self._spilled.append(group)
            return
        self._groups.append(group)
        self._bytes += len(group) * group.width
        if self._spill.memory is not None and self._bytes > self._spill.memory // 4:
            self._spilled = PlyOnDisk(self._layout, self._spill)
            for part in self._groups:
                self._spilled.append(part)
            self._groups = []

    def finished(self) -> Store:
        """Return what was written."""
        if self._spilled is not None:
            return self._spilled
        return PlyInMemory(self._layout, joined([group for group in self._groups if len(group)] or self._groups))
