"""`noughts solve`."""

import json
import os
import urllib.request
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Never
from urllib.parse import urlencode

import pytest

from noughts.cli.common import SizeParam
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.table_folder import VARIABLE
from noughts.solve.tables.folder import open_table
from tests.certify.tables import Made, brute, files_of, write
from tests.cli.conftest import Run
from tests.cli.test_web import started


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
    columns = run("solve", "4453", "--game", "connect-four", "--value-only", "--json").out
    assert json.loads(columns)["position"].endswith("...O.../..OXX..")
    assert run("solve", "15,15,9-exact", "--value-only").out.startswith("15,15,9-exact, X to move: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("3x3",), "no game '3x3'"),
        (("XXQ/.../O..",), "no board 'XXQ/.../O..'"),
        (("--position", "XX"), "'XX'"),
        (("3,3,3", "--memory", "lots"), "'lots'"),
        (("X.../..../..../....",), "name the game as m,n,k"),
        (("3,3,3", "--game", "4,4,4"), "no board '3,3,3'"),
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


def test_where_a_value_is_not_known_a_move_is_named(run: Run) -> None:
    """Where stones fall: by a search that is short, and says so."""
    for more in ([], ["--moves"]):
        ran = run("solve", "44444", "--game", "connect-four", "--nodes", "50", *more)
        assert ran.code == 3
        assert "a search 8 plies ahead, which proves nothing, takes c6\n" in ran.out
    assert "takes" not in run("solve", "9,9,5", "--nodes", "50").out


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


GAME = Game(7, 2, 2)  # too large to be enumerated; X wins in 3 plies


def test_a_table_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t"
    ran = run("tabulate", "4,3,3", "--out", str(path))
    assert ran.code == 0
    assert ran.out.startswith("4,3,3 is a win in 7 plies for the first player")
    assert "111,973 positions: won 64,738, drawn 3,060, lost 44,175" in ran.out
    assert open_table(path).value(Position(Game(4, 3, 3))) == Value(1, 7)


def test_the_document_of_what_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t"
    document = json.loads(run("tabulate", "3,3,3", "--out", str(path), "--json").out)
    assert document.pop("seconds") >= 0
    assert document == {
        "schema": "noughts/tabulate/1",
        "game": [3, 3, 3],
        "value": "draw",
        "plies": 9,
        "positions": 5478,
        "win": 2836,
        "draw": 1068,
        "loss": 1574,
        "longest": 5,
        "file": str(path),
        "bytes": sum(file.stat().st_size for file in path.iterdir()),
    }


@pytest.mark.parametrize(
    ("code", "arguments", "words"),
    [
        (3, ["5,4,4", "--memory", "9MiB"], "5,4,4 needs"),
        (3, ["15,15,5"], "225 cells"),
        (2, ["3,3,3", "--memory", "1x"], "'1x' is not an amount of memory"),
    ],
    ids=str,
)
def test_bad_input_and_limits_are_one_line(
    run: Run, tmp_path: Path, code: int, arguments: list[str], words: str
) -> None:
    ran = run("tabulate", *arguments, "--out", str(tmp_path / "t"))
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_sizes() -> None:
    convert = SizeParam().convert
    sizes = {"1073741824": 1 << 30, "512MiB": 512 << 20, "1.5GiB": 3 << 29, "2k": 2048, "7 B": 7, "1TB": 1 << 40}
    assert {text: convert(text, None, None) for text in sizes} == sizes
    assert convert(5, None, None) == 5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a false table, which shows that it is used: every first move draws."""
    made = brute(GAME)
    layers = [[0] * len(layer) if ply == 1 else layer for ply, layer in enumerate(made.layers)]
    write(tmp_path / "7,2,2.table", files_of(Made(GAME, made.rows, layers)))
    return tmp_path


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve --moves ......./....... --game 7,2,2", f" 1{' D' * 7}\n"),
        ("solve 7,2,2 --distance", "X to move: draw\n  closed by:  table\n"),
        ("explain ......./....... --strategy first --game 7,2,2", "truth: draw for X; this keeps it"),
    ],
    ids=["moves", "solve", "explain"],
)
def test_they_are_used(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str) -> None:
    (folder / "empty").mkdir()
    assert words not in run(*line.split(), "--tables", str(folder / "empty")).out
    assert words in run(*line.split(), "--tables", str(folder)).out
    assert VARIABLE not in os.environ
    monkeypatch.setenv(VARIABLE, str(folder))
    assert words in run(*line.split()).out
    assert words not in run(*line.split(), "--tables", str(folder / "empty")).out
    assert os.environ[VARIABLE] == str(folder)


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = run("solve", "7,2,2", "--tables", str(tmp_path / "missing"))
    assert (named.code, named.err.count("\n")) == (2, 1)
    assert f"'{tmp_path / 'missing'}' does not exist" in named.err
    monkeypatch.setenv(VARIABLE, str(tmp_path / "missing"))
    assert run("solve", "7,2,2") == named


def test_a_damaged_table(run: Run, folder: Path) -> None:
    (folder / "7,2,2.table" / "table.json").write_bytes(b"noughts")
    ran = run("solve", "7,2,2", "--tables", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert "table.json is damaged" in ran.err


@pytest.mark.gate
def test_the_workers_of_the_server(tmp_path: Path, folder: Path) -> None:
    with started(tmp_path, "--tables", str(folder)) as server:
        query = urlencode({"game": "7,2,2", "position": "......./......."})
        with urllib.request.urlopen(f"{server.url}/api/v1/analysis/values?{query}", timeout=60) as answer:
            values = json.load(answer)
    assert {value["value"] for value in values["moves"].values()} == {"draw"}
