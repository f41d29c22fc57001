"""`noughts prove --certificate` and `noughts check`."""

import json
from pathlib import Path

import pytest

from noughts.certify import Section, Writer
from noughts.core.game import Game
from noughts.core.position import Position, Side
from tests.certify.builders import draw_of_333, strategy_entries, write
from tests.cli.conftest import Run

FICKLE = """
from noughts.core.player import Decision
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


def test_a_strategy_that_never_loses(run: Run, tmp_path: Path) -> None:
    for strategy, name in (("ring", "ring.cert"), ("paths", "paths.cert.gz")):
        path = str(tmp_path / name)
        proved = run("prove", strategy, "--certificate", path)
        assert proved.code == 0
        assert "decisions, in another order: the same moves" in proved.out
        ran = run("check", path)
        assert ran.code == 0
        assert ran.out.splitlines()[0] == "holds: draw on 3,3,3, X to move at .../.../..."
        claim = f"  claimed by its author, not checked: '{strategy} never loses, moving first and second'"
        assert ran.out.splitlines()[-1] == f"{claim}, strategy '{strategy}'"
        assert json.loads(run("check", path, "--json").out)["shown"] == {"X": "not lose", "O": "not lose"}


def test_equal_decisions_give_equal_digests(run: Run, tmp_path: Path) -> None:
    """A proof in batches and one position by position list the decisions in the same order."""
    (tmp_path / "single.py").write_text(
        "from noughts.strategies.registry import load\n"
        "class Single:\n"
        "    name = 'single'\n"
        "    def __init__(self): self.inner = load('potential')\n"
        "    def supports(self, game): return True\n"
        "    def decide(self, position, rng): return self.inner.decide(position, rng)\n"
    )
    digests = []
    for number, strategy in enumerate(["potential", f"{tmp_path}/single.py:Single"]):
        path = str(tmp_path / f"{number}.cert")
        assert run("prove", strategy, "--seat", "first", "--certificate", path).code == 0
        document = json.loads(run("check", path, "--json", "--strategy", "potential").out)
        digests.append(document["sections"][0]["digest"])
        assert (document["value"], document["strategy"]) == (None, "potential")
        assert document["sections"][0]["asked"] == document["entries"]
    assert digests[0] == digests[1]


def test_a_strategy_with_hidden_state(run: Run, tmp_path: Path) -> None:
    """It plays well the first time only: no verdict, both answers, and no certificate."""
    (tmp_path / "fickle.py").write_text(FICKLE)
    for more in ([], ["--certificate", str(tmp_path / "f.cert")]):
        ran = run("prove", f"{tmp_path}/fickle.py:Fickle", *more)
        assert ran.code == 2
        assert ran.out == ""
        assert "'fickle' cannot be proved: at '" in ran.err
        assert "and, asked again, " in ran.err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["fickle.py"]


def test_hidden_state_is_found_where_a_certificate_is_checked(run: Run, tmp_path: Path) -> None:
    """It makes only the moves proved, the first time that it is asked."""
    (tmp_path / "fickle.py").write_text(FICKLE)
    path = str(tmp_path / "ring.cert")
    run("prove", "ring", "--certificate", path)
    ran = run("check", path, "--strategy", f"{tmp_path}/fickle.py:Fickle")
    assert (ran.code, ran.out) == (2, "")
    assert "'fickle' cannot be proved: at '" in ran.err
    assert "and, asked again, " in ran.err


def test_no_time(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "ring.cert")
    run("prove", "ring", "--certificate", path)
    ran = run("check", path, "--seconds", "0")
    assert (ran.code, ran.out) == (3, "unknown: 0 s are over\n")
    document = json.loads(run("check", path, "--strategy", "ring", "--seconds", "0", "--json").out)
    assert (document["holds"], document["reason"]) == (None, "0 s are over")
    assert run("check", path, "--strategy", "ring", "--seconds", "600").code == 0


def test_a_program_that_takes_too_long(run: Run, tmp_path: Path) -> None:
    """It is waited for, for as long as --seconds says."""
    path, seconds = str(tmp_path / "first.cert"), 1
    run("prove", "first", "--game", "2,2,2", "--seat", "first", "--certificate", path)
    (tmp_path / "slow.py").write_text(
        "import threading\nclass Slow:\n    name = 'slow'\n    def supports(self, game): return True\n"
        "    def decide(self, position, rng):\n        threading.Event().wait()\n"
    )
    ran = run("check", path, "--strategy", f"{tmp_path}/slow.py:Slow", "--seconds", str(seconds))
    assert (ran.code, ran.out) == (3, f"unknown: {seconds} s are over\n")


@pytest.mark.gate
def test_a_program_is_checked_in_a_second_process(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move is proved on 7,1,5, where nobody can lose; the choice depends on the hash of a text."""
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    path, body = str(tmp_path / "random.cert"), "Decision((max(position.legal_moves, key={}),))"
    assert run("prove", "random", "--game", "7,1,5", "--seat", "first", "--certificate", path).code == 0
    for name, key in (("honest", "int"), ("hashes", "lambda move: hash(f'{move} {position}')")):
        (tmp_path / f"{name}.py").write_text(
            "from noughts.core.player import Decision\n"
            f"class Player:\n    name = {name!r}\n    def supports(self, game): return True\n"
            f"    def decide(self, position, rng): return {body.format(key)}\n"
        )
    ran = run("check", path, "--strategy", f"{tmp_path}/honest.py:Player", "--json")
    again = json.loads(ran.out)["asked_again"]
    assert (again["positions"], again["decisions"], again["processes"]) == (35, 35, 2)
    ran = run("check", path, "--strategy", f"{tmp_path}/hashes.py:Player")
    assert (ran.code, ran.out) == (2, "")
    assert "and, in a second process, " in ran.err


