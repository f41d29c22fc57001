"""`noughts grade`: the submissions of a class in one table."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Never

import click

from noughts.cli.common import (
    FileParam,
    Ticker,
    answer,
    cores,
    game_option,
    require_folder,
    say,
)
from noughts.cli.exits import Exit
from noughts.cli.options import ProgramOptions, json_option, option, options, program_options
from noughts.cli.text_table import emphasised, show_table
from noughts.core.game import Game
from noughts.errors import file_errors
from noughts.files import replacing
from noughts.grading.grader import Grader
from noughts.grading.page import as_html
from noughts.grading.points import Scale, gradescope
from noughts.grading.table import as_csv, chances, file_labels, per_cent, score, shortest_loss, summary, verdicts
from noughts.programs.jail.limits import Limits
from noughts.programs.reading.readings import Reading, quoted
from noughts.programs.specs import PICKLES, SOURCES
from noughts.results.grade import GradeDocument, Submission
from noughts.words import Said

_MEMORY: Final = 1 << 30  # bytes, of each file


@dataclass(frozen=True)
class GradeOptions:
    """What is asked of each file, its limits, and the form of the table."""

    name: str | None = option("The function or class in each file.  [default: the only one that plays]", metavar="NAME")
    seconds: float = option("Limit of processor time of each file.", default="120", metavar="N")
    workers: int | None = option("Files at a time.  [default: one for each core]", metavar="N")
    helpers: tuple[Path, ...] = option(
        "A file that every program may import or read, as if it lay beside it; more than one with more options.",
        "--helper",
        type=FileParam(exists=True),
        multiple=True,
        metavar="FILE",
    )
    csv: bool = option("Print the table as CSV.")
    html: Path | None = option("Write the table, with the losing lines, to an HTML file.", metavar="PAGE")

    points: Path | None = option("Give points, as a file in TOML says.", type=FileParam(exists=True), metavar="SCALE")
    gradescope: Path | None = option("With --points: write Gradescope's results.json.", metavar="RESULTS")

    def check(self, as_json: bool) -> None:
        """Raise UsageError or BadParameter for options that do not go together, or cannot be."""
        if self.csv and as_json:
            raise click.UsageError("--csv and --json are two forms of the same table: choose one")
        if self.seconds < 1:
            raise click.BadParameter(
                f"{self.seconds:g} is too short for a program to start: 1 at least.", param_hint="'--seconds'"
            )
        if self.gradescope is not None and self.points is None:
            raise click.UsageError("--gradescope needs --points: it writes points")
        require_folder(self.html, "--html")
        require_folder(self.gradescope, "--gradescope")


@click.command()
@click.argument("files", nargs=-1, required=True, type=FileParam(exists=True), metavar="FILE...")
@game_option
@options(GradeOptions, "settings")
@program_options
@json_option
def grade(
    files: tuple[Path, ...], game: Game, settings: GradeOptions, programs: ProgramOptions, as_json: bool
) -> Never:
    """Prove the program in every FILE, and print one table: verdicts, losing lines, chances, faults.

    Each file is run in a process of its own, alone but for the files of --helper, with limits that the kernel keeps;
    a bad one stops no other. The last lines say which limits do not hold on this machine, if there are any.

    A class has one form: --read, or read in the file of --points, says how all programs are called, and what does not
    fit it breaks the rules. Else each file is read by itself, as prove reads it.

    Exit code 0 if no program can lose, 1 if one can lose, breaks the rules or raises an exception, 3 if none is known
    to, and one has no proof.
    """
    settings.check(as_json)
    programs.check_turn()
    scale = None if settings.points is None else Scale.from_file(settings.points)
    paths = [_checked(path) for path in dict.fromkeys(files)]
    helpers = [str(path.absolute()) for path in settings.helpers]
    if same := {path.name for path in settings.helpers} & {path.name for path in paths}:
        raise click.BadParameter(f"{min(same)!r} is also the name of a file that is graded.", param_hint="'--helper'")
    limits = Limits(
        settings.seconds, programs.memory or _MEMORY, min(settings.seconds, programs.answer_seconds), helpers
    )
    read = str(Reading.from_text(programs.read)) if programs.read else scale.read if scale else ""
    grader = Grader(game, limits, settings.name, read)
    with Ticker() as ticker:

        def show(done: int) -> None:
            ticker.show(lambda seconds: f"{done:,} of {len(paths):,} files, {seconds:.0f} s")

        graded = grader.grade(paths, settings.workers or cores(), show)
    rows = graded.submissions
    if scale is not None:
        rows = [replace(row, points=scale.of(row)) for row in rows]
    if settings.gradescope is not None:
        with file_errors("write", settings.gradescope), replacing(settings.gradescope, "w") as file:
            json.dump(gradescope(rows), file, indent=2)
    if settings.html is not None:
        with file_errors("write", settings.html), replacing(settings.html, "w") as file:
            file.write(as_html(game, rows))
    if graded.interrupted:
        click.echo(f"interrupted; {len(rows)} of {len(paths)} files are graded", err=True)
    gaps = sorted({row.limits for row in rows if row.limits})
    text = (lambda: say(as_csv(rows))) if settings.csv else (lambda: _report(game, rows, read, gaps))
    if graded.interrupted:
        code = Exit.INTERRUPTED
    elif any(row.loses for row in rows):
        code = Exit.NO
    else:
        code = Exit.ANSWERED if all(row.holds for row in rows) else Exit.UNKNOWN
    answer(GradeDocument(game, settings.seconds, rows, read or None), as_json, text, code)


def _checked(path: Path) -> Path:
    """Return the path of a program. Raises BadParameter for another file."""
    if path.suffix in PICKLES:
        raise click.BadParameter(str(Said("error.pickle", {"strategy": repr(str(path))})), param_hint="'FILE...'")
    if path.suffix not in SOURCES:
        raise click.BadParameter(f"{str(path)!r}: expected a file in .py or .ipynb.", param_hint="'FILE...'")
    return path


def _report(game: Game, rows: Sequence[Submission], read: str, gaps: Sequence[str]) -> None:
    """Print how the programs are called, if it was said; the table, what does not fit into it, and which limits do not
    hold."""
    labels = file_labels(rows)
    say(click.style(f"{game}: every reply, every equal move", bold=True))
    if read:
        say(f"all called as --read {quoted(read)} says")
    columns = ("file", "moving first", "moving second", "random", "perfect", "illegal", "raised", "s")
    scored = ("points",) if any(row.points for row in rows) else ()
    show_table((*columns, *scored), [_cells(labels[row.file], row) for row in rows], texts=3)
    say("random, perfect: won/drawn/lost per cent against random and perfect play, the mean of its seats.")
    say("illegal, raised: positions in which it answers with an illegal move, or raises an exception: it loses there.")
    for row in rows:
        if (loss := shortest_loss(row)) is not None:
            say(f"{labels[row.file]} {loss}")
        if row.remark:
            say(f"{labels[row.file]}: {row.remark}")
    for text in gaps:
        say(f"limits: {text}")
    say(click.style(summary(rows), bold=True))


def _cells(label: str, row: Submission) -> list[str]:
    """Return a row of the table, in bold unless the program never loses."""
    results = (label, *verdicts(row), *map(per_cent, chances(row)))
    cells = [*results, str(row.illegal or "-"), str(row.raised or "-"), f"{row.seconds:.1f}"]
    cells += [score(row)] if row.points else []
    return cells if row.holds else emphasised(cells)
