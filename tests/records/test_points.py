"""Lists of points: read where they show from where they are counted, else the question."""

import pytest

from noughts.core.game import Game
from noughts.errors import NotationError
from noughts.records import how_read, read_openings, read_records, recognise

GOMOKU, LARGE, WIDE = Game(15, 15, 5), Game(20, 20, 5), Game(6, 4, 4)


def cells(text: str, game: Game | None = GOMOKU) -> list[list[str]]:
    return [record.cell_names for record in read_records(text, game)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[(0,0),(8,8)]", "a1 i9"),
        ("[[0,0],[8,8]]", "a1 i9"),
        ("[\n  [0, 0],\n  [8, 8]\n]\n", "a1 i9"),
        ("(0, 0) (8, 8)", "a1 i9"),
        ("0,0 8,8", "a1 i9"),
        ("0,0;8,8", "a1 i9"),
        ("0,0,8,8", "a1 i9"),
        ("0, 0, 8, 8", "a1 i9"),
        ("7,7\n0,8\n", "h8 a9"),
        ("[(1,15),(8,8)]", "a15 h8"),
        ("15,1 8,8", "o1 h8"),
        ("-1,-1, 0,1, 2,0", "g7 h9 j8"),
        ("-7,7,-1,0", "a15 g8"),
        ("-7,7, -1,0  # Gomocup", "a15 g8"),
    ],
)
def test_one_game(text: str, expected: str) -> None:
    assert recognise(text) == "points"
    assert cells(text) == [expected.split()]


def test_a_game_on_each_line() -> None:
    assert cells("-1,-1, 0,1, 2,0\n\n0,0, 1,1\n") == [["g7", "h9", "j8"], ["h8", "i9"]]
    assert cells("[(0,0),(8,8)]\n[(3,3),(9,9)]\n") == [["a1", "i9"], ["d4", "j10"]]


def test_the_centre_of_an_even_board_is_right_and_below() -> None:
    """Piskvork and the judge of Gomocup add half the size, so that -10 is the first of twenty columns."""
    assert cells("-10,9, 0,0", LARGE) == [["a20", "k11"]]
    assert cells("-3,1, 0,0", WIDE) == [["a4", "d3"]]


@pytest.mark.parametrize("text", ["[(7,7),(8,8)]", "7,7 8,8", "[[7,7]]", "8,8\n7,7"])
def test_what_shows_nothing_is_asked(text: str) -> None:
    with pytest.raises(
        NotationError, match=r"are the points '.*' counted from 0 or from 1\? .* first line, such as 'from 0'$"
    ):
        cells(text)


def test_zeros_near_the_centre_may_be_offsets() -> None:
    with pytest.raises(NotationError, match="counted from 0 or from the centre"):
        cells("0,0, 1,1, 0,3")
    assert cells("0,0, 1,1, 0,14") == [["a1", "b2", "a15"]]
    assert cells("[(0,0),(1,1),(0,3)]") == [["a1", "b2", "a4"]]  # nobody writes offsets so


def test_a_first_line_says_it() -> None:
    assert cells("from 0\n[(7, 7), (7, 8)]\n[(7, 7), (8, 8)]\n") == [["h8", "h9"], ["h8", "i9"]]
    assert cells("from 1\n7,7,8,8") == [["g7", "h8"]]
    assert cells("# of a club\nfrom the centre\n0,0, 1,1, 0,3\n") == [["h8", "i9", "h11"]]
    assert [one.cell_names for one in read_openings("from 0\n7,7\n8,8\n", GOMOKU)] == [["h8"], ["i9"]]
    with pytest.raises(NotationError, match="'-1,0' is off the board, expected 0,0 to 14,14"):
        cells("from 0\n-1,0, 1,1")


@pytest.mark.parametrize("text", ["5,1,9,3", "5 1 9", "1,9", "5,1,9", "b2,a1", "7,7 b2"])
def test_numbers_of_cells_are_not_points(text: str) -> None:
    assert recognise(text) == "text"


def test_numbers_of_cells_are_still_read() -> None:
    assert cells("5,1,9,3", None) == [["b2", "a1", "c3", "c1"]]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("-8,0, 1,1", "move 1: '-8,0' is off the board, expected -7,-7 to 7,7$"),
        ("0,0 8,15 1,1", "move 2: '8,15' is off the board, expected 0,0 to 14,14$"),
        ("15,1 16,1", "move 2: '16,1' is off the board, expected 1,1 to 15,15$"),
        ("-1,0, -1,0", "move 2: g8 is taken"),
    ],
)
def test_points_off_the_board(text: str, complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        cells(text)


def test_how_they_were_read() -> None:
    assert str(*how_read("-1,-1, 0,1", LARGE)).startswith("points read as offsets from the centre, k11:")
    assert str(*how_read("0,0 8,8", GOMOKU)) == "points read as column and row, counted from 0"
    assert how_read("b2 a1") == ()


def test_openings() -> None:
    """A line each, also with one move, in every form."""
    for text, expected in [
        ("-1,0\n1,1\n", [["g8"], ["i9"]]),
        ("h8\ni9 # beside it\n", [["h8"], ["i9"]]),
        ("h8i9j10\nh8h9i10\n", [["h8", "i9", "j10"], ["h8", "h9", "i10"]]),
        ("1. h8 i9\n2. j10\n", [["h8", "i9", "j10"]]),
        ("game 15,15,5\nh8\ni9\ngame 15,15,5\nj10\n", [["h8", "i9"], ["j10"]]),
        ("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[ii];W[hh])", [["h8"], ["i9", "h8"]]),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n", [["h8", "i9"]]),
    ]:
        assert [record.cell_names for record in read_openings(text, GOMOKU)] == expected
