"""The commands: what they print, their JSON, their exit codes, and one line for bad input."""

import io
import json
import sys
from fractions import Fraction
from pathlib import Path

import click
import pytest

from noughts.cli.common import Ticker
from noughts.cli.group import COMMANDS, GROUPS
from noughts.cli.text_table import emphasised, show_table
from noughts.programs import specs
from noughts.strategies import registry
from tests.cli.conftest import Run


def test_prove_json_document(run: Run) -> None:
    ran = run("prove", "paths", "--json")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert document["schema"] == "noughts/proof/1"
    assert document["strategy"] == "paths"
    assert document["game"] == [3, 3, 3]
    assert list(document["seats"]) == ["first", "second"]
    assert document["seats"]["first"] == {
        "verdict": "never loses",
        "games": {"win": 72, "draw": 4, "loss": 0},
        "sequences": {"win": 380, "draw": 4, "loss": 0},
        "positions": 172,
        "losing_line": None,
        "against_random": {"win": "95/96", "draw": "1/96", "loss": "0"},
        "asked_again": {"positions": 88, "decisions": 88, "times": 1},
    }


def test_a_loss_before_the_limit_is_said(run: Run) -> None:
    arguments = ("--seat", "second", "--max-positions", "2500")
    ran = run("prove", "weights", *arguments)
    assert (ran.code, ran.err) == (1, "")
    assert "CAN LOSE\n  its games are not counted: the limit of 2,500 positions is reached at ply 8" in ran.out
    assert 'replay it: noughts play --game 3,3,3 --o weights --moves "b2 b1 c2 a2 c3 a1 c1"' in ran.out
    table = run("prove", "weights", "first", *arguments)
    assert "weights: its games are not counted: the limit of 2,500 positions" in table.out
    assert run("prove", "weights", *arguments, "--json").code == 1


def test_explain_shows_the_truth_where_it_is_known(run: Run) -> None:
    ran = run("explain", "X../.../...", "--strategy", "first")
    assert "truth: draw for O; GIVEN AWAY: b1 is a loss" in ran.out
    assert "[L6]" in ran.out
    document = json.loads(run("explain", "X../.../...", "--strategy", "perfect", "--json").out)
    assert (document["truth"]["value"], document["keeps"]) == ("draw", True)
    assert document["truth"]["moves"]["b1"] == {"value": "loss", "distance": 6}
    empty = ("explain", "..../..../..../....", "--game", "4,4,4", "--strategy", "first", "--json")
    assert json.loads(run(*empty).out)["truth"] is None
    assert json.loads(run(*empty, "--truth").out)["truth"]["value"] == "draw"


def test_explain_without_a_strategy_explains_all(run: Run) -> None:
    ran = run("explain", "X../.../...")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("   a b c\n 1 X . .\n 2 . . .\n 3 . . .\n\nring, O to move: b2\n  its rule: 3. ")
    assert "\nfirst, O to move: b1\n" in ran.out
    assert "truth: draw for O; GIVEN AWAY: b1 is a loss" in ran.out
    documents = json.loads(run("explain", "X../.../...", "--json").out)
    assert [one["strategy"] for one in documents] == [
        name for name in registry.SHIPPED if name not in ("search", "lookahead")
    ]
    one = json.loads(run("explain", "X../.../...", "--strategy", "first", "--json").out)
    assert one in documents
    assert "nothing to decide" in run("explain", "XXX/OO./...").err
    assert "--read takes one program of yours, not 0" in run("explain", "X../.../...", "--read", "flat X O .").err


def test_a_noisy_strategy_is_measured(run: Run) -> None:
    ran = run("prove", "paths:level=easy", "--games", "50", "--seed", "3")
    assert ran.code == 1
    assert "measured, not proved" in ran.out
    assert "at 95 % confidence" in ran.out
    document = json.loads(run("prove", "paths:level=easy", "--games", "50", "--json").out)
    assert document["schema"] == "noughts/measurement/1"
    assert sum(document["seats"]["first"]["games"].values()) == 50
    quiet = run("prove", "paths:level=medium", "--game", "2,2,2", "--games", "3", "--seat", "first")
    assert "no loss in 3 games" in quiet.out
    assert quiet.code == 3  # nothing was proved
    table = run("prove", "ring", "paths:level=medium", "--games", "20").out
    assert "measured" in table
    assert "about" in table


def test_explain_names_the_rule(run: Run) -> None:
    ran = run("explain", "..X/.O./X..", "--strategy", "ring")
    rule = "moving second, move 2, if they hold two opposite corners: side"
    assert (
        f"  its rule: 8. {rule}: takes a cell at the edge that is not a corner\n  no move here for 1. win,"
    ) in ran.out
    assert "ring, O to move: b1\n  It makes a threat: X must answer at b3.\n" in ran.out
    document = json.loads(run("explain", "..X/.O./X..", "--strategy", "ring", "--json").out)
    assert len(document["passed"]) == 7
    assert json.loads(run("explain", "..X/.O./X..", "--strategy", "paths", "--json").out)["passed"] is None


