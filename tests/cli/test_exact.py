"""Exact games on the command line: `--exact` is `=` after the game, and what does not know the rule says so."""

import json
from pathlib import Path

import pytest

from noughts.app.adviser import adviser
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.record import Record
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("command", "game", "more"),
    [
        (["census"], ["6,2,2"], ["--depth", "6"]),
        (["census"], ["3,3,2"], ["--json"]),
        (["solve"], ["4,2,2"], ["--value-only", "--distance"]),
        (["analyse", "XX.X../OO.O.."], ["--game", "6,2,3"], ["--json"]),
        (["explain", "--strategy", "tactical", "XX.X../OO.O.."], ["--game", "6,2,3"], []),
        (["prove", "tactical"], ["--game", "4,2,2"], ["--json"]),
        (["match", "tactical", "first"], ["--game", "4,2,2"], ["--json"]),
    ],
    ids=" ".join,
)
def test_the_flag_is_the_sign(command: list[str], game: list[str], more: list[str], run: Run) -> None:
    *option, text = game
    flagged, signed, ordinary = (
        run(*command, *option, *each, *more) for each in ([text, "--exact"], [f"{text}="], [text])
    )
    assert (flagged.code, flagged.out.split(" nodes")[0]) == (signed.code, signed.out.split(" nodes")[0])
    assert flagged.out != ordinary.out


def test_documents_name_the_game(run: Run) -> None:
    ran = run("prove", "first", "--game", "4,2,2", "--exact", "--json")
    assert json.loads(ran.out)["game"] == [4, 2, 2, "exact"]


def test_the_flag_needs_a_game(run: Run) -> None:
    ran = run("solve", "--exact")
    assert (ran.code, ran.err) == (2, "noughts: --exact needs a game: name it as m,n,k\n")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["solve", "6,6,6=", "--certificate", "FILE"], "certificates"),
        (["prove", "first", "--game", "4,2,2=", "--certificate", "FILE"], "certificates"),
        (["tabulate", "4,3,3=", "--out", "FILE"], "tables"),
    ],
)
def test_refusals(words: list[str], what: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "made"
    ran = run(*(str(path) if word == "FILE" else word for word in words))
    assert ran.code == 2
    assert f"{what} do not support exact games, and" in ran.err
    assert not path.exists()


def test_a_game_with_an_overline(run: Run, tmp_path: Path) -> None:
    game = Game(6, 2, 3, exact=True)
    record = Record(game, (0, 6, 1, 7, 3, 9, 2, 11, 5))
    assert record.result is None
    for suffix in ("sgf", "txt", "psq", "json", "jsonl"):
        path = tmp_path / f"game.{suffix}"
        (tmp_path / "game").write_text(record.to_json())
        assert run("convert", str(tmp_path / "game"), "--out", str(path)).code == 0
        shown = run("replay", str(path), "--json")
        assert json.loads(shown.out)["record"]["game"] == [6, 2, 3, "exact"]
    moves = " ".join(record.cell_names)
    (tmp_path / "moves").write_text(moves)
    assert "the game is over (X wins)" in run("replay", str(tmp_path / "moves"), "--game", "6,2,3", "--plain").err
    assert run("replay", str(tmp_path / "moves"), "--game", "6,2,3", "--exact", "--plain").code == 0


@pytest.mark.parametrize("text", ["3,3,3=", "15,15,5="])
def test_hints_come_from_a_strategy_that_plays_the_game(text: str) -> None:
    position = Position(Game.from_text(text)).play(4)
    assert adviser(position).supports(position.game)
