"""`noughts check FILE.table`."""

import json
import os
from pathlib import Path

import pytest

from noughts.certify.tables import SAMPLE
from noughts.core.game import Game
from noughts.errors import LimitExceeded
from tests.certify.builders import draw_of_333
from tests.certify.tables import brute, packed
from tests.cli.conftest import Run

STANDARD = Game(3, 3, 3)
COUNT = "noughts.solve.tables.census.count_plies"


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
    for arguments in (["--all"], [], ["--workers", "2"]):  # a table of fewer scores than a sample is checked whole
        ran = run("check", str(table), *arguments)
        assert ran.code == 0
        assert ran.out.splitlines() == [
            "holds: draw on 3,3,3, X to move at .../.../...",
            "  937 scores, each of them follows from those after its moves",
            "  positions that are not over: 2,836 won, 1,068 drawn, 632 lost for the side to move",
            "  ply by ply as many as the census counts",
        ]


def test_a_sample(run: Run, table: Path) -> None:
    ran = run("check", str(table), "--sample", "10", "--seed", "4")
    assert ran.code == 3
    first, second = ran.out.splitlines()
    assert first.startswith("no fault in a sample: 1")
    assert first.endswith(" of 937 scores, drawn at random with --seed 4")
    assert second.startswith("  claimed by the table, not proved: draw on 3,3,3, X to move at .../.../...")


def test_the_help_says_how_many(run: Run) -> None:
    assert f"[default: {SAMPLE}]" in " ".join(run("check", "--help").out.split())


def test_a_false_score(run: Run, false: Path) -> None:
    ran = run("check", str(false), "--all")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "does not hold: at '.../.../...' the table says win in 5 plies, its moves say draw",
        "  936 of 937 scores were right before that",
    ]


def test_the_document(run: Run, table: Path, false: Path) -> None:
    document = json.loads(run("check", str(table), "--json").out)
    positions = document.pop("positions")
    assert positions[0] == {"won": 0, "drawn": 1, "lost": 0}
    assert sum(sum(kinds.values()) for kinds in positions) == 4536
    fixed = {"schema": "noughts/table-check/1", "table": True, "game": [3, 3, 3], "version": 2, "scores": 937}
    assert document == fixed | {
        "file": str(table),
        "holds": True,
        "fault": None,
        "value": "draw",
        "plies": 9,
        "checked": 937,
        "seed": None,
        "at": None,
        "census": True,
    }
    document = json.loads(run("check", str(false), "--json", "--sample", "5", "--seed", "1").out)
    fault = "at '.../.../...' the table says win in 5 plies, its moves say draw"
    at = {"position": ".../.../...", "stated": "win in 5 plies", "true": "draw"}
    wanted = fixed | {
        "holds": False,
        "fault": fault,
        "at": at,
        "value": "win",
        "plies": 5,
        "seed": 1,
        "positions": None,
    }
    assert document.items() >= wanted.items()


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
        (["--all", "--seed", "5"], "--all draws no sample"),
        (["--all", "--sample", "5"], "--all draws no sample"),
        (["--sample", "0"], "0 is not in the range"),
    ],
)
def test_options_that_do_not_fit(
    run: Run, table: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(table.parent)
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


def test_another_count_than_the_census(run: Run, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(COUNT, lambda game, tick: [(1, 0), (8, 0), *[(0, 0)] * 8])
    ran = run("check", str(table))
    assert ran.code == 1
    assert ran.out.startswith("does not hold: after 1 moves the table has 9 positions, the census counts 8\n")


def test_a_board_that_the_census_does_not_count(run: Run, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: Game, tick: object) -> None:
        raise LimitExceeded("too many sets")

    monkeypatch.setattr(COUNT, refuse)
    ran = run("check", str(table))
    assert ran.code == 0
    assert ran.out.endswith("  too many cells for the census to count them\n")
    assert json.loads(run("check", str(table), "--json").out)["census"] is False
