"""`noughts prove --certificate` and `noughts check`, of certificates and of tables."""

import json
import os
from pathlib import Path

import pytest

from noughts.certify import Section
from noughts.core.game import Game
from noughts.core.position import Position, Side
from tests.certify.builders import draw_of_333, strategy_entries, write
from tests.certify.tables import brute, files_of
from tests.certify.tables import write as write_table
from tests.cli.conftest import Run

STANDARD = Game(3, 3, 3)
FAULT = "at '.../.../...' (layer 0, score 0) the table says win in 5 plies, its moves say draw"
FICKLE = """
from noughts.players.player import Decision
from noughts.strategies.registry import load

class Fickle:
    name = "fickle"

    def __init__(self):
        self.ring, self.seen = load("ring"), set()

    def supports(self, game):
        return self.ring.supports(game)

    def decide(self, position, rng):
        if position in self.seen:
            return Decision(moves=position.legal_moves[-1:])
        self.seen.add(position)
        return self.ring.decide(position, rng)
"""


@pytest.fixture
def ring(run: Run, tmp_path: Path) -> Path:
    """The certificate of a strategy."""
    path = tmp_path / "ring.cert"
    proved = run("prove", "ring", "--certificate", str(path))
    assert proved.code == 0
    assert "decisions, in another order: the same moves" in proved.out
    return path


def test_a_strategy_that_never_loses(run: Run, ring: Path) -> None:
    ran = run("check", str(ring))
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "holds: draw on 3,3,3, X to move at .../.../..."
    claim = "  claimed by its author, not checked: 'ring never loses, moving first and second', strategy 'ring'"
    assert ran.out.splitlines()[-1] == claim
    assert json.loads(run("check", str(ring), "--json").out)["shown"] == {"X": "not lose", "O": "not lose"}


def test_a_strategy_with_hidden_state(run: Run, ring: Path, tmp_path: Path) -> None:
    """It plays well the first time only, with the moves proved: no verdict, both answers, and no certificate."""
    (tmp_path / "fickle.py").write_text(FICKLE)
    fickle = f"{tmp_path}/fickle.py:Fickle"
    for command in (
        ["prove", fickle],
        ["prove", fickle, "--certificate", str(tmp_path / "f.cert")],
        ["check", str(ring), "--strategy", fickle],
    ):
        ran = run(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "'fickle' cannot be proved: at '" in ran.err
        assert "and, asked again, " in ran.err
    assert not (tmp_path / "f.cert").exists()


def test_limits(run: Run, ring: Path) -> None:
    for arguments, reason in (
        (["--seconds", "0"], "0 s are over"),
        (["--max-entries", "10"], "it has more than 10 entries (--max-entries allows more)"),
    ):
        ran = run("check", str(ring), *arguments)
        assert (ran.code, ran.out) == (3, f"unknown: {reason}\n")
        document = json.loads(run("check", str(ring), "--strategy", "ring", *arguments, "--json").out)
        assert (document["holds"], document["reason"]) == (None, reason)


@pytest.mark.gate
def test_a_program_is_checked_in_a_second_process(run: Run, tmp_path: Path) -> None:
    """Every move is proved on 7,1,5, where nobody can lose."""
    assert run("prove", "random", "--game", "7,1,5", "--seat", "first", "--certificate", "random.cert").code == 0
    (tmp_path / "last.py").write_text(
        "from noughts.players.player import Decision\n"
        "class Last:\n    name = 'last'\n    def supports(self, game): return True\n"
        "    def decide(self, position, rng): return Decision(position.legal_moves[-1:])\n"
    )
    ran = run("check", "random.cert", "--strategy", "last.py:Last", "--json")
    again = json.loads(ran.out)["asked_again"]
    assert (again["positions"], again["decisions"], again["processes"]) == (35, 35, 2)


def test_a_strategy_is_held_against_its_certificate(run: Run, ring: Path) -> None:
    ran = run("check", str(ring), "--strategy", "ring", "--seconds", "600")
    assert ran.code == 0
    said = "  'ring' does not lose as X and as O: asked in 389 positions, it makes no move but those proved"
    assert said in ran.out.splitlines()
    assert "  asked again: 300 of 389 decisions, of all plies, in another order: the same moves" in ran.out.splitlines()
    ran = run("check", str(ring), "--strategy", "paths")
    assert ran.code == 1
    assert ran.out.startswith("does not hold: at '")
    assert "'paths' plays" in ran.out
    document = json.loads(run("check", str(ring), "--strategy", "paths", "--json").out)
    assert (document["holds"], document["certificate"]) == (False, True)
    assert run("check", str(ring), "--strategy", "paths:level=easy").code == 2


def test_the_authors_words_are_quoted(run: Run, tmp_path: Path) -> None:
    """Neither a line feed nor a control character in them looks like the checker's own words."""
    entries = strategy_entries(Position(STANDARD), Side.O, "not lose", True)
    claim = "X wins 4,4,4\nholds: X wins on 3,3,3\x1b[2J\u202e"
    section = Section("strategy", "O", "not lose", True)
    path = write(tmp_path / "f", Position(STANDARD), claim, [(section, entries)], strategy="ring\r")
    ran = run("check", str(path))
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line.startswith("holds")] == [
        "holds: draw on 3,3,3, X to move at .../.../..."
    ]
    words = r"'X wins 4,4,4\nholds: X wins on 3,3,3\x1b[2J\u202e', strategy 'ring\r'"
    assert f"  claimed by its author, not checked: {words}" in ran.out.splitlines()


