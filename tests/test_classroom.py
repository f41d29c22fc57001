"""The examples for a class, in examples/classroom/: each gives a program that holds and one that loses their due."""

import doctest
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent
CLASSROOM = ROOT / "examples" / "classroom"
FIRST_FREE = "def get_move(board):\n    return board.index(' ')\n"
COMMAND = "#!/bin/sh\nexec '{}' -m noughts \"$@\"\n"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment with the command `noughts`."""
    command = tmp_path / "bin" / "noughts"
    command.parent.mkdir()
    command.write_text(COMMAND.format(sys.executable))
    command.chmod(0o755)
    return os.environ | {"PATH": f"{command.parent}:{os.environ['PATH']}"}


@pytest.mark.slow
def test_gradescope(tmp_path: Path, environment: dict[str, str]) -> None:
    for name in ("submission", "source", "results"):
        (tmp_path / name).mkdir()
    (tmp_path / "submission" / "player.py").write_text(FIRST_FREE)
    (tmp_path / "source" / "points.toml").write_text((CLASSROOM / "points.toml").read_text())
    ran = subprocess.run(
        [CLASSROOM / "run_autograder"],
        env=environment | {"GRADESCOPE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "3/11" in ran.stdout
    found = json.loads((tmp_path / "results" / "results.json").read_text())
    assert [(test["score"], test["max_score"]) for test in found["tests"]] == [(0, 4), (0, 4), (2, 2), (1, 1)]
    assert "loses, moving second: " in found["output"]


@pytest.mark.gate
def test_the_action(tmp_path: Path, environment: dict[str, str]) -> None:
    """Its last step, as a shell runs it; the first installs."""
    (tmp_path / "player.py").write_text(FIRST_FREE)
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    *_, step = action["runs"]["steps"]
    workflow = yaml.safe_load((CLASSROOM / "classroom.yml").read_text())
    given = workflow["jobs"]["prove"]["steps"][-1]["with"]
    assert set(given) <= set(action["inputs"])
    variables = {"FILES": given["files"], "GAME": action["inputs"]["game"]["default"], "POINTS": ""}
    assert set(variables) == set(step["env"])
    ran = subprocess.run(
        ["bash", "-ec", step["run"]],
        cwd=tmp_path,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "player.py  can lose" in ran.stdout


class Check50(ModuleType):
    """As much of check50 as the example uses."""

    class Failure(Exception):
        """A check that fails."""

    def check(self, dependency: Any = None) -> Callable[[Any], Any]:
        return lambda function: function

    def exists(self, name: str) -> None:
        assert Path(name).exists()


@pytest.mark.gate
@pytest.mark.parametrize(("seat", "complaint"), [("first", "can lose"), ("second", "can lose")])
def test_check50(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seat: str, complaint: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "check50", Check50("check50"))
    checks = loaded("check50.py")
    Path("player.py").write_text(FIRST_FREE)
    checks.exists()
    with pytest.raises(Check50.Failure, match=complaint):
        getattr(checks, f"never_loses_moving_{seat}")()


def test_otter() -> None:
    """Its cases are examples of doctest, with the student's function among the names."""
    [suite] = loaded("otter.py").test["suites"]
    [case] = suite["cases"]

    def get_move(board: list[str]) -> int:
        return board.index(" ")

    example = doctest.DocTestParser().get_doctest(case["code"], {"get_move": get_move}, "otter", None, None)
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(example, out=report.append).failed == 1
    assert "can lose" in "".join(report)


def loaded(name: str) -> Any:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(f"classroom_{Path(name).stem}", CLASSROOM / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
