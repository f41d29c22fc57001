"""The proved checker: its proof rests on no axiom, and it says what `noughts check` says."""

import gzip
import io
import os
import random
import re
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import results
from noughts.certify import Checked, Entry, ReplyGroup, Section
from noughts.cli import check as proved
from noughts.core.game import Game, mask_of
from noughts.core.position import Position
from noughts.strategies.registry import load
from tests.certify.builders import draw_of_333, kept, write
from tests.cli.conftest import Run
from tests.fuzz.small_games import sealed
from tests.verified_checker import BUILT, PROOF, SOURCES, built, expected, run_checker, said, verdict
from tests.witnesses import every_position

UNPROVED = re.compile(
    r"\b(axioms?|parameters?|conjecture|hypothes[ie]s|variables?|admit|admitted|give_up|abort|unset|bypass_check)\b",
    re.IGNORECASE,
)
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
SMALL = kept(most=3000)
LARGE = [pytest.param(path, marks=pytest.mark.slow) for path in kept(most=1 << 30) if path not in SMALL]

SAID = {"win": "X wins", "draw": "draw"}
VALUES = {record["game"]: SAID[record["value"]] for record in results.records() if "table" not in record}


def test_nothing_is_left_unproved() -> None:
    proof = [source for source in SOURCES if source.suffix == ".v"]
    assert {"Game.v", "Certificate.v"} <= {source.name for source in proof}
    for source in proof:
        text = COMMENT.sub("", source.read_text(encoding="utf-8"))
        assert not UNPROVED.search(text), source.name
        assert "Extract" not in text or source.name == "Extraction.v"


def test_the_game_is_defined_alone() -> None:
    """The page of definitions needs the standard library's numbers, and no other page."""
    text = (PROOF / "Game.v").read_text(encoding="utf-8")
    assert re.findall(r"^(?:Require|From|Import).*$", text, re.MULTILINE) == ["Require Import NArith Arith."]


def test_the_theorem_rests_on_no_axiom() -> None:
    assumptions = (built() / "assumptions").read_text().splitlines()
    assert assumptions
    assert set(assumptions) == {"Closed under the global context"}
    assert "* Axioms: <none>" in (built() / "context").read_text()


@pytest.mark.parametrize("path", [*SMALL, *LARGE], ids=lambda path: path.name)
def test_the_certificates_of_the_results(path: Path) -> None:
    """`noughts check` says the same of them in tests/test_shipped.py."""
    game = path.name.removesuffix(".cert.gz")
    code, line = said(path)
    assert code == 0
    assert line.startswith(f"holds: {VALUES[game]} on {game}, X to move at ")


@pytest.mark.parametrize("options", [["gravity"], ["misere"], ["exact"], ["gravity", "misere", "exact"]])
def test_of_games_with_options_it_knows_nothing(tmp_path: Path, options: list[str]) -> None:
    """It says so, and not that the file is no certificate: `noughts check` can follow it."""
    start = Position(Game(3, 3, 1, **dict.fromkeys(options, True)))
    path = write(tmp_path / "proof", start, "", [(Section("strategy", "X"), [Entry(0, 0, moves=(8,))])])
    ran = run_checker(path)
    assert ran.returncode == 3
    assert ran.stdout == f"unknown: '{path}': this checker is for games without options\n"
    path.write_bytes(path.read_bytes().replace(options[-1].encode(), b"overline"))
    assert run_checker(path).returncode == 2


@pytest.mark.parametrize("strategy", ["ring", "newell-simon", "paths"])
def test_proofs_of_strategies(tmp_path: Path, run: Run, strategy: str) -> None:
    path = tmp_path / "proof"
    built()
    assert run("prove", strategy, "--certificate", str(path)).code == 0
    code, text = said(path)
    assert (code, text) == expected(verdict(path))
    assert text.startswith("holds: draw on 3,3,3, X to move at .../.../...\n")


def test_what_it_says_of_the_sections(tmp_path: Path, run: Run) -> None:
    """Number of entries and digest, as `noughts check` prints them."""
    for path in (draw_of_333(tmp_path / "draw"), draw_of_333(tmp_path / "draw.gz")):
        lines = run_checker(path).stdout.splitlines()
        assert re.fullmatch(r"  O does not lose: [0-9]+ entries, SHA-256 [0-9a-f]{64}", lines[1])
        assert lines[2:] == ["  X does not lose: strategy stealing"]
        assert run("check", str(path)).out.splitlines()[:3] == lines


def terms_of(path: Path) -> str:
    """Return the Coq term of a certificate, on one line."""
    ran = subprocess.run([sys.executable, PROOF / "terms.py", path], capture_output=True, text=True, check=True)
    return " ".join(ran.stdout.partition("Definition ")[2].split())


