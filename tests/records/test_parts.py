"""What the text formats share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.errors import GameError, NotationError
from noughts.records.parts import LIMIT, bounded, ending_of, game_of, parse_result, quoted, unquoted


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
