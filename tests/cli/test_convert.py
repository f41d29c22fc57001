"""`noughts convert`."""

import io
import json
import sys
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.records import FORMATS, read_record, read_records, write_record
from tests.cli.conftest import Run

WON = Record(Game(3, 3, 3), (0, 3, 1, 4, 2), ("human", "ring"))
CUT = Record(Game(4, 3, 3), (0, 3), ("a]", "b"), "O", "X resigned")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a file of two games."""
    path = tmp_path / "games.sgf"
    path.write_text(write_record(WON, "sgf") + write_record(CUT, "sgf"))
    return path


@pytest.mark.parametrize("format", FORMATS)
def test_to_every_format(run: Run, tmp_path: Path, format: str) -> None:
    (tmp_path / "one").write_text(write_record(CUT, "text"))
    ran = run("convert", str(tmp_path / "one"), "--to", format)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == write_record(CUT, format)


def test_text_is_what_people_read(run: Run, games: Path) -> None:
    ran = run("convert", str(games))
    assert ran.out.splitlines()[:4] == ["game 3,3,3", "X human", "O ring", "1. a1 a2 2. b1 b2 3. c1"]
    assert [*read_records(ran.out)] == [WON, CUT]


def test_the_name_of_the_file_says_the_format(run: Run, games: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.JSONL"
    ran = run("convert", str(games), "--out", str(out))
    assert (ran.code, ran.out) == (0, f"{out}: 2 games as jsonl\n")
    assert [json.loads(line)["game"] for line in out.read_text().splitlines()] == [[3, 3, 3], [4, 3, 3]]
    assert run("convert", str(out), "--out", str(tmp_path / "x"), "--to", "sgf").out.endswith("2 games as sgf\n")


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"h8i9 j10")))
    ran = run("convert", "-", "--game", "15,15,5", "--to", "psq")
    assert read_record(ran.out).cell_names == ["h8", "i9", "j10"]


def test_what_cannot_be_done_is_one_line(run: Run, games: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_bytes(b"(;SZ[4];B[aa])")
    for arguments, words in [
        (["nowhere.sgf"], "cannot read 'nowhere.sgf': No such file"),
        (["a\0b"], "cannot read 'a\\x00b': "),
        ([str(bad)], "how many in a row win on 4x4"),
        ([str(games), "--to", "psq"], "'psq' holds one game, and there are more"),
        ([str(games), "--out", str(bad)], "exists and was left as it is"),
        ([str(games), "--out", str(tmp_path / "no" / "x.sgf")], "cannot write"),
        ([str(games), "--to", "pgn"], "'pgn' is not one of"),
        ([str(games), "--game", "3,3,3"], "game 2: the board is 4x3"),
    ]:
        ran = run("convert", *arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), arguments
        assert words in ran.err
    assert bad.read_bytes() == b"(;SZ[4];B[aa])"
