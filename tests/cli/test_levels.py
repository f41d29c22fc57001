"""`noughts levels`, and the table in the documents."""

import json
import re
from pathlib import Path

import pytest

from noughts.cli.common import Ticker
from noughts.cli.levels import BEGIN, END, markdown, measured, shipped
from noughts.core.game import Game
from noughts.strategies.registry import load
from tests.cli.conftest import Run

STANDARD = Game(3, 3, 3)
DOCUMENT = Path(__file__).parents[2] / "docs" / "levels.md"


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| `")]


SAMPLED = re.compile(r"\(\d+\.\d-\d+\.\d\)")  # an interval


def test_the_documents_table_is_what_computing_gives() -> None:
    """Its exact rows; the sampled ones are there, whatever they say."""
    table = rows(DOCUMENT.read_text(encoding="utf-8"))
    players = shipped(STANDARD)
    assert [row.split("`")[1] for row in table] == [player for player in players for _ in range(2)]
    exact = {player: load(player) for player in players if not SAMPLED.search(table[2 * players.index(player)])}
    assert len(exact) >= 9
    with Ticker() as ticker:
        computed = rows(markdown(STANDARD, list(measured(exact, STANDARD, 1, 0, ticker)), 1, 0))
    assert computed == [row for row in table if not SAMPLED.search(row)]


def test_every_level_is_measured() -> None:
    assert {f"paths:level={level}" for level in ("easy", "medium", "hard")} <= set(shipped(STANDARD))
    assert "paths" not in shipped(STANDARD)
    assert not {"ring", "perfect", "sharp"} & set(shipped(Game(4, 4, 4)))


def test_the_page(run: Run) -> None:
    ran = run("levels", "ring", "paths:level=easy", "--games", "30")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[2].split() == ["ring", "first", "98.96", "1.04", "0", "0", "100", "0"]
    assert lines[4].startswith("paths:level=easy  first")
    assert len(SAMPLED.findall(lines[4])) == 6
    assert "with an interval sampled in 30 games" in lines[-1]


def test_perfect_play_out_of_reach(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("noughts.solve.tabulated.table_folder", lambda: tmp_path)
    ran = run("levels", "paths:level=easy", "--game", "5,5,4", "--games", "10")
    assert ran.code == 0
    assert ran.out.splitlines()[2].split()[-3:] == ["-", "-", "-"]
    assert "noughts tabulate 5,5,4 --out" in ran.out
    ran = run("levels", "paths:level=easy", "--game", "5,5,4", "--games", "10", "--json")
    (row, _) = json.loads(ran.out)["rows"]
    assert row["perfect"] is None


def test_the_document(run: Run) -> None:
    found = json.loads(run("levels", "weights", "paths:level=easy", "--games", "20", "--json").out)
    assert (found["schema"], found["game"], found["games"]) == ("noughts/levels/1", [3, 3, 3], 20)
    first, second, easy, _ = found["rows"]
    assert first["random"] == {"method": "exact", "win": "3389/3456", "draw": "7/384", "loss": "1/864"}
    assert second["perfect"]["loss"] == "19/42"
    assert easy["random"]["method"] == "sampled"
    assert sum(easy["random"][name]["share"] for name in ("win", "draw", "loss")) == pytest.approx(1)
    assert all(easy["random"][name]["error"] > 0 for name in ("win", "draw", "loss"))


def test_writing_the_table(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "levels.md"
    arguments = ["levels", "first", "--write", str(path)]
    assert (run(*arguments).code, run(*arguments).out) == (0, "")
    alone = path.read_text()
    assert alone.startswith(BEGIN)
    assert alone.endswith(f"{END}\n")
    path.write_text(f"before\n\n{BEGIN}\nold\n{END}\n\nafter\n")
    assert run(*arguments).code == 0
    assert path.read_text() == f"before\n\n{alone}\nafter\n"


def test_a_file_without_a_place_for_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.md"
    path.write_text("mine\n")
    ran = run("levels", "first", "--write", str(path))
    assert ran.code == 2
    assert "has no line" in ran.err
    assert path.read_text() == "mine\n"
    assert run("levels", "first", "--write", str(tmp_path / "no" / "file")).code == 2


@pytest.mark.parametrize("arguments", [["nobody"], ["ring", "--game", "4,4,4"], ["--games", "0"]])
def test_one_line_for_what_is_wrong(run: Run, arguments: list[str]) -> None:
    ran = run("levels", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
