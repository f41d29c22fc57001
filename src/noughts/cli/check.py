"""`noughts check`."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from noughts.app.players import load_player
from noughts.certify import Checked
from noughts.certify import check as check_file
from noughts.certify.check import Mapper
from noughts.certify.findings import Findings
from noughts.certify.format import MAX_ENTRIES
from noughts.certify.reading import Part
from noughts.cli.check_table import or_table
from noughts.cli.common import Count, FileParam, Ticker, aside, emit, json_option, say
from noughts.cli.exits import Exit
from noughts.core.strategy import Strategy
from noughts.errors import CertificateError, CertificateRefused, LimitExceeded, WorkersError

_AHEAD = 4  # parts of the file that wait for each worker: memory is bounded by them

_WORDS = {"win": "wins", "not lose": "does not lose"}


@click.command()
@click.argument("file", type=FileParam(exists=True))
@click.option("--strategy", metavar="STRATEGY", help="Also check that STRATEGY makes only the moves proved.")
@click.option(
    "--max-entries",
    type=Count(min=1),
    default=MAX_ENTRIES,
    show_default=True,
    help="Stop without an answer beyond this many entries.",
)
@click.option("--workers", type=Count(min=1), default=1, show_default=True, help="Processes that check.")
@or_table
@json_option
@click.pass_context
def check(ctx: click.Context, file: Path, strategy: str | None, max_entries: int, workers: int, as_json: bool) -> None:
    """Check a certificate, or a table that `noughts tabulate` wrote, by the rules alone, and print what it proves.

    Exit code 0 if it holds, 1 if it does not, 2 if the file is neither, 3 if it has more entries than --max-entries,
    or if only a sample of a table was checked and no fault was found.
    """
    start: dict[str, Any] = {"schema": "noughts/check/1", "file": str(file)}
    try:
        with aside(), Ticker() as ticker, _mapper(workers) as mapper:

            def show(entries: int) -> None:
                ticker.show(lambda seconds: f"{entries:,} entries, {entries / seconds:,.0f}/s")

            player = None if strategy is None else load_player(strategy, keep="process")
            checked = check_file(file, max_entries=max_entries, strategy=player, progress=show, mapper=mapper)
    except CertificateError as error:
        if as_json:
            emit(start | {"holds": False, "certificate": False, "fault": str(error)})
        else:
            click.echo(f"noughts: {str(file)!r} is not a certificate: {error}", err=True)
        ctx.exit(Exit.BAD)
    except CertificateRefused as error:
        if as_json:
            emit(start | {"holds": False, "certificate": True, "fault": str(error)})
        else:
            say(f"does not hold: {error}")
        ctx.exit(Exit.NO)
    except LimitExceeded as error:
        if as_json:
            emit(start | {"holds": None, "reason": str(error)})
        else:
            say(f"unknown: {error}")
        ctx.exit(Exit.UNKNOWN)
    if as_json:
        emit(start | _document(checked, player))
    else:
        for line in _report(checked, player):
            say(line)


@contextmanager
def _mapper(workers: int) -> Iterator[Mapper]:
    """Yield a function that does what `map` does, in so many processes."""
    if workers == 1:
        yield map
        return
    from noughts.processes.pool import Processes

    with Processes(workers) as pool:

        def in_order(work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
            waiting = deque[Future[Findings]]()
            for part in parts:
                waiting.append(pool.submit(work, part))
                if len(waiting) > _AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

        try:
            yield in_order
        except pool.lost:
            raise WorkersError("a process that checks was killed: is there enough memory?") from None


def _document(checked: Checked, player: Strategy | None) -> dict[str, Any]:
    """Return the contents of the JSON document noughts/check/1 for a certificate that holds."""
    head, position = checked.head, checked.head.position
    game = position.game
    said = {"claim": head.claim, "value": head.value, "strategy": head.strategy}
    asked = {} if player is None else {"strategy": player.name}
    return {
        "holds": True,
        "certificate": True,
        "game": game.to_list(),
        "position": str(position),
        "value": checked.value,
        "shown": {side.value: goal for side, goal in checked.shown.items()},
        "sections": [vars(section) | {"side": section.side.value} for section in checked.sections],
        "head": {name: text for name, text in said.items() if text is not None},
        "entries": checked.entries,
        "positions": checked.positions,
    } | asked


def _report(checked: Checked, player: Strategy | None) -> Iterator[str]:
    """Yield the lines about a certificate: the checker's findings first, then its author's claim, quoted."""
    head, position = checked.head, checked.head.position
    place = f"on {position.game}, {position.side} to move at {position}"
    yield f"holds: {checked.conclusion} {place}"
    if player is not None:
        seats = " and as ".join(str(section.side) for section in checked.sections)
        asked = sum(section.asked or 0 for section in checked.sections)
        goal = _WORDS[checked.sections[0].goal]
        yield f"  {player.name!r} {goal} as {seats}: asked in {asked:,} positions, it makes no move but those proved"
    for section in checked.sections:
        yield f"  {section.side} {_WORDS[section.goal]}: {section.entries:,} entries, SHA-256 {section.digest}"
    if stolen := checked.shown.keys() - {section.side for section in checked.sections}:
        yield f"  {stolen.pop()} does not lose: strategy stealing"
    yield f"  {checked.entries:,} entries, {checked.positions:,} positions followed"
    author = f", strategy {head.strategy!r}" if head.strategy is not None else ""
    yield f"  claimed by its author, not checked: {head.claim!r}{author}"
