"""`noughts engine-check`."""

import json
import shlex
from pathlib import Path

import pytest

from noughts.engines.conformance import CHECKS
from tests.cli.conftest import Run
from tests.engines.faulty_engine import scripted_engine

pytestmark = pytest.mark.gate


def test_a_sound_engine(run: Run) -> None:
    ran = run("engine-check", scripted_engine("plain"), "--game", "9,9,5", "--seconds", "30")
    assert ran.code == 0
    assert ran.err == ""
    assert "faulty_engine.py plain on 9,9,5" in ran.out
    assert all(check.name in ran.out for check in CHECKS)
    assert ran.out.endswith(f"{len(CHECKS) - 3} pass, 3 not supported\n")


def test_a_faulty_engine(run: Run) -> None:
    ran = run("engine-check", scripted_engine("wordy-ok"))
    assert ran.code == 1
    assert "answered 'OK ready' to START 15" in " ".join(ran.out.split())
    assert ran.out.endswith(f"1 fail, {len(CHECKS) - 1} not tried\n")


@pytest.mark.gate
def test_runs_that_differ(run: Run, tmp_path: Path) -> None:
    """The first process says more than OK to START."""
    flag = tmp_path / "flag"
    once = f"[ -e {flag} ] || {{ touch {flag}; exec {scripted_engine('wordy-ok')}; }}; exec {scripted_engine()}"
    command = shlex.join(["sh", "-c", once])
    ran = run("engine-check", command, "--json", "--seconds", "30")
    found = json.loads(ran.out)
    assert (ran.code, found["keeps"]) == (3, None)
    assert [check["verdict"] for check in found["checks"]].count("pass") == len(CHECKS) - 1
    start = found["checks"][0]
    assert start["verdict"] == "flaky"
    assert start["remark"].startswith("one of two runs failed: answered 'OK ready' to START 15")


def test_json_document(run: Run) -> None:
    command = scripted_engine("banner")
    ran = run("engine-check", command, "--json")
    found = json.loads(ran.out)
    assert ran.code == 1
    assert [found[key] for key in ("schema", "command", "game", "seconds", "keeps")] == [
        "noughts/engine-check/1",
        command,
        [15, 15, 5],
        1.0,
        False,
    ]
    assert [check["name"] for check in found["checks"]] == [check.name for check in CHECKS]
    assert found["checks"][0]["verdict"] == "fail"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["./no-such-engine"], "noughts: no engine './no-such-engine': there is no program './no-such-engine'"),
        ([""], "noughts: no engine ''"),
        (["cat", "--seconds", "0.01"], "noughts: Invalid value: 0.01 is too short"),
        (["cat", "--game", "3,3,9"], "noughts: no game '3,3,9'"),
    ],
)
def test_what_cannot_be_run(run: Run, arguments: list[str], complaint: str) -> None:
    ran = run("engine-check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(complaint)
