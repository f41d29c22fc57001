"""A table's file while it is being made, and how it goes on after an end at any moment.

    FILE.partial            the whole file, allocated at the start; header and digests are written last
    FILE.partial.journal    which slices of which layer are safe on the disk

A slice is a number of whole rows of a layer. Its scores and the digests of its blocks are written, the file is flushed,
and only then does the journal name the slice. So what the journal names is in the file, whatever ended the command; all
else is computed again, to the same bytes.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.errors import TableError, reason
from noughts.files import copy_permissions
from noughts.solve.tables.header import (
    BLOCK,
    DIGEST,
    FIXED,
    VERSION,
    TableHeader,
    block_digests,
    new_header,
    row_bytes,
    version_in,
)
from noughts.solve.tables.index import Layout
from noughts.solve.tables.journal import Journal

try:
    import fcntl
except ImportError:  # Windows: two commands that make the same table do not notice each other
    fcntl = None  # type: ignore[assignment]

_PIECE: Final = 1 << 24  # bytes that are read in one call

_Counts = NDArray[np.int64]


class Pace(NamedTuple):
    """How a table is made: in slices of so many scores, with an entry of the journal after so many slices."""

    grain: int = 1 << 20  # an interrupt waits for a slice
    sync: int = 64  # a killed command computes so many slices again
    smallest: int = 1 << 26  # bytes of a file: a smaller one takes a moment and has no journal


class Partial:
    """A table's file that is being made. Several threads may write slices; all else is the work of one."""

    def __init__(self, file: int, header: TableHeader, journal: Journal | None, pace: Pace) -> None:
        self.header, self.pace = header, pace
        self.tallies = np.zeros((len(header.sizes), 256), np.int64)  # positions by ply, at score + 128
        self._file, self._journal = file, journal
        self._pending: list[tuple[int, int, _Counts]] = []  # slices that are written, and not yet in the journal
        for ply, tally in journal.tallies.items() if journal else ():
            for score, count in tally.items():
                self.tallies[ply, score + 128] = count

    @property
    def begun(self) -> bool:
        """Whether anything is safe on the disk."""
        return self._journal is not None and bool(self._journal.slices)

    def done(self, ply: int) -> set[int]:
        """Return the numbers of the slices of a layer that are safe on the disk."""
        return self._journal.slices.get(ply, set()) if self._journal else set()

    def ended(self, ply: int) -> bool:
        """Return whether a layer is complete, with its digests."""
        return self._journal is not None and ply in self._journal.ended

    def write(self, ply: int, start: int, data: Any) -> None:
        """Write bytes of a layer, and the digests of the blocks that are whole in them."""
        data = memoryview(data).cast("B")
        self._write(self.header.cuts.layers[ply] + start, data)
        end = start + len(data)
        first, last = -(-start // BLOCK), -(-end // BLOCK) if end == self.size(ply) else end // BLOCK
        if first < last:
            digests = block_digests(data[first * BLOCK - start : last * BLOCK - start])
            self._write(self.header.cuts.blocks[ply] + DIGEST * first, digests)

    def finish_slice(self, ply: int, number: int, tally: _Counts) -> None:
        """Note a slice that is written."""
        self.tallies[ply] += tally
        if self._journal:
            self._pending.append((ply, number, tally))
            if len(self._pending) >= self.pace.sync:
                self.flush()

    def flush(self) -> None:
        """Make all written slices safe on the disk; they are of one layer."""
        if self._journal and self._pending:
            os.fsync(self._file)
            tally = np.sum([tally for _, _, tally in self._pending], axis=0)
            by_score = {int(column) - 128: int(tally[column]) for column in np.flatnonzero(tally)}
            self._journal.add(self._pending[0][0], [number for _, number, _ in self._pending], by_score)
            self._pending = []

    def end_layer(self, ply: int, step: int) -> None:
        """Complete a layer of slices of `step` bytes: write the digests of the blocks on their borders."""
        size = self.size(ply)
        for block in sorted({border // BLOCK for border in range(step, size, step) if border % BLOCK}):
            first, last = block * BLOCK, min(size, block * BLOCK + BLOCK)
            data = os.pread(self._file, last - first, self.header.cuts.layers[ply] + first)
            self._write(self.header.cuts.blocks[ply] + DIGEST * block, sha256(data).digest())
        if self._journal:
            self.flush()
            os.fsync(self._file)
            self._journal.end(ply)

    def size(self, ply: int) -> int:
        """Return the bytes of a layer."""
        return self.header.cuts.layers[ply + 1] - self.header.cuts.layers[ply]

    def read(self, ply: int, target: NDArray[np.int8]) -> None:
        """Read a layer into an array of its size."""
        view, start, done = target.data.cast("B"), self.header.cuts.layers[ply], 0
        while done < len(view):
            got = os.preadv(self._file, [view[done : done + _PIECE]], start + done)
            if not got:
                raise OSError(errno.EIO, "it was cut short while it was made")
            done += got

    def mapped(self, ply: int) -> NDArray[np.int8]:
        """Return a layer, and the byte after it, mapped into memory; what is changed there stays out of the file."""
        with os.fdopen(os.dup(self._file), "rb+") as file:
            return np.asarray(np.memmap(file, np.int8, "c", self.header.cuts.layers[ply], (self.size(ply) + 1,)))

    def finish(self) -> None:
        """Write the header: now the file is a table."""
        digests = list(self.header.row_digests)
        for first, last in pairwise(self.header.cuts.blocks):
            digests.append(sha256(os.pread(self._file, last - first, first)).digest())
        self._write(0, replace(self.header, digests=digests).to_bytes())
        os.fsync(self._file)

    def begin(self, layout: Layout) -> None:
        """Take the whole file's room on the disk, so that a full disk shows now, and write the rows."""
        if self._journal:
            self._journal.clear()
        self.tallies[:] = 0
        size = self.header.cuts.layers[-1]
        os.ftruncate(self._file, 0)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._file, 0, size)
        else:  # not every system can
            os.ftruncate(self._file, size)
        for start, row in zip(self.header.cuts.rows, layout.rows, strict=False):
            self._write(start, row_bytes(row))

    def _write(self, at: int, data: Any) -> None:
        view, done = memoryview(data), 0
        while done < len(view):
            done += os.pwrite(self._file, view[done:], at + done)


@contextmanager
def making(path: str | os.PathLike[str], layout: Layout, bits: int = 8, pace: Pace | None = None) -> Iterator[Partial]:
    """Give the file of a table that is to be made, or made further. It becomes `path` when the block ends without an
    error; otherwise it is kept if its journal names a slice, and removed if not. Raises TableError."""
    try:
        target = _regular(path)
        with _locked(draft_of(target), target) as file:
            yield from _making(file, target, layout, new_header(layout, bits), pace or Pace())
    except OSError as error:
        raise TableError(f"cannot write the table {os.fspath(path)!r}: {reason(error)}") from None


def _making(file: int, target: str, layout: Layout, header: TableHeader, pace: Pace) -> Iterator[Partial]:
    draft, listed = draft_of(target), f"{draft_of(target)}.journal"
    size = header.cuts.layers[-1]
    about = {"game": layout.game.to_list(), "bits": header.bits, "grain": pace.grain}
    with Journal(listed, about) if size >= pace.smallest else nullcontext() as journal:
        partial = Partial(file, header, journal, pace)
        try:
            if not (partial.begun and os.fstat(file).st_size == size):
                partial.begin(layout)
            yield partial
            partial.finish()
        except BaseException:
            with suppress(OSError, TableError):
                partial.flush()  # what is done before an interrupt stays done
            if not partial.begun:
                _remove(draft, listed)
            raise
    os.replace(draft, target)
    _remove(listed)


def draft_of(path: str | os.PathLike[str]) -> str:
    """Return the file in which the table of `path` is made."""
    return f"{os.path.realpath(path)}.partial"


def allocated(path: str | os.PathLike[str]) -> int:
    """Return the bytes that the unfinished table of `path` already has on the disk."""
    with suppress(OSError, AttributeError):  # Windows counts no blocks
        return 512 * os.stat(draft_of(path)).st_blocks
    return 0


def _regular(path: str | os.PathLike[str]) -> str:
    """Return the file that a path leads to. Raises OSError if something else than a file is there, TableError if it is
    a table of another version."""
    target = os.path.realpath(path)
    if not os.path.basename(os.fspath(path)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if os.path.exists(target) and not os.path.isfile(target):
        raise OSError(
            errno.EINVAL, "it is not a regular file, and a table is not written from its beginning to its end"
        )
    if os.path.exists(target):
        _refuse_another_version(path)
    return target


def _refuse_another_version(path: str | os.PathLike[str]) -> None:
    """Raise TableError if a file is a table of another version, which is not replaced."""
    with open(path, "rb") as file:
        version = version_in(file.read(FIXED.size))
    if version not in (None, VERSION):
        raise TableError(
            f"{os.fspath(path)!r} is a table of version {version}, expected {VERSION}: choose another file"
        )


@contextmanager
def _locked(draft: str, target: str) -> Iterator[int]:
    """Open the unfinished file, as no other process may, with the permissions of the file that it will replace."""
    file = os.open(draft, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(file, draft)
        try:
            copy_permissions(target, draft)
            yield file
        finally:
            if os.fstat(file).st_size == 0:  # nothing came of it
                _remove(draft)
    finally:
        os.close(file)


def _lock(file: int, draft: str) -> None:
    """Lock a file until it is closed, where the system has such locks. Raises TableError if another process has it."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), os.stat(draft)):
            return  # else the other process has just finished it
    except (BlockingIOError, FileNotFoundError):
        pass
    raise TableError(f"{draft!r} is in use: another process makes this table")


def _remove(*paths: str) -> None:
    for path in paths:
        with suppress(FileNotFoundError):
            os.unlink(path)
