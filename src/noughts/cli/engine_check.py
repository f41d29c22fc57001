"""`noughts engine-check`."""

from typing import Any, Never

import click

from noughts.cli.common import GameParam, Seconds, Ticker, emit, exact_option, json_option, say
from noughts.cli.exits import Exit
from noughts.cli.text_table import show_table
from noughts.core.game import Game
from noughts.engines.conformance import CHECKS, FAIL, FLAKY, PASS, SKIPPED, UNSUPPORTED, CheckResult, check_engine


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


_STYLES: dict[str, dict[str, Any]] = {
    PASS: {"fg": "green"},
    FAIL: {"fg": "red", "bold": True},
    FLAKY: {"fg": "yellow", "bold": True},
    UNSUPPORTED: {"fg": "yellow"},
    SKIPPED: {"dim": True},
}


def _report(command: str, game: Game, results: list[CheckResult]) -> None:
    """Print a row for every rule, and the sum."""
    say(click.style(f"{command} on {game}", bold=True))
    rows = []
    for result in results:
        remark = f"\n{result.remark}" if result.remark else ""
        rows.append((result.name, click.style(result.verdict, **_STYLES[result.verdict]), result.rule + remark))
    show_table(("", "verdict", "what"), rows, texts=3, folded=2)
    counts = {verdict: sum(result.verdict == verdict for result in results) for verdict in _STYLES}
    say(", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count))
