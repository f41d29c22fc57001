"""`noughts check FOLDER` of a table: its options, and what it prints."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Never

import click

from noughts.certify.table_check import TableCheck, check_table
from noughts.cli.clock import require_time
from noughts.cli.common import Count, Ticker, answer, say
from noughts.cli.exits import Exit
from noughts.cli.options import is_given, option
from noughts.core.position import Position
from noughts.errors import LimitExceeded, TableError, TableRefused, file_errors
from noughts.results import table_check as documents


@dataclass(frozen=True)
class TableOptions:
    """How much of a table is checked."""

    sample: int = option(
        "--sample",
        type=Count(min=1),
        default=10_000,
        show_default=True,
        metavar="N",
        help="Of a table: check N random scores.",
    )
    whole: bool = option("--all", is_flag=True, help="Of a table: check every score.")
    seed: int | None = option("--seed", type=Count(min=0), help="Of a table: draw the same sample again.")


def is_table(file: Path) -> bool:
    """Return whether there is a folder, as a table is one."""
    with file_errors("read", file):
        return file.is_dir()


def answer_table(file: Path, asked: TableOptions, seconds: float | None, as_json: bool) -> Never:
    """Check a table, print the findings and exit: NO for a false score; UNKNOWN for a sample without a fault, and where
    the seconds are over."""
    if asked.whole and (is_given("sample") or is_given("seed")):
        raise click.UsageError("--all draws no sample: give it without --sample and --seed")
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    checked = ""
    try:
        with Ticker() as ticker:

            def show(done: int, total: int) -> None:
                nonlocal checked
                checked = f"no fault in {done:,} of {total:,} scores"
                require_time(seconds)
                ticker.show(lambda passed: _progress(done, total, passed))

            found = check_table(file, None if asked.whole else asked.sample, seed, show)
    except TableError as error:
        if not as_json:
            raise
        answer(documents.table_fault(str(file), str(error), table=False), as_json, lambda: None, Exit.BAD)
    except TableRefused as error:
        fault = documents.table_fault(str(file), str(error), table=True)
        answer(fault, as_json, partial(say, f"does not hold: {error}"), Exit.NO)
    except LimitExceeded as error:
        unknown = documents.table_unknown(str(file), f"{error}: {checked}")
        answer(unknown, as_json, partial(say, f"unknown: {error}: {checked}"), Exit.UNKNOWN)
    drawn = None if found.checked == found.scores else seed
    code = Exit.ANSWERED if drawn is None else Exit.UNKNOWN
    answer(documents.table_holds(str(file), found, drawn), as_json, lambda: say("\n".join(_report(found, drawn))), code)


def _report(found: TableCheck, seed: int | None) -> Iterator[str]:
    """Yield the lines about a table without a fault; a sample has a seed."""
    worth = f"{found.value} on {found.game}, X to move at {Position(found.game)}"
    if seed is None:
        yield f"holds: {worth}"
        yield f"  {found.scores:,} scores, each of them follows from those after its moves"
    else:
        yield f"no fault in a sample: {found.checked:,} of {found.scores:,} scores, drawn at random with --seed {seed}"
        yield f"  claimed by the table, not proved: {worth} (--all checks every score)"


def _progress(done: int, total: int, seconds: float) -> str:
    left = seconds * (total - done) / max(1, done)
    return f"{done / total:.0%} of {total:,} scores, {done / seconds:,.0f}/s, {left:.0f} s left"
