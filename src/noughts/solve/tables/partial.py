"""A table's file while it is made, and how it goes on after an end at any moment.

    FILE.partial        the whole file, allocated at the start; the digests and the header are written last
    FILE.partial.json   the layers that are safe on the disk

A layer is written, the file is flushed, and only then the second file names the layer. So what it names is in the file,
whatever ended the command; all else is computed again, to the same bytes.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.errors import TableError, reason
from noughts.files import copy_permissions
from noughts.solve.tables.header import BLOCK, FIXED, VERSION, TableHeader, new_header, row_bytes, version_in
from noughts.solve.tables.index import Layout
from noughts.solve.tables.progress import Counts, ProgressFile

try:
    import fcntl
except ImportError:  # Windows: two commands that make the same table do not notice each other
    fcntl = None  # type: ignore[assignment]

_PIECE: Final = 1 << 24  # bytes that are read in one call


class Pace(NamedTuple):
    """How a table is made."""

    grain: int = 1 << 20  # scores of a slice: an interrupt waits for one
    smallest: int = 1 << 26  # bytes of a file: a smaller one takes a moment, and is always begun anew


class Partial:
    """A table's file that is being made. Several threads may write slices; all else is the work of one."""

    def __init__(self, file: int, header: TableHeader, progress: ProgressFile | None, pace: Pace) -> None:
        self.header, self.pace = header, pace
        self._file, self._progress = file, progress
        self.tallies: dict[int, Counts] = {}  # of the complete layers

    @property
    def begun(self) -> bool:
        """Whether another command can go on from here."""
        return self._progress is not None and bool(self._progress.tallies)

    def write(self, ply: int, start: int, data: Any) -> None:
        """Write bytes of a layer."""
        self._write(self.header.cuts.layers[ply] + start, memoryview(data).cast("B"))

    def end_layer(self, ply: int, tally: Counts) -> None:
        """Note that a layer is complete, with its positions by score, at score + 128."""
        self.tallies[ply] = tally
        if self._progress:
            os.fsync(self._file)
            self._progress.add(ply, tally)

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

    def begin(self, layout: Layout) -> None:
        """Go on with what is there; else take the whole file's room, so that a full disk shows now, and write rows."""
        size = self.header.cuts.layers[-1]
        if self._progress and self.begun and os.fstat(self._file).st_size == size:
            self.tallies = dict(self._progress.tallies)
            return
        if self._progress:
            self._progress.clear()
        os.ftruncate(self._file, 0)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._file, 0, size)
        else:  # not every system can
            os.ftruncate(self._file, size)
        for start, row in zip(self.header.cuts.rows, layout.rows, strict=False):
            self._write(start, row_bytes(row))

    def finish(self) -> None:
        """Write the digests and the header: now the file is a table."""
        digests = list(self.header.row_digests)
        for start, (first, last) in zip(self.header.cuts.blocks, pairwise(self.header.cuts.layers), strict=False):
            listed = b"".join(self._digest(at, min(at + BLOCK, last)) for at in range(first, last, BLOCK))
            self._write(start, listed)
            digests.append(sha256(listed).digest())
        self._write(0, replace(self.header, digests=digests).to_bytes())
        os.fsync(self._file)

    def _digest(self, first: int, last: int) -> bytes:
        return sha256(os.pread(self._file, last - first, first)).digest()

    def _write(self, at: int, data: Any) -> None:
        view, done = memoryview(data), 0
        while done < len(view):
            done += os.pwrite(self._file, view[done:], at + done)


@contextmanager
def making(path: str | os.PathLike[str], layout: Layout, bits: int = 8, pace: Pace | None = None) -> Iterator[Partial]:
    """Give the file of a table that is to be made, or made further. It becomes `path` when the block ends without an
    error; otherwise it is kept if a layer is complete, and removed if not. Raises TableError."""
    try:
        target = _regular(path)
        with _locked(draft_of(target), target) as file:
            yield from _making(file, target, layout, new_header(layout, bits), pace or Pace())
    except OSError as error:
        raise TableError(f"cannot write the table {os.fspath(path)!r}: {reason(error)}") from None


def _making(file: int, target: str, layout: Layout, header: TableHeader, pace: Pace) -> Iterator[Partial]:
    draft, progress = draft_of(target), None
    if header.cuts.layers[-1] >= pace.smallest:
        progress = ProgressFile(f"{draft}.json", {"game": layout.game.to_list(), "bits": header.bits})
    partial = Partial(file, header, progress, pace)
    try:
        partial.begin(layout)
        yield partial
        partial.finish()
    except BaseException:
        if not partial.begun:
            _remove(draft)
        raise
    os.replace(draft, target)
    if progress:
        progress.clear()


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


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
