"""Games as text."""

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.records.parts import LIMIT
from noughts.records.text import WIDTH, read, write
from tests.refusals import refused


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
        "1. b2 {the centre} a1 2. c3 ; the end",
        "{a game\nX of ours} b2 # first\na1{;}c3",
        "; of a club\nX ?\nb2 a1\n\n# and\nc3",
    ],
)
def test_move_lists(text: str) -> None:
    record = first(text)
    assert (record.game, record.cell_names) == (Game(3, 3, 3), ["b2", "a1", "c3"])


def test_names_are_not_comments() -> None:
    assert first("X {a}\nO b;c #1\nb2 a1").players == ("{a}", "b;c #1")
    assert first('X "Hikaru" N.\nO "a\\nb"\nb2').players == ('"Hikaru" N.', "a\nb")  # of another program, and ours


def test_another_game() -> None:
    assert first("h8i9 j10", Game(15, 15, 5)).cell_names == ["h8", "i9", "j10"]
    assert first("game 15,15,5\nh8 i9").game == Game(15, 15, 5)
    assert first("game 15,15,5\nh8 i9", Game(15, 15, 4)).game == Game(15, 15, 4)
    with refused("error.board-of-other"):
        first("game 4,3,3\na1", Game(3, 3, 3))


def test_the_result_of_another_game() -> None:
    """The file's result is one of 3,3,2; the game that is named goes on."""
    text = "game 3,3,2\na1 a3 b1\nresult X: line\n"
    assert first(text).ending == "line"
    record = first(text, Game(3, 3, 3))
    assert (record.result, record.ending) == ("X", "not by the rules")
    assert first("game 3,3,3\na1 a3 b1\nresult none: unfinished", Game(3, 3, 2)).result == "X"


@pytest.mark.parametrize("gap", [" ", "\t", "\xa0"])
def test_blanks(gap: str) -> None:
    text = f"game{gap}3,3,3\nX{gap}a{gap}\nb2{gap}a1\nresult{gap}O{gap}:{gap}x\n{gap}\ngame{gap}4,3,3\nb1"
    one, other = read(text)
    assert (one.cell_names, one.players, one.result, one.ending) == (["b2", "a1"], ("a", "?"), "O", "x")
    assert (other.game, other.cell_names) == (Game(4, 3, 3), ["b1"])


def test_the_longest_text_of_a_game() -> None:
    text = "X " + "x" * (LIMIT - 5)
    assert first(text + "\nb2").cell_names == ["b2"]
    with refused("error.long-game"):
        first(text + "x\nb2")


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
    ("text", "kinds"),
    [
        ("b2 {a1\nc3", "error.comment-open"),
        (" \n", "error.no-game-in"),
        ("1. ", "error.no-game-in"),
        ("b2 a1\nresult X\nresult X", "error.two-lines"),
        ("a1 a2 b1 b2 c1\nresult O: X resigned", "error.result-not-shown"),
        ("a1 a2 b1 b2 c1\nresult none", "error.result-not-shown:None"),
        ("a1 a2 b1 b2\nresult X: line", "error.ending-not-shown"),
        ("game 03,3,3\nb2", "error.not-a-game"),
        ("b2\x1ca1", "error.name-the-game error.move-number:1 error.cell-characters"),
        ("b2 \x1ca1", "error.name-the-game error.move-number:2 error.cell-characters"),
        ("game 15,15,5\n\u212a8", "error.move-number:1 error.cell-characters"),
        (",\nX a", "error.no-game-in"),
        ("hello", "error.name-the-game error.move-number:1 error.no-cell-ring:c3"),
        ("game 4,3,3\nb2 e1", "error.move-number:2 error.no-cell:d3"),
        ("7,8,1\n9,8,2", "error.triples"),
        ("b2 b2", "error.move-number:2 error.cell-taken:b2"),
        ("b2; a1; c3", "error.comment-moves"),
        ("b2 {centre} ; a1 c3", "error.comment-moves"),
        ("7. a1 b2", "error.numbered-move:1"),
        ("1. b2 a1\n1. c3 c1", "error.numbered-move:3"),
        ("1... a1 2. b2", "error.numbered-move:1"),
        ("game 15,15,5\n7 8\n9 10", "error.pairs:7,8"),
        ("b2 a1\nresult perhaps", "error.result-line"),
        ("b2\n" + "x" * 300_000, "error.long-game:300003"),
    ],
)
def test_what_is_no_game(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        first(text)
