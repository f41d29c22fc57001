"""`noughts check`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from noughts.certify import Checked
from noughts.certify import check as check_file
from noughts.certify.format import MAX_ENTRIES
from noughts.cli.common import Count, Ticker, aside, emit, json_option, say
from noughts.cli.exits import Exit
from noughts.cli.players import load_player
from noughts.core.strategy import Strategy
from noughts.errors import CertificateError, CertificateRefused, LimitExceeded

WORDS = {"win": "wins", "not lose": "does not lose"}


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--strategy", metavar="STRATEGY", help="Ask STRATEGY too: does it make no other moves than those proved?")
@click.option(
    "--max-entries",
    type=Count(min=1),
    default=MAX_ENTRIES,
    show_default=True,
    help="Stop without an answer beyond this many entries.",
)
@json_option
@click.pass_context
def check(ctx: click.Context, file: Path, strategy: str | None, max_entries: int, as_json: bool) -> None:
    """Check a certificate: what it shows, by the rules alone.

    Exit code 0 where it holds, 1 where it does not, 2 where the file is no certificate, 3 where it has more entries
    than --max-entries.
    """
    start: dict[str, Any] = {"schema": "noughts/check/1", "file": str(file)}
    try:
        with aside(), Ticker() as ticker:

            def show(entries: int) -> None:
                ticker.show(lambda seconds: f"{entries:,} entries, {entries / seconds:,.0f}/s")

            player = None if strategy is None else load_player(strategy, keep="process")
            checked = check_file(file, max_entries=max_entries, strategy=player, progress=show)
    except CertificateError as error:
        if as_json:
            emit(start | {"holds": False, "certificate": False, "fault": str(error)})
        else:
            click.echo(f"noughts: no certificate {str(file)!r}: {error}", err=True)
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
        emit(start | document(checked, player))
    else:
        for line in report(checked, player):
            say(line)


def document(checked: Checked, player: Strategy | None) -> dict[str, Any]:
    """Return what the JSON document noughts/check/1 says of a certificate that holds."""
    head, position = checked.head, checked.head.position
    game = position.game
    said = {"claim": head.claim, "value": head.value, "strategy": head.strategy}
    asked = {} if player is None else {"strategy": player.name}
    return {
        "holds": True,
        "certificate": True,
        "game": [game.m, game.n, game.k],
        "position": str(position),
        "value": checked.value,
        "shown": {side.value: goal for side, goal in checked.shown.items()},
        "sections": [vars(section) | {"side": section.side.value} for section in checked.sections],
        "head": {name: text for name, text in said.items() if text is not None},
        "entries": checked.entries,
        "positions": checked.positions,
    } | asked


def report(checked: Checked, player: Strategy | None) -> Iterator[str]:
    """Yield what a certificate shows, in lines: the checker's words first, then its author's, quoted."""
    head, position = checked.head, checked.head.position
    place = f"on {position.game}, {position.side} to move at {position}"
    yield f"holds: {checked.conclusion} {place}"
    if player is not None:
        seats = " and as ".join(str(section.side) for section in checked.sections)
        asked = sum(section.asked or 0 for section in checked.sections)
        goal = WORDS[checked.sections[0].goal]
        yield f"  {player.name!r} {goal} as {seats}: asked in {asked:,} positions, it makes no move but those proved"
    for section in checked.sections:
        yield f"  {section.side} {WORDS[section.goal]}: {section.entries:,} entries, SHA-256 {section.digest}"
    if stolen := checked.shown.keys() - {section.side for section in checked.sections}:
        yield f"  {stolen.pop()} does not lose: strategy stealing"
    yield f"  {checked.entries:,} entries, {checked.positions:,} positions followed"
    author = f", strategy {head.strategy!r}" if head.strategy is not None else ""
    yield f"  claimed by its author, not checked: {head.claim!r}{author}"
