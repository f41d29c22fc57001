"""`noughts engine-check`."""

from typing import Never

import click

from noughts.cli.common import GameParam, Seconds, Ticker, emit, exact_option, json_option, say, show_table
from noughts.cli.exits import Exit
from noughts.core.game import Game
from noughts.protocol.conformance import CHECKS, FAIL, FLAKY, PASS, SKIPPED, UNSUPPORTED, CheckResult, check_engine


@click.command(name="engine-check")
@click.argument("command")
@click.option(
    "--game", type=GameParam(), default="15,15,5", show_default=True, help="The board; k other than 5 by INFO k."
)
@exact_option
@click.option("--seconds", type=Seconds(), default="1", show_default=True, help="Time limit of a move.")
@json_option
@click.pass_context
def engine_check(ctx: click.Context, command: str, game: Game, seconds: float, as_json: bool) -> Never:
    """Test COMMAND, any Gomocup engine, against the protocol: './pbrain-other -flag'.

    A rule that is broken is checked again: where the two runs differ, the verdict is "flaky". Exit code 0 if COMMAND
    keeps all rules, 1 if it does not, 3 if some are flaky and none is broken, 2 if it cannot be run.
    """
    if seconds < 0.1:
        raise click.BadParameter(f"{seconds:g} is too short to tell a fault from a busy machine: 0.1 at least.")
    results: list[CheckResult] = []
    with Ticker() as ticker:
        for result in check_engine(command, game, seconds):
            results.append(result)
            ticker.show(lambda spent: f"{len(results)} of {len(CHECKS)} rules tried, {spent:.0f} s")
    code = _exit_code([result.verdict for result in results])
    if as_json:
        emit(
            {
                "schema": "noughts/engine-check/1",
                "command": command,
                "game": game.to_list(),
                "seconds": seconds,
                "keeps": None if code is Exit.UNKNOWN else code is Exit.ANSWERED,
                "checks": [result.to_dict() for result in results],
            }
        )
    else:
        _report(command, game, results)
    ctx.exit(code)


def _exit_code(verdicts: list[str]) -> Exit:
    if FAIL in verdicts:  # then rules may be skipped too
        return Exit.NO
    return Exit.UNKNOWN if FLAKY in verdicts else Exit.ANSWERED


_COLOURS = {PASS: "green", FAIL: "bold red", FLAKY: "bold yellow", UNSUPPORTED: "yellow", SKIPPED: "dim"}


def _report(command: str, game: Game, results: list[CheckResult]) -> None:
    """Print a row for every rule, and the sum."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), title=escape(f"{command} on {game}"), title_justify="left")
    for column in ("", "verdict", "what"):
        table.add_column(column, no_wrap=column != "what", overflow="fold")
    for result in results:
        colour, remark = _COLOURS[result.verdict], f"\n{result.remark}" if result.remark else ""
        table.add_row(result.name, f"[{colour}]{result.verdict}[/]", escape(result.rule + remark))
    show_table(table)
    counts = {verdict: sum(result.verdict == verdict for result in results) for verdict in _COLOURS}
    say(", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count))
