"""The language of the commands: `--language`, else the environment's."""

import pytest

from tests.cli.conftest import Run

POSITION = "X../.O./..X"


def test_explain_speaks_german(run: Run) -> None:
    ran = run("--language", "de", "explain", POSITION, "--strategy", "paths")
    assert ran.code == 0
    assert "paths, O am Zug: b1" in ran.out
    assert "Das ist eine Drohung: X muss auf b3 antworten." in ran.out
    assert "ihr Grund: eine Ausnahme von der Tabelle, nur für diese Stellung" in ran.out
    assert "Wahrheit: Unentschieden für O; das hält sie" in ran.out


@pytest.mark.parametrize(
    ("variables", "text"),
    [
        ({"LANGUAGE": "de:en"}, "O am Zug"),
        ({"LANGUAGE": "", "LANG": "de_AT.UTF-8"}, "O am Zug"),
        ({"LANGUAGE": "", "LANG": "de_AT.UTF-8", "LC_ALL": "C.UTF-8"}, "O to move"),
        ({"LANGUAGE": "fr"}, "O to move"),
    ],
)
def test_the_environment_says_which(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], text: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert text in run("explain", POSITION, "--strategy", "paths").out


def test_a_document_is_in_the_language_too(run: Run) -> None:
    said = run("--language", "de", "explain", POSITION, "--strategy", "paths", "--json").out
    assert '"reason": "eine Ausnahme von der Tabelle, nur für diese Stellung"' in said


def test_a_language_that_there_is_not(run: Run) -> None:
    ran = run("--language", "xx", "strategies")
    assert ran.code == 2
    assert "no language 'xx': expected one of en, de." in ran.err


def test_play_speaks_german(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["b2", "why", "hint", "undo", "quit"])
    monkeypatch.setattr(
        "noughts.terminal.line_mode.LineMode.__init__.__defaults__", (lambda prompt: next(lines), True, 0.0)
    )
    said = run("--language", "de", "play", "--plain", "--seed", "1").out
    assert "3,3,3: 3 Spalten, 3 Zeilen, 3 in einer Reihe gewinnen" in said
    assert "O (ring) spielt a1. Regel 4: " in said
    assert "Tipp: b1. Das ist eine Drohung: O muss auf b3 antworten. Hält das Unentschieden." in said
    assert "zurückgenommen: " in said
