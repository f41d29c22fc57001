"""`noughts check FILE.table`: its options, and what it prints."""

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from noughts.cli.common import Count, Ticker, emit, say
from noughts.cli.exits import Exit
from noughts.core.position import Position
from noughts.errors import LimitExceeded, TableError, file_errors

if TYPE_CHECKING:
    from noughts.certify.tables import TableCheck

_MAGIC: Final = b"noughts\0"  # how a table begins
_OPTIONS: Final = ("sample", "whole", "seed")
_EXITS: Final = {True: Exit.ANSWERED, False: Exit.NO, None: Exit.UNKNOWN}


def or_table(check: Callable[..., None]) -> Callable[..., None]:
    """Let a command that checks a certificate also check a table, with options of its own."""

    @click.option(
        "--sample", type=Count(min=1), metavar="N", help="Of a table: check N random scores.  [default: 100000]"
    )
    @click.option("--all", "whole", is_flag=True, help="Of a table: check every score.")
    @click.option("--seed", type=Count(min=0), help="Of a table: draw the same sample again.")
    @wraps(check)
    def either(**given: Any) -> None:
        ctx, own = click.get_current_context(), {name: given.pop(name) for name in _OPTIONS}
        if _is_table(given["file"]):
            _refuse(ctx, {*given} - {"file", "workers", "as_json"}, "a table")
            if own["whole"] and (own["sample"] or own["seed"] is not None):
                raise click.UsageError("--all draws no sample: give it without --sample and --seed")
            ctx.exit(_report_table(given["file"], **own, workers=given["workers"], as_json=given["as_json"]))
        _refuse(ctx, {*own}, "not a table")
        check(**given)

    return either


def _is_table(file: Path) -> bool:
    """Return whether a file begins as a table does. A named pipe is none: what is read of it would be gone."""
    with file_errors("read", file):
        if not file.is_file():
            return False
        with file.open("rb") as opened:
            return opened.read(len(_MAGIC)) == _MAGIC


def _refuse(ctx: click.Context, names: set[str], what: str) -> None:
    """Raise UsageError for the first of some options that was given: the file is not of their kind."""
    for option in ctx.command.params:
        if option.name in names and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} does not apply: {str(ctx.params['file'])!r} is {what}")


def _report_table(file: Path, sample: int | None, whole: bool, seed: int | None, workers: int, as_json: bool) -> Exit:
    """Check a table and print the findings; return NO if a score is false, UNKNOWN for a sample without a fault."""
    from noughts.certify.tables import SAMPLE, check_table  # NumPy: no certificate waits for it

    start: dict[str, Any] = {"schema": "noughts/table-check/1", "file": str(file)}
    try:
        with Ticker() as ticker:

            def show(done: int, total: int, ply: int) -> None:
                ticker.show(lambda seconds: _progress(done, total, ply, seconds))

            found = check_table(file, None if whole else sample or SAMPLE, seed, show, workers)
            counted = _census(found, ticker) if found.plies else None
    except TableError as error:
        if not as_json:
            raise
        emit(start | {"table": False, "holds": False, "fault": str(error)})
        return Exit.BAD
    miscounted = None if counted is None else _miscounted(found, counted)
    holds = False if found.fault or miscounted else True if found.seed is None else None
    if as_json:
        emit(start | _document(found, holds, miscounted, counted is not None))
    else:
        for line in _report(found, holds, miscounted, counted is not None):
            say(line)
    return _EXITS[holds]


def _census(found: "TableCheck", ticker: Ticker) -> list[int] | None:
    """Return the number of positions that are not over, ply by ply, from sums over sets; None if they are too many."""
    from noughts.solve.tables.census import count_plies

    def tick() -> None:
        ticker.show(lambda seconds: f"counting the positions in another way, {seconds:.0f} s")

    try:
        return [going for going, _ in count_plies(found.game, tick=tick)]
    except LimitExceeded:
        return None


def _miscounted(found: "TableCheck", counted: list[int]) -> str | None:
    """Return in words the first ply at which the table and the census have different numbers of positions."""
    for ply, (kinds, expected) in enumerate(zip(found.plies, counted, strict=True)):
        if sum(kinds) != expected:
            return f"after {ply} moves the table has {sum(kinds):,} positions, the census counts {expected:,}"
    return None


def _document(found: "TableCheck", holds: bool | None, miscounted: str | None, counted: bool) -> dict[str, Any]:
    """Return the contents of the JSON document noughts/table-check/1."""
    fault = found.fault
    return {
        "table": True,
        "holds": holds,
        "fault": miscounted if fault is None else str(fault),
        "game": found.game.to_list(),
        "version": found.version,
        "value": None if found.value is None else found.value.word,
        "plies": None if found.value is None else found.value.distance,
        "scores": found.scores,
        "checked": found.checked,
        "seed": found.seed,
        "at": None if fault is None else {"position": str(fault.position), "stated": fault.stated, "true": fault.true},
        "positions": [dict(zip(("won", "drawn", "lost"), kinds, strict=True)) for kinds in found.plies] or None,
        "census": counted,
    }


def _report(found: "TableCheck", holds: bool | None, miscounted: str | None, counted: bool) -> Iterator[str]:
    """Yield the lines about a table: what was found first, then what the table says of the empty board."""
    drawn = "" if found.seed is None else f", drawn at random with --seed {found.seed}"
    worth = f"{found.value or 'no value'} on {found.game}, X to move at {Position(found.game)}"
    if holds is False:
        yield f"does not hold: {found.fault or miscounted}"
        yield f"  {found.checked:,} of {found.scores:,} scores were right before that{drawn}"
    elif holds is None:
        yield f"no fault in a sample: {found.checked:,} of {found.scores:,} scores{drawn}"
        yield f"  claimed by the table, not proved: {worth} (--all checks every score)"
    else:
        won, drawn_games, lost = (f"{sum(kinds):,}" for kinds in zip(*found.plies, strict=True))
        yield f"holds: {worth}"
        yield f"  {found.scores:,} scores, each of them follows from those after its moves"
        yield f"  positions that are not over: {won} won, {drawn_games} drawn, {lost} lost for the side to move"
        yield (
            "  ply by ply as many as the census counts" if counted else "  too many cells for the census to count them"
        )


def _progress(done: int, total: int, ply: int, seconds: float) -> str:
    left = seconds * (total - done) / max(1, done)
    return f"{done / total:.0%} of {total:,} scores, after {ply} moves, {done / seconds:,.0f}/s, {left:.0f} s left"
