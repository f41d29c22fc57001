"""`noughts replay` and `noughts convert`."""

import io
import json
import sys
from pathlib import Path

import pytest

import noughts.cli.replay as module
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.records import read_record, write_record
from noughts.search import plain_search as plain
from noughts.search.finding import Finding
from noughts.solve.solver import Solver
from noughts.terminal import words
from noughts.terminal.session import Session
from tests.cli.conftest import Run

LOST = "X ring\nO human\n1. b2 b1 2. a1 c3 3. a3 c1 4. a2\n"  # an edge against the centre loses
WON = Record(Game(3, 3, 3), (0, 3, 1, 4, 2), ("human", "ring"))
CUT = Record(Game(4, 3, 3), (0, 3), ("a]", "b"), "O", "X resigned")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(LOST)
    return str(path)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("a1 b2 c3 b1 b3 a3 c1 c2 a2", "a draw: full board"),
        ("game 3,3,3", "no result: unfinished"),
        ('X "\\u001b[2J"\nb2\nresult X: "\\u0007"', 'X wins: "\\u0007"'),
    ],
)
def test_how_it_ended(run: Run, tmp_path: Path, text: str, end: str) -> None:
    (tmp_path / "game").write_text(text)
    ran = run("replay", str(tmp_path / "game"))
    assert ran.out.endswith(f"\n{end}\n")
    assert "\x1b" not in ran.out


def test_the_document(run: Run, file: str) -> None:
    document = json.loads(run("replay", file, "--explain", "--json").out)
    assert document["schema"] == "noughts/replay/1"
    assert Record.from_json(json.dumps(document["record"])).players == ("ring", "human")
    assert document["boards"][1] == ".../.X./..."
    assert document["review"][1] == {
        "move": "b1",
        "side": "O",
        "before": "draw",
        "after": "loss",
        "mistake": True,
        "words": "lost the draw; a1 (or 3 other moves) would have kept it",
        "only": False,
        "forced": False,
        "better": ["a1", "c1", "a3", "c3"],
        "known": True,
        "reason": None,
        "search": None,
    }
    assert document["repeatable"]
    document = json.loads(run("replay", file, "--json").out)
    assert document["review"] is document["repeatable"] is None


def test_what_is_not_known_is_said(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    Path(file).write_text("game 5,5,4\n1. b2 a1 2. c3\n")
    ran = run("replay", file, "--explain", "--seconds", "0")
    assert ran.code == 3
    assert "  1. X b2: its value is not known" in ran.out
    assert "X (?): 0 slips in 0 moves, 2 more not known" in ran.out
    document = json.loads(run("replay", file, "--explain", "--seconds", "0", "--json").out)
    unknown = dict.fromkeys(["before", "after", "mistake", "words", "only", "forced", "better", "search"])
    told = {"known": False, "reason": "0 s are over"}
    assert document["review"][0] == {"move": "b2", "side": "X"} | unknown | told
    assert not document["repeatable"]
    assert "depends on the time: another run may differ; with --nodes N it depends on less\n" in ran.out


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game out of reach, without a search for values that takes its time, and with a search in plain Python."""
    monkeypatch.setattr(Solver, "truth", lambda solver, position, budget=None: solver.known(position))
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    path = tmp_path / "large.txt"
    path.write_text("game 15,15,5\n1. h8 a1 2. i8 a15 3. j8 o1 4. o15 a8 5. g8 k8 6. f8\n")
    return str(path)


def test_where_no_value_is_known_a_search_says_what_it_proves(run: Run, large: str) -> None:
    ran = run("replay", large, "--explain", "--nodes", "1500")
    assert ran.code == 3
    assert "\n  1. X h8: estimate: level\n" in ran.out
    assert "  7. X o15: missed a proved win by fours in 3 moves (" in ran.out
    assert "\n  8. O a8: gave X a proved win by fours in 3 moves (" in ran.out
    assert "\nSince O's a8 (move 8) a win of X is proved; the search prefers " in ran.out
    searched = "by search: 1 by its proofs, 0 by its estimate\n  7. o15"
    assert f"\nX (?): 0 slips in 0 moves, 6 more not known; {searched}" in ran.out
    assert ran.out.endswith("depends on the time: another run may differ\n")
    document = json.loads(run("replay", large, "--explain", "--nodes", "1500", "--json").out)
    first, missed, left = (document["review"][index] for index in (0, 6, 7))
    assert (first["known"], first["mistake"], first["search"]["mistake"]) == (False, None, False)
    assert first["reason"] == first["search"]["words"]
    assert first["search"]["before"] is first["search"]["after"] is first["search"]["better"] is None
    assert isinstance(first["search"]["estimate"], int)
    assert (missed["search"]["before"], missed["search"]["after"], missed["search"]["mistake"]) == ("win", None, True)
    assert len(missed["search"]["line"]) == 3
    assert (left["search"]["after"], left["search"]["better"] in ("g8", "k8")) == ("loss", True)


def test_the_seconds_are_shared_by_the_moves(run: Run, large: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    find = plain.find

    def noted(position: Position, seconds: float) -> Finding:
        given.append(seconds)
        return find(position, 0.001)

    monkeypatch.setattr(plain, "find", noted)
    ran = run("replay", large, "--explain", "--seconds", "600")
    assert "estimate" in ran.out
    assert given == [0.5] * len(given)
    given.clear()
    run("replay", large, "--explain", "--seconds", "12")
    assert len(given) >= 11
    assert sum(given) <= 12
    given.clear()
    assert "  1. X h8: its value is not known\n" in run("replay", large, "--explain", "--seconds", "0").out
    assert not given


def test_one_game_of_many(run: Run, tmp_path: Path) -> None:
    some = tmp_path / "games.jsonl"
    records = [Record(Game(3, 3, 3), (4,), (name, "o")) for name in ("first", "second")]
    some.write_text("".join(write_record(record, "jsonl") for record in records))
    assert run("replay", str(some)).out.startswith("3,3,3: X first, O o")
    assert run("replay", str(some), "--number", "2").out.startswith("3,3,3: X second, O o")
    ran = run("replay", str(some), "--number", "3")
    assert (ran.code, ran.err) == (2, "noughts: no game 3 in a file of 2\n")


def test_in_a_terminal_it_opens_on_the_board(run: Run, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Session] = []
    monkeypatch.setattr(module, "is_terminal", lambda: True)
    monkeypatch.setattr(module, "play_in_terminal", opened.append)
    assert (run("replay", file).code, run("replay", file, "--plain").code) == (0, 0)
    [session] = opened
    assert words.players(session) == "X ring, O human"
    assert words.result(session) == "X (ring) wins with a1 a2 a3"
    assert [turn.move for turn in session.undo()] == [3]
    assert [turn.move for turn in session.undo()] == [2]
    assert [turn.move for turn in session.redo()] == [2]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a file of two games."""
    path = tmp_path / "games.sgf"
    path.write_text(write_record(WON, "sgf") + write_record(CUT, "sgf"))
    return path


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
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a1b2")))
    assert "2. O b2" in run("replay", "-", "--game", "4,4,4").out


def test_what_cannot_be_done_is_one_line(run: Run, games: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_bytes(b"(;SZ[4];B[aa])")
    for arguments, said in [
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
        assert said in ran.err
    assert bad.read_bytes() == b"(;SZ[4];B[aa])"