def test_a_damaged_certificate(run: Run, tmp_path: Path) -> None:
    """It is not a certificate: exit code 2. One that argues wrongly is refused: 1."""
    path = tmp_path / "ring.cert"
    run("prove", "ring", "--seat", "first", "--certificate", str(path))
    path.write_text(path.read_text().replace("m4", "m3", 1))
    ran = run("check", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"noughts: {str(path)!r} is not a certificate: line 100: the file is damaged")
    document = json.loads(run("check", str(path), "--json").out)
    assert (document["holds"], document["certificate"]) == (False, False)
    assert "digest" in document["fault"]


def test_no_certificate_for_what_can_lose(run: Run, tmp_path: Path) -> None:
    """The findings are printed as without a certificate, an older file is left as it was."""
    path = tmp_path / "no.cert"
    ran = run("prove", "weights", "--certificate", str(path))
    assert ran.code == 1
    assert ran.err == "noughts: no certificate is written: moving first it can lose\n"
    assert ran.out == run("prove", "weights").out
    assert list(tmp_path.iterdir()) == []
    path.write_text("older")
    ran = run("prove", "weights", "--certificate", str(path))
    assert ran.err.endswith(f"it can lose; {str(path)!r} is an older file, left as it was\n")
    assert path.read_text() == "older"


def test_a_certificate_is_of_one_strategy(run: Run) -> None:
    assert "takes one STRATEGY" in run("prove", "ring", "paths", "--certificate", "a").err
    assert run("prove", "paths:level=easy", "--certificate", "a").code == 2


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write_table(tmp_path / "3,3,3.table", files_of(brute(STANDARD)))


def test_the_document_of_a_table(run: Run, table: Path, tmp_path: Path) -> None:
    false = write_table(tmp_path / "false.table", files_of(brute(STANDARD).changed(0, 0, 5)))
    fixed = {"schema": "noughts/check/1", "table": True}
    right = {"game": [3, 3, 3], "value": "draw", "plies": 9, "scores": 937}
    document = json.loads(run("check", str(table), "--json").out)
    assert document == fixed | right | {"file": str(table), "holds": True, "checked": 937, "seed": None}
    document = json.loads(run("check", str(table), "--json", "--sample", "5", "--seed", "1").out)
    assert document == fixed | right | {"file": str(table), "holds": None, "checked": 6, "seed": 1}
    ran = run("check", str(false), "--json")
    assert (ran.code, json.loads(ran.out)) == (1, fixed | {"file": str(false), "holds": False, "fault": FAULT})
    assert run("check", str(false), "--all").out == f"does not hold: {FAULT}\n"


def test_a_damaged_table(run: Run, table: Path) -> None:
    files = files_of(brute(STANDARD))
    write_table(table, {"layer-00.npy": files["layer-00.npy"][:-1] + b"\5"})
    ran = run("check", str(table))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"noughts: {str(table)!r}: layer-00.npy is damaged: its digest does not match\n"
    ran = run("check", str(table), "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["table"], document["holds"]) == (2, False, False)
    assert "is damaged" in document["fault"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("3,3,3.table --strategy ring", "--strategy does not apply: '3,3,3.table' is a table"),
        ("3,3,3.table --all --seed 5", "--all draws no sample"),
        ("good --all", "--all does not apply: 'good' is not a table"),
        ("pipe --all", "--all does not apply: 'pipe' is not a table"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_options_that_do_not_fit(run: Run, table: Path, tmp_path: Path, arguments: str, words: str) -> None:
    draw_of_333(tmp_path / "good")
    os.mkfifo(tmp_path / "pipe")
    ran = run("check", *arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
