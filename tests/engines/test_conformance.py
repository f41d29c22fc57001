"""The tester: a sound engine passes, and every fault that the scripted one can have is found, by the rule it breaks."""

import re
import shlex
import sys
from itertools import count

import pytest

from noughts.core.game import Game
from noughts.engines import conformance
from noughts.engines.conformance import (
    CHECKS,
    FAIL,
    FLAKY,
    PASS,
    SKIPPED,
    UNSUPPORTED,
    Check,
    check_engine,
)
from noughts.engines.examiner import Examiner
from noughts.errors import StrategyError
from tests.engines.faulty_engine import FAULTS, HARMLESS, scripted_engine

pytestmark = pytest.mark.gate

GAME = Game(15, 15, 5)
NAMES = [check.name for check in CHECKS]

FOUND_BY = {
    "crash": "begin",
    "crash-early": "start",
    "hang": "begin",
    "hang-early": "start",
    "flood": "begin",
    "slow": "time",
    "off-board": "turn",
    "taken": "turn",
    "garbled": "begin",
    "error": "begin",
    "twice": "begin",
    "wordy-ok": "start",
    "banner": "start",
    "quiet-about": "about",
    "nameless": "about",
    "any-size": "size",
    "info-ok": "info",
    "no-board": "board",
    "no-flush": "start",
    "no-end": "end",
    "silent-unknown": "rubbish",
    "error-unknown": "rubbish",
    "crash-unknown": "rubbish",
    "crash-huge": "huge line",
    "lf-only": "begin",
    "wordy-takeback": "takeback",
    "restart-keeps": "restart",
    "takeback-keeps": "takeback",
    "turned": "rectangle",
}


def verdicts(command: str, *names: str, game: Game = GAME, seconds: float = 0.4) -> dict[str, str]:
    chosen = [check for check in CHECKS if not names or check.name in names]
    return {result.name: result.verdict for result in check_engine(command, game, seconds, chosen)}


def test_every_fault_has_a_rule() -> None:
    assert FOUND_BY.keys() == FAULTS.keys()
    assert set(FOUND_BY.values()) <= set(NAMES)
    assert len(set(NAMES)) == len(CHECKS)


# What waits for a limit is in the long tier; tests/engines/test_client.py has its kind in the quick one.
WAITING = ("hang", "hang-early", "no-flush", "no-end", "slow")


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[pytest.mark.slow] * (fault in WAITING)) for fault in FAULTS]
)
@pytest.mark.usefixtures("impatient")
def test_the_fault_is_found(fault: str) -> None:
    assert verdicts(scripted_engine(fault), FOUND_BY[fault]) == {FOUND_BY[fault]: FAIL}


@pytest.mark.parametrize(
    ("faults", "unsupported"),
    [
        ((), []),
        (("plain",), ["restart", "takeback", "rectangle"]),
        pytest.param(("noisy",), [], marks=pytest.mark.slow),
        pytest.param(("lingers",), ["input end"], marks=pytest.mark.slow),
        pytest.param(("deaf", "small-caps", "anonymous"), [], marks=pytest.mark.slow),
    ],
)
def test_a_sound_engine_passes(faults: tuple[str, ...], unsupported: list[str]) -> None:
    expected = {name: UNSUPPORTED if name in unsupported else PASS for name in NAMES}
    assert set(faults) <= set(HARMLESS)
    assert verdicts(scripted_engine(*faults)) == expected


@pytest.mark.parametrize(
    ("arguments", "game", "names"),
    [
        # It plays for as long as it may, and each check starts a process that loads compiled code.
        ([], GAME, ["turn", "board", "time", "takeback"]),
        (["--strategy", "tactical"], Game(4, 3, 3), NAMES),
        (["--strategy", "perfect"], Game(3, 3, 3), NAMES),
    ],
)
@pytest.mark.slow
def test_our_own_engine_passes(arguments: list[str], game: Game, names: list[str]) -> None:
    command = shlex.join([sys.executable, "-m", "noughts", "engine", *arguments])
    assert verdicts(command, *names, game=game, seconds=1.0) == dict.fromkeys(names, PASS)


