"""`noughts check FILE.table`."""

import json
import os
from pathlib import Path

import pytest

from noughts.core.game import Game
from tests.certify.builders import draw_of_333
from tests.certify.tables import brute, packed
from tests.cli.conftest import Run

STANDARD = Game(3, 3, 3)
FAULT = "at '.../.../...' (layer 0, score 0) the table says win in 5 plies, its moves say draw"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "3,3,3.table"
    path.write_bytes(packed(brute(STANDARD)))
    return path


@pytest.fixture
def false(tmp_path: Path) -> Path:
    path = tmp_path / "false.table"
    path.write_bytes(packed(brute(STANDARD).changed(0, 0, 5)))
    return path


def test_all_scores(run: Run, table: Path) -> None:
    for arguments in (["--all"], []):  # a table of fewer scores than a sample is checked whole
        ran = run("check", str(table), *arguments)
        assert ran.code == 0
        assert ran.out.splitlines() == [
            "holds: draw on 3,3,3, X to move at .../.../...",
            "  937 scores, each of them follows from those after its moves",
        ]


def test_a_sample(run: Run, table: Path) -> None:
    ran = run("check", str(table), "--sample", "10", "--seed", "4")
    assert ran.code == 3
    assert ran.out.splitlines() == [
        "no fault in a sample: 11 of 937 scores, drawn at random with --seed 4",
        "  claimed by the table, not proved: draw on 3,3,3, X to move at .../.../... (--all checks every score)",
    ]


@pytest.mark.parametrize("arguments", [["--all"], ["--sample", "10"]])
def test_no_time(run: Run, table: Path, arguments: list[str]) -> None:
    ran = run("check", str(table), *arguments, "--seconds", "0")
    scores = {"--all": 937, "--sample": 11}[arguments[0]]
    assert (ran.code, ran.out) == (3, f"unknown: 0 s are over: no fault in 0 of {scores} scores\n")
    document = json.loads(run("check", str(table), *arguments, "--seconds", "0", "--json").out)
    assert (document["holds"], document["reason"]) == (None, f"0 s are over: no fault in 0 of {scores} scores")
    assert run("check", str(table), "--all", "--seconds", "600").code == 0


def test_a_false_score(run: Run, false: Path) -> None:
    ran = run("check", str(false), "--all")
    assert ran.code == 1
    assert ran.out == f"does not hold: {FAULT}\n"


def test_the_document(run: Run, table: Path, false: Path) -> None:
    fixed = {"schema": "noughts/table-check/1", "table": True}
    right = {"game": [3, 3, 3], "value": "draw", "plies": 9, "scores": 937}
    document = json.loads(run("check", str(table), "--json").out)
    assert document == fixed | right | {"file": str(table), "holds": True, "checked": 937, "seed": None}
    document = json.loads(run("check", str(table), "--json", "--sample", "5", "--seed", "1").out)
    assert document == fixed | right | {"file": str(table), "holds": None, "checked": 6, "seed": 1}
    ran = run("check", str(false), "--json")
    assert (ran.code, json.loads(ran.out)) == (1, fixed | {"file": str(false), "holds": False, "fault": FAULT})


def test_a_damaged_table(run: Run, table: Path) -> None:
    table.write_bytes(table.read_bytes()[:-1])
    ran = run("check", str(table))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"noughts: {str(table)!r} has 2647 bytes, expected 2648: it is damaged\n"
    ran = run("check", str(table), "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["table"], document["holds"]) == (2, False, False)
    assert "it is damaged" in document["fault"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--strategy", "ring"], "--strategy does not apply: '3,3,3.table' is a table"),
        (["--max-entries", "5"], "--max-entries does not apply: '3,3,3.table' is a table"),
        (["--workers", "2"], "--workers does not apply: '3,3,3.table' is a table"),
        (["--all", "--seed", "5"], "--all draws no sample"),
        (["--all", "--sample", "5"], "--all draws no sample"),
        (["--sample", "0"], "0 is not in the range"),
    ],
)
def test_options_that_do_not_fit(run: Run, table: Path, arguments: list[str], words: str) -> None:
    ran = run("check", table.name, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_a_certificate_has_no_sample(run: Run, tmp_path: Path) -> None:
    draw_of_333(tmp_path / "good")
    for option in (["--all"], ["--sample", "5"], ["--seed", "0"]):
        ran = run("check", str(tmp_path / "good"), *option)
        assert ran.code == 2
        assert f"{option[0]} does not apply: {str(tmp_path / 'good')!r} is not a table" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_no_table(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "does not apply" in run("check", str(tmp_path / "pipe"), "--all").err
