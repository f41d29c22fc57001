"""`noughts check`."""

import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Never

import click

from noughts.certify import Checked
from noughts.certify.format import MAX_ENTRIES
from noughts.certify.table_check import TableCheck, check_table
from noughts.cli.certificates import check_certificate
from noughts.cli.clock import reading_within, require_time
from noughts.cli.common import Count, FolderParam, Seconds, StrategyParam, Ticker, answer, aside, say
from noughts.cli.exits import Exit
from noughts.cli.options import ProgramOptions, is_given, json_option, names_of, option, options, program_options
from noughts.core.position import Position
from noughts.errors import (
    CertificateError,
    CertificateRefused,
    FileError,
    LimitExceeded,
    TableError,
    TableRefused,
    file_errors,
)
from noughts.players.player import Player
from noughts.prove.proof import AskedAgain
from noughts.results.check import NotHeld, certificate_holds, table_holds

_WORDS = {"win": "wins", "not lose": "does not lose"}
NAME = "noughts-checker"  # a program of its own, which is proved sound (`make checker`)
_BUILT = Path(__file__).parents[3] / "build" / "checker"  # in a checkout
_WAIT = 0.2  # seconds between two looks at the clock


@dataclass(frozen=True)
class CertificateOptions:
    """How a certificate is checked."""

    strategy: str | None = option(
        "Also check that STRATEGY makes only the moves proved.", metavar="STRATEGY", type=StrategyParam()
    )
    max_entries: int = option("Stop without an answer beyond this many entries.", default=MAX_ENTRIES)
    workers: int = option("Processes that check.", default=1)


@dataclass(frozen=True)
class TableOptions:
    """How much of a table is checked."""

    sample: int = option("Of a table: check N random scores.", default=10_000, metavar="N")
    whole: bool = option("Of a table: check every score.", "--all")
    seed: int | None = option("Of a table: draw the same sample again.", type=Count(min=0))


@click.command()
@click.argument("file", type=FolderParam(files=True))
@options(CertificateOptions, "certificate")
@options(TableOptions, "table")
@program_options
@click.option("--proved", is_flag=True, help="Let noughts-checker check a certificate, which is proved sound.")
@click.option("--seconds", type=Seconds(), help="Stop without an answer after this time.  [default: none]")
@json_option
def check(
    file: Path,
    certificate: CertificateOptions,
    table: TableOptions,
    programs: ProgramOptions,
    proved: bool,
    seconds: float | None,
    as_json: bool,
) -> Never:
    """Check a certificate, or a table that `noughts tabulate` wrote, by the rules alone, and print what it proves.

    Exit code 0 if it holds, 1 if it does not, 2 if the file is neither, 3 if it has more entries than --max-entries,
    if --seconds ended first, or if only a sample of a table was checked and no fault was found.
    """
    with file_errors("read", file):
        is_table = file.is_dir()
    if is_table:
        _refuse((CertificateOptions, ProgramOptions), f"{str(file)!r} is a table")
        if proved:
            raise click.UsageError(f"--proved does not apply: {str(file)!r} is a table")
        _answer_table(file, table, seconds, as_json)
    _refuse((TableOptions,), f"{str(file)!r} is not a table")
    if proved:
        _refuse((CertificateOptions, ProgramOptions), f"{NAME} has no options")
        if as_json:
            raise click.UsageError(f"--json does not apply: {NAME} prints text")
        _answer_proved(file, seconds)
    _answer_certificate(file, certificate, programs, seconds, as_json)


def _refuse(kinds: Sequence[type[Any]], why: str) -> None:
    """Raise UsageError for the first of some options that was given."""
    for each in chain.from_iterable(map(fields, kinds)):
        if is_given(each.name):
            raise click.UsageError(f"{names_of(each)[0]} does not apply: {why}")


def _answer_proved(file: Path, seconds: float | None) -> Never:
    """Print what the proved checker says, and exit as it does."""
    program = shutil.which(NAME) or shutil.which(NAME, path=str(_BUILT))
    if program is None:
        raise FileError(f"{NAME} is neither on the PATH nor in this checkout: `make checker` builds it")
    try:
        with Ticker() as ticker:

            def wait() -> None:
                require_time(seconds)
                ticker.show(lambda passed: f"{NAME}: {passed:.0f} s")

            code, output = _run_proved_checker(Path(program), file, wait)
    except LimitExceeded as error:
        say(f"unknown: {error}")
        sys.exit(Exit.UNKNOWN)
    if code not in (Exit.ANSWERED, Exit.NO, Exit.BAD, Exit.UNKNOWN):
        code, output = Exit.UNKNOWN, f"unknown: {program} ended with exit code {code}\n"
    click.echo(output, nl=False)
    if code == Exit.ANSWERED:
        say(f"  checked by {program}, which is proved sound")
    sys.exit(code)


