"""`noughts solve`."""

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Never

import pytest

from noughts.errors import LimitExceeded
from tests.cli.conftest import Run


def test_solve_report_and_json(run: Run) -> None:
    ran = run("solve")
    assert ran.code == 0
    assert "3,3,3, X to move: draw" in ran.out
    assert "best moves: every move" in ran.out
    document = json.loads(run("solve", "--position", "XX./.../O..", "--json").out)
    assert document["schema"] == "noughts/solution/1"
    assert (document["value"], document["distance"], len(document["moves"])) == ("loss", None, 6)
    document = json.loads(run("solve", "--position", "XX./.../O..", "--distance", "--json").out)
    assert (document["value"], document["distance"], document["moves"]) == ("loss", 4, ["c1"])
    assert "closed by:  potential bound, strategy stealing" in run("solve", "4,4,4").out


@pytest.mark.parametrize("text", ["XX....O..", "X X .\\n. . .\\nO . .", "2_xx----o--", "-"])
def test_a_position_in_any_form(run: Run, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    for options in ([], ["--moves"]):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"XX./.../O..")))
        assert json.loads(run("solve", text, *options, "--json").out)["position"] == "XX./.../O.."


def test_solve_takes_a_position_of_a_game(run: Run) -> None:
    board = "X.../..../..../...."
    named = run("solve", board, "--game", "4,4,4", "--json").out
    assert json.loads(named)["position"] == board
    assert json.loads(named)["value"] == json.loads(run("solve", "4,4,4", "--position", board, "--json").out)["value"]
    assert run("solve", "15,15,9-exact", "--value-only").out.startswith("15,15,9-exact, X to move: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("3x3",), "no game '3x3'"),
        (("XXQ/.../O..",), "no board 'XXQ/.../O..'"),
        (("--position", "XX"), "'XX'"),
        (("3,3,3", "--memory", "lots"), "'lots'"),
        (("X.../..../..../....",), "name the game as m,n,k"),
        (("3,3,3", "--game", "4,4,4"), "GAME and --game say the same"),
        (("X../.../...", "--position", "X../.../..."), "POSITION and --position say the same"),
    ],
)
def test_what_cannot_be_solved(run: Run, arguments: tuple[str, ...], words: str) -> None:
    ran = run("solve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_unknown_is_exit_3(run: Run) -> None:
    ran = run("solve", "9,9,5", "--nodes", "50", "--json")
    assert ran.code == 3
    assert json.loads(ran.out)["value"] == "unknown"
    ran = run("solve", "9,9,5", "--nodes", "50")
    nodes = ran.out.partition("unknown after ")[2].partition(" and ")[0]
    assert nodes.endswith(" nodes")
    assert f"\n  {nodes}, " in ran.out
    assert "\n  theorem:    X does not lose: proved for every board (first_never_loses, docs/proof.md)\n" in ran.out


def test_a_value_without_its_moves(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object) -> Never:
        raise LimitExceeded("unknown after 7 nodes and 0.1 s")

    monkeypatch.setattr("noughts.solve.solver._Call.keeping", spent)
    ran = run("solve", "5,4,3")
    assert ran.code == 0
    assert ran.out.startswith("5,4,3, X to move: win\n")
    assert "\n  best moves: unknown after 7 nodes and 0.1 s\n" in ran.out


def test_solve_certificate_and_checkpoint(run: Run, tmp_path: Path) -> None:
    certificate, checkpoint = tmp_path / "c.gz", tmp_path / "ck"
    arguments = ("solve", "6,6,5", "--certificate", str(certificate), "--checkpoint", str(checkpoint))
    assert run(*arguments).code == 0
    assert "holds: draw on 6,6,5" in run("check", str(certificate)).out
    assert "weak game, strategy stealing" in run(*arguments).out
    assert run("solve", "7,6,5", "--checkpoint", str(checkpoint)).code == 2
    assert run("solve", "--certificate", str(tmp_path / "no" / "c")).code == 2


def test_seconds_bound_the_wait_for_a_compiler(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.jit.background.prepare", lambda module: True)
    ran = run("solve", "26,1,2", "--certificate", str(tmp_path / "c"), "--seconds", "0.3")
    assert (ran.code, list(tmp_path.iterdir())) == (3, [])


def test_the_value_of_every_move(run: Run) -> None:
    ran = run("solve", "XX./.../O..", "--moves")
    assert ran.code == 0
    assert " 1  X  X L4" in ran.out
    assert "O to move: loss in 4 plies with c1" in ran.out
    document = json.loads(run("solve", "X../.../...", "--moves", "--json").out)
    assert document["moves"]["b2"] == {"value": "draw", "distance": 8}
    assert document["moves"]["c3"]["value"] == "loss"
    assert document["unknown"] == []


def test_how_a_value_comes_about(run: Run) -> None:
    """A sentence for each step of the search, indented by its depth."""
    said = run("solve", "XXO/OOX/X..", "--tree").out.splitlines()
    assert said[0] == "O to move. Its moves are looked at in turn: b3 c3."
    assert said[3] == "  The only reply of X, c3, is a draw: O b3 is worth a draw."
    assert said[-1] == "The best that O has is a draw, with b3. All 5 positions of the tree were looked at."
    document = json.loads(run("solve", "XXO/OOX/X..", "--tree", "--json").out)
    assert [step["words"] for step in document["steps"]] == [line.strip() for line in said]
    ran = run("solve", "X../.../...", "--tree")
    assert (ran.code, ran.out) == (2, "")
    assert "has 8 free cells: the tree of replies is shown where there are 6 or fewer" in ran.err
