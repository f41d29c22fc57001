"""The program without the extra `fast`: as where Numba isn't installed. One process for each command."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FAST = "pip install 'noughts[fast]'"
LARGE = ["X..../...../...../...../.....", "--game", "5,5,4"]
WITHOUT = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from noughts.cli import main
sys.exit(main())
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize(
    ("arguments", "value"),
    [(["5,5,4"], "draw"), (["6,6,4"], "win"), (["7,7,5"], "draw"), (["4,4,3", "--distance"], "win")],
)
def test_values(arguments: list[str], value: str) -> None:
    ran = run("solve", *arguments, "--json", *([] if "--distance" in arguments else ["--value-only"]))
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["value"]) == (0, value), ran.stderr
    if "--distance" in arguments:
        assert found["distance"] == 5


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["prove", "weights"], 1, "CAN LOSE"),
        (["prove", "perfect", "--seat", "first"], 0, "never loses"),
        (["match", "weights", "potential", "--game", "4,4,4"], 0, "exact"),
        (["census", "3,3,3"], 0, "5,478 positions"),
        (["explain", *LARGE, "--strategy", "search:seconds=0.2"], 0, "plies"),
    ],
)
def test_commands(arguments: list[str], code: int, text: str) -> None:
    ran = run(*arguments)
    assert ran.returncode == code, ran.stderr
    assert text in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["tabulate", "3,3,3", "--out", "x.table"], f"compiled code needs Numba: {FAST}"),
        (["prove", "search"], f"'search' by nodes needs compiled code (with seconds it does not): {FAST}"),
        (["warm-up"], f"there is no compiler: {FAST}"),
    ],
)
def test_what_needs_the_extra_says_so_in_one_line(arguments: list[str], text: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (ran.returncode, ran.stderr) == (2, f"noughts: {text}\n")
    assert not list(tmp_path.iterdir())
