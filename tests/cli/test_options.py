"""Options that several commands have: each is used where it is accepted, and means the same everywhere."""

import json
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from noughts.cli.group import noughts
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


def test_what_is_not_for_games_with_options_says_so(run: Run, tmp_path: Path) -> None:
    ran = run("tabulate", "4,3,3-exact", "--out", "made")
    assert ran.code == 2
    assert "tables are for games without options, and" in ran.err
    assert not (tmp_path / "made").exists()


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
