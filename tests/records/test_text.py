"""Games as text."""

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import GameError, IllegalMoveError, NotationError, NoughtsError
from noughts.records.text import WIDTH, read, write


def first(text: str, game: Game | None = None) -> Record:
    return next(read(text, game))


@pytest.mark.parametrize(
    "text",
    [
        "b2 a1 c3",
        "1. b2 a1 2. c3",
        "1.b2 a1 2.c3",
        "b2,a1,c3",
        "B2A1C3",
        "5 1 9",
        "1. b2\n1... a1\n2. c3\n",
        "r8 r0 r4",
    ],
)
def test_move_lists(text: str) -> None:
    record = first(text)
    assert (record.game, record.cell_names) == (Game(3, 3, 3), ["b2", "a1", "c3"])


def test_another_game() -> None:
    assert first("h8i9 j10", Game(15, 15, 5)).cell_names == ["h8", "i9", "j10"]
    assert first("game 15,15,5\nh8 i9").game == Game(15, 15, 5)
    assert first("game 15,15,5\nh8 i9", Game(15, 15, 4)).game == Game(15, 15, 4)


def test_what_we_write() -> None:
    game = Game(26, 2, 5)
    moves = tuple(cell for pair in zip(range(0, 26, 2), range(26, 52, 2), strict=True) for cell in pair)
    text = write(Record(game, moves, ("", "x2"), "draw", "agreed"))
    assert text.splitlines()[:3] == ["game 26,2,5", 'X ""', "O x2"]
    assert len(text.splitlines()[3].split(".")) == WIDTH + 1
    assert text.splitlines()[-1] == "result draw: agreed"
    assert first(text).moves == moves


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("result X", ("X", "not by the rules")),
        ("result o: X resigned", ("O", "X resigned")),
        ("result none", (None, "unfinished")),
        ('result draw: "two\\nlines"', ("draw", "two\nlines")),
    ],
)
def test_results(line: str, expected: tuple[str | None, str]) -> None:
    record = first(f"b2 a1\n{line}\n")
    assert (record.result, record.ending) == expected


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        (" \n", NotationError, "no game in '': expected moves such as 'b2 a1 c3'"),
        (",\nX a", NotationError, "no game in ', X a': expected moves"),
        ("hello", NotationError, "move 1: no cell 'hello'.*; a game but 3,3,3 has to be named, as m,n,k"),
        ("game 4,3,3\nb2 e1", NotationError, "move 2: no cell 'e1': expected a1 to d3, 1 to 12$"),
        ("game 4,3\nb2", GameError, "no game '4,3'"),
        ("b2 b2", IllegalMoveError, "move 2: 'b2' is taken by X"),
        ("b2 a1\nresult perhaps", NotationError, "no result 'perhaps'"),
        ("b2\n" + "x" * 300_000, NotationError, "too long for a game: 300,003 characters, at most 262,144"),
    ],
)
def test_what_is_no_game(text: str, error: type[NoughtsError], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        first(text)
