"""`noughts solve`."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO, Never

import click

from noughts.cli.clock import time_left
from noughts.cli.common import (
    FileParam,
    GameParam,
    SizeParam,
    Ticker,
    emit,
    exact_option,
    json_option,
    read_position,
    require_folder,
    say,
)
from noughts.cli.exits import Exit
from noughts.cli.tables import tables_option, user_tables
from noughts.core.budget import Budget, Progress
from noughts.core.game import Game, refuse_exact
from noughts.core.notation import STANDARD, diagram
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import file_errors
from noughts.extras import require_extra
from noughts.solve.solver import Solution, Solver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from noughts.solve.checkpoint import Checkpoint


@click.command()
@click.argument("game", type=GameParam(), required=False)
@exact_option
@click.option(
    "--position", "text", metavar="TEXT", help="A position of the game, as XX./.../O..; else the empty board."
)
@click.option("--distance", is_flag=True, help="Also find the plies to the end; moves must keep them too.")
@click.option("--value-only", is_flag=True, help="Do not search for the moves that keep the value.")
@click.option("--nodes", type=click.IntRange(min=1), help="Node limit.")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Time limit.")
@click.option("--memory", type=SizeParam(), default="1GiB", show_default=True, help="For each table of a search.")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Threads.")
@click.option("--certificate", type=FileParam(), metavar="FILE", help="Write a proof that `noughts check` can check.")
@click.option(
    "--checkpoint", type=FileParam(), metavar="FILE", help="Save a long search to FILE, and resume it from there."
)
@tables_option
@json_option
@click.pass_context
def solve(
    ctx: click.Context,
    game: Game | None,
    text: str | None,
    distance: bool,
    value_only: bool,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    workers: int,
    certificate: "Path | None",
    checkpoint: "Path | None",
    as_json: bool,
) -> Never:
    """Solve a position of GAME (as 5,5,4): win, draw or loss for the side to move, and the arguments that prove it.

    Exit code 0 with a value; 3 if the budget is spent first: then the value is unknown, which is not a draw.
    """
    position = Position(game or STANDARD) if text is None else read_position(text, game)
    budget = Budget(nodes, None if seconds is None else time_left(seconds), memory, workers)
    require_folder(certificate, "--certificate")
    if certificate is not None:
        refuse_exact(position.game, "certificates")
        _require_means(position)
    require_folder(checkpoint, "--checkpoint")
    if checkpoint is not None:
        require_extra("fast", "a checkpoint")
    with Ticker() as ticker, ExitStack() as files:
        saved = None if checkpoint is None else _checkpoint(checkpoint, position)
        log = None if certificate is None else _logs(certificate, files)
        solver = Solver(budget, lambda progress: ticker.show(lambda _: _words(progress)), saved, user_tables(), log)
        solution = solver.solve(position, distance=distance, moves=not value_only and certificate is None)
        if certificate is not None and solution.value is not None:
            _certify(certificate, position, solution.value, solver, ticker)
            if not value_only:  # questions about moves would fill the table from which the certificate is written
                solution = solver.with_moves(solution)
    if as_json:
        emit(_document(solution))
    else:
        _report(solution)
    ctx.exit(Exit.UNKNOWN if solution.value is None else Exit.ANSWERED)


# What a small board never needs is imported by the functions from here on: it takes longer than the answer.


def _checkpoint(path: "Path", position: Position) -> "Checkpoint":
    from noughts.solve.checkpoint import Checkpoint

    return Checkpoint(path, position)


def _logs(path: "Path", files: ExitStack) -> "Callable[[], BinaryIO]":
    """Return what opens a file without a name beside the certificate, to be closed with the others."""
    from tempfile import TemporaryFile

    def opened() -> BinaryIO:
        with file_errors("write", path):
            return files.enter_context(TemporaryFile(dir=path.parent))

    return opened


def _require_means(position: Position) -> None:
    """Raise MissingExtraError for a certificate that only compiled code can write, where there is no compiler."""
    from noughts.solve.certificates import needs_compiler

    if needs_compiler(position):
        require_extra("fast", f"a certificate of {position.empty.bit_count()} free cells")


def _certify(path: "Path", position: Position, value: Value, solver: Solver, ticker: Ticker) -> None:
    from noughts.cli.warm_up import compiled
    from noughts.solve.certificates import write_certificate

    def show(entries: int) -> None:
        ticker.show(lambda _: f"certificate: {entries:,} entries")

    with file_errors("write", path):
        write_certificate(path, position, value, solver.budget, compiled, solver, show)


def _document(solution: Solution) -> dict[str, Any]:
    """Return the JSON document noughts/solution/1."""
    from noughts.results.values import place, value_of

    game = solution.position.game
    return {
        "schema": "noughts/solution/1",
        **place(solution.position),
        **value_of(solution.value),
        "moves": None if solution.moves is None else [game.name(move) for move in solution.moves],
        "arguments": list(solution.arguments),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "reason": solution.unknown or None,
    }


def _report(solution: Solution) -> None:
    """Print a solution."""
    position, value = solution.position, solution.value
    if position.ply:
        say(diagram(position))
    what = "unknown" if value is None else str(value)
    say(click.style(f"{position.game}, {position.side} to move: {what}", bold=True))
    if solution.unknown:
        say(f"  {solution.unknown}")
    if solution.arguments:
        say(f"  closed by: {', '.join(solution.arguments)}")
    if solution.moves:
        kept = [position.game.name(move) for move in solution.moves]
        every = len(kept) == len(position.legal_moves)
        say(f"  keep it:   {'every move' if every else ' '.join(kept)}")
    say(f"  {solution.nodes:,} nodes, {solution.seconds:.3f} s")


def _words(progress: Progress) -> str:
    speed = progress.nodes / max(progress.seconds, 1e-6)
    left = progress.seconds * (1 - progress.share) / progress.share if progress.share > 0.01 else None
    rest = "" if left is None else f", about {left:,.0f} s left"
    return (
        f"{progress.engine}: {progress.share:.0%} of the root, {progress.nodes:,} nodes, {speed:,.0f}/s, "
        f"table {progress.fill:.0%} full{rest}"
    )