@pytest.mark.gate
def test_a_program_with_unequal_chances_is_asked_in_a_second_process_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text(COIN)
    arguments = ("prove", "coin.py:Coin", "--seat", "first")
    assert "in another order, half of them in a second process: the same moves\n" in run(*arguments).out
    seat = json.loads(run(*arguments, "--json").out)["seats"]["first"]
    assert (seat["asked_again"]["processes"], seat["sequences"]) == (2, None)
    assert sum(map(Fraction, seat["against_random"].values())) == 1
    arguments = ("explain", "XO./.../...", "--strategy", "coin.py:Coin")
    assert "  it plays c1 with chance 2/3, a2 with chance 1/3\n" in run(*arguments).out
    assert json.loads(run(*arguments, "--json").out)["chances"] == {"c1": "2/3", "a2": "1/3"}


COIN = """
from fractions import Fraction
from noughts.players.player import Decision

class Coin:
    name = "coin"
    def supports(self, game):
        return True
    def decide(self, position, rng):
        moves = position.legal_moves[:2]
        chances = (Fraction(2, 3), Fraction(1, 3)) if len(moves) == 2 else None
        return Decision(moves, None, "the first two", chances)
"""


def test_explain_colours_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("explain", "XX./.../O..", "--strategy", "weights").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[48;2;" in run("explain", "XX./.../O..", "--strategy", "weights").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("explain", "XX./.../O..", "--strategy", "weights").out


def test_strategies_list(run: Run) -> None:
    ran = run("strategies")
    assert ran.code == 0
    assert "level=easy|medium|hard, default hard" in ran.out
    rows = json.loads(run("strategies", "--json").out)["strategies"]
    plays = {row["name"]: row["plays"] for row in rows}
    small = {"ring", "newell-simon", "centre-corner", "centre-block", "menace"}
    assert plays.pop("lookahead") == "m,n,k-gravity"
    assert plays == {name: "3,3,3" if name in small else "any m,n,k" for name in plays}
    assert all(row["what"] and row["origin"] for row in rows)


def test_census(run: Run) -> None:
    assert run("census", "4,3,3", "--depth", "4").out == "4,3,3: 11,880 sequences of 4 moves\n"
    assert json.loads(run("census", "3,3,3", "--depth", "2", "--json").out)["sequences"] == 72
    assert "255,168 games: X wins 131,184, O wins 77,904, drawn 46,080" in run("census", "3,3,3").out
    size = json.loads(run("census", "3,3,3", "--json").out)
    assert (size["up_to_symmetry"], size["by_ply"][:4]) == (765, [1, 9, 72, 252])
    assert "5,4,4: 674,794,169 positions, 168,720,724 up to symmetry" in run("census", "5,4,4").out
    ran = run("census", "6,5,4")
    assert (ran.code, ran.err) == (3, "noughts: 6,5,4 has 30 cells, and more than 28 are too many sets to count\n")


STRATEGY = """
class {name}:
    name = "{name}"
    def supports(self, game): return True
    def decide(self, position, rng):
        {body}
"""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("prove", "rnig"), ["'rnig'", "did you mean ring"]),
        (("prove", "ring", "--game", "4,4,4"), ["'ring'", "'4,4,4'"]),
        (("explain", "XXX/OO./...", "--strategy", "ring"), ["the game is over (X wins)"]),
        (("explain", "X../.../...", "--strategy", "taken.py:Taken"), ["'Taken'", "a1", "taken by X"]),
        (("prove", "nowhere.py:Mine"), ["'nowhere.py:Mine'", "no file"]),
        (("play", "--pause", "soon"), ["'soon'", "seconds from 0 to 3600"]),
    ],
)
def test_bad_input_is_one_line(run: Run, tmp_path: Path, arguments: tuple[str, ...], words: list[str]) -> None:
    body = "from noughts import Decision; return Decision((0,))"
    Path("taken.py").write_text(STRATEGY.format(name="Taken", body=body))
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("noughts: ")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def test_a_strategys_own_exception_shows_its_own_traceback(run: Run, tmp_path: Path) -> None:
    Path("mine.py").write_text(STRATEGY.format(name="Mine", body="return 1 / 0"))
    words = "noughts: strategy 'Mine' raised ZeroDivisionError at 'X../.../...': division by zero (mine.py, line 6)"
    ran = run("explain", "X../.../...", "--strategy", "mine.py:Mine")
    assert (ran.code, ran.err) == (2, f"{words}\n")
    first, *rest = run("explain", "X../.../...", "--strategy", "mine.py:Mine", "--traceback").err.splitlines()
    assert first == words
    assert any("mine.py" in line for line in rest)
    assert not any("noughts/core" in line or "noughts/prove" in line for line in rest)
    Path("broken.py").write_text("class Mine(:\n")
    assert "SyntaxError" in run("prove", "broken.py:Mine").err.splitlines()[0]


