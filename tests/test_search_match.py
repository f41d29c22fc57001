"""The match between versions of `search`: what it prints and writes, and which source tree plays."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from benchmarks import openings
from benchmarks.search_match import TREE, main
from noughts.arena.openings import from_records
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, positions_after
from noughts.records import read_openings, read_records
from noughts.search.patterns import FOUR
from noughts.search.player import Searcher
from noughts.search.search_board import board_of


@pytest.mark.slow
def test_a_search_is_even_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, lost = tmp_path / "log", tmp_path / "lost"
    log.write_text("{}\n")
    main(["9,9,5", "--nodes=200", "--games=2", f"--against={TREE}", f"--log={log}", f"--lost={lost}"])
    first, last = capsys.readouterr().out.splitlines()
    assert first == "pairs of games: 0 won, 1 even, 0 lost"
    assert log.read_text().splitlines() == ["{}", last]
    result = json.loads(last)
    assert (result["game"], result["budgets"], result["score"]) == ("9,9,5", [{"nodes": 200}] * 2, 50.0)
    won, drawn, behind = result["games"]
    assert won == behind
    assert won + drawn + behind == 2
    assert result["broken claims"] == [0, 0]
    assert result["commits"][0] == result["commits"][1]
    assert len(list(read_records(lost.read_bytes())) if behind else []) == behind


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["9,9,5", "--nodes=200", "--games=3"], "3 games cannot be played"),
        (["9,9,5", "--nodes=200", "--games=2", "--against=nowhere"], "no source tree 'nowhere'"),
        (["9,9", "--nodes=200"], "9,9"),
        (["9,9,5"], "--seconds --nodes is required"),
        (["9,9,5", "--nodes=200", "--openings=nowhere"], "nowhere"),
        (["9,9,5", "--nodes=200", "--sprt=elo0=0"], "it lacks elo1"),
    ],
)
def test_what_is_refused(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.slow
def test_a_test_ends_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "mine.txt"
    drawn.write_text("h8 g7\nh8 i8 g7\n")
    main(["15,15,5", "--nodes=500", "--rival-nodes=1", "--games=60", f"--openings={drawn}", "--sprt=elo0=0 elo1=300"])
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["openings"], result["sprt"]) == ("mine", [0, 300, "H1"])
    assert sum(result["games"]) < 60


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "LONG", 1000)
    monkeypatch.setattr(openings, "BUDGETS", (50, 100, 200, 300))


def is_undecided(position: Position) -> bool:
    with openings.Judging(position.game).prepared() as players:
        return openings.is_undecided(position, *players)


@pytest.mark.slow
@pytest.mark.usefixtures("short_games")
def test_undecided_openings() -> None:
    game = Game(9, 9, 5)
    found = list(islice(openings.undecided(game, random.Random(1)), 3))
    assert len(set(found)) == 3
    assert found == list(islice(openings.undecided(game, random.Random(1)), 3))


@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize(
    ("results", "undecided"),
    [([1, 1, 1, -1], True), ([1, 0, 1, 0], True), ([-1, -1, 0, -1], False), ([1, 1, 1, 1], False)],
)
def test_an_opening_is_undecided_if_no_side_leads_by_much(
    results: list[int], undecided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = iter(results)
    monkeypatch.setattr(openings, "CLOSE", 10_000)
    monkeypatch.setattr(openings, "points", lambda *_: next(games))
    position = parse_position("........./" * 4 + "....X..../....O..../" + "........./" * 2 + ".........", Game(9, 9, 5))
    assert is_undecided(position) is undecided


@pytest.mark.usefixtures("short_games")
def test_an_opening_that_is_won_is_decided() -> None:
    game = Game(9, 9, 5)
    won = parse_position("........./" * 4 + "..XXXX.../..OOO..../" + "........./" * 2 + ".........", game)
    assert not is_undecided(won)
    assert openings.points(Searcher(game, Budget(nodes=100)), won) == (-1 if won.ply & 1 else 1)


def test_the_shipped_openings_are_calm() -> None:
    game = Game(15, 15, 5)
    found = from_records(game, read_openings(openings.UNDECIDED.read_bytes(), game), "the file")
    positions = [list(positions_after(game, moves))[-1] for moves in found]
    assert len({position.canonical() for position in positions}) == len(found) >= 50
    assert not any(board_of(position).counts[:, FOUR:].any() for position in positions)
