"""What stands in the cells of the full-screen board, and where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.terminal.drawing import HEADER, LABELS, LAYOUTS, BoardLayout, Picture, cell_text, fitting, picture
from tests.terminal.fakes import make_session, reply

SMALL, RULED, LARGE = LAYOUTS[-1], LAYOUTS[-3], LAYOUTS[-5]
SCORES = [None, None, 1.25, 7.0, None, 0.0, 0.0, 0.0, None]
BOARD = parse_position("XX./.O./..O")


@pytest.mark.parametrize(
    ("shown", "cell", "cursor", "small", "ruled"),
    [
        (Picture(BOARD), 0, False, " X ", "  X  "),
        (Picture(BOARD), 0, True, "[X]", " [X] "),
        (Picture(BOARD), 2, False, " · ", "     "),
        (Picture(BOARD), 2, True, "[·]", " [ ] "),
        (Picture(BOARD, last=0), 0, False, "<X>", " <X> "),
        (Picture(BOARD, last=0), 0, True, "[X]", "[<X>]"),
        (Picture(BOARD, last=0, line=frozenset({0})), 0, False, "*X*", " *X* "),
        (Picture(BOARD, line=frozenset({0})), 0, True, "[X]", "[*X*]"),
        (Picture(BOARD, hint=2), 2, False, " ? ", "  ?  "),
        (Picture(BOARD, hint=3, scores=SCORES), 3, False, "?7?", " ?7? "),
        (Picture(BOARD, scores=SCORES), 2, False, "1.2", " 1.2 "),
        (Picture(BOARD, scores=SCORES), 2, True, "1.2", "[1.2]"),
        (Picture(BOARD, scores=SCORES), 3, True, "[7]", " [7] "),
    ],
)
def test_everything_can_be_told_without_colour(shown: Picture, cell: int, cursor: bool, small: str, ruled: str) -> None:
    assert cell_text(shown, SMALL, cell, 0, cursor) == small
    assert cell_text(shown, RULED, cell, 0, cursor) == ruled


@given(st.integers(1, 26), st.integers(1, 26), st.sampled_from(LAYOUTS), st.data())
def test_a_cell_is_found_where_it_is_drawn(m: int, n: int, size: BoardLayout, data: st.DataObject) -> None:
    game = Game(m, n, 1)
    cell = data.draw(st.integers(0, game.cells - 1))
    row, column = game.row_column(cell)
    x, y = LABELS + column * size.across, HEADER + row * size.down
    assert size.cell_at(game, x, y) == cell
    assert size.cell_at(game, x + size.width - 1, y + size.height - 1) == cell
    assert size.cell_at(game, x + size.width, y) != cell
    assert size.cell_at(game, x, y - 1) != cell
    width, height = size.size(game)
    assert x + size.width <= width
    assert y + size.height <= height


@given(st.sampled_from(LAYOUTS), st.integers(0, 8), st.floats(allow_nan=False), st.booleans())
def test_a_cell_is_as_wide_as_its_layout(size: BoardLayout, cell: int, score: float, cursor: bool) -> None:
    for shown in (Picture(BOARD, last=cell, scores=[score] * 9), Picture(BOARD, line=frozenset({cell}))):
        assert {len(cell_text(shown, size, cell, line, cursor)) for line in range(size.height)} == {size.width}


def test_the_largest_layout_that_fits() -> None:
    assert fitting(Game(3, 3, 3), 49, 20) == BoardLayout(11, 5, True)
    assert fitting(Game(3, 3, 3), 49, 17) == LARGE
    assert fitting(Game(3, 3, 3), 89, 36) == BoardLayout(23, 11, True)
    assert fitting(Game(15, 15, 5), 49, 20) == SMALL
    assert fitting(Game(15, 15, 5), 100, 40) == RULED
    assert fitting(Game(26, 26, 5), 10, 5) == SMALL


def test_heat_is_the_rank_of_a_score() -> None:
    shown = Picture(BOARD, scores=[None, None, 1.0, 51076.0, None, 2.0, 2.0, 1.0, None])
    assert [shown.heat(cell) for cell in range(9)] == [None, None, 0, 1, None, 0.5, 0.5, 0, None]
    assert Picture(BOARD, scores=[None, 3.0, 3.0]).heat(1) == 1
    assert Picture(BOARD).heat(1) is None


def test_a_session_as_a_picture() -> None:
    session = make_session()
    session.play(4)
    reply(session)
    assert picture(session, with_scores=False) == Picture(session.position, last=0)
    shown = picture(session, with_scores=True)
    assert list(shown.scores) == [9, 8, 7, 6, None, 4, 3, 2, 1]
    question = session.ask_hint()
    assert question is not None
    session.accept_hint(question, question.answer())
    assert picture(session, with_scores=True).hint == 1
    assert picture(session, with_scores=True).score(1) == 8
