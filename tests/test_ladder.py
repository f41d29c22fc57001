"""The measured levels that come with the program."""

import json
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import ladder
from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Side
from noughts.strategies import registry
from tests.arena.fakes import Crash, Dice

SHIPPED = json.loads((files("noughts.app") / "ladder.json").read_text())


@pytest.mark.slow
def test_what_comes_with_the_program_is_what_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 3,3,3, where it takes seconds."""
    monkeypatch.setattr(ladder, "_FILE", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "BOARDS", ("3,3,3",))
    ladder.main()
    assert json.loads((tmp_path / "ladder.json").read_text()) == [rung for rung in SHIPPED if rung["game"] == "3,3,3"]


@pytest.mark.parametrize("board", ["3,3,3", "4,4,4", "6,5,4", "7,6,4", "10,10,5", "15,15,5"])
def test_levels_get_stronger(board: str) -> None:
    """Each loses less to the best than the one before it, and no level beats the next more often than not."""
    names = [*registry.levels(Game.from_text(board))]
    rungs = {(rung["level"], rung["against"]): rung for rung in SHIPPED if rung["game"] == board}
    assert rungs.keys() == {*((name, names[-1]) for name in names[:-1]), *pairwise(names)}
    lost = [rungs[name, names[-1]]["lost"] for name in names[:-1]]
    assert lost == sorted(lost, reverse=True)
    for step in pairwise(names):
        assert rungs[step]["lost"] >= rungs[step]["won"]
    for rung in rungs.values():
        low, high = rung["interval"] or (rung["lost"], rung["lost"])
        assert low <= rung["lost"] <= high


def test_named_boards_are_measured_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ladder.json"
    file.write_text(json.dumps(SHIPPED))
    monkeypatch.setattr(ladder, "_FILE", file)
    rung = SHIPPED[0] | {"game": "4,4,4", "level": "idle"}
    monkeypatch.setattr(ladder, "rungs", lambda board: iter([rung]))
    ladder.main(["4,4,4"])
    written = json.loads(file.read_text())
    others = [rung for rung in SHIPPED if rung["game"] != "4,4,4"]
    assert [rung for rung in written if rung["game"] != "4,4,4"] == others
    assert [rung for rung in written if rung not in others] == [rung]


def test_answers_come_soon() -> None:
    """No level thinks longer than half a second, and none waits for compiled code."""
    for board in {rung["game"] for rung in SHIPPED}:
        game = Game.from_text(board)
        for spec in registry.levels(game).values():
            strategy = registry.load(spec)
            assert strategy.kernels(game) == ()
            assert strategy.seconds <= 0.5


@pytest.mark.parametrize("board", ["1,1,1", "3,3,3", "4,3,3", "26,26,5"])
def test_every_level_plays(board: str) -> None:
    game = Game.from_text(board)
    assert all(registry.load(spec).supports(game) for spec in registry.levels(game).values())


@pytest.mark.parametrize("seat", Side)
def test_a_result_is_sampled_where_a_player_draws_random_numbers(seat: Side) -> None:
    computed = ladder.seat_result(registry.load("random"), registry.load("random"), STANDARD, seat, 400)
    sampled = ladder.seat_result(Dice(), registry.load("random"), STANDARD, seat, 400)
    assert computed is not None
    assert computed.exact
    assert sampled is not None
    assert not sampled.exact
    assert vars(sampled.shares) == pytest.approx(vars(computed.shares), abs=0.1)


@pytest.mark.parametrize("player", ["random", "paths:level=easy"])
@pytest.mark.parametrize("seat", Side)
def test_a_rival_that_fails_gives_no_result(player: str, seat: Side) -> None:
    assert ladder.seat_result(registry.load(player), Crash(), STANDARD, seat, 50) is None
