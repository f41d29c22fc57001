"""PSQ: the dialects of Piskvork and its kin."""

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import GameError, IllegalMoveError, NotationError, NoughtsError
from noughts.records.psq import read, write

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
    ("text", "error", "complaint"),
    [
        ("", NotationError, "no PSQ: '' is not a header such as"),
        ("Piskvorky 4x4, 0:0, 0", GameError, r"how many in a row win on 4x4 \(columns x rows\)\?"),
        ("Piskvorky 40x40, 0:0, 0", GameError, "no game '40,40,5'"),
        ("Piskvorky 3x3, 0:0, 0\n0,1,0", NotationError, "move 1: '0,1,0' is off the board, expected 1,1 to 3,3"),
        ("Piskvorky 3x3, 0:0, 0\n1,1,0\n1,1,0", IllegalMoveError, "move 2: a1 is taken by X"),
        ("Piskvorky 3x3, 0:0, 0\n-1\ngame 3", GameError, "no game '3'"),
        ("Piskvorky 3x3, 0:0, 0\n-1\ngame 4,3,3", GameError, "the board is 3x3"),
        ("Piskvorky 3x3, 0:0, 0\n-1\nresult perhaps", NotationError, "no result 'perhaps'"),
        ("Piskvorky 3x3, 0:0, 0\n-1\ngame 3,3,2\ngame 3,3,3", NotationError, "two lines 'game'"),
        ("Piskvorky 1x1\n1,1\n-1\ngame 1,1,1\nresult O", NotationError, "is 'O', but by the moves it is 'X'"),
        ("Piskvorky 3x3\n1,1\n-1\nresult X: line", NotationError, "the moves do not end the game"),
        ("Piskvorky 3x3\n1,1,0\n2;2,0\n3,3,0\n-1", NotationError, "'3,3,0' is not a move, or is below a line"),
        ("Piskvorky 3x3\n1,1,0\n2,2x,0\na\nb\n-1", NotationError, "'2,2x,0' is not a move, or is below"),
        ("Piskvorky 3x3\n1,1,0\nx;2,0\na\nb\n-1", NotationError, "'b' is below the names, expected a number"),
        ("Pi\u017fkvorky 3x3\n1,1", NotationError, "is not a header"),
        ("Piskvorky 3x3\n\x1c1,1\n2,2\n", NotationError, "'2,2' is not a move, or is below a line"),
    ],
)
def test_what_is_no_game_of_ours(text: str, error: type[NoughtsError], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        first(text)