def test_repeat(run: Run) -> None:
    document = json.loads(run("prove", "ring", "--repeat", "3", "--json").out)
    assert document["seats"]["second"]["asked_again"] == {"positions": 292, "decisions": 292, "times": 3}
    assert "in another order, 3 times: the same moves" in run("prove", "ring", "--repeat", "3").out


def test_a_strategy_is_held_against_its_certificate(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "ring.cert")
    run("prove", "ring", "--certificate", path)
    ran = run("check", path, "--strategy", "ring")
    assert ran.code == 0
    said = "  'ring' does not lose as X and as O: asked in 389 positions, it makes no move but those proved"
    assert said in ran.out.splitlines()
    assert "  asked again: 300 of 389 decisions, of all plies, in another order: the same moves" in ran.out.splitlines()
    ran = run("check", path, "--strategy", "paths")
    assert ran.code == 1
    assert ran.out.startswith("does not hold: at '")
    assert "'paths' plays" in ran.out
    assert run("check", path, "--strategy", "paths:level=easy").code == 2


def test_the_authors_words_are_quoted(run: Run, tmp_path: Path) -> None:
    """Neither a line feed nor a control character in them looks like the checker's own words."""
    game = Game(3, 3, 3)
    entries = strategy_entries(Position(game), Side.O, "not lose", True)
    claim = "X wins 4,4,4\nholds: X wins on 3,3,3\x1b[2J\u202e"
    section = Section("strategy", "O", "not lose", True)
    path = write(tmp_path / "f", Position(game), claim, [(section, entries)], strategy="ring\r")
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


def test_a_certificate_that_shows_something_else(run: Run, tmp_path: Path) -> None:
    start = Position(Game(3, 3, 3))
    with Writer(tmp_path / "f", start, "", value="win") as writer:
        writer.section(Section("strategy", "O", "not lose", True))
        for entry in strategy_entries(start, Side.O, "not lose", True):
            writer.entry(entry)
    ran = run("check", str(tmp_path / "f"))
    assert ran.code == 1
    assert ran.out == "does not hold: line 92: the head claims 'win' for X to move, the sections show 'draw'\n"
    document = json.loads(run("check", str(tmp_path / "f"), "--json").out)
    assert (document["holds"], document["certificate"]) == (False, True)


def test_too_many_entries(run: Run, tmp_path: Path) -> None:
    path = str(draw_of_333(tmp_path / "f"))
    ran = run("check", path, "--max-entries", "10")
    assert ran.code == 3
    assert ran.out == "unknown: it has more than 10 entries (--max-entries allows more)\n"
    assert json.loads(run("check", path, "--max-entries", "10", "--json").out)["holds"] is None


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


def test_no_certificate_where_a_limit_is_reached(run: Run, tmp_path: Path) -> None:
    assert run("prove", "ring", "--max-positions", "400", "--certificate", str(tmp_path / "f")).code == 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("moment", ["strategy", "close"])
def test_no_certificate_where_the_program_is_stopped(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    if moment == "strategy":
        monkeypatch.setattr("noughts.prove.ledger.Ledger.ask_again", stop)
    else:
        monkeypatch.setattr("os.replace", stop)
    assert run("prove", "ring", "--certificate", str(tmp_path / "f")).code == 130
    assert list(tmp_path.iterdir()) == []


def test_bad_use(run: Run, tmp_path: Path) -> None:
    assert "takes one STRATEGY" in run("prove", "ring", "paths", "--certificate", str(tmp_path / "a")).err
    assert run("prove", "ring", "--certificate", str(tmp_path / "nowhere" / "a")).code == 2
    assert run("check", str(tmp_path / "missing")).code == 2
    assert run("prove", "paths:level=easy", "--certificate", str(tmp_path / "a")).code == 2
