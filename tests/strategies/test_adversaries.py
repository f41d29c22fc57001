"""No program forges its verdict, ends the command, leaves a process behind or writes escapes to the terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.brute_force import brute_force
from tests.strategies.adversaries import ADVERSARIES, TOKEN

pytestmark = pytest.mark.gate

FIRST_FREE = list(brute_force(lambda board: {board.index(".")}, "O")[:3])
CONTROLS = {chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))}


def outcome(ran: "subprocess.CompletedProcess[str]") -> str:
    """Return what came of a program: harmless, loses or refused. Everything else is an error of the command."""
    if ran.returncode == 1:
        seat = json.loads(ran.stdout)["seats"]["second"]
        assert seat["verdict"] == "can lose"
        return "harmless" if seat.get("games") and list(seat["games"].values()) == FIRST_FREE else "loses"
    assert ran.returncode in (2, 3), (ran.returncode, ran.stderr[-500:])
    assert '"never loses"' not in ran.stdout
    return "refused"


def processes_left() -> list[str]:
    """Return the command lines of running processes that have the token."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_text())
        except OSError:
            continue
    return [line for line in lines if TOKEN in line]


QUICK = {*list(ADVERSARIES)[::12]}


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n not in QUICK)) for n in ADVERSARIES])
def test_a_program_does_not_forge_its_verdict(name: str, tmp_path: Path) -> None:
    text, expected = ADVERSARIES[name]
    (tmp_path / "outside").mkdir()
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "random.py").write_text("raise SystemError")  # a name of Python's own
    command = [sys.executable, "-m", "noughts", "prove", "program.py:get_move", "--json", "--seat", "second"]
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # a signal to its group does not end the tests
    )
    assert outcome(ran) in expected
    assert not CONTROLS & set(ran.stdout + ran.stderr)
    assert len(ran.stdout + ran.stderr) < 20_000
    assert not processes_left()
    assert (tmp_path / "program.py").exists()
    assert not list((tmp_path / "outside").iterdir())
