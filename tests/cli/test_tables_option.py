"""`--tables DIR` and NOUGHTS_TABLES: where the commands find tables."""

import json
import os
import urllib.request
from importlib import import_module
from pathlib import Path
from urllib.parse import urlencode

import click
import pytest

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.solve.folder_tables import table_folder
from noughts.solve.oracle import quick_oracle
from noughts.solve.table_folder import VARIABLE, tables_in
from tests.certify.tables import Made, brute, packed
from tests.cli.conftest import Run
from tests.cli.test_web import started

GAME = Game(7, 2, 2)  # too large to be enumerated; X wins in 3 plies
COMMANDS = ["analyse", "engine", "explain", "lesson", "match", "play", "prove", "replay", "solve", "web"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a false table, which shows that it is used: every first move draws."""
    return with_false_table(tmp_path)


def with_false_table(folder: Path) -> Path:
    made = brute(GAME)
    layers = [[0] * len(layer) if ply == 1 else layer for ply, layer in enumerate(made.layers)]
    (folder / "7,2,2.table").write_bytes(packed(Made(GAME, made.rows, layers)))
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_have_it(name: str) -> None:
    command = getattr(import_module(f"noughts.cli.{name}"), name)
    assert isinstance(command, click.Command)
    assert "tables" in {option.name for option in command.params}


def test_analyse(run: Run, folder: Path) -> None:
    board = "......./......."
    assert run("analyse", board, "--game", "7,2,2").out.splitlines()[1].split() == ["1", *["W3"] * 7]
    ran = run("analyse", board, "--game", "7,2,2", "--tables", str(folder))
    assert ran.out.splitlines()[1].split() == ["1", *["D"] * 7]
    assert VARIABLE not in os.environ


def test_solve(run: Run, folder: Path) -> None:
    assert "win in 3 plies" in run("solve", "7,2,2", "--distance").out
    ran = run("solve", "7,2,2", "--distance", "--tables", str(folder))
    assert "X to move: draw\n  closed by:  table\n" in ran.out
    assert "\n  best moves: every move\n  0 nodes" in ran.out


def test_the_variable(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(folder))
    assert "closed by:  table" in run("solve", "7,2,2").out
    assert (
        "truth: draw for X; this keeps it"
        in run("explain", "......./.......", "--strategy", "first", "--game", "7,2,2").out
    )
    other = folder / "empty"
    other.mkdir()
    assert "closed by:  table" not in run("solve", "7,2,2", "--tables", str(other)).out
    assert os.environ[VARIABLE] == str(folder)


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = run("solve", "7,2,2", "--tables", str(tmp_path / "missing"))
    assert (named.code, named.err.count("\n")) == (2, 1)
    assert f"'{tmp_path / 'missing'}' does not exist" in named.err
    monkeypatch.setenv(VARIABLE, str(tmp_path / "missing"))
    assert run("solve", "7,2,2") == named


def test_a_damaged_table(run: Run, folder: Path) -> None:
    (folder / "7,2,2.table").write_bytes(b"noughts")
    ran = run("solve", "7,2,2", "--tables", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert "is not a table of exact values" in ran.err


def test_hints_and_values_of_the_page(folder: Path) -> None:
    jobs, asked = Jobs(Application()), {"game": "7,2,2", "position": "......./......."}
    with tables_in(str(folder)):
        values, hint = (jobs.run(job, asked, lambda progress: None) for job in ("values", "hint"))
    assert {value["value"] for value in values["moves"].values()} == {"draw"}
    assert len(hint["moves"]) == 14


@pytest.mark.gate
def test_the_workers_of_the_server(tmp_path: Path, folder: Path) -> None:
    with started(tmp_path, "--tables", str(folder)) as (_, url):
        query = urlencode({"game": "7,2,2", "position": "......./......."})
        with urllib.request.urlopen(f"{url}/api/v1/analysis/values?{query}", timeout=60) as answer:
            values = json.load(answer)
    assert {value["value"] for value in values["moves"].values()} == {"draw"}


def test_an_oracle_finds_the_folder_of_the_moment(folder: Path) -> None:
    oracle, before = quick_oracle(), table_folder()
    with tables_in(str(folder)):
        assert table_folder() == folder
        assert {value.result for value in oracle.values(Position(GAME)).values()} == {0}
    assert table_folder() == before
