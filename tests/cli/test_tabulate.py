"""`noughts tabulate`."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from noughts.cli.common import SizeParam, Ticker
from noughts.cli.tabulate import _Progress
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.solve.tables.storage.pieces import open_table
from tests.cli.conftest import Run


def test_writes_a_table_and_says_what_it_holds(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t"
    ran = run("tabulate", "4,3,3", "--out", str(path))
    assert ran.code == 0
    assert ran.out.startswith("4,3,3 is a win in 7 plies for the first player")
    assert "111,973 positions: won 64,738, drawn 3,060, lost 44,175" in ran.out
    assert open_table(path).value(Position(Game(4, 3, 3))) == Value(1, 7)


def test_json_document(run: Run, tmp_path: Path) -> None:
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
        "bytes": path.stat().st_size,
    }


def test_values_without_distances(run: Run, tmp_path: Path) -> None:
    ran = run("tabulate", "4,3,3", "--values-only", "--out", str(tmp_path / "t"))
    assert ran.out.startswith("4,3,3 is a win for the first player\n")
    assert open_table(tmp_path / "t").value(Position(Game(4, 3, 3))) == Value(1)
    document = json.loads(run("tabulate", "4,3,3", "--values-only", "--out", str(tmp_path / "t"), "--json").out)
    assert (document["value"], document["plies"], document["longest"]) == ("win", None, None)


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
        (2, ["3,3"], "no game '3,3'"),
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
