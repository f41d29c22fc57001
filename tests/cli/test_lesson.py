"""`noughts lesson`: the question, the answers, the document."""

import io
import json

import pytest

from tests.cli.conftest import Ran, Run


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


@pytest.mark.parametrize(("text", "code"), [("", 0), ("quit\n", 0), ("a3\n", 1), ("a3\nquit\nc1\n", 1), ("a1\n", 0)])
def test_the_last_answer_decides_the_code(answer: Run, text: str, code: int) -> None:
    assert answer(text, "fork", "--seed", "1").code == code


def test_the_document(run: Run) -> None:
    told = json.loads(run("lesson", "fork", "--seed", "1", "--json").out)
    assert told["schema"] == "noughts/lesson/1"
    assert (told["grade"], told["seed"], told["position"], told["answer"]) == ("fork", 1, "X../OOX/...", "c1")
    assert told["question"] == {"kind": "ask-fork", "values": {"side": "X"}, "text": "X can win with a fork. Where?"}
    assert told["wrong"]["a3"]["after"] == "draw"
    assert sorted([*told["wrong"], "c1"]) == ["a3", "b1", "b3", "c1", "c3"]


def test_the_grades(run: Run) -> None:
    assert "fork   3,3,3 and 4,3,3" in run("lesson", "--list").out
    assert json.loads(run("lesson", "--list", "--json").out)[-1]["games"] == ["9,9,5"]


def test_a_seed_is_drawn(run: Run) -> None:
    assert json.loads(run("lesson", "--json").out)["seed"] >= 0


def test_an_unknown_grade(run: Run) -> None:
    ran = run("lesson", "froks")
    assert (ran.code, ran.out) == (2, "")
    assert "no grade 'froks': known are win, block" in ran.err
