"""`noughts rules`: the table of a list's rules, and of its changes. `noughts lesson`: its questions and answers."""

import io
import json
from pathlib import Path

import pytest

from noughts.cli.exits import Exit
from tests.cli.conftest import Ran, Run

SHEET = "win, block, fork, block fork, centre, opposite corner, corner, side"


def test_the_table(run: Run) -> None:
    ran = run("rules", SHEET)
    assert ran.code == Exit.ANSWERED
    lines = ran.out.splitlines()
    assert lines[2].split() == ["1.", "win", "160", "296"]
    assert lines[-2:] == ["moving first: never loses", "moving second: never loses"]
    assert "superfluous" not in ran.out
    assert "2. any" in run("rules", "first free, any").out
    assert run("rules", "first free, any").out.count("superfluous here") == 1


def test_the_changes(run: Run) -> None:
    """Every line that is shown is lost by the list that it is shown for."""
    rows = run("rules", SHEET, "--ablate").out.split("\n\n")[1].splitlines()
    assert len(rows) == 1 + 8 + 7
    [row] = [row for row in rows if row.startswith("without 2. block")]
    line = row.rpartition("can lose: ")[2]
    without = SHEET.replace("block, ", "", 1)
    replayed = run("play", "--plain", "--o", f"rules: {without}", "--moves", line)
    assert "X wins" in replayed.out or "X (human) wins" in replayed.out, replayed


def test_a_bad_list(run: Run) -> None:
    ran = run("rules", "win, blok")
    assert (ran.code, ran.out, ran.err.count("\n")) == (Exit.BAD, "", 1)
    assert "did you mean 'block'" in ran.err


def test_what_there_is(run: Run) -> None:
    out = run("rules").out
    assert all(f"\n{name}  " in out for name in ("win", "block fork (force)", "school-first"))
    assert "\nmoving second:\n" in out


def test_the_shortest_lists(run: Run) -> None:
    ran = run("rules", "--shortest", "--seat", "first")
    lines = ran.out.splitlines()
    assert lines[0] == "3,3,3, moving first: 4 rules, 21 lists of 11 conditions"
    assert len(lines) == 23
    assert run("prove", f"rules: {lines[1].partition('. ')[2].strip()}", "--seat", "first").code == Exit.ANSWERED
    none = run("rules", "--shortest", "--from", "win, block, centre, corner, any")
    assert (none.code, none.out.splitlines()[0]) == (
        Exit.NO,
        "3,3,3, moving first or second: every list of these 5 conditions can lose",
    )


def test_a_page_to_print(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.svg"
    assert run("rules", SHEET, "--sheet", str(page)).out.endswith("page.svg: a page to print\n")
    assert "never loses, first or second: proved against every reply" in page.read_text()
    assert run("rules", "--sheet", str(page)).code == Exit.ANSWERED
    assert "My list of rules" in page.read_text()
    refused = run("rules", SHEET, "--sheet", "page.doc")
    assert (refused.code, refused.out) == (Exit.BAD, "")
    assert "'page.doc': expected a name in .svg; a browser prints it" in refused.err


# noughts lesson


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch, run: Run) -> Run:
    """The command, which reads its first argument as what is typed."""

    def call(text: str, *arguments: str) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return run("lesson", *arguments)

    return call


def test_wrong_then_right(answer: Run) -> None:
    ran = answer("a1\nz9\na3\nc1\n", "fork", "--seed", "1")
    assert ran.code == 0
    said = ran.out
    assert "X can win with a fork. Where?" in said
    assert "a1 is taken by X" in said
    assert "no cell 'z9': expected a1 to c3" in said
    assert "No. Now it is only a draw: O can hold it.\n  X a3, O b1, X b3, O c3, X c1" in said
    assert said.endswith(
        "Right. c1 threatens b1 and c3, and O can stop only one.\nThe next one: noughts lesson fork --seed 2\n"
    )


@pytest.mark.parametrize(("text", "code"), [("quit\n", 0), ("a3\n", 1), ("a3\nquit\nc1\n", 1), ("a1\n", 0)])
def test_the_last_answer_decides_the_code(answer: Run, text: str, code: int) -> None:
    assert answer(text, "fork", "--seed", "1").code == code


def test_the_document_of_a_lesson(run: Run) -> None:
    told = json.loads(run("lesson", "fork", "--seed", "1", "--json").out)
    assert told["schema"] == "noughts/lesson/1"
    assert (told["grade"], told["seed"], told["position"], told["answer"]) == ("fork", 1, "X../OOX/...", "c1")
    assert told["question"] == {"kind": "ask-fork", "values": {"side": "X"}, "text": "X can win with a fork. Where?"}
    assert told["wrong"]["a3"]["after"] == "draw"
    assert sorted([*told["wrong"], "c1"]) == ["a3", "b1", "b3", "c1", "c3"]


def test_the_grades(run: Run) -> None:
    assert "fork          3,3,3 and 4,3,3" in run("lesson", "--list").out
    assert json.loads(run("lesson", "--list", "--json").out)[-1]["games"] == ["9,9,5"]
