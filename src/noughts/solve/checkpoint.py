"""The checkpoint of a long solution, one .npz file: the answers so far, and the running searches as arrays.

The file is replaced as a whole, so a process that is killed leaves the previous one.
"""

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.core.position import Position, Side
from noughts.errors import CheckpointError, reason
from noughts.files import replacing

Arrays = Mapping[str, npt.NDArray[Any]]

EVERY = 30.0  # seconds between two checkpoints, at least
SHARE = 20  # writing takes at most 1/SHARE of the time

_META = "meta"
_DAMAGE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    EOFError,
    MemoryError,
    RecursionError,
    RuntimeError,  # with NotImplementedError: an unknown compression, a password
    zipfile.BadZipFile,
    zlib.error,
)
_FORMAT = 8  # of the arrays; a search continues only from its own format


class Checkpoint:
    """The file of one solution. `answers`: by position and side, whether the side forces a line, and which search has
    found it."""

    def __init__(self, path: Path, root: Position) -> None:
        """Read the file if it exists. Raises CheckpointError if it is not a checkpoint, or one of another position."""
        self.path, self.root = path, root
        self.answers: dict[tuple[str, str], tuple[bool, str]] = {}
        self._under_way: tuple[str, str] | None = None
        self._arrays: Arrays = {}
        self._next = monotonic() + EVERY
        if path.exists():
            self._load()

    def resume(self, position: Position, side: Side) -> Arrays | None:
        """Return the saved searches for this question as arrays, or None if there are none."""
        return self._arrays if self._under_way == (str(position), side.value) else None

    def answer(self, position: Position, side: Side, forces: bool, engine: str) -> None:
        """Record an answer, and the search that has found it; the next checkpoint includes both."""
        self.answers[str(position), side.value] = forces, engine
        self._under_way, self._arrays = None, {}

    def offer(self, position: Position, side: Side, arrays: Callable[[], Arrays]) -> None:
        """Write the running searches if the time has come; `arrays` returns them."""
        if monotonic() >= self._next:
            self.write(position, side, arrays())

    def write(self, position: Position | None = None, side: Side | None = None, arrays: Arrays | None = None) -> None:
        """Write the answers, and the running searches for a question. Raises CheckpointError."""
        began = monotonic()
        under_way = None if position is None or side is None else [str(position), side.value]
        answers = [[*key, *answer] for key, answer in self.answers.items()]
        meta = {"format": _FORMAT, "root": self._root, "answers": answers, "now": under_way}
        try:
            with replacing(self.path) as file:
                np.savez(file, allow_pickle=False, **{_META: np.array(json.dumps(meta)), **(arrays or {})})
        except OSError as error:
            raise CheckpointError(f"cannot write the checkpoint {str(self.path)!r}: {reason(error)}") from None
        self._next = monotonic() + max(EVERY, SHARE * (monotonic() - began))

    @property
    def _root(self) -> list[str]:
        return [str(self.root.game), str(self.root)]

    def _load(self) -> None:
        if not self.path.is_file():  # reading a device may never end
            raise CheckpointError(f"no checkpoint {str(self.path)!r}: it is not a regular file")
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
                arrays = {name: saved[name] for name in saved.files}
            meta = json.loads(str(arrays.pop(_META)))
            if (written := meta.get("format", 1)) != _FORMAT:
                raise CheckpointError(
                    f"{str(self.path)!r} is a checkpoint of format {written}, expected {_FORMAT}: choose another file"
                )
            game, position = meta["root"]
            if [game, position] != self._root:
                raise CheckpointError(f"{str(self.path)!r} is the checkpoint of {game} at {position!r}")
            self.answers = {(text, side): (forces, engine) for text, side, forces, engine in meta["answers"]}
            now = meta["now"]
            self._under_way, self._arrays = (None if now is None else (now[0], now[1])), arrays
        except OSError as error:
            raise CheckpointError(f"cannot read the checkpoint {str(self.path)!r}: {reason(error)}") from None
        except _DAMAGE:  # whose words are of NumPy and of Python
            raise CheckpointError(f"no checkpoint {str(self.path)!r}: it is damaged, or another file") from None
