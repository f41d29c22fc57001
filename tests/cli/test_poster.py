"""`noughts poster`."""

import re
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from tests.cli.conftest import Run
from tests.drawing.reading import alternative, parse, words
from tests.drawing.sheet import Reader

STANDARD = Game(3, 3, 3)

FICKLE = """
import os
from noughts import Decision

class Fickle:
    name, begun = "fickle", 0

    def supports(self, game):
        return True

    def decide(self, position, rng):
        self.begun += position.ply == 0
        return Decision((position.legal_moves[0 if self.begun == 1 else -1],))

class Noisy(Fickle):
    noisy = True

class Hurried(Fickle):
    def decide(self, position, rng):
        return Decision((position.legal_moves[0 if os.environ.get("PYTHONHASHSEED") is None else -1],))
"""


def test_the_sheet_says_what_was_proved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    ran = run("poster", "ring", "--seat", "second", "--out", str(path))
    claim = "Never loses: proved against every reply. 330 games won, 127 drawn."
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"ring on 3,3,3, moving second: {claim}\n{path}: 457 games on one sheet\n"
    svg = path.read_text(encoding="utf-8")
    assert words(parse(svg))[:2] == ["ring on 3,3,3, moving second", claim]
    assert claim in alternative(parse(svg))[1]
    assert Reader(STANDARD, Side.O).read(svg).results == {1: 330, 0: 127}


def test_a_plan_that_can_lose_does_not_claim_more(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    ran = run("poster", "first", "--seat", "second", "--out", str(path), "--theme", "dark")
    assert ran.code == 0
    assert "Can lose: 429 of 665 games. 200 won, 36 drawn." in ran.out
    svg = path.read_text(encoding="utf-8")
    assert "ever loses" not in svg
    assert "noughts-dark" in svg
    assert Reader(STANDARD, Side.O).read(svg).results == {1: 200, 0: 36, -1: 429}


def test_ties_are_refused_or_broken(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    ran = run("poster", "random", "--out", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "at '.../.../...' it chooses between 9 moves, as a1 and b1; --equal first draws the first" in ran.err
    assert not path.exists()
    ran = run("poster", "random", "--out", str(path), "--equal", "first")
    assert ran.code == 0
    assert ran.out.startswith("random, the first of equal moves on 3,3,3, moving first: ")
    Reader(STANDARD, Side.X).read(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["first", "--game", "4,4,4"], "no poster of 4,4,4 moving first: on A3 the stones after 7 moves would be"),
        (["ring", "--game", "4,4,4"], "'ring' does not play '4,4,4'"),
        (["FILE:Noisy"], "no poster of 'fickle': it draws random numbers, so it has no fixed plan"),
        (["FILE:Fickle"], "'fickle' cannot be proved: at '.../.../...' it answered a1 and, asked again, c3"),
        (["FILE:Hurried"], " and, in a second process, "),
    ],
)
def test_no_plan(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    program, path = tmp_path / "own.py", tmp_path / "plan.svg"
    program.write_text(FICKLE)
    ran = run("poster", *(argument.replace("FILE", str(program)) for argument in arguments), "--out", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not path.exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [("plan.jpg", "plan.jpg': expected a name in .svg, .png or .pdf."), ("gone/plan.svg", "there is no directory")],
)
def test_a_file_that_cannot_be_written(run: Run, tmp_path: Path, name: str, message: str) -> None:
    ran = run("poster", "ring", "--out", str(tmp_path / name))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_pdf_is_a3(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    path = tmp_path / "plan.pdf"
    assert run("poster", "ring", "--out", str(path)).code == 0
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    (box,) = re.findall(rb"/MediaBox \[([\d. ]+)\]", data)
    assert [float(side) for side in box.split()] == pytest.approx([0, 0, 297 / 25.4 * 72, 420 / 25.4 * 72], abs=0.01)


@pytest.mark.slow
def test_a_png_has_300_dots_an_inch(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    path = tmp_path / "plan.png"
    assert run("poster", "ring", "--out", str(path)).code == 0
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert (width, height) == pytest.approx((297 / 25.4 * 300, 420 / 25.4 * 300), abs=1)


def test_without_the_extra(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    ran = run("poster", "ring", "--out", str(tmp_path / "plan.pdf"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "noughts: a PNG or a PDF, unlike an SVG, needs an extra: pip install 'noughts[poster]'\n"
    assert run("poster", "ring", "--out", str(tmp_path / "plan.svg")).code == 0