def test_certificates_as_coq_terms(tmp_path: Path) -> None:
    start = Position(Game(4, 3, 3))
    groups = (ReplyGroup(1, 0b110, pairs=((4, 5),), exchanges=((6, 7), (8, 9))), ReplyGroup(2, 1))
    breaker = [Entry(0, 0xFFF, groups=groups), Entry(1, 0xFFC, pairs=((2, 3),)), Entry(2, 0xFFC, potential=True)]
    strategy = [Entry(0, 0, moves=(0, 5))]
    sections = [(Section("breaker", "X"), breaker), (Section("strategy", "X"), strategy)]
    assert terms_of(write(tmp_path / "file", start, "a draw", sections, value="draw")) == (
        "certificate_4_3_3 : certificate := Certificate (Game 4 3 3) 0 0 (Some Draw) (streamed ["
        "Section_ Breaker Cross false (streamed ["
        "E 0x0 0xfff (Groups [G 1 [(6, 7); (8, 9)] [(4, 5)] 0x6; G 2 [] [] 0x1]); "
        "E 0x1 0xffc (Pairs [(2, 3)]); E 0x2 0xffc Potential]); "
        "Section_ (Strategy NotToLose) Cross false (streamed [E 0x0 0x0 (Moves [0; 5])])])."
    )


@pytest.mark.slow
def test_the_strategies_of_the_theorems(tmp_path: Path) -> None:
    """`ring` and `newell-simon` in Published.v choose as the shipped ones, in every position."""
    built()
    players, rng = [load("ring"), load("newell-simon")], random.Random(0)
    rows = [
        (at.x, at.o, *(mask_of(player.decide(at, rng).moves) for player in players))
        for at in every_position(Game(3, 3, 3))
        if at.outcome is None
    ]
    assert len(rows) == 4520
    (tmp_path / "Same.v").write_text(
        "Require Import NArith List. From Noughts Require Import Game Sets Published.\n"
        "Definition same row := match row with (x, o, by_ring, by_rules) => let p := position_of x o in\n"
        "  andb (N.eqb (set_of (ring p)) by_ring) (N.eqb (set_of (newell_simon p)) by_rules) end.\n"
        f"Goal forallb same ({' :: '.join(map(str, rows))} :: nil)%N = true.\n"
        "Proof. vm_compute. reflexivity. Qed.\n"
    )
    subprocess.run(["coqc", "-q", "-Q", BUILT, "Noughts", "Same.v"], cwd=tmp_path, check=True)


def test_a_false_argument(tmp_path: Path) -> None:
    start = Position(Game(3, 3, 3))
    entry = Entry(0, start.game.full, pairs=((0, 1),))
    path = write(tmp_path / "false", start, "", [(Section("breaker", "X"), [entry])])
    assert said(path) == expected(verdict(path)) == (1, "does not hold: line 3")
    assert "this entry does not hold" in run_checker(path).stdout


def test_what_is_below_a_fault_is_read(tmp_path: Path) -> None:
    """A fault in the form, wherever it is, comes before a fault in the argument."""
    start = Position(Game(3, 3, 3))
    entries = [Entry(0, start.game.full, pairs=((0, 1),)), Entry(0, 0, moves=(0,))]
    path = write(tmp_path / "false", start, "", [(Section("breaker", "X"), entries)])
    assert said(path) == expected(verdict(path)) == (1, "does not hold: line 3")
    path.write_bytes(path.read_bytes().replace(b"0 0 m0", b"0 0 m9"))
    assert said(path) == expected(verdict(path)) == (2, "")
    assert "line 4: no cell 9" in run_checker(path).stderr


@pytest.mark.slow
def test_a_file_larger_than_the_memory(tmp_path: Path) -> None:
    """A file is followed while it is read: no more of it than a line is in memory."""
    game, path = Game(3, 3, 3), tmp_path / "large.gz"
    above = write(tmp_path / "small", Position(game), "", [(Section("breaker", "X"), [Entry(0, 1, potential=True)])])
    lines = above.read_bytes().rpartition(b"end ")[0] + (b"0 1 g" + b",".join([b"0:1"] * 60_000) + b"\n") * 700
    path.write_bytes(gzip.compress(sealed(lines, 701), 1))
    limited = f"ulimit -v 150000; exec '{built() / 'noughts-checker'}' '{path}'"
    ran = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.partition(": no line")[0]) == (1, "does not hold: line 3")


