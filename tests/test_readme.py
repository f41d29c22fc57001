"""The README's commands are run as written, and what they print is what it shows."""

import doctest
import re
from pathlib import Path

import pytest

from noughts import Game, Side
from noughts.prove import prove
from noughts.strategies import load
from noughts.testing import check_strategy
from tests.sessions import blocks_of, faults_of, files_of, in_a_process, sessions_of

README = Path(__file__).parent.parent / "README.md"
PROVING = README.parent / "docs" / "how-to" / "prove-my-strategy.md"


@pytest.mark.gate
@pytest.mark.parametrize("session", sessions_of(README), ids=lambda session: session.splitlines()[0][2:])
def test_sessions(session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert faults_of(session, in_a_process) == []


def test_the_first_block_names_what_is_there() -> None:
    """It makes its own environment, for the system's Python may refuse `pip install`; .ci/fresh pastes it."""
    first = next(body for language, body in blocks_of(README) if language == "sh")
    assert first.splitlines()[0] == "python3 -m venv .venv && . .venv/bin/activate"
    assert (README.parent / first.split()[-1]).is_file()


def test_what_is_named_in_examples_is_there() -> None:
    named = re.findall(r"examples/[\w./]+\w", README.read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [path for path in named if not (README.parent / path).is_file()] == []


def test_the_pictures_are_there() -> None:
    """In light and in dark colours."""
    named = re.findall(r'(?:src|srcset)="([^"]+)"', README.read_text(encoding="utf-8"))
    assert {Path(name).stem.rpartition("-")[2] for name in named} == {"light", "dark"}
    assert [name for name in named if not (README.parent / name).is_file()] == []


def test_the_example_is_that_of_the_how_to() -> None:
    def code(text: str) -> str:
        return text[text.index("LINES = ") :]

    assert code((README.parent / "examples" / "mine.py").read_text()) == code(files_of(PROVING)["mine.py"])


def test_the_strategy_of_ten_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corners.py").write_text(files_of(PROVING)["corners.py"])
    strategy = load("corners.py:Corners")
    check_strategy(strategy, [Game(3, 3, 3)])
    assert prove(strategy, Game(3, 3, 3), Side.X).verdict == "can lose"


def test_library_examples() -> None:
    results = doctest.testfile(str(README), module_relative=False, verbose=False)
    assert results.attempted > 3
    assert results.failed == 0
