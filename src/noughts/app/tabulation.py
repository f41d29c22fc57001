"""The exact value of every position of a game, written to a file."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.core.game import Game
from noughts.results.tabulate import TabulateDocument

if TYPE_CHECKING:
    from noughts.solve.tables.retrograde import Summary

_TABULATE = "noughts.solve.tables.storage.tabulate"  # it needs NumPy


def write_table(
    game: Game, path: Path, memory: int, workers: int | None, progress: Callable[[int, int], None], bits: int
) -> "Summary":
    """Write a table, and return what is in it. It needs NumPy and compiled code. Raises LimitExceeded, FileError."""
    found: Summary = import_module(_TABULATE).tabulate(game, path, memory, workers, progress, bits=bits)
    return found


def table_written(found: "Summary", file: str, size: int, seconds: float) -> TabulateDocument:
    """Return the document of a table in a file of `size` bytes."""
    return TabulateDocument(
        schema="noughts/tabulate/1",
        game=found.game.to_list(),
        value=found.value.word,
        plies=found.value.distance,
        positions=found.positions,
        win=found.win,
        draw=found.draw,
        loss=found.loss,
        longest=found.longest,
        file=file,
        bytes=size,
        seconds=seconds,
    )
