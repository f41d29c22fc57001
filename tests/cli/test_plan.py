"""`noughts plan` and `noughts poster`: what they print, their documents and files."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from tests.cli.conftest import Run
from tests.drawing.reading import alternative, parse, words
from tests.drawing.sheet import Reader

STANDARD = Game(3, 3, 3)


@pytest.mark.parametrize("arguments", [("--smallest", "--skip-obvious"), ("ring",)])
@pytest.mark.parametrize("side", list(Side))
def test_the_document_is_a_player_that_never_loses(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], side: Side
) -> None:
    ran = run("plan", *arguments, "--seat", side.seat, "--json")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert document["schema"] == "noughts/plan/1"
    assert document["verdict"] == "never loses"
    learnt = [each for each in document["positions"] if not (each["obvious"] and document["skip_obvious"])]
    assert document["size"] == document["at_least"] == len(learnt)
    assert document["smallest"]
    (tmp_path / "plan.json").write_text(ran.out)
    proved = run("prove", "plan.json", "--seat", side.seat)
    assert proved.code == 0
    assert f"on 3,3,3, moving {side.seat}: never loses" in proved.out
    ran = run("prove", "plan.json", "--seat", side.opponent.seat)
    assert ran.code == 2
    assert f": the plan is for moving {side.seat}" in ran.err


def test_a_plan_that_is_not_proved_smallest_does_not_say_so(run: Run, tmp_path: Path) -> None:
    """With no time for the proof, 4,2,3 moving second has a plan of more positions than the 39 of another one."""
    sheet = tmp_path / "p.svg"
    arguments = ("plan", "--smallest", "--game", "4,2,3", "--seat", "second", "--seconds", "0")
    ran = run(*arguments, "--svg", str(sheet))
    document = json.loads(run(*arguments, "--json").out)
    assert ran.code == 3
    assert document["at_least"] <= 39 < document["size"]
    assert not document["smallest"]
    title = "a plan, not known to be the smallest, on 4,2,3, moving second"
    assert ran.out.startswith(f"{title}: at most {document['size']} positions to learn\n")
    assert title in sheet.read_text()


def test_a_strategy_that_can_lose(run: Run) -> None:
    ran = run("plan", "paths:override=off", "--seat", "second")
    assert ran.code == 1
    assert "CAN LOSE, so there is no plan" in ran.out
    assert "7. X b3 wins" in ran.out
    document = json.loads(run("plan", "paths:override=off", "--seat", "second", "--json").out)
    assert document["verdict"] == "can lose"
    assert len(document["losing_line"]) == 7


def test_a_game_that_a_seat_loses(run: Run) -> None:
    ran = run("plan", "--smallest", "--game", "3,3,2", "--seat", "second")
    assert (ran.code, ran.out) == (1, "no plan: whatever it plays, a strategy can lose 3,3,2 moving second\n")


def test_limits(run: Run) -> None:
    ran = run("plan", "--smallest", "--seconds", "0")
    assert ran.code == 3
    assert "whether one has so few is not known" in ran.out
    ran = run("plan", "--smallest", "--max-positions", "10")
    assert ran.code == 3
    assert "limit of 10 positions" in ran.err


def test_cards_and_picture(run: Run, tmp_path: Path) -> None:
    """The cards are read back as Anki reads them: headers, then fields between commas."""
    cards, picture = tmp_path / "cards.csv", tmp_path / "plan.svg"
    ran = run("plan", "ring", "--seat", "second", "--skip-obvious", "--csv", str(cards), "--svg", str(picture))
    assert ran.code == 0
    lines = cards.read_text(encoding="utf-8").splitlines()
    headers = ["#separator:Comma", "#html:true", "#notetype:Basic", "#columns:Front,Back,Tags", "#tags column:3"]
    assert [line for line in lines if line.startswith("#")] == headers
    rows = list(csv.reader(lines[len(headers) :]))
    assert (len(rows), {len(row) for row in rows}) == (15, {3})
    front, back, tag = rows[0]
    assert front == "<pre>   a b c<br> 1 X . .<br> 2 . . .<br> 3 . . .</pre>O to move"
    assert back.endswith("<b>b2</b>: 3. move 1: centre: takes the middle")
    assert tag == "noughts::3x3x3::second"
    drawn = ElementTree.parse(picture).getroot()
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    titles = [text for text in texts if text.endswith("(O)")]
    assert (titles[0], len(titles)) == ("1. b2 (O)", 15)


ENTRY = {"position": "X../.../...", "reason": "", "obvious": False}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "noughts/proof/1"}, "the schema is 'noughts/proof/1', expected 'noughts/plan/1'"),
        ({"verdict": "can lose"}, "'ring' can lose, so the document has no moves"),
        ({"seat": "third"}, "the document has an invalid 'seat': 'third'"),
        ({"positions": [{"move": "a1"}]}, "the document has an invalid 'positions'"),
        ({"game": [3, 3]}, "no plan: game is [3, 3]"),
        ({"positions": [ENTRY | {"move": "a1"}]}, "a1 is taken by X"),
    ],
)
def test_a_file_that_is_no_plan(run: Run, tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(json.loads(run("plan", "ring", "--json").out) | change))
    ran = run("prove", str(path))
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


# noughts poster

FICKLE = """
import os
from noughts import Decision

class Fickle:
    name, begun = "fickle", 0

    def supports(self, game):
        return True

    def decide(self, position, rng):
        self.begun += position.ply == 0
        return Decision((position.legal_moves[0 if self.begun == 1 else -1],))

class Noisy(Fickle):
    noisy = True

class Hurried(Fickle):
    def decide(self, position, rng):
        return Decision((position.legal_moves[0 if os.environ.get("PYTHONHASHSEED") is None else -1],))
"""


def test_the_sheet_says_what_was_proved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    ran = run("poster", "ring", "--seat", "second", "--out", str(path))
    claim = "Never loses: proved against every reply. 330 games won, 127 drawn."
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"ring on 3,3,3, moving second: {claim}\n{path}: 457 games on one sheet\n"
    svg = path.read_text(encoding="utf-8")
    assert words(parse(svg))[:2] == ["ring on 3,3,3, moving second", claim]
    assert claim in alternative(parse(svg))[1]
    assert Reader(STANDARD, Side.O).read(svg).results == {1: 330, 0: 127}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["first", "--game", "4,4,4"], "no poster of 4,4,4 moving first: on A3 the stones after 7 moves would be"),
        (["FILE:Noisy"], "no poster of 'fickle': it draws random numbers, so it has no fixed plan"),
        (["FILE:Fickle"], "'fickle' cannot be proved: at '.../.../...' it answered a1 and, asked again, c3"),
        (["FILE:Hurried"], " and, in a second process, "),
    ],
)
def test_what_has_no_sheet(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    program, path = tmp_path / "own.py", tmp_path / "plan.svg"
    program.write_text(FICKLE)
    ran = run("poster", *(argument.replace("FILE", str(program)) for argument in arguments), "--out", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not path.exists()
