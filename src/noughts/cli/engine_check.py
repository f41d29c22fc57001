"""`noughts engine-check`."""

from typing import Any, Never

import click

from noughts.cli.common import GameParam, Seconds, Ticker, answer, exact_option, json_option, say
from noughts.cli.exits import Exit
from noughts.cli.text_table import show_table
from noughts.core.game import Game
from noughts.engines.conformance import (
    CHECKS,
    FAIL,
    FLAKY,
    PASS,
    SKIPPED,
    UNSUPPORTED,
    CheckResult,
    check_engine,
    keeps_rules,
)
from noughts.results.engine_check import EngineCheck


@click.command(name="engine-check")
@click.argument("command")
@click.option(
    "--game", type=GameParam(), default="15,15,5", show_default=True, help="The board; k other than 5 by INFO k."
)
@exact_option
@click.option("--seconds", type=Seconds(), default="1", show_default=True, help="Time limit of a move.")
@json_option
def engine_check(command: str, game: Game, seconds: float, as_json: bool) -> Never:
    """Test COMMAND, any Gomocup engine, against the protocol: './pbrain-other -flag'.

    A rule that is broken is checked again: where the two runs differ, the verdict is "flaky". Exit code 0 if COMMAND
    keeps all rules, 1 if it does not, 3 if some are flaky and none is broken, 2 if it cannot be run.
    """
    if seconds < 0.1:
        raise click.BadParameter(f"{seconds:g} is too short to tell a fault from a busy machine: 0.1 at least.")
    checks = list[CheckResult]()
    with Ticker() as ticker:
        for check in check_engine(command, game, seconds):
            checks.append(check)
            ticker.show(lambda spent: f"{len(checks)} of {len(CHECKS)} rules tried, {spent:.0f} s")
    keeps = keeps_rules(checks)
    found = EngineCheck(command=command, game=game, seconds=seconds, keeps=keeps, checks=checks)
    answer(found, as_json, lambda: _report(found, game), _CODES[keeps])


_CODES: dict[bool | None, Exit] = {True: Exit.ANSWERED, False: Exit.NO, None: Exit.UNKNOWN}
_STYLES: dict[str, dict[str, Any]] = {
    PASS: {"fg": "green"},
    FAIL: {"fg": "red", "bold": True},
    FLAKY: {"fg": "yellow", "bold": True},
    UNSUPPORTED: {"fg": "yellow"},
    SKIPPED: {"dim": True},
}


def _report(found: EngineCheck, game: Game) -> None:
    """Print a row for every rule, and the sum."""
    say(click.style(f"{found.command} on {game}", bold=True))
    rows = []
    for check in found.checks:
        remark = f"\n{check.remark}" if check.remark else ""
        rows.append((check.name, click.style(check.verdict, **_STYLES[check.verdict]), check.rule + remark))
    show_table(("", "verdict", "what"), rows, texts=3, folded=2)
    counts = {verdict: sum(check.verdict == verdict for check in found.checks) for verdict in _STYLES}
    say(", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count))
