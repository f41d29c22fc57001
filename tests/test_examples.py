"""The programs in examples/: each is run as a player, and its verdict is the one that its page gives."""

import doctest
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noughts.app.players import load_player
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.engines.pipe import PipeStrategy
from noughts.players.player import NO_DICE, consult, supports
from noughts.prove import prove
from noughts.testing import check_strategy

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
STANDARD = Game(3, 3, 3)


LONG = [pytest.param(name, marks=pytest.mark.slow) for name in ("player.mjs", "player.c")]  # Node and a C compiler


@pytest.fixture(scope="module", params=["player.sh", *LONG])
def player(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PipeStrategy]:
    source = EXAMPLES / request.param
    tool = {".mjs": "node", ".c": "cc", ".sh": "sh"}[source.suffix]
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool}")
    if tool == "cc":
        target = tmp_path_factory.mktemp("player") / "player"
        subprocess.run(["cc", "-std=c99", "-O2", "-o", str(target), str(source)], check=True)
        command = shlex.quote(str(target))
    else:
        command = shlex.join([tool, str(source)])
    with PipeStrategy(command, seconds=60) as pipe:
        yield pipe


def test_verdicts(player: PipeStrategy) -> None:
    found = [prove(player, STANDARD, side).never_loses for side in Side]
    assert found == ([True, False] if "player.sh" in player.command else [True, True])


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("mine.py", [False, False]),
        ("mine.rules", [True, True]),
        pytest.param("board_class.py", [True, True], marks=pytest.mark.slow),
        pytest.param("console.py", [True, False], marks=pytest.mark.slow),
    ],
)
def test_programs_as_they_are(spec: str, expected: list[bool]) -> None:
    player = load_player(str(EXAMPLES / spec))
    assert [prove(player, STANDARD, side).never_loses for side in Side] == expected


def test_a_game_at_the_terminal() -> None:
    """Its computer falls into a fork."""
    player, position = load_player(f"console:{sys.executable} {EXAMPLES / 'console.py'}"), Position(STANDARD)
    for name in ["a1", "b2", "c3", "c1", "a3", "b3", "a2"]:
        move = parse_cell(STANDARD, name)
        if position.side is Side.O:
            assert consult(player, position, NO_DICE).moves == (move,)
        position = position.play(move)
    assert str(position.outcome) == "X wins"


def test_in_an_exact_game_a_longer_row_does_not_win(player: PipeStrategy) -> None:
    """On b2 X would make four in a row; on a3 three."""
    game = Game(4, 3, 3, exact=True)
    if supports(player, game):
        assert consult(player, parse_position("X.OO/X.XX/.OO.", game), NO_DICE).moves == (8,)


def test_other_games(player: PipeStrategy) -> None:
    """The shell plays 3,3,3 alone, and says so; the others play all games."""
    games = [Game(4, 3, 3), Game(3, 5, 4), Game(6, 1, 3), Game(15, 15, 5), Game(26, 26, 5)]
    if "player.sh" in player.command:
        assert not any(supports(player, game) for game in games)
    else:
        check_strategy(player, games, positions=3)


# For a class, in examples/classroom/: each gives a program that holds and one that loses their due.


CLASSROOM = EXAMPLES / "classroom"
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
    yaml: Any = pytest.importorskip("yaml")
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
