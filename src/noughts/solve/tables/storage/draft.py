"""A table's file while it is made, and how it goes on after an end at any moment.

    FILE.partial        the whole file, allocated at the start; the digests and the header are written last
    FILE.partial.json   the layers that are safe on the disk, each with its positions by score

A layer is written, the file is flushed, and only then the second file names the layer. So what it names is in the file,
whatever ended the command; all else is computed again, to the same bytes.

    {"schema": "noughts/tabulate-progress/1", "game": [5, 4, 4], "bits": 8, "layers": {"20": {"0": 31, "-9": 120}, ...}}
"""

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from noughts.errors import TableError, reason
from noughts.files import copy_permissions, replacing
from noughts.solve.tables.index import Layout
from noughts.solve.tables.layers import Bytes, pack, unpacked
from noughts.solve.tables.sets import Counts
from noughts.solve.tables.storage.header import (
    BLOCK,
    FIXED,
    VERSION,
    TableHeader,
    layer_bytes,
    new_header,
    row_bytes,
    version_in,
)

try:
    import fcntl
except ImportError:  # Windows: two commands that make the same table do not notice each other
    fcntl = None  # type: ignore[assignment]

SCHEMA: Final = "noughts/tabulate-progress/1"

_SMALL = 1 << 26  # bytes of a file: a smaller one takes a moment, and is always begun anew
_PIECE = 1 << 24  # scores that are written at once: a multiple of four, so that each piece has whole bytes


