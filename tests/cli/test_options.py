"""Options that several commands have: each is used where it is accepted, and means the same everywhere."""

import json
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from noughts.app.adviser import adviser
from noughts.cli.group import noughts
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.strategies import registry
from tests.cli.conftest import Run

OF_PROGRAMS = {"--read", "--answer-seconds", "--memory", "--turn", "--traceback"}


@pytest.mark.parametrize(
    "name", ["prove", "fix", "regret", "explain", "check", "plan", "poster", "grade", "match", "play"]
)
def test_every_command_that_takes_a_program_has_the_same_options_for_it(name: str) -> None:
    command = noughts.get_command(click.Context(noughts), name)
    assert command is not None
    assert {text for option in command.params for text in option.opts} >= OF_PROGRAMS


@pytest.mark.parametrize(
    ("command", "game", "more"),
    [
        (["census"], ["3,3,2"], ["--json"]),
        (["solve", "--moves", "XX.X../OO.O.."], ["--game", "6,2,3"], ["--json"]),
        (["explain", "--strategy", "tactical", "XX.X../OO.O.."], ["--game", "6,2,3"], []),
        (["match", "tactical", "first"], ["--game", "4,2,2"], ["--json"]),
    ],
    ids=" ".join,
)
def test_an_exact_game_is_another(command: list[str], game: list[str], more: list[str], run: Run) -> None:
    *option, text = game
    exact, ordinary = (run(*command, *option, each, *more) for each in (f"{text}-exact", text))
    assert exact.code in (0, 1)
    assert exact.out != ordinary.out


def test_what_is_not_for_games_with_options_says_so(run: Run, tmp_path: Path) -> None:
    ran = run("tabulate", "4,3,3-exact", "--out", "made")
    assert ran.code == 2
    assert "tables are for games without options, and" in ran.err
    assert not (tmp_path / "made").exists()


def test_a_game_with_an_overline(run: Run, tmp_path: Path) -> None:
    game = Game(6, 2, 3, exact=True)
    record = Record(game, (0, 6, 1, 7, 3, 9, 2, 11, 5))
    assert record.result is None
    (tmp_path / "game").write_text(record.to_json())
    for suffix in ("sgf", "txt", "psq", "json", "jsonl"):
        path = tmp_path / f"game.{suffix}"
        assert run("convert", "game", "--out", str(path)).code == 0
        shown = run("replay", str(path), "--json")
        assert json.loads(shown.out)["record"]["game"] == [6, 2, 3, "exact"]
    (tmp_path / "moves").write_text(" ".join(record.cell_names))
    assert "the game is over (X wins)" in run("replay", "moves", "--game", "6,2,3", "--plain").err
    assert run("replay", "moves", "--game", "6,2,3-exact", "--plain").code == 0


@pytest.mark.parametrize("text", ["3,3,3-exact", "15,15,5-exact"])
def test_hints_come_from_a_strategy_that_plays_the_game(text: str) -> None:
    position = Position(Game.from_text(text)).play(4)
    assert adviser(position).supports(position.game)


EXPLAIN = ("explain", "X../.O./..X", "--strategy", "paths")


def test_explain_speaks_german(run: Run) -> None:
    ran = run("--language", "de", *EXPLAIN)
    assert ran.code == 0
    assert "paths, O am Zug: b1" in ran.out
    reason = "eine Ausnahme von der Tabelle, nur für diese Stellung"
    assert f"ihr Grund: {reason}" in ran.out
    assert json.loads(run("--language", "de", *EXPLAIN, "--json").out)["reason"] == reason


@pytest.mark.parametrize(
    ("variables", "text"),
    [
        ({"LANGUAGE": "de:en"}, "O am Zug"),
        ({"LANGUAGE": "", "LANG": "de_AT.UTF-8", "LC_ALL": "C.UTF-8"}, "O to move"),
    ],
)
def test_the_environment_says_the_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], text: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert text in run(*EXPLAIN).out


def test_an_answer_is_in_one_language(run: Run) -> None:
    """A command whose answers are English has English errors; one that speaks German says all in German."""
    assert run("--language", "de", "prove", "nobody").err.startswith("noughts: no strategy 'nobody'")
    assert "keine Strategie" in run("--language", "de", "explain", "X../.../...", "--strategy", "nobody").err


def test_a_language_that_there_is_not(run: Run) -> None:
    ran = run("--language", "xx", "strategies")
    assert ran.code == 2
    assert "no language 'xx': expected one of en, de." in ran.err


def completed(*words: str) -> list[tuple[str, str]]:
    """Return what a shell completes the last of some words to, each with its type."""
    *before, last = words
    shell = ShellComplete(noughts, {}, "noughts", "_NOUGHTS_COMPLETE")
    return [(item.value, item.type) for item in shell.get_completions(before, last)]


@pytest.mark.parametrize(
    "line",
    ["prove", "fix", "regret", "plan", "poster", "match ring", "play --x", "check --strategy", "explain --strategy"],
)
def test_a_shell_completes_strategies(line: str) -> None:
    assert completed(*line.split(), "p") == [(name, "plain") for name in registry.names() if name.startswith("p")]
    assert completed(*line.split(), "mine.p") == [("mine.p", "file")]


def test_a_person_plays_too() -> None:
    assert ("human", "plain") in completed("play", "--x", "")
    assert ("human", "plain") in completed("play", "--o", "")