def test_our_own_engine_passes_on_the_smallest_and_the_largest_board() -> None:
    command = shlex.join([sys.executable, "-m", "noughts", "engine", "--strategy", "first"])
    for game in (Game(2, 2, 2), Game(26, 26, 5)):
        assert set(verdicts(command, "begin", "board", "rectangle", game=game).values()) == {PASS}


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_where_it_does_not_start_nothing_else_is_tried() -> None:
    assert verdicts(scripted_engine("hang-early")) == {name: FAIL if name == "start" else SKIPPED for name in NAMES}


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_remarks_say_what_is_wrong() -> None:
    (result,) = check_engine(scripted_engine("no-flush"), GAME, 0.2, CHECKS[:1])
    assert result.remark == "did not give OK within 2 s, but at once when its input ended: does it flush its lines?"
    (result,) = check_engine(scripted_engine("wordy-ok"), GAME, 0.2, CHECKS[:1])
    assert result.remark == "answered 'OK ready' to START 15, expected OK and nothing else on the line"
    (result,) = check_engine(scripted_engine("plain"), GAME, 0.2, [CHECKS[NAMES.index("restart")]])
    assert result.remark == "it answers RESTART with 'UNKNOWN RESTART'"
    (result,) = check_engine(scripted_engine("nameless"), GAME, 0.2, [CHECKS[NAMES.index("about")]])
    assert result.remark.endswith("; it lacks name")


@pytest.mark.timing
def test_a_late_move_is_told_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    timed = [CHECKS[NAMES.index("time")]]
    (result,) = check_engine(scripted_engine("slow"), GAME, 0.4, timed)
    assert result.verdict == FAIL
    assert result.remark.endswith(" s for a move that may take 0.4 s")
    monkeypatch.setattr(conformance, "_LATE_SECONDS", 60.0)
    (result,) = check_engine(scripted_engine("slow"), GAME, 0.4, timed)
    assert result.verdict == PASS
    assert re.search(r"% of what it may take; [1-9]\d*\.\d+ s beyond its time at most$", result.remark)


@pytest.mark.parametrize(("failures", "verdict"), [(0, PASS), (1, FLAKY), (2, FAIL)])
def test_a_rule_that_is_broken_is_checked_again(failures: int, verdict: str) -> None:
    runs = count(1)

    def run(examiner: Examiner) -> str:
        if next(runs) <= failures:
            raise examiner.fault("was late")
        return "fine"

    (result,) = check_engine("cat", GAME, 0.4, [Check("clock", "is on time", run)])
    remarks = {PASS: "fine", FLAKY: "one of two runs failed: was late", FAIL: "was late"}
    assert (result.verdict, result.remark) == (verdict, remarks[verdict])
    assert next(runs) == 2 + (failures > 0)


def test_advice_is_no_fault() -> None:
    (result,) = check_engine(scripted_engine("anonymous"), GAME, 0.4, [CHECKS[NAMES.index("about")]])
    assert result.verdict == PASS
    assert result.remark == "scripted 1; advice: add author and country, which are recommended"


def test_an_engine_that_never_says_ok_again() -> None:
    script = "print(input() and 'OK', flush=True)\nfor _ in open(0): print('what?\\n' * 200, flush=True)"
    chosen = [CHECKS[NAMES.index("huge line")]]
    (result,) = check_engine(shlex.join([sys.executable, "-S", "-c", script]), GAME, 0.2, chosen)
    assert (result.verdict, result.remark) == (FAIL, "never said OK again")


def test_a_command_that_cannot_be_run() -> None:
    with pytest.raises(StrategyError, match="there is no program"):
        list(check_engine("./no-such-engine", GAME))