@pytest.mark.gate
def test_one_that_breaks_the_rules_loses(run: Run, tmp_path: Path) -> None:
    Path("mine.py").write_text(STRATEGY.format(name="Mine", body="return None"))
    ran = run("prove", "mine.py:Mine", "--seat", "first")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("Mine on 3,3,3, moving first: CAN LOSE\n  distinct games  1 = 0 won + 0 drawn + 1 lost\n")
    words = "breaks the rules in 1 position, and loses there; first: strategy 'Mine' returned None at"
    assert words in " ".join(ran.out.split())
    assert "here it " in ran.out
    [seat] = json.loads(run("prove", "mine.py:Mine", "--seat", "first", "--json").out)["seats"].values()
    assert (seat["losing_line"], seat["fault"]["position"], list(seat["faults"])) == ([], ".../.../...", ["illegal"])


def test_what_a_strategy_prints_does_not_reach_the_answer(run: Run, tmp_path: Path) -> None:
    body = "print('thinking'); from noughts import Decision; return Decision(position.legal_moves[:1], reason='x')"
    Path("loud.py").write_text(STRATEGY.format(name="Loud", body=body))
    for arguments in (("prove", "loud.py:Loud"), ("explain", "X../.../...", "--strategy", "loud.py:Loud")):
        ran = run(*arguments, "--json")
        assert json.loads(ran.out)["printed"].endswith("bytes, the last line: thinking")
        assert ran.err == ""


def test_no_command_shows_the_help(run: Run) -> None:
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: noughts")
    assert len(ran.out.splitlines()) <= 24
    assert all(f", {name}" in ran.out or f"  {name}" in ran.out for name in COMMANDS)
    full = run("--help").out
    assert [title for title in GROUPS if f"\n{title}:\n" in full] == list(GROUPS)
    assert "\nExit codes:\n" in full


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("ply", "did you mean play or replay?"),
        ("mine.py", "did you mean noughts prove mine.py?"),
        ("rules: win, any", "did you mean noughts prove 'rules: win, any'?"),
        ("xyzzy", "`noughts` lists them"),
    ],
)
def test_a_word_that_is_not_a_command(run: Run, word: str, meant: str) -> None:
    ran = run(word)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"noughts: no command {word!r}: {meant}\n"


def test_a_broken_installed_strategy_is_listed_as_broken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specs, "installed", lambda: {"mine": "nowhere_at_all:Mine"})
    rows = json.loads(run("strategies", "--json").out)["strategies"]
    assert rows[-1]["name"] == "mine"
    assert rows[-1]["what"] == "broken: no strategy 'mine': there is no module 'nowhere_at_all'"
    assert "broken: no strategy" in run("strategies").out


def test_an_encoding_without_the_letter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="latin-1"))
    ran = run("strategies")
    assert (ran.code, ran.err) == (0, "")
    assert rb"Erd\u0151s" in written.getvalue()


def test_one_column_is_folded_to_the_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "41")
    text = "win, else block, else a well-known cell\n  gap=corner|edge, default corner"
    show_table(("name", "what it is", "plays"), [("ring", text, "3,3,3")], texts=3, folded=1)
    assert capsys.readouterr().out == (
        "name  what it is                  plays\n"
        "ring  win, else block, else a     3,3,3\n"
        "      well-known cell\n"
        "        gap=corner|edge, default\n"
        "        corner\n"
    )
    monkeypatch.setenv("COLUMNS", "10")
    show_table(("name", "what"), [("ring", "x" * 25)], folded=1)
    assert capsys.readouterr().out.splitlines()[1:] == [f"ring  {'x' * 20}", f"      {'x' * 5:>20}"]


def test_colours_and_wide_characters_take_their_places(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [emphasised(("\u4e00\u4e8c.py", "1")), ("e\u0301.py", "20")]
    show_table(("file", "s"), rows)
    assert capsys.readouterr().out == "file      s\n\u4e00\u4e8c.py   1\ne\u0301.py     20\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    show_table(("file", "s"), rows)
    head, first, _ = capsys.readouterr().out.splitlines()
    assert head.startswith("\x1b[1mfile\x1b[0m")
    assert click.unstyle(first) == "\u4e00\u4e8c.py   1"


def test_long_work_is_never_silent(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard error is no terminal, lines stay, each after twice the time of the one before."""
    ticker, now = Ticker(), [0.0]
    monkeypatch.setattr(Ticker, "elapsed", property(lambda ticker: now[0]))
    for now[0] in (1.0, 2.0, 3.0, 4.0, 7.0, 9.0):
        ticker.show("{:.0f} s".format)
    assert capsys.readouterr().err == "noughts working: 2 s\nnoughts working: 4 s\nnoughts working: 9 s\n"
