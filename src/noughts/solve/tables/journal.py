"""The journal of a table that is being made: a file of JSON lines from which a killed command goes on.

The first line says which table it is; each other line is one step that is safe on the disk:

    {"schema": "noughts/tabulate-journal/1", "game": [5, 4, 4], "bits": 8, "grain": 1048576}
    {"layer": 12, "slices": [0, 1, 3], "tally": {"-9": 120, "0": 31}}
    {"layer": 12, "ended": true}

A slice is `grain` scores of a layer, in whole rows. Each line is written in one call, so only the last line of a killed
command can be incomplete.
"""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from noughts.errors import TableError, reason

SCHEMA: Final = "noughts/tabulate-journal/1"

Tally = Mapping[int, int]  # positions by score


class Journal:
    """An open journal. It holds, for each layer, the slices that are done and the tally of their positions."""

    def __init__(self, path: str, about: Mapping[str, object]) -> None:
        """Open or create the journal of a table. Raises TableError for another table's."""
        self.path = path
        self._about = {"schema": SCHEMA, **about}
        self.slices: defaultdict[int, set[int]] = defaultdict(set)
        self.tallies: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.ended: set[int] = set()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise TableError(f"cannot write {path!r}: {reason(error)}") from None
        try:
            self._begin(Path(path).read_bytes())
        except BaseException:
            self.close()
            raise

    def add(self, layer: int, slices: list[int], tally: Tally) -> None:
        """Record slices that are safe on the disk."""
        self.slices[layer].update(slices)
        self._write({"layer": layer, "slices": slices, "tally": {str(score): n for score, n in tally.items()}})

    def end(self, layer: int) -> None:
        """Record that a layer is complete, with all of its digests."""
        self.ended.add(layer)
        self._write({"layer": layer, "ended": True})

    def clear(self) -> None:
        """Forget all steps: the table is begun anew."""
        self.slices.clear()
        self.tallies.clear()
        self.ended.clear()
        os.ftruncate(self._file, 0)
        self._write(self._about)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self, text: bytes) -> None:
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        if lines:
            self._require(self._parsed(lines[0], 1))
        for number, line in enumerate(lines[1:], 2):
            try:
                self._take(self._parsed(line, number))
            except (LookupError, TypeError, ValueError, AttributeError):
                raise self._damaged(line, number) from None
        os.ftruncate(self._file, whole)  # the step of an incomplete line is done again
        if not lines:
            self._write(self._about)

    def _require(self, header: dict[str, Any]) -> None:
        if header.get("schema") != SCHEMA:
            raise TableError(f"{self.path!r} is no journal of a table: its schema is {header.get('schema')!r}")
        for name, value in self._about.items():
            if header.get(name) != value:
                raise TableError(
                    f"{self.path!r} is the journal of another table: {name} is {header.get(name)!r} there, "
                    f"{value!r} here; delete it and the file beside it, or choose another name"
                )

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise self._damaged(line, number)
        return entry

    def _damaged(self, line: bytes, number: int) -> TableError:
        return TableError(f"{self.path!r}, line {number} is damaged: {line[:40].decode('utf-8', 'replace')!r}")

    def _take(self, entry: dict[str, Any]) -> None:
        layer = int(entry["layer"])
        if entry.get("ended"):
            self.ended.add(layer)
            return
        self.slices[layer].update(map(int, entry["slices"]))
        self.tallies[layer].update({int(score): int(count) for score, count in entry["tally"].items()})

    def _write(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry).encode() + b"\n"
        try:
            written = os.write(self._file, line)
            os.fsync(self._file)
        except OSError as error:
            raise TableError(f"cannot write {self.path!r}: {reason(error)}") from None
        if written < len(line):
            raise TableError(f"cannot write {self.path!r}: no space left")
