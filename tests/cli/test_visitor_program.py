"""The jobs for a visitor's program: the documents and the errors of `noughts prove FILE.py`."""

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts.app import visitor_program
from noughts.app.application import Application
from noughts.web.browser import worker
from noughts.web.http.page import STATIC
from tests.cli.conftest import Run

pytestmark = pytest.mark.gate

TEMPLATES = STATIC / "python" / "templates"
FIRST = "def move(board):\n    return board.index(' ')\n"
LAST = FIRST.replace("board.index(' ')", "8 - board[::-1].index(' ')")
SAFE = (TEMPLATES / "rules.txt").read_text()
READ = "flat X O ' ' -> index"
WITH_MARK = "flat X O ' ' ( board mark ) -> index"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder for the program's file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def ask(job: str, language: str = "en", **asked: Any) -> dict[str, Any]:
    """Return the answer to a request."""
    request = json.dumps({"job": job, "asked": asked, "language": language})
    answer: dict[str, Any] = json.loads(asyncio.run(worker.answer(request, lambda text: None)))
    return answer


@pytest.mark.parametrize(
    ("source", "read"),
    [pytest.param(SAFE, WITH_MARK, marks=pytest.mark.slow), (FIRST, READ)],
    ids=["never loses", "can lose"],
)
def test_a_proof_is_that_of_the_command(run: Run, source: str, read: str) -> None:
    """But for the second process, which only the command asks: the document says of each in how many."""
    found = ask("program_proof", source=source, game="3,3,3", seat="both", read=read)["answer"]
    Path(visitor_program.PROGRAM).write_text(source)
    document = json.loads(run("prove", visitor_program.PROGRAM, "--read", read, "--json").out)
    for seat, here in zip(document["seats"].values(), found["seats"].values(), strict=True):
        assert (seat["asked_again"].pop("processes"), here["asked_again"].pop("processes")) == (2, 1)
    assert json.dumps(found) == json.dumps(document)


def test_what_fixes_a_program_is_that_of_the_command(run: Run) -> None:
    source = (TEMPLATES / "function.txt").read_text()
    found = ask("program_fix", source=source, game="3,3,3", seat="second", read=WITH_MARK)["answer"]
    Path(visitor_program.PROGRAM).write_text(source)
    document = json.loads(run("fix", visitor_program.PROGRAM, "--seat", "second", "--read", WITH_MARK, "--json").out)
    for name in ("exceptions", "at_least", "games"):
        assert found["seats"]["second"][name] == document["seats"]["second"][name]
    assert found["seats"]["second"]["verdict"] == "never loses"


def test_it_reports_each_call_while_it_is_found_out_how_a_program_is_called() -> None:
    """So that a page tells a slow program from one that does not answer."""
    heard: list[dict[str, Any]] = []
    asked = visitor_program.ProgramDecision(source=FIRST, game="3,3,3", position=".../.../...")
    visitor_program.program_decision(Application(), asked, heard.append)
    calls = [each["calls"] for each in heard]
    assert len(calls) > 10
    assert calls == [*range(1, len(calls) + 1)]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def move(board):\n    return (\n", 2),
        ("\ndef move(board):\n    return 1 / 0\n", 3),
    ],
    ids=["syntax", "every position"],
)
def test_an_error_is_that_of_the_command_and_names_the_line(run: Run, source: str, line: int) -> None:
    _, words = ask("program_proof", source=source, game="3,3,3", seat="both")["error"]
    assert f"({visitor_program.PROGRAM}, line {line})" in words
    Path(visitor_program.PROGRAM).write_text(source)
    said = run("prove", visitor_program.PROGRAM, "--json").err.splitlines()[0].removeprefix("noughts: ")
    assert re.sub(r" \(program\.py, line \d+\)$", "", words) == re.sub(r" \(program\.py, line \d+\)$", "", said)


@pytest.mark.parametrize(
    ("source", "german"),
    [
        ("\ndef move(board):\n    return 1 / 0\n", "es hat ZeroDivisionError: division by zero ausgelöst"),
        ("def move(board):\n    return 99\n", "es hat 99 geantwortet, was kein Feld des Bretts ist"),
    ],
)
def test_an_error_is_said_in_the_page_s_language(run: Run, source: str, german: str) -> None:
    _, words = ask("program_proof", "de", source=source, game="3,3,3", seat="both")["error"]
    assert german in words
    _, words = ask("program_proof", source=source, game="3,3,3", seat="both")["error"]
    assert german not in words
    assert "kind" not in words


def test_a_fault_is_that_of_the_command_and_names_the_line(run: Run) -> None:
    source = "def move(board):\n    if board.count(' ') == 9:\n        return 1 / 0\n    return board.index(' ')\n"
    found = ask("program_proof", source=source, game="3,3,3", seat="first")["answer"]
    Path(visitor_program.PROGRAM).write_text(source)
    said = json.loads(run("prove", visitor_program.PROGRAM, "--json", "--seat", "first").out)
    assert found["seats"]["first"]["fault"] == said["seats"]["first"]["fault"]
    assert found["seats"]["first"]["fault"]["message"].endswith("division by zero (program.py, line 3)")


def test_decisions_come_from_the_program_that_was_asked_last() -> None:
    position = {"game": "3,3,3", "position": "X../.../..."}
    first = ask("program_decision", source=FIRST, read=READ, **position)["answer"]
    last = ask("program_decision", source=LAST, read=READ, **position)
    assert (first["choice"], last["answer"]["choice"]) == ("b1", "c3")
