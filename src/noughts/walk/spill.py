"""Where the positions of a walk are kept: in memory, and beyond a limit in files of a folder.

The files have no names: they vanish with the process, however it ends.
"""

import tempfile
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from os import fspath
from typing import IO

from noughts.errors import FileError, reason
from noughts.files import PathLike

_OBJECT = 400  # bytes of a position, its two integers and its place in a dict, about


class Spill:
    """The limit of the memory for positions, in bytes (None: there is none), and the folder for those beyond it.

    `folder`: by default the system's for temporary files. `used`: the bytes on disk now; `most`: at any time.
    """

    def __init__(self, memory: int | None = None, folder: PathLike | None = None) -> None:
        self.memory = memory
        self.folder = folder
        self.used = self.most = 0

    def exceeded_by(self, positions: Sized, moves: int) -> bool:
        """Return whether positions, each an object of Python, and those after so many moves may exceed the memory."""
        return self.memory is not None and len(positions) * moves * _OBJECT > self.memory

    def file(self) -> IO[bytes]:
        """Return a new file without a name. Raises FileError."""
        with self.errors():
            return tempfile.TemporaryFile(dir=self.folder, buffering=0)

    def count(self, written: int) -> None:
        """Count bytes that were written, or with a minus sign bytes that were given back."""
        self.used += written
        self.most = max(self.most, self.used)

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Raise FileError, with the folder, if the block raises an OSError."""
        try:
            yield
        except OSError as error:
            folder = fspath(self.folder or tempfile.gettempdir())
            raise FileError(f"cannot keep positions in {str(folder)!r}: {reason(error)}") from None