def _answer_certificate(
    file: Path, settings: CertificateOptions, programs: ProgramOptions, seconds: float | None, as_json: bool
) -> Never:
    """Check a certificate, print the findings and exit: NO where it does not hold, BAD where it is none."""
    from noughts.processes.pool import workers_of  # most checks are made here

    try:
        with reading_within(seconds, file), aside(), Ticker() as ticker, workers_of(settings.workers) as pool:

            def show(entries: int, questions: int) -> None:
                require_time(seconds)
                so_far = f"{entries:,} entries" + (f", {questions:,} questions" if questions else "")
                ticker.show(lambda passed: f"{so_far}, {passed:.0f} s")

            specs = programs.named([] if settings.strategy is None else [settings.strategy])
            player = programs.loader()(*specs) if specs else None
            checked, asked_again = check_certificate(file, player, settings.max_entries, show, pool)
    except CertificateError as error:
        if not as_json:
            click.echo(f"noughts: {str(file)!r} is not a certificate: {error}", err=True)
        fault = NotHeld(file=str(file), holds=False, certificate=False, fault=str(error))
        answer(fault, as_json, lambda: None, Exit.BAD)
    except CertificateRefused as error:
        fault = NotHeld(file=str(file), holds=False, certificate=True, fault=str(error))
        answer(fault, as_json, partial(say, f"does not hold: {error}"), Exit.NO)
    except LimitExceeded as error:
        unknown = NotHeld(file=str(file), holds=None, reason=str(error))
        answer(unknown, as_json, partial(say, f"unknown: {error}"), Exit.UNKNOWN)
    document = certificate_holds(str(file), checked, None if player is None else player.name, asked_again)
    players = [] if player is None else [player]
    answer(document, as_json, lambda: say("\n".join(_report(checked, player, asked_again))), players=players)


def _report(checked: Checked, player: Player | None, again: AskedAgain | None) -> Iterator[str]:
    """Yield the lines about a certificate: the checker's findings first, then its author's claim, quoted."""
    head, position = checked.head, checked.head.position
    place = f"on {position.game}, {position.side} to move at {position}"
    yield f"holds: {checked.conclusion} {place}"
    if player is not None:
        seats = " and as ".join(str(section.side) for section in checked.sections)
        total = sum(section.asked or 0 for section in checked.sections)
        goal = _WORDS[checked.sections[0].goal]
        yield f"  {player.name!r} {goal} as {seats}: asked in {total:,} positions, it makes no move but those proved"
    if again is not None:
        yield f"  asked again: {again.in_words}"
    for section in checked.sections:
        yield f"  {section.side} {_WORDS[section.goal]}: {_entries(section.entries)}, SHA-256 {section.digest}"
    if stolen := checked.shown.keys() - {section.side for section in checked.sections}:
        yield f"  {stolen.pop()} does not lose: strategy stealing"
    positions = "1 position" if checked.positions == 1 else f"{checked.positions:,} positions"
    yield f"  {_entries(checked.entries)}, {positions} followed"
    author = f", strategy {head.strategy!r}" if head.strategy is not None else ""
    yield f"  claimed by its author, not checked: {head.claim!r}{author}"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"


def _run_proved_checker(program: Path, file: Path, wait: Callable[[], None]) -> tuple[int, str]:
    """Return the exit code and the output of the program about a certificate; `wait` is called while it runs, and ends
    it by what it raises."""
    with subprocess.Popen([program, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while True:
            try:
                out, error = running.communicate(timeout=_WAIT)
            except subprocess.TimeoutExpired:
                try:
                    wait()
                except BaseException:
                    running.kill()
                    raise
            else:
                click.echo(error, err=True, nl=False)
                return running.returncode, out


def _answer_table(file: Path, settings: TableOptions, seconds: float | None, as_json: bool) -> Never:
    """Check a table, print the findings and exit: NO for a false score; UNKNOWN for a sample without a fault, and where
    the seconds are over."""
    if settings.whole and (is_given("sample") or is_given("seed")):
        raise click.UsageError("--all draws no sample: give it without --sample and --seed")
    seed = secrets.randbits(32) if settings.seed is None else settings.seed
    checked = ""
    try:
        with Ticker() as ticker:

            def show(done: int, total: int) -> None:
                nonlocal checked
                checked = f"no fault in {done:,} of {total:,} scores"
                require_time(seconds)
                ticker.show(lambda passed: _table_progress(done, total, passed))

            table = check_table(file, None if settings.whole else settings.sample, seed, show)
    except TableError as error:
        if not as_json:
            raise
        answer(NotHeld(file=str(file), holds=False, table=False, fault=str(error)), as_json, lambda: None, Exit.BAD)
    except TableRefused as error:
        fault = NotHeld(file=str(file), holds=False, table=True, fault=str(error))
        answer(fault, as_json, partial(say, f"does not hold: {error}"), Exit.NO)
    except LimitExceeded as error:
        unknown = NotHeld(file=str(file), holds=None, table=True, reason=f"{error}: {checked}")
        answer(unknown, as_json, partial(say, f"unknown: {error}: {checked}"), Exit.UNKNOWN)
    drawn = None if table.checked == table.scores else seed
    code = Exit.ANSWERED if drawn is None else Exit.UNKNOWN
    answer(table_holds(str(file), table, drawn), as_json, lambda: say("\n".join(_table_report(table, drawn))), code)


def _table_report(table: TableCheck, seed: int | None) -> Iterator[str]:
    """Yield the lines about a table without a fault; a sample has a seed."""
    worth = f"{table.value} on {table.game}, X to move at {Position(table.game)}"
    if seed is None:
        yield f"holds: {worth}"
        yield f"  {table.scores:,} scores, each of them follows from those after its moves"
    else:
        yield f"no fault in a sample: {table.checked:,} of {table.scores:,} scores, drawn at random with --seed {seed}"
        yield f"  claimed by the table, not proved: {worth} (--all checks every score)"


def _table_progress(done: int, total: int, seconds: float) -> str:
    left = seconds * (total - done) / max(1, done)
    return f"{done / total:.0%} of {total:,} scores, {done / seconds:,.0f}/s, {left:.0f} s left"
