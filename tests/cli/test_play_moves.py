"""`noughts play --moves`: a game begun in the middle, such as a proof's losing line."""

import io
import json
import sys

import pytest

from tests.cli.conftest import Run


def test_a_losing_line_replays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = json.loads(run("prove", "paths:override=off", "--seat", "second", "--json").out)
    line = " ".join(proof["seats"]["second"]["losing_line"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("undo\nquit\n"))
    ran = run("play", "--plain", "--x", "human", "--o", "paths:override=off", "--moves", line)
    assert ran.code == 0
    assert "X (human) wins with" in ran.out
    assert "took back" in ran.out


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("b2 b2", ["'b2 b2': b2 is taken by X"]),
        ("b2,zz", ["'zz'"]),
        ("1 4 2 5 3 6", ["c2 cannot be played: the game is over"]),
    ],
)
def test_bad_moves_are_one_line(run: Run, moves: str, words: list[str]) -> None:
    ran = run("play", "--plain", "--moves", moves)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err