class Draft:
    """A table's file that is being made. `tallies`: of each complete layer, its positions at score + 128."""

    def __init__(self, file: BinaryIO, header: TableHeader, progress: Path | None) -> None:
        """Go on with what `progress` names. Raises TableError if that file is damaged, or of another table."""
        self.header, self._file, self._progress = header, file, progress
        self._about = {"schema": SCHEMA, "game": header.game.to_list(), "bits": header.bits}
        self.tallies: dict[int, Counts] = {}
        if progress is not None and progress.exists():
            self.tallies = self._read_progress(progress)

    def begin(self, layout: Layout) -> None:
        """Go on with what is there; else take the whole file's room, so that a full disk shows now, and write rows."""
        size, file = self.header.cuts.layers[-1], self._file
        if self.tallies and os.fstat(file.fileno()).st_size == size:
            return
        self.forget_progress()
        file.truncate(0)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
        else:  # not every system can
            file.truncate(size)
        for start, row in zip(self.header.cuts.rows, layout.rows, strict=False):
            self._write(start, row_bytes(row))

    def add(self, ply: int, scores: Bytes, tally: Counts) -> None:
        """Write a layer, and note that it is complete."""
        self._file.seek(self.header.cuts.layers[ply])
        for piece in _pieces(scores):
            self._file.write((pack(piece) if self.header.bits == 2 else piece).data)
        self._flush()
        self.tallies[ply] = tally
        if self._progress is not None:
            layers = {done: _by_score(found) for done, found in self.tallies.items()}
            with replacing(self._progress, "w") as file:
                json.dump(self._about | {"layers": layers}, file)

    def read(self, ply: int, scores: Bytes) -> None:
        """Read the scores of a complete layer into an array of its size."""
        self._file.seek(self.header.cuts.layers[ply])
        for piece in _pieces(scores):
            data = np.frombuffer(self._file.read(layer_bytes(len(piece), self.header.bits)), np.int8)
            piece[:] = unpacked(data)[: len(piece)] if self.header.bits == 2 else data

    def finish(self) -> None:
        """Write the digests and the header: now the file is a table."""
        digests = list(self.header.row_digests)
        for start, (first, last) in zip(self.header.cuts.blocks, pairwise(self.header.cuts.layers), strict=False):
            self._file.seek(first)
            sizes = (min(BLOCK, last - at) for at in range(first, last, BLOCK))
            listed = b"".join([sha256(self._file.read(size)).digest() for size in sizes])
            self._write(start, listed)
            digests.append(sha256(listed).digest())
        self._write(0, replace(self.header, digests=digests).to_bytes())
        self._flush()

    @property
    def is_begun(self) -> bool:
        """Whether another command can go on from here."""
        return self._progress is not None and bool(self.tallies)

    def _write(self, at: int, data: Any) -> None:
        self._file.seek(at)
        self._file.write(data)

    def _flush(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def forget_progress(self) -> None:
        """Remove the file that names the layers."""
        self.tallies.clear()
        if self._progress is not None:
            self._progress.unlink(missing_ok=True)

    def _read_progress(self, path: Path) -> dict[int, Counts]:
        try:
            document = json.loads(path.read_bytes())
            for name, value in self._about.items():
                if document.get(name) != value:
                    raise TableError(
                        f"{str(path)!r} is of another table: {name} is {document.get(name)!r} there, {value!r} here; "
                        "delete it, or choose another file"
                    )
            tallies = {int(ply): _tally(by_score) for ply, by_score in document["layers"].items()}
            cells = self.header.game.cells
            if list(tallies) != list(range(cells, cells - len(tallies), -1)):
                raise ValueError("a layer is missing")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise TableError(f"{str(path)!r} is damaged: delete it, or choose another file") from None
        return tallies


@contextmanager
def making(path: str | os.PathLike[str], layout: Layout, bits: int = 8) -> Iterator[Draft]:
    """Give the file of a table that is to be made, or made further. It becomes `path` when the block ends without an
    error; otherwise it is kept if a layer is complete, and removed if not. Raises TableError."""
    try:
        target = _regular(path)
        with _locked(f"{target}.partial", target) as file:
            yield from _making(file, target, new_header(layout, bits), layout)
    except OSError as error:
        raise TableError(f"cannot write the table {os.fspath(path)!r}: {reason(error)}") from None


def _making(file: BinaryIO, target: str, header: TableHeader, layout: Layout) -> Iterator[Draft]:
    partial = f"{target}.partial"
    draft = Draft(file, header, None if header.cuts.layers[-1] < _SMALL else Path(f"{partial}.json"))
    try:
        draft.begin(layout)
        yield draft
        draft.finish()
    except BaseException:
        if not draft.is_begun:
            Path(partial).unlink(missing_ok=True)
        raise
    os.replace(partial, target)
    draft.forget_progress()


def _regular(path: str | os.PathLike[str]) -> str:
    """Return the file that a path leads to. Raises OSError if something else than a file is there, TableError if it is
    a table of another version."""
    target = os.path.realpath(path)
    if not os.path.basename(os.fspath(path)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if not os.path.exists(target):
        return target
    if not os.path.isfile(target):
        raise OSError(
            errno.EINVAL, "it is not a regular file, and a table is not written from its beginning to its end"
        )
    with open(path, "rb") as file:
        version = version_in(file.read(FIXED.size))
    if version not in (None, VERSION):
        raise TableError(
            f"{os.fspath(path)!r} is a table of version {version}, expected {VERSION}: choose another file"
        )
    return target


@contextmanager
def _locked(partial: str, target: str) -> Iterator[BinaryIO]:
    """Open the unfinished file, as no other process may, with the permissions of the file that it will replace."""
    with os.fdopen(os.open(partial, os.O_RDWR | os.O_CREAT, 0o666), "rb+") as file:
        _lock(file, partial)
        try:
            copy_permissions(target, partial)
            yield file
        finally:
            if os.fstat(file.fileno()).st_size == 0:  # nothing came of it
                Path(partial).unlink(missing_ok=True)


def _lock(file: BinaryIO, partial: str) -> None:
    """Lock a file until it is closed, where the system has such locks. Raises TableError if another process has it."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file.fileno()), os.stat(partial)):
            return  # else the other process has just finished it
    except (BlockingIOError, FileNotFoundError):
        pass
    raise TableError(f"{partial!r} is in use: another process makes this table")


def _pieces(scores: Bytes) -> Iterator[Bytes]:
    return (scores[first : first + _PIECE] for first in range(0, len(scores), _PIECE))


def _by_score(tally: Counts) -> dict[int, int]:
    return {int(place) - 128: int(tally[place]) for place in np.flatnonzero(tally)}


def _tally(by_score: Mapping[str, int]) -> Counts:
    tally = np.zeros(256, np.int64)
    for score, count in by_score.items():
        tally[int(score) + 128] = count
    return tally
