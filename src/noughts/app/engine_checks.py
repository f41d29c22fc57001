"""A test of an engine against the protocol."""

from collections.abc import Callable

from noughts.core.game import Game
from noughts.engines.conformance import FAIL, FLAKY, CheckResult, check_engine
from noughts.results.engine_check import EngineCheck


def tested_engine(command: str, game: Game, seconds: float, progress: Callable[[int], None]) -> EngineCheck:
    """Return the result of every rule. `seconds`: the time for a move; `progress` gets the number of rules tried.

    Raises StrategyError if the command cannot be run.
    """
    checks: list[CheckResult] = []
    for check in check_engine(command, game, seconds):
        checks.append(check)
        progress(len(checks))
    keeps = _keeps([check.verdict for check in checks])
    return EngineCheck(command=command, game=game.to_list(), seconds=seconds, keeps=keeps, checks=checks)


def _keeps(verdicts: list[str]) -> bool | None:
    """Return whether an engine keeps the rules; None where some are flaky, and none is broken."""
    if FAIL in verdicts:  # then rules may be skipped too
        return False
    return None if FLAKY in verdicts else True
