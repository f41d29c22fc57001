"""A long solution on disk: what has been answered, and the searches under way as arrays. One .npz file.

It is written whole: a process that is killed leaves the older one.
"""

import json
import zipfile
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

EVERY = 30.0  # seconds between two writings
SHARE = 20  # at most one part in so many of the time is spent on writing

_META = "meta"
FORMAT = 2  # of the arrays: a search goes on from those that it wrote itself


class Checkpoint:
    """The file of one solution: `answers` says, for positions and sides, whether the side forces a line."""

    def __init__(self, path: Path, root: Position) -> None:
        """Read the file where there is one. Raises CheckpointError where it is none, or of another position."""
        self.path, self.root = path, root
        self.answers: dict[tuple[str, str], bool] = {}
        self._under_way: tuple[str, str] | None = None
        self._arrays: Arrays = {}
        self._next = monotonic() + EVERY
        if path.exists():
            self._load()

    def resume(self, position: Position, side: Side) -> Arrays | None:
        """Return the arrays of the searches for this question, or None where it was not under way."""
        return self._arrays if self._under_way == (str(position), side.value) else None

    def answer(self, position: Position, side: Side, forces: bool) -> None:
        """Note an answer; it is written with the next searches, or at the end."""
        self.answers[str(position), side.value] = forces
        self._under_way, self._arrays = None, {}

    def offer(self, position: Position, side: Side, arrays: Callable[[], Arrays]) -> None:
        """Write the searches under way, if it is time."""
        if monotonic() >= self._next:
            self.write(position, side, arrays())

    def write(self, position: Position | None = None, side: Side | None = None, arrays: Arrays | None = None) -> None:
        """Write the answers, and the searches for a question. Raises CheckpointError."""
        began = monotonic()
        under_way = None if position is None or side is None else [str(position), side.value]
        answers = [[*key, yes] for key, yes in self.answers.items()]
        meta = {"format": FORMAT, "root": self._root, "answers": answers, "now": under_way}
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
        if not self.path.is_file():  # to read a device may never end
            raise CheckpointError(f"no checkpoint {str(self.path)!r}: it is not a regular file")
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
                arrays = {name: saved[name] for name in saved.files}
            meta = json.loads(str(arrays.pop(_META)))
            root, answers, now, written = meta["root"], meta["answers"], meta["now"], meta.get("format", 1)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise CheckpointError(f"no checkpoint {str(self.path)!r}: {error}") from None
        if written != FORMAT:
            raise CheckpointError(f"the checkpoint {str(self.path)!r} has format {written}, not {FORMAT}: delete it")
        if root != self._root:
            raise CheckpointError(f"{str(self.path)!r} is the checkpoint of {root[0]} at {root[1]!r}")
        self.answers = {(text, side): yes for text, side, yes in answers}
        self._under_way, self._arrays = (None if now is None else (now[0], now[1])), arrays
