"""Input without an end, or far too much of it: one line says the bound, at once."""

import io
import os
import sys
from pathlib import Path

import pytest

from noughts.programs.loading.beside import class_beside
from noughts.programs.loading.own_files import parsed
from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")


@pytest.mark.parametrize(
    ("name", "arguments", "bound"),
    [
        ("games", "convert games", "64 MiB"),
        ("games", "replay games", "64 MiB"),
        ("games", "match ring first --openings games", "64 MiB"),
        ("plan.json", "prove plan.json", "64 MiB"),
        ("list.rules", "prove list.rules", "64 KiB"),
        ("scale.toml", "grade games --points scale.toml", "8 KiB"),
    ],
)
def test_a_file_without_end(run: Run, tmp_path: Path, name: str, arguments: str, bound: str) -> None:
    (tmp_path / "games").touch()
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).symlink_to("/dev/zero")
    ran = run(*arguments.split())
    assert (ran.code, ran.out, ran.err) == (2, "", f"noughts: cannot read {name!r}: it has more than {bound}\n")


@pytest.mark.parametrize(
    ("arguments", "bound"),
    [("convert -", "64 MiB"), ("explain - --strategy ring", "64 KiB"), ("solve 3,3,3 --position -", "64 KiB")],
)
def test_standard_input_without_end(run: Run, monkeypatch: pytest.MonkeyPatch, arguments: str, bound: str) -> None:
    with open("/dev/zero", encoding="utf-8") as zero:
        monkeypatch.setattr(sys, "stdin", zero)
        ran = run(*arguments.split())
    assert (ran.code, ran.out, ran.err) == (2, "", f"noughts: cannot read '-': it has more than {bound}\n")


def test_text_of_another_encoding(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff"), "utf-8"))
    ran = run("explain", "-", "--strategy", "ring")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_long_line_is_read_in_parts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 10_000 + "\nquit\n"))
    ran = run("play", "--o", "human")
    assert ran.code == 0
    assert ran.out.count("no cell 'xxx") == 3


@pytest.mark.parametrize("arguments", ["rules", "prove", "match ring"])
def test_a_list_of_too_many_rules(run: Run, tmp_path: Path, arguments: str) -> None:
    (tmp_path / "long.rules").write_text("win\n" * 10_000)
    ran = run(*arguments.split(), "long.rules")
    words = "noughts: 'long.rules': a list of more than 200 rules is not read\n"
    assert (ran.code, ran.out, ran.err) == (2, "", words)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plan.json", "[" * 100_000),
        ("plan.json", "9" * 5000),
        ("plan.json", "{}"),
        ("notebook.ipynb", "[" * 100_000),
        ("notebook.ipynb", '{"cells": 1}'),
    ],
)
def test_words_of_ours(run: Run, tmp_path: Path, name: str, text: str) -> None:
    """Not the names of Python's errors, nor what it advises."""
    (tmp_path / name).write_text(text)
    ran = run("prove", name)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "Error" not in ran.err
    assert "set_int" not in ran.err
    assert "no plan" in ran.err or "it is not a notebook" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_nobody_writes_to(run: Run, tmp_path: Path) -> None:
    """The seconds of a check hold while it waits for its file."""
    os.mkfifo(tmp_path / "pipe")
    ran = run("check", "pipe", "--seconds", "0.1")
    assert (ran.code, ran.out, ran.err) == (3, "unknown: 0.1 s are over\n", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_beside_a_program_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    os.mkfifo(tmp_path / "other.py")
    assert parsed(tmp_path / "other.py").body == []
    assert class_beside(str(tmp_path / "mine.py"), "Board") is None
