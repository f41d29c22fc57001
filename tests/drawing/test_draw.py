"""A position as an SVG image: what is drawn, in which order, in which words and colours."""

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Decision, Game, IllegalMoveError, Position, Side, draw, parse_position
from noughts.arena.exact_match import ExactMatch, exact
from noughts.arena.match import Match
from noughts.arena.schedule import Schedule
from noughts.core.value import Value
from noughts.drawing import Svg
from noughts.prove import prove
from noughts.solve import solve
from noughts.strategies import load
from tests.drawing.reading import SVG, alternative, marks, parse, words
from tests.refusals import refused

STANDARD = Game(3, 3, 3)
EMPTY = Position(STANDARD)


def stones(svg: str) -> dict[tuple[float, float], str]:
    """The stones by column and row, as they are drawn."""
    return {(mark.x / 100, mark.y / 100): mark.side for mark in marks(parse(svg)) if mark.side}


@given(st.data())
def test_every_stone_is_where_it_belongs(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([STANDARD, Game(4, 3, 3), Game(19, 19, 5), Game(26, 1, 3), Game(1, 2, 1)]))
    position = Position(game)
    for _ in range(data.draw(st.integers(0, 30))):
        if position.legal_moves:
            position = position.play(data.draw(st.sampled_from(position.legal_moves)))
    expected = {
        (float(cell % game.m), float(cell // game.m)): str(side)
        for cell in range(game.cells)
        if (side := position.stone(cell))
    }
    assert stones(draw(position)) == expected
    root = parse(draw(position))
    assert len(words(root)) == game.m + game.n
    assert words(parse(draw(position, coordinates=False))) == []


def test_coordinates_begin_with_a1_at_the_top_left() -> None:
    places = {
        node.text: (float(node.get("x", "")), float(node.get("y", "")))
        for node in parse(draw(EMPTY)).iter(f"{SVG}text")
    }
    assert places["a"][0] < places["b"][0] < places["c"][0]
    assert places["1"][1] < places["2"][1] < places["3"][1]
    assert places["a"][1] < 0
    assert places["1"][0] < 0


@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ([0, 3, 1, 4, 2], (20, 50, 280, 50)),  # a row
        ([0, 1, 3, 4, 6], (50, 20, 50, 280)),  # a column
        ([0, 1, 4, 2, 8], (20, 20, 280, 280)),  # a diagonal
        ([2, 0, 4, 1, 6], (280, 20, 20, 280)),  # an anti-diagonal
    ],
)
def test_the_winning_line_leaves_every_stone_whole(moves: list[int], ends: tuple[int, ...]) -> None:
    """It reaches beyond the centres of its ends, and every stone is painted after it."""
    kinds = [mark.kind for mark in marks(parse(draw(EMPTY, line=moves)))]
    assert kinds.count("strike") == 1
    assert kinds.index("strike") < min(kinds.index("x"), kinds.index("o"))
    (strike,) = [mark for mark in marks(parse(draw(EMPTY, line=moves))) if mark.kind == "strike"]
    assert tuple(float(strike.given[name]) for name in ("x1", "y1", "x2", "y2")) == ends
    assert "strike" not in draw(EMPTY, line=moves[:-1])


def test_a_line_is_numbered_in_order_and_its_last_move_marked() -> None:
    root = parse(draw(parse_position("X../.../..."), line=[4, 8, 2]))
    assert words(root)[:3] == ["1", "2", "3"]
    (bar,) = [mark for mark in marks(root) if mark.tag == "rect" and mark.kind == "ink"]
    assert (float(bar.given["x"]) // 100, float(bar.given["y"]) // 100) == (2, 0)
    assert alternative(root)[1].count("1. O b2, 2. X c3, 3. O c1") == 1


def test_scores_and_values_stand_in_free_cells() -> None:
    position = parse_position("X../.O./...")
    values = {1: Value(1, 3), 2: Value(0), 3: Value(-1, 4)}
    root = parse(draw(position, scores=[9, 1, 2.5, -7, 9, None, 1e9, 0, 0], values=values, coordinates=False))
    assert words(root) == ["W3", "1", "D", "2.5", "L4", "-7", "1000M", "0", "0"]
    assert {"win", "draw", "loss"} <= {mark.kind for mark in marks(root)}
    heat = {
        (mark.given["x"], mark.given["y"]): float(mark.given["fill-opacity"])
        for mark in marks(root)
        if mark.kind == "accent"
    }
    assert max(heat, key=lambda place: heat[place]) == ("0", "200")  # the greatest score
    assert ("0", "0") not in heat  # a taken cell
    title, desc = alternative(root)
    assert title == "3,3,3, X to move"
    assert "b1 win in 3 plies" in desc
    assert "c1 2.5" in desc


def test_arrows() -> None:
    root = parse(draw(EMPTY, arrows=iter([(0, 2), (2, 8)])))
    assert sum(mark.kind == "arrow" for mark in marks(root)) == 2
    assert "Arrows: a1 to c1, c1 to c3" in alternative(root)[1]


def test_the_end_of_a_game_in_words() -> None:
    title, desc = alternative(parse(draw(parse_position("XXX/OO./..."))))
    assert (title, desc) == ("3,3,3, X wins", "X on a1, b1, c1. O on a2, b2. X wins with a1, b1, c1")
    assert alternative(parse(draw(EMPTY)))[1] == "No X. No O"


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({"line": [0, 0]}, "error.move-number:2 error.cell-taken:a1"),
        ({"values": {9: Value(0)}}, "error.no-cell-number:9"),
        ({"last": -1}, "error.no-cell-number:-1"),
        ({"chosen": [True]}, "error.no-cell-number:True"),
        ({"arrows": [(0, 9)]}, "error.no-cell-number:9"),
    ],
)
def test_what_is_no_move(options: dict[str, object], kinds: str) -> None:
    with refused(*kinds.split()):
        draw(EMPTY, **options)  # type: ignore[arg-type]


