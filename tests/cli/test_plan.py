"""`noughts plan`: what it prints, its files, its exit codes."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_cell, parse_position
from noughts.core.player import Decision
from noughts.core.position import Position, Side
from noughts.prove import prove
from noughts.prove.seated import MovesUpToSymmetry
from tests.cli.conftest import Run

STANDARD = Game(3, 3, 3)


class FromDocument:
    """Plays by the positions of a document, and fails elsewhere."""

    name = "from a document"

    def __init__(self, text: str) -> None:
        lessons = json.loads(text)["positions"]
        self.moves = MovesUpToSymmetry(
            {parse_position(each["position"]): parse_cell(STANDARD, each["move"]) for each in lessons}
        )

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: object) -> Decision:
        return Decision((self.moves[position],))


@pytest.mark.parametrize("arguments", [("--smallest", "--skip-obvious"), ("ring",)])
@pytest.mark.parametrize("side", list(Side))
def test_the_document_is_a_strategy_that_never_loses(run: Run, arguments: tuple[str, ...], side: Side) -> None:
    ran = run("plan", *arguments, "--seat", side.seat, "--json")
    assert ran.code == 0
    assert prove(FromDocument(ran.out), STANDARD, side).never_loses
    document = json.loads(ran.out)
    assert document["schema"] == "noughts/plan/1"
    assert document["verdict"] == "never loses"
    learnt = [each for each in document["positions"] if not (each["obvious"] and document["skip_obvious"])]
    assert document["size"] == document["at_least"] == len(learnt)
    assert document["smallest"]


def test_the_smallest_plan(run: Run) -> None:
    ran = run("plan", "--smallest", "--skip-obvious")
    assert ran.code == 0
    assert "the smallest plan on 3,3,3, moving first: 3 positions to learn" in ran.out
    assert "never loses, proved; no plan that never loses has fewer, proved" in ran.out
    assert "1. X b2" in ran.out
    assert "2 stones:" in ran.out


def test_a_plan_that_is_not_proved_smallest_does_not_say_so(run: Run, tmp_path: Path) -> None:
    """With no time for the proof, 4,2,3 moving second has a plan of more positions than the 39 of another one."""
    arguments, sheet = (
        ("plan", "--smallest", "--game", "4,2,3", "--seat", "second", "--seconds", "0"),
        tmp_path / "p.svg",
    )
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
    assert run("plan", "--smallest", "--max-positions", "10").code == 3
    assert "limit of 10 positions" in run("plan", "--smallest", "--max-positions", "10").err


@pytest.mark.parametrize("arguments", [(), ("ring", "--smallest")])
def test_usage(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("plan", *arguments)
    assert ran.code == 2
    assert "name a STRATEGY, or ask for the --smallest plan of all" in ran.err


def test_cards_and_picture(run: Run, tmp_path: Path) -> None:
    """The cards are read back as Anki reads them: headers, then fields between commas."""
    cards, picture = tmp_path / "cards.csv", tmp_path / "plan.svg"
    ran = run("plan", "ring", "--seat", "second", "--skip-obvious", "--csv", str(cards), "--svg", str(picture))
    assert ran.code == 0
    lines = cards.read_text(encoding="utf-8").splitlines()
    headers = [line for line in lines if line.startswith("#")]
    assert headers == [
        "#separator:Comma",
        "#html:true",
        "#notetype:Basic",
        "#columns:Front,Back,Tags",
        "#tags column:3",
    ]
    rows = list(csv.reader(lines[len(headers) :]))
    assert len(rows) == 15
    assert {len(row) for row in rows} == {3}
    front, back, tag = rows[0]
    assert front == "<pre>   a b c<br> 1 X . .<br> 2 . . .<br> 3 . . .</pre>O to move"
    assert back.endswith("<b>b2</b>: 3. move 1: centre: takes the middle")
    assert tag == "noughts::3x3x3::second"
    drawn = ElementTree.parse(picture).getroot()
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    titles = [text for text in texts if text.endswith("(O)")]
    assert (titles[0], len(titles)) == ("1. b2 (O)", 15)


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path) -> None:
    ran = run("plan", "--smallest", "--csv", str(tmp_path / "none" / "cards.csv"))
    assert ran.code == 2
    assert "there is no directory" in ran.err


def test_a_plan_in_a_file_is_a_player(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(run("plan", "ring", "--seat", "second", "--json").out)
    ran = run("prove", str(path), "--seat", "second")
    assert ran.code == 0
    assert "plan of ring on 3,3,3, moving second: never loses" in ran.out
    ran = run("prove", str(path), "--seat", "first")
    assert ran.code == 2
    assert "'plan of ring' has no move at '.../.../...': the plan is for moving second" in ran.err


ENTRY = {"position": "X../.../...", "reason": "", "obvious": False}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "noughts/proof/1"}, "the schema is 'noughts/proof/1', expected 'noughts/plan/1'"),
        ({"verdict": "can lose"}, "'ring' can lose, so the document has no moves"),
        ({"seat": "third"}, "expected a document noughts/plan/1, whole and unchanged"),
        ({"positions": [{"move": "a1"}]}, "the document has an invalid 'positions'"),
        ({"size": "two"}, "the document has an invalid 'size': 'two'"),
        ({"game": [3, 3]}, "no plan: game is [3, 3]"),
        ({"positions": [ENTRY | {"move": "a1"}]}, "a1 is taken by X"),
        ({"positions": [ENTRY | {"move": "z9"}]}, "no cell 'z9'"),
    ],
)
def test_a_file_that_is_no_plan(run: Run, tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(json.loads(run("plan", "ring", "--json").out) | change))
    ran = run("prove", str(path))
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_no_file(run: Run, tmp_path: Path) -> None:
    ran = run("prove", str(tmp_path / "none.json"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot read" in ran.err
