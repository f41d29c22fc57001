"""A position solved with files: a certificate of its value, and a checkpoint of a long search."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from noughts.core.budget import Budget, Progress
from noughts.core.position import Position
from noughts.core.value import Truth
from noughts.errors import file_errors
from noughts.extras import require_extra
from noughts.solve.certificates import needs_compiler, write_certificate
from noughts.solve.solver import Solution, Solver


@dataclass(frozen=True)
class SolutionProgress:
    """The functions that a long solution calls."""

    search: Callable[[Progress], None]
    entries: Callable[[int], None]
    """Gets the number of the certificate's entries."""
    compile: Callable[[Iterable[str]], None]
    """Gets the modules whose compiled code is needed, and returns when it is there."""


def solve_with_files(
    position: Position,
    budget: Budget,
    *,
    certificate: Path | None,
    checkpoint: Path | None,
    distance: bool,
    moves: bool,
    tables: Truth,
    progress: SolutionProgress,
) -> Solution:
    """Return the solution of a position, and write its certificate if the value was found.

    The search is continued from the checkpoint, and saved there. Raises MissingExtraError, CheckpointError and
    FileError before the search.
    """
    if certificate is not None and needs_compiler(position):
        require_extra("fast", f"a certificate of {position.empty.bit_count()} free cells")
    saved = None
    if checkpoint is not None:
        require_extra("fast", "a checkpoint")
        saved = import_module("noughts.solve.checkpoint").Checkpoint(checkpoint, position)  # needs NumPy
    solver = Solver(budget, progress.search, saved, tables)
    if certificate is None:
        return solver.solve(position, distance=distance, moves=moves)
    with ExitStack() as files:
        solver.open_log = partial(_log, certificate, files)
        solution = solver.solve(position, distance=distance, moves=False)
        if solution.value is None:
            return solution
        with file_errors("write", certificate):
            write_certificate(
                certificate, position, solution.value, budget, progress.compile, solution.proofs, progress.entries
            )
        # Questions about moves would fill the table from which the certificate is written, so they come last.
        return solver.with_moves(solution) if moves else replace(solution, proofs={})


def _log(path: Path, files: ExitStack) -> BinaryIO:
    """Return a file without a name beside the certificate, to be closed with the others."""
    with file_errors("write", path):
        return files.enter_context(TemporaryFile(dir=path.parent))