def test_an_arrow_leads_elsewhere() -> None:
    with pytest.raises(IllegalMoveError, match="no arrow from b2 to itself"):
        draw(EMPTY, arrows=[(4, 4)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "red"}, "no theme 'red': expected 'auto', 'light' or 'dark'"),
        ({"size": 0}, "no size 0: expected a number of pixels above 0"),
        ({"scores": [1, 2]}, "2 scores, expected one for each of 9 cells"),
    ],
)
def test_other_bad_input(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        draw(EMPTY, **options)  # type: ignore[arg-type]


def test_equal_input_gives_equal_bytes_and_others_other_names() -> None:
    """Several images of one page must not share an id."""
    assert draw(EMPTY, line=[4]) == draw(EMPTY, line=[4])
    first, second = (parse(draw(EMPTY, line=[move])).get("aria-labelledby") for move in (4, 5))
    assert first != second


def test_an_image_shows_itself_and_can_be_saved(tmp_path: Path) -> None:
    svg = draw(EMPTY)
    assert isinstance(svg, Svg)
    assert svg._repr_svg_() == svg
    svg.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == svg


def parsed(html: str) -> ET.Element:
    """The HTML, which is well-formed."""
    return ET.fromstring(f"<div>{html}</div>")


def cells(html: str) -> list[str]:
    """The texts of the cells of its table."""
    return [node.text or "" for node in parsed(html).iter() if node.tag in ("th", "td")]


def test_a_position_is_its_picture() -> None:
    position = Position(STANDARD).play(4)
    assert position._repr_svg_() == draw(position)


def test_a_decision_lists_its_moves_with_their_chances() -> None:
    assert cells(Decision((4, 0), reason="a < b")._repr_html_()) == ["cell", "chance", "4", "1/2", "0", "1/2"]
    assert "a &lt; b" in Decision((4,), reason="a < b")._repr_html_()
    unequal = Decision((4, 0), chances=(Fraction(2, 3), Fraction(1, 3)))
    assert cells(unequal._repr_html_())[2:] == ["4", "2/3", "0", "1/3"]


def test_a_proof_shows_its_counts_and_a_losing_line() -> None:
    held = prove(load("ring"), STANDARD, Side.O)._repr_html_()
    assert "ring on 3,3,3, moving second: never loses" in held
    assert cells(held)[:4] == ["games", "457", "won", "330"]
    assert SVG not in held
    assert "all 292 decisions, in another order: the same moves" in cells(held)
    lost = prove(load("first"), STANDARD, Side.O)
    assert lost.losing_line is not None
    assert draw(Position(STANDARD), line=lost.losing_line) in lost._repr_html_()


def test_a_solution_shows_its_value_and_the_moves_that_keep_it() -> None:
    position = Position(STANDARD).play(4)
    solution = solve(position)
    html = solution._repr_html_()
    assert "O: draw" in html
    assert draw(position, chosen=solution.moves or ()) in html


def test_matches_are_tables() -> None:
    players = [load("ring"), load("first")]
    results = {(a, b): exact(players[a], players[b], STANDARD) for a, b in ((0, 1), (1, 0))}
    html = ExactMatch(STANDARD, ("ring", "first"), ((),), results)._repr_html_()
    assert cells(html)[5:7] == ["ring", "first"]
    match = Match(Schedule(STANDARD, ("ring", "first"), 2, 0, ((),)))
    assert list(match.play(load)) == [1, 2]
    html = match._repr_html_()
    assert cells(html)[6:8] == ["ring", "first"]
    assert "2 of 2 games" in html
