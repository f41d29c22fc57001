"""The layers of a table that are safe on the disk: a JSON file from which a killed command goes on.

    {"schema": "noughts/tabulate-progress/1", "game": [5, 4, 4], "bits": 8, "layers": {"20": {"0": 31, "-9": 120}, ...}}

A layer has the tally of its positions by score. The file is replaced as a whole after each layer.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from noughts.errors import TableError
from noughts.files import replacing

SCHEMA: Final = "noughts/tabulate-progress/1"

Counts = NDArray[np.int64]  # positions, at score + 128


class ProgressFile:
    """The tallies of the complete layers, by ply, in memory and in a file."""

    def __init__(self, path: str, about: Mapping[str, object]) -> None:
        """Read the file if it exists. Raises TableError if it is damaged, or of another table."""
        self.path = path
        self._about = {"schema": SCHEMA, **about}
        self.tallies: dict[int, Counts] = {}
        with suppress(FileNotFoundError):
            self._read(Path(path).read_bytes())

    def add(self, ply: int, tally: Counts) -> None:
        """Note a layer."""
        self.tallies[ply] = tally
        layers = {done: _by_score(found) for done, found in self.tallies.items()}
        with replacing(self.path, "w") as file:
            json.dump(self._about | {"layers": layers}, file)

    def clear(self) -> None:
        """Forget all layers."""
        self.tallies.clear()
        with suppress(FileNotFoundError):
            os.unlink(self.path)

    def _read(self, data: bytes) -> None:
        try:
            document = json.loads(data)
            self._require(document)
            self.tallies = {int(ply): _tally(by_score) for ply, by_score in document["layers"].items()}
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise TableError(f"{self.path!r} is damaged: delete it, or choose another file") from None

    def _require(self, document: Mapping[str, Any]) -> None:
        for name, value in self._about.items():
            if document.get(name) != value:
                raise TableError(
                    f"{self.path!r} is of another table: {name} is {document.get(name)!r} there, {value!r} here; "
                    "delete it, or choose another file"
                )


def _by_score(tally: Counts) -> dict[int, int]:
    return {int(place) - 128: int(tally[place]) for place in np.flatnonzero(tally)}


def _tally(by_score: Mapping[str, int]) -> Counts:
    tally = np.zeros(256, np.int64)
    for score, count in by_score.items():
        tally[int(score) + 128] = count
    return tally
