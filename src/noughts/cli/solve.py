"""`noughts solve`."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Never

import click

from noughts.cli.clock import time_left
from noughts.cli.common import (
    FileParam,
    GameParam,
    SizeParam,
    Ticker,
    answer,
    compiling,
    exact_option,
    json_option,
    read_position,
    require_folder,
    say,
)
from noughts.cli.exits import Exit
from noughts.cli.options import option, options
from noughts.cli.tables import tables_option
from noughts.core.budget import Budget, Progress
from noughts.core.game import Game
from noughts.core.notation import STANDARD, diagram
from noughts.core.position import Position
from noughts.results.solution import solution_result
from noughts.solve.solver import Solution
from noughts.solve.solver import solve as solution_of
from noughts.solve.user_tables import user_tables

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Wanted:
    """What is found besides the value."""

    distance: bool = option(
        "--distance", is_flag=True, help="Also find the plies to the end; moves must keep them too."
    )
    value_only: bool = option("--value-only", is_flag=True, help="Do not search for the moves that keep the value.")


@dataclass(frozen=True)
class SearchLimits:
    """The limits of a search."""

    nodes: int | None = option("--nodes", type=click.IntRange(min=1), help="Node limit.")
    seconds: float | None = option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Time limit.")
    memory: int = option(
        "--memory", type=SizeParam(), default="1GiB", show_default=True, help="For each table of a search."
    )
    workers: int = option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Threads.")

    @property
    def budget(self) -> Budget:
        """What is left of the limits: the time counts from the start of the command."""
        return Budget(self.nodes, None if self.seconds is None else time_left(self.seconds), self.memory, self.workers)


@dataclass(frozen=True)
class SolutionFiles:
    """The files of a solution."""

    certificate: "Path | None" = option(
        "--certificate", type=FileParam(), metavar="FILE", help="Write a proof that `noughts check` can check."
    )
    checkpoint: "Path | None" = option(
        "--checkpoint", type=FileParam(), metavar="FILE", help="Save a long search to FILE, and resume it from there."
    )


@click.command()
@click.argument("game", type=GameParam(), required=False)
@exact_option
@click.option(
    "--position", "text", metavar="TEXT", help="A position of the game, as XX./.../O..; else the empty board."
)
@options(Wanted, "wanted")
@options(SearchLimits, "limits")
@options(SolutionFiles, "files")
@tables_option
@json_option
def solve(
    game: Game | None,
    text: str | None,
    wanted: Wanted,
    limits: SearchLimits,
    files: SolutionFiles,
    as_json: bool,
) -> Never:
    """Solve a position of GAME (as 5,5,4): win, draw or loss for the side to move, and the arguments that prove it.

    Exit code 0 with a value; 3 if the budget is spent first: then the value is unknown, which is not a draw.
    """
    position = Position(game or STANDARD) if text is None else read_position(text, game)
    require_folder(files.certificate, "--certificate")
    require_folder(files.checkpoint, "--checkpoint")
    with Ticker() as ticker:
        solution = _solve(position, wanted, limits.budget, files, ticker)
    code = Exit.UNKNOWN if solution.value is None else Exit.ANSWERED
    answer(solution_result(solution), as_json, lambda: _report(solution), code)


def _solve(position: Position, wanted: Wanted, budget: Budget, files: SolutionFiles, ticker: Ticker) -> Solution:
    def show(progress: Progress) -> None:
        ticker.show(lambda _: _words(progress))

    def show_entries(entries: int) -> None:
        ticker.show(lambda _: f"certificate: {entries:,} entries")

    def show_compiling(what: str) -> None:
        ticker.show(lambda passed: compiling(what, passed))

    distance, moves, tables = wanted.distance, not wanted.value_only, user_tables()
    if files.certificate is None and files.checkpoint is None:
        return solution_of(position, budget, distance=distance, moves=moves, report=show, tables=tables)
    from noughts.app.compilation import wait_for_kernels
    from noughts.solve.saved_solution import SolutionProgress, solve_with_files  # takes longer than a small answer

    return solve_with_files(
        position,
        budget,
        certificate=files.certificate,
        checkpoint=files.checkpoint,
        distance=distance,
        moves=moves,
        tables=tables,
        progress=SolutionProgress(show, show_entries, partial(wait_for_kernels, progress=show_compiling)),
    )


def _report(solution: Solution) -> None:
    """Print a solution."""
    position, value = solution.position, solution.value
    if position.ply:
        say(diagram(position))
    what = "unknown" if value is None else str(value)
    say(click.style(f"{position.game}, {position.side} to move: {what}", bold=True))
    if solution.unknown:
        say(f"  {'' if value is None else 'best moves: '}{solution.unknown}")
    if solution.arguments:
        say(f"  closed by:  {', '.join(solution.arguments)}")
    if solution.moves:
        every = len(solution.moves) == len(position.legal_moves)
        say(f"  best moves: {'every move' if every else solution.moves}")
    say(f"  {solution.nodes:,} nodes, {solution.seconds:.3f} s")


def _words(progress: Progress) -> str:
    speed = progress.nodes / max(progress.seconds, 1e-6)
    left = progress.seconds * (1 - progress.share) / progress.share if progress.share > 0.01 else None
    rest = "" if left is None else f", about {left:,.0f} s left"
    return (
        f"{progress.engine}: {progress.share:.0%} of the root, {progress.nodes:,} nodes, {speed:,.0f}/s, "
        f"table {progress.fill:.0%} full{rest}"
    )
