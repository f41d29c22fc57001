"""PSQ: the dialects of Piskvork and its kin."""

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.records.psq import read, write
from tests.refusals import refused

MOVES = "8,8,0\n9,9,120\n7,7,35\n"


def first(text: str, game: Game | None = None) -> Record:
    return next(read(text, game))


@pytest.mark.parametrize(
    ("trailer", "players", "result"),
    [
        ("", ("?", "?"), None),
        ("-1\n", ("?", "?"), None),
        ("0", ("?", "?"), None),
        ("pbrain-a.exe\npbrain b.exe\n-1\n", ("pbrain-a.exe", "pbrain b.exe"), None),
        ("a\nb\n-1\n1,Freestyle\n", ("a", "b"), "X"),
        ("a\nb\n-1\n2,Freestyle1\n", ("a", "b"), "O"),
        ("a\nb\n-1\n0,Freestyle\n", ("a", "b"), "draw"),
        ("a\nb\n", ("a", "b"), None),
        ("a\n-1\n", ("a", "?"), None),
    ],
)
def test_trailers(trailer: str, players: tuple[str, str], result: str | None) -> None:
    record = first(f"Piskvorky 15x15, 11:11, 0\n{MOVES}{trailer}")
    assert record.cell_names == ["h8", "i9", "g7"]
    assert (record.game, record.players, record.result) == (Game(15, 15, 5), players, result)
    assert record.ending == ("unfinished" if result is None else "not by the rules")


def test_the_second_player_of_the_list_may_begin() -> None:
    record = first(f"Piskvorky 15x15, 11:11, 1\n{MOVES}a\nb\n-1\n1,Freestyle\n")
    assert (record.players, record.result) == (("b", "a"), "O")


@pytest.mark.parametrize(
    "header", ["Piskvorky 20x15, 11:11, 0", "Piskvorky 20x15, 0:0, 0", "piskvorky  20 x 15 ,1:2,0", "Piskvorky 20x15"]
)
def test_headers(header: str) -> None:
    record = first(f"{header}\n20,15,0\n1,1\n1,2,0.5\n")
    assert record.game == Game(20, 15, 5)
    assert record.cell_names == ["t15", "a1", "a2"]


def test_what_we_write() -> None:
    record = Record(Game(4, 3, 3), (11, 0), ("-1", "two\nlines"), "O", "X resigned")
    assert write(record).splitlines() == [
        "Piskvorky 4x3, 0:0, 0",
        "4,3,0",
        "1,1,0",
        '"-1"',
        '"two\\nlines"',
        "-1",
        "game 4,3,3",
        "result O: X resigned",
    ]
    assert first(write(record)) == record


@pytest.mark.parametrize(
    ("game", "result", "line"),
    [
        (Game(15, 15, 5), "X", "1,Freestyle"),
        (Game(15, 15, 5, exact=True), "O", "2,Standard"),
        (Game(5, 6, 5), "draw", "0,Freestyle"),
        (Game(15, 15, 5), None, None),
        (Game(15, 15, 4), "X", None),
    ],
)
def test_the_rule_that_is_written_is_the_one_that_is_read(game: Game, result: str | None, line: str | None) -> None:
    record = Record(game, (0, 3), result=result, ending="agreed")
    text = write(record)
    assert [one for one in text.splitlines() if one.endswith(("style", "ndard"))] == ([line] if line else [])
    assert first(text) == record
    others = text.partition("game ")[0]  # the lines that other programs write
    if line:
        assert (first(others).game, first(others).result) == (game, result)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", "error.not-a-psq error.psq-header"),
        ("Piskvorky 4x4, 0:0, 0", "error.how-many:4"),
        ("Piskvorky 40x40, 0:0, 0", "error.out-of-range:40 error.size-columns"),
        ("Piskvorky 3x3, 0:0, 0\n0,1,0", "error.move-number:1 error.off-board:3,3"),
        ("Piskvorky 3x3, 0:0, 0\n1,1,0\n1,1,0", "error.move-number:2 error.cell-taken:a1"),
        ("Piskvorky 3x3, 0:0, 0\n-1\ngame 3", "error.not-a-game"),
        ("Piskvorky 3x3, 0:0, 0\n-1\ngame 4,3,3", "error.board-of-other:3"),
        ("Piskvorky 3x3, 0:0, 0\n-1\nresult perhaps", "error.result-line"),
        ("Piskvorky 3x3, 0:0, 0\n-1\ngame 3,3,2\ngame 3,3,3", "error.two-lines"),
        ("Piskvorky 1x1\n1,1\n-1\ngame 1,1,1\nresult O", "error.result-not-shown"),
        ("Piskvorky 3x3\n1,1\n-1\nresult X: line", "error.ending-not-shown"),
        ("Piskvorky 3x3\n1,1,0\n2;2,0\n3,3,0\n-1", "error.not-a-psq error.psq-move"),
        ("Piskvorky 3x3\n1,1,0\n2,2x,0\na\nb\n-1", "error.not-a-psq error.psq-move"),
        ("Piskvorky 3x3\n1,1,0\nx;2,0\na\nb\n-1", "error.not-a-psq error.psq-code"),
        ("Pi\u017fkvorky 3x3\n1,1", "error.not-a-psq error.psq-header"),
        ("Piskvorky 3x3\n\x1c1,1\n2,2\n", "error.not-a-psq error.psq-move"),
    ],
)
def test_what_is_no_game_of_ours(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        first(text)
