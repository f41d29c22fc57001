"""`noughts check`."""

from pathlib import Path

import click

from noughts.certify import check as check_file
from noughts.cli.common import emit, json_option, say
from noughts.errors import CertificateError


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@click.pass_context
def check(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Check a certificate: whether it shows what it claims, by the rules alone. Exit code 1 where it does not."""
    try:
        checked = check_file(file)
    except CertificateError as error:
        if as_json:
            emit({"schema": "noughts/check/1", "file": str(file), "holds": False, "fault": str(error)})
        else:
            say(f"does not hold: {error}")
        ctx.exit(1)
    head = checked.head
    if as_json:
        shown = {side.value: goal for side, goal in checked.shown.items()}
        counts = {"entries": checked.entries, "positions": checked.positions}
        emit({"schema": "noughts/check/1", "file": str(file), "holds": True, "head": head, "shown": shown, **counts})
        return
    m, n, k = head["game"]
    say(f"holds: {checked.conclusion}, on {m},{n},{k} from {head['position']}")
    say(f"  claim: {head['claim']}")
    say(f"  {checked.entries:,} entries, {checked.positions:,} positions followed")
