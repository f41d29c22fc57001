"""The exit codes: a table of command lines, each with its code, and what `noughts --help` says of the codes.

Command lines that take longer have their codes in the tests of the command.
"""

import os
import signal
from pathlib import Path

import pytest

from noughts.app.compilation import KERNELS
from noughts.cli.exits import MEANINGS, Exit
from noughts.cli.proof_report import exit_code
from noughts.core.notation import STANDARD
from noughts.core.position import Side
from noughts.prove import Uncounted
from noughts.solve.oracle import quick_oracle
from tests.certify.builders import draw_of_333
from tests.certify.tables import brute, packed
from tests.cli.conftest import Run
from tests.kernels import SETS

EMPTY = "/".join(["." * 9] * 9)
ENGINE = "engine:nowhere"

ANSWERED, NO, BAD, UNKNOWN = Exit.ANSWERED, Exit.NO, Exit.BAD, Exit.UNKNOWN

TABLE = [
    ("prove ring", ANSWERED),
    ("prove ring paths", ANSWERED),
    ("prove weights", NO),
    ("prove ring weights", NO),
    ("prove weights --seat second --json", NO),
    ("prove ring --max-positions 50", UNKNOWN),
    ("prove ring --max-positions 50 --json", UNKNOWN),
    ("prove ring paths --max-positions 200", UNKNOWN),
    ("prove ring first --max-positions 50", UNKNOWN),
    ("prove first ring --max-positions 200", NO),
    ("prove ring --max-positions 50 --certificate new", UNKNOWN),
    ("prove weights --max-positions 2400", NO),
    ("prove weights --seat second --max-positions 2500", NO),
    ("prove weights --seat second --max-positions 2500 --json", NO),
    ("prove weights --seat second --max-positions 2500 --certificate new", NO),
    ("prove weights --max-positions 2400 --certificate new", NO),
    ("prove paths:level=easy --games 50", NO),
    ("prove paths:level=medium --game 2,2,2 --games 3 --seat first", UNKNOWN),
    ("prove paths --game 7,7,5 --seat first --seconds 0.1", UNKNOWN),
    ("prove paths:level=easy ring --games 50", NO),
    ("prove nobody", BAD),
    ("fix ring", ANSWERED),
    ("fix weights --seat first", ANSWERED),
    ("fix first --game 3,1,2 --seat second", NO),
    ("fix first --seat second --game 3,2,3 --seconds 0", UNKNOWN),
    ("fix weights --max-positions 100", UNKNOWN),
    ("fix paths:level=easy", BAD),
    ("fix", BAD),
    ("regret perfect", ANSWERED),
    ("regret weights", NO),
    ("regret perfect --max-positions 10", UNKNOWN),
    ("regret first --game 15,15,5", UNKNOWN),
    ("regret weights --seconds 0", UNKNOWN),
    ("regret paths:level=easy", BAD),
    ("regret", BAD),
    ("prove ring --game 4,4,4", BAD),
    ("prove ring --certificate no/folder", BAD),
    ("check good", ANSWERED),
    ("check good --strategy first", NO),
    ("check good --max-entries 10", UNKNOWN),
    ("check table", ANSWERED),
    ("check table --sample 5", UNKNOWN),
    ("check false", NO),
    ("check text", BAD),
    ("check missing", BAD),
    ("solve 3,3,3", ANSWERED),
    ("solve --position XX./.../O..", ANSWERED),
    ("solve 3,3,9", BAD),
    ("solve 6,6,5 --checkpoint text", BAD),
    ("solve --certificate no/folder", BAD),
    ("analyse XX./.../O..", ANSWERED),
    (f"analyse {EMPTY} --game 9,9,5 --seconds 0.1 --no-distance", UNKNOWN),
    ("analyse XXX/OO./...", BAD),
    ("explain X../.../... --strategy first --truth", ANSWERED),
    (f"explain {EMPTY} --game 9,9,5 --strategy first", ANSWERED),
    (f"explain {EMPTY} --game 9,9,5 --strategy first --truth", UNKNOWN),
    ("explain X --strategy first", BAD),
    ("replay game --explain", ANSWERED),
    ("replay larger --explain --seconds 0", UNKNOWN),
    ("replay larger --explain --seconds 0 --json", UNKNOWN),
    ("replay missing", BAD),
    ("tabulate 3,3,3 --out new", ANSWERED),
    ("tabulate 15,15,5 --out new", UNKNOWN),
    ("tabulate 5,4,4 --memory 9MiB --out new", UNKNOWN),
    ("tabulate 3,3,3 --out no/folder", BAD),
    ("plan ring", ANSWERED),
    ("plan weights", NO),
    ("plan --smallest --game 3,2,3 --seconds 0", UNKNOWN),
    ("plan", BAD),
    ("plan ring --csv no/folder", BAD),
    ("lesson fork --json", ANSWERED),
    ("lesson froks", BAD),
    ("grade text", BAD),
    ("adapt text", BAD),
    ("rules blok", BAD),
    ("rules --shortest --from any", NO),
    ("rules win", NO),
    ("grade missing", BAD),
    ("poster ring --out new", BAD),
    ("poster random --out new.svg", BAD),
    ("poster first --game 4,4,4 --out new.svg", BAD),
    ("match ring first", ANSWERED),
    ("match random first --games 4 --workers 1", ANSWERED),
    ("match tactical random --sprt elo0=0,elo1=400 --workers 1", ANSWERED),
    ("match first random --sprt elo0=0,elo1=5 --games 4 --workers 1", UNKNOWN),
    ("match first random --resume text", BAD),
    ("match first random --games 2 --records new.txt", BAD),
    ("convert game", ANSWERED),
    ("convert text", BAD),
    ("convert ~/game", BAD),
    ("convert game --out ~/game", BAD),
    ("play --save ~/game", BAD),
    ("convert game --out text", BAD),
    ("strategies", ANSWERED),
    ("warm-up", ANSWERED),
    ("warm-up now", BAD),
    ("census 3,3,3 --depth 2", ANSWERED),
    ("census 3,3,3 --depth x", BAD),
    ("census 3,3,3", ANSWERED),
    ("engine --strategy nobody", BAD),
    ("engine-check false", NO),
    ("engine-check nowhere", BAD),
    ("play --x first --o first", ANSWERED),
    ("play --save text", BAD),
    ("web --port 70000", BAD),
    ("site good", BAD),
    ("site new --base noughts", BAD),
    ("site new --docs new", BAD),
    ("site new/site --docs .", BAD),
    ("site text/site", BAD),
    ("--help", ANSWERED),
    ("--version", ANSWERED),
    ("", ANSWERED),
    ("dance", BAD),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with a certificate, a true and a false table, a game, and a file that is nothing of the kind."""
    for kernels in set(KERNELS).difference(*(line.split() for line in SETS)):  # compiling each takes its time
        monkeypatch.delitem(KERNELS, kernels)
    for name in (
        "noughts.app.explanation.exact_oracle",
        "noughts.app.review.exact_oracle",
        "noughts.solve.oracle.exact_oracle",
    ):
        monkeypatch.setattr(name, lambda *tables, seconds=0.0: quick_oracle())  # without a search that takes its time
    draw_of_333(tmp_path / "good")
    table = brute(STANDARD)
    (tmp_path / "table").write_bytes(packed(table))
    (tmp_path / "false").write_bytes(packed(table.changed(0, 0, 5)))
    (tmp_path / "game").write_text("1. b2 a1")
    (tmp_path / "larger").write_text("game 5,5,4\n1. b2 a1")
    (tmp_path / "text").write_text("text\n")
    return tmp_path


@pytest.mark.parametrize(("line", "code"), TABLE, ids=[line or "nothing" for line, _ in TABLE])
def test_the_table(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: Exit) -> None:
    if "~" in line:
        monkeypatch.setenv("HOME", str(folder / "nowhere"))
    ran = run(*line.split())
    assert ran.code == code, ran.err
    assert "Traceback" not in ran.err
    if code is BAD and line:
        assert ran.err.startswith("noughts: ")
        assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert {path.name for path in folder.iterdir()} - {"new"} == {"good", "game", "larger", "text", "table", "false"}
    assert (folder / "new").exists() == (code is ANSWERED and line.endswith("--out new"))


def test_the_table_has_every_command() -> None:
    from noughts.cli.group import COMMANDS

    assert {line.split()[0] for line, _ in TABLE if line} >= set(COMMANDS)


def test_a_limit_hides_no_loss() -> None:
    unproved = Uncounted("slow", Side.X, "no verdict")
    assert exit_code([]) is ANSWERED
    assert exit_code([{Side.X: unproved}]) is UNKNOWN


def test_a_limit_is_said_seat_by_seat(run: Run) -> None:
    ran = run("prove", "ring", "--max-positions", "300")
    assert (ran.code, ran.err) == (3, "")
    assert "ring on 3,3,3, moving first: never loses" in ran.out
    assert "ring on 3,3,3, moving second: no verdict\n  the limit of 300 positions is reached" in ran.out


def test_a_loss_before_the_limit_is_said(run: Run) -> None:
    ran = run("prove", "weights", "--seat", "second", "--max-positions", "2500")
    assert (ran.code, ran.err) == (1, "")
    assert "CAN LOSE\n  its games are not counted: the limit of 2,500 positions is reached at ply 8" in ran.out
    assert 'replay it: noughts play --game 3,3,3 --o weights --moves "b2 b1 c2 a2 c3 a1 c1"' in ran.out
    table = run("prove", "weights", "first", "--seat", "second", "--max-positions", "2500")
    assert "weights: its games are not counted: the limit of 2,500 positions" in table.out


def test_help_says_them_once(run: Run) -> None:
    text = " ".join(run("--help").out.split())
    for code in Exit:
        assert f"{code.value} {MEANINGS[code]}" in text
    assert text.count("Exit codes") == 1


def test_our_own_fault_is_no_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("noughts.cli.strategies.describe", fail)
    ran = run("strategies")
    assert ran.code == 2
    assert ran.err.startswith("Traceback")
    assert ran.err.endswith("ZeroDivisionError: a bug\n")


def test_an_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cli.strategies.describe", lambda name: os.kill(os.getpid(), signal.SIGINT))
    ran = run("strategies")
    assert (ran.code, ran.err.strip()) == (130, "interrupted")
