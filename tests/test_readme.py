"""The README's commands are run as written, and what they print is what it shows."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import Game, Side
from noughts.prove import prove
from noughts.strategies import load
from noughts.testing import check_strategy

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
FILES = {body.split()[1]: body for language, body in BLOCKS if language == "python" and body.startswith("# ")}
SESSIONS = [body for language, body in BLOCKS if language == "console"]


TIMING = re.compile(r" +[\d,]+ nodes, [\d.]+ s")  # differs from run to run


def tidy(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines() if not TIMING.fullmatch(line)]


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.splitlines()[0][2:])
def test_sessions(session: str, tmp_path: Path) -> None:
    command, _, expected = session.partition("\n")
    for name, body in FILES.items():
        (tmp_path / name).write_text(body)
    arguments = shlex.split(command.removeprefix("$ noughts "))
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    ran = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        cwd=tmp_path,
        env=environment | {"COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert tidy(ran.stdout) == tidy(expected)


def test_the_strategy_of_ten_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corners.py").write_text(FILES["corners.py"])
    strategy = load("corners.py:Corners")
    check_strategy(strategy, [Game(3, 3, 3)])
    assert prove(strategy, Game(3, 3, 3), Side.X).verdict == "can lose"


def test_library_examples() -> None:
    results = doctest.testfile(str(README), module_relative=False, verbose=False)
    assert results.attempted > 3
    assert results.failed == 0
