"""The measured levels that come with the program."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from noughts.cli import ladder
from noughts.core.game import Game
from noughts.strategies import registry

SHIPPED = json.loads((files("noughts.cli") / "ladder.json").read_text())


@pytest.mark.slow
def test_what_comes_with_the_program_is_what_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 3,3,3, where it takes seconds."""
    monkeypatch.setattr(ladder, "_FILE", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "_BOARDS", ("3,3,3",))
    ladder.main()
    assert json.loads((tmp_path / "ladder.json").read_text()) == [rung for rung in SHIPPED if rung["game"] == "3,3,3"]


@pytest.mark.parametrize("board", ["3,3,3", "4,4,4", "6,5,4", "15,15,5"])
def test_levels_get_stronger(board: str) -> None:
    rungs = [rung for rung in SHIPPED if rung["game"] == board]
    assert [rung["level"] for rung in rungs] == ["easy", "medium", "hard"]
    lost = [rung["lost"] for rung in rungs]
    assert lost == sorted(lost, reverse=True)
    assert {rung["against"] for rung in rungs} == {[*registry.levels(Game.from_text(board))][-1]}


@pytest.mark.parametrize("board", ["1,1,1", "3,3,3", "4,3,3", "26,26,5"])
def test_every_level_plays(board: str) -> None:
    game = Game.from_text(board)
    assert all(registry.load(spec).supports(game) for spec in registry.levels(game).values())
