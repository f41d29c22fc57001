"""`noughts grade`: the submissions of a class in one table."""

import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Never

import click

from noughts.app.players import with_reading
from noughts.cli.common import (
    Count,
    FileParam,
    Seconds,
    SizeParam,
    Ticker,
    cores,
    emit,
    game_option,
    json_option,
    require_folder,
    say,
)
from noughts.cli.exits import Exit
from noughts.cli.grade_page import Row, as_csv, as_html, report, row_of
from noughts.cli.players import pickle_option, read_option
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.errors import file_errors, reason
from noughts.files import replacing
from noughts.processes.limits import PATIENCE, Ended, Limits, ask_limited
from noughts.results.grade import grades
from noughts.strategies.registry import PICKLES

_GLANCE = 0.1  # seconds between two looks at the progress line


@click.command()
@click.argument("files", nargs=-1, required=True, type=FileParam(exists=True), metavar="FILE...")
@game_option
@click.option("--name", metavar="NAME", help="The function or class in each file.  [default: the only one that plays]")
@click.option(
    "--seconds",
    type=Seconds(),
    default="20",
    show_default=True,
    metavar="N",
    help=f"Limit of processor time of each file; of the clock, {PATIENCE} times as much.",
)
@click.option(
    "--memory", type=SizeParam(), default="1GiB", show_default=True, metavar="BYTES", help="Memory limit of each file."
)
@click.option("--workers", type=Count(min=1), metavar="N", help="Files at a time.  [default: one for each core]")
@click.option("--csv", "csv", is_flag=True, help="Print the table as CSV.")
@click.option(
    "--html", type=FileParam(), metavar="PAGE", help="Write the table, with the losing lines, to an HTML file."
)
@read_option
@pickle_option
@json_option
@click.pass_context
def grade(
    ctx: click.Context,
    files: tuple[Path, ...],
    game: Game,
    name: str | None,
    seconds: float,
    memory: int,
    workers: int | None,
    csv: bool,
    html: Path | None,
    read: str | None,
    pickles: bool,
    as_json: bool,
) -> Never:
    """Prove the program in every FILE, and print one table: verdicts, losing lines, chances, faults.

    Each file is run in a process of its own, with limits of time and memory, and a bad one stops no other. This is no
    sandbox: do not grade a program that you would not run.

    Exit code 0 if no program can lose, 1 if one can lose, breaks the rules or raises an exception, 3 if none is known
    to, and one has no proof.
    """
    if csv and as_json:
        raise click.UsageError("--csv and --json are two forms of the same table: choose one")
    if seconds < 1:
        raise click.BadParameter(
            f"{seconds:g} is too short for a program to start: 1 at least.", param_hint="'--seconds'"
        )
    require_folder(html, "--html")
    paths = [_checked(path, pickles) for path in dict.fromkeys(files)]
    grader = _Grader(name, read, game, Limits(seconds, memory), pickles)
    found: dict[Path, dict[str, Any]] = {}
    interrupted = False
    try:
        _grade_all(paths, grader, workers or cores(), found)
    except KeyboardInterrupt:
        interrupted = True
    documents = [found[path] for path in paths if path in found]
    rows = [row_of(document) for document in documents]
    if html is not None:
        with file_errors("write", html), replacing(html, "w") as file:
            file.write(as_html(game, rows))
    if as_json:
        emit(grades(game, seconds, documents))
    elif csv:
        say(as_csv(rows))
    else:
        report(game, rows)
    if interrupted:
        click.echo(f"interrupted; {len(documents)} of {len(paths)} files are graded", err=True)
        ctx.exit(Exit.INTERRUPTED)
    ctx.exit(_exit_code(rows))


def _checked(path: Path, pickles: bool) -> Path:
    """Return the path of a program. Raises BadParameter for another file, or a pickle that is not trusted."""
    if path.suffix not in (".py", *PICKLES):
        raise click.BadParameter(f"{str(path)!r}: expected a file in .py.", param_hint="'FILE...'")
    if path.suffix in PICKLES and not pickles:
        raise click.BadParameter(
            f"{str(path)!r} is a pickle, which can run any code when it is read: --unsafe-pickle reads it.",
            param_hint="'FILE...'",
        )
    return path


def _exit_code(rows: Sequence[Row]) -> Exit:
    if any(row.loses for row in rows):
        return Exit.NO
    return Exit.ANSWERED if all(row.holds for row in rows) else Exit.UNKNOWN


def _grade_all(paths: Sequence[Path], grader: "_Grader", workers: int, found: dict[Path, dict[str, Any]]) -> None:
    """Grade the files, and put their documents into `found`. Ctrl-C ends all processes; finished files are there."""
    stop = threading.Event()
    with ThreadPoolExecutor(workers) as pool, Ticker() as ticker:
        futures = {path: pool.submit(grader.submission, path, stop) for path in paths}
        try:
            while (state := wait(futures.values(), _GLANCE)).not_done:
                ticker.show(partial(_progress, len(state.done), len(paths)))
        finally:
            found |= {path: future.result() for path, future in futures.items() if future.done()}
            stop.set()
            pool.shutdown(cancel_futures=True)


def _progress(done: int, total: int, seconds: float) -> str:
    return f"{done:,} of {total:,} files, {seconds:.0f} s"


@dataclass(frozen=True)
class _Grader:
    """What is asked of every file, and the limits of its process."""

    name: str | None
    read: str | None
    game: Game
    limits: Limits
    pickles: bool

    def submission(self, path: Path, stop: threading.Event) -> dict[str, Any]:
        """Return what is known of one file: a submission of the document noughts/grade/1."""
        ended = self._ended(path, stop)
        known = ended.document
        problem = known.get("problem") or ended.problem
        seats, missing = known.get("seats", {}), {"verdict": "no verdict", "reason": problem}
        return {
            "file": str(path),
            "strategy": known.get("strategy"),
            "read": known.get("read"),
            "seats": {side.seat: seats.get(side.seat, missing) for side in Side},
            "illegal": known.get("illegal"),
            "raised": known.get("raised"),
            "problem": problem,
            "printed": ended.printed,
            "seconds": round(ended.seconds, 2),
        }

    def _ended(self, path: Path, stop: threading.Event) -> Ended:
        spec = with_reading(str(path.absolute()) + (f":{self.name}" if self.name else ""), self.read)
        request = {"spec": spec, "game": str(self.game), "pickles": self.pickles}
        try:
            return ask_limited([sys.executable, "-m", "noughts.cli.grade_child"], request, self.limits, stop)
        except OSError as error:  # the system has no process or no memory left
            return Ended({}, f"its process was not started: {reason(error)}", 0, 0.0)
