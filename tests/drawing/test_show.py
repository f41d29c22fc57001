"""Results in a notebook: the methods by which IPython asks for a picture or for HTML."""

from fractions import Fraction
from xml.etree import ElementTree as ET

from noughts import Decision, Game, Position, Side, draw
from noughts.arena.exact_match import ExactMatch, exact
from noughts.arena.match import Match
from noughts.arena.schedule import Schedule
from noughts.prove import prove
from noughts.solve import solve
from noughts.strategies import load
from tests.drawing.reading import SVG

STANDARD = Game(3, 3, 3)


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