def test_files_that_are_no_certificates(tmp_path: Path) -> None:
    whole = draw_of_333(tmp_path / "whole").read_bytes()
    files = {
        "empty": b"",
        "cut": whole[:-1],
        "more": whole + b"\n",
        "no.gz": whole,
        "cut.gz": gzip.compress(whole)[:-9],
        "twice": whole + whole,
        "zero bytes": bytes(100),
        "a zero byte": whole.replace(b'"claim": "', b'"claim": "\0'),
        "a mark before": b"\xef\xbb\xbf" + whole,
        "other line ends": whole.replace(b"\n", b"\r\n"),
        "UTF-16": whole.decode().encode("utf-16"),
        "a long number": whole.replace(b"[3, 3, 3]", b"[3, 3, " + b"9" * 5000 + b"]"),
        "deep": b"[" * 200_000 + b"\n",
        "much.gz": gzip.compress(bytes(1 << 24)),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        assert said(tmp_path / name) == expected(verdict(tmp_path / name)) == (2, ""), name
        assert re.search(r"is not a certificate: line [0-9]+: ", run_checker(tmp_path / name).stderr)


def a_member(data: bytes, flags: int = 0, fields: bytes = b"") -> bytes:
    """Return a member of a gzip file whose head has optional fields."""
    squeezed = zlib.compressobj(wbits=-15)
    body = squeezed.compress(data) + squeezed.flush()
    return b"\x1f\x8b\x08" + bytes([flags, *bytes(6)]) + fields + body + struct.pack("<II", zlib.crc32(data), len(data))


def gzip_files(data: bytes) -> Iterator[tuple[str, bytes, bool]]:
    """Yield files of some data: what they are called, and whether they are what gzip writes."""
    begins, ends, whole = gzip.compress(data[:100]), gzip.compress(data[100:]), gzip.compress(data)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("certificate", data)
    yield "several members", begins + gzip.compress(b"") + ends, True
    yield "zeros behind members", begins + bytes(70_000) + ends + bytes(10), True
    yield "a head with all fields", a_member(data, 31, struct.pack("<H", 3) + b"any" + b"name\0remark\0" + b"hc"), True
    yield "zeros before", b"\0" + whole, False
    yield "text behind", whole + b"x", False
    yield "a ZIP archive", archive.getvalue(), False
    yield "a ZIP archive behind a member", begins + archive.getvalue(), False
    yield "a file of compress", b"\x1f\x9d\x90" + data, False
    yield "a file of compress behind a member", begins + b"\x1f\x9d\x90" + data, False
    yield "a wrong sum", whole[:-8] + bytes(4) + whole[-4:], False
    yield "a wrong length", whole[:-4] + bytes(4), False
    yield "cut in the head", whole[:5], False
    yield "cut at the end", whole[:-1], False
    yield "zlib's form", zlib.compress(data), False
    yield "compressed twice", gzip.compress(whole), False


def test_what_gzip_has_written(tmp_path: Path) -> None:
    """Both checkers take the same files for compressed ones, wherever they run."""
    path = tmp_path / "one.gz"
    for name, data, is_right in gzip_files(draw_of_333(tmp_path / "whole").read_bytes()):
        path.write_bytes(data)
        found = verdict(path)
        assert isinstance(found, Checked) == is_right, name
        assert said(path) == expected(found), name
    path.write_bytes(gzip.compress(bytes(1 << 22)))
    assert "line 1: longer than 262144 bytes" in run_checker(path).stderr


def test_too_little_stack_is_no_verdict(tmp_path: Path) -> None:
    """A line of 65,000 groups is read and followed, or the answer is unknown."""
    path = tmp_path / "groups"
    start, groups = Position(Game(3, 3, 3)), (ReplyGroup(0, 1),) * 65_000
    write(path, start, "", [(Section("breaker", "X"), [Entry(0, start.game.full, groups=groups)])])
    limited = f"ulimit -s 256; exec '{built() / 'noughts-checker'}' '{path}'"
    ran = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (3, "")
    assert re.fullmatch("unknown: '.*groups': it takes more stack than there is: .*\n", ran.stdout)


def test_noughts_check_calls_it(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path, program = draw_of_333(tmp_path / "draw"), built() / "noughts-checker"
    found = run("check", str(path), "--proved")
    assert found.code == 0
    assert found.out == run_checker(path).stdout + f"  checked by {program}, which is proved sound\n"
    path.write_bytes(path.read_bytes()[:-1])
    assert run("check", str(path), "--proved").code == 2
    for options, why in (("--workers", "2"), "noughts-checker has no options"), (("--json",), "noughts-checker prints"):
        refused = run("check", str(path), "--proved", *options)
        assert (refused.code, why in refused.err) == (2, True)
    for text, code in (("exit 3", 3), ("kill -9 $$", 3)):
        (tmp_path / "noughts-checker").write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / "noughts-checker").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        assert run("check", str(path), "--proved").code == code
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(proved, "_BUILT", tmp_path / "nothing")
    missing = run("check", str(path), "--proved")
    assert (missing.code, "`make checker` builds it" in missing.err) == (2, True)


def test_bad_usage(tmp_path: Path) -> None:
    assert run_checker().returncode == 2
    assert run_checker().stderr == "usage: noughts-checker FILE\n"
    missing = run_checker(tmp_path / "missing")
    assert missing.returncode == 2
    assert "No such file" in missing.stderr
