"""`noughts tabulate` writes a table; `--tables DIR` and NOUGHTS_TABLES say where the commands find tables."""

import json
import os
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from urllib.parse import urlencode

import click
import pytest

from noughts.cli.common import SizeParam, Ticker
from noughts.cli.group import noughts
from noughts.cli.tabulate import _Progress
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.solve.table_folder import VARIABLE
from noughts.solve.tables.folder import open_table
from tests.certify.tables import Made, brute, files_of, write
from tests.cli.conftest import Run
from tests.cli.test_web import started

GAME = Game(7, 2, 2)  # too large to be enumerated; X wins in 3 plies
COMMANDS = {"engine", "explain", "lesson", "match", "play", "prove", "regret", "replay", "solve", "web"}


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


def test_progress_after_a_resume() -> None:
    """What an earlier command did is not part of the speed."""
    shown: list[str] = []
    seconds = iter([10.0, 15.0, 20.0])
    ticker = SimpleNamespace(show=lambda text: shown.append(text(next(seconds))), elapsed=10.0)
    progress = _Progress(cast("Ticker", ticker))
    progress(60_000_000, 100_000_000)
    progress(80_000_000, 100_000_000)
    progress(90_000_000, 100_000_000)
    assert shown[0] == "60% of 100,000,000 scores"
    assert shown[2] == "90% of 100,000,000 scores, 3.0 M/s, 3 s left"


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


def test_commands_that_have_the_option() -> None:
    context = click.Context(noughts)
    commands = {name: noughts.get_command(context, name) for name in noughts.list_commands(context)}
    assert {
        name for name, command in commands.items() if command and "tables" in {option.name for option in command.params}
    } == COMMANDS


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
    with started(tmp_path, "--tables", str(folder)) as (_, url):
        query = urlencode({"game": "7,2,2", "position": "......./......."})
        with urllib.request.urlopen(f"{url}/api/v1/analysis/values?{query}", timeout=60) as answer:
            values = json.load(answer)
    assert {value["value"] for value in values["moves"].values()} == {"draw"}
