"""What the text formats share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import GameError, NotationError
from noughts.records.parts import (
    LIMIT,
    bounded,
    ending_of,
    game_of,
    lines_of,
    parse_game,
    parse_result,
    quoted,
    record_of,
    said_by,
    unquoted,
)


@given(st.text() | st.sampled_from(['"', '"a', '"a"', '\\"', " a", "\ud800"]), st.sampled_from(['"', '"-1']))
def test_a_quoted_text_is_one_line(text: str, unfit: str) -> None:
    line = quoted(text, unfit)
    assert line == line.strip()
    assert line.isprintable()
    assert not line or line[0] not in unfit.replace('"', "")
    assert unquoted(line) == text


def test_what_other_programs_quote() -> None:
    assert unquoted('"Hikaru" N.') == '"Hikaru" N.'
    assert unquoted('"') == '"'
    assert unquoted("") == ""


def test_texts_of_one_game_are_bounded() -> None:
    assert bounded("x" * LIMIT)
    with pytest.raises(NotationError, match="too long for a game"):
        bounded("x" * (LIMIT + 1))


def test_results() -> None:
    assert (ending_of(None), ending_of("X")) == ("unfinished", "not by the rules")
    assert parse_result("X:") == ("X", "not by the rules")
    assert parse_result('none: ""') == (None, "")
    with pytest.raises(NotationError, match="no result 'Y': expected X, O, draw or none"):
        parse_result("Y")


def test_the_game_of_a_board() -> None:
    assert game_of(4, 3, 3, None) == Game(4, 3, 3)
    assert game_of(4, 3, 3, Game(4, 3, 2)) == Game(4, 3, 2)
    assert game_of(2, 5, None, None) == Game(2, 5, 5)
    with pytest.raises(GameError, match="how many in a row"):
        game_of(4, 4, None, None)
    with pytest.raises(GameError, match="the board is 3x4"):
        game_of(3, 4, 3, Game(4, 3, 3))


def test_lines() -> None:
    assert [*lines_of(" a\xa0\n\t\nb\x1cc\u2028d\n")] == ["a", "b\x1cc\u2028d"]


def test_what_lines_say() -> None:
    assert said_by(["game 3,3,3", "O  a b", "b2", "X", "result\tX"], ("game", "O")) == (
        {"game": "3,3,3", "O": "a b"},
        ["b2", "X", "result\tX"],
    )
    with pytest.raises(NotationError, match="the game has two lines 'X'"):
        said_by(["X a", "X a"], ("X",))


@pytest.mark.parametrize("text", ["4,3,3", "4 , 3\t,3", "4x3X3"])
def test_a_game_on_a_line(text: str) -> None:
    assert parse_game(text) == Game(4, 3, 3)


@pytest.mark.parametrize("text", ["04,3,3", "+4,3,3", "4_0,3,3", "\u0664,3,3", "4,3", "4,3,3,3", "4,\x1c3,3", "0,3,3"])
def test_no_game_on_a_line(text: str) -> None:
    with pytest.raises(GameError, match="no game"):
        parse_game(text)


def test_a_result_agrees_with_the_moves() -> None:
    game, names, won = Game(3, 3, 3), ("?", "?"), (0, 3, 1, 4, 2)
    assert record_of(game, won, names, ("X", "what is said of it"), overridden=False).ending == "line"
    assert record_of(game, won, names, ("O", "X resigned"), overridden=True).result == "X"
    assert record_of(game, won[:4], names, ("X", "line"), overridden=True) == Record(
        game, won[:4], names, "X", "not by the rules"
    )
    for result, ending in [("O", "line"), ("draw", "agreed"), (None, "unfinished")]:
        with pytest.raises(NotationError, match="but by the moves it is 'X'"):
            record_of(game, won, names, (result, ending), overridden=False)
    for result, ending in [("X", "line"), ("draw", "full board")]:
        with pytest.raises(NotationError, match="but the moves do not end the game"):
            record_of(game, won[:4], names, (result, ending), overridden=False)
