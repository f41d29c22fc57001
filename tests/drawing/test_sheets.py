"""Pages to print: a poster, which is read back and proved again, positions side by side, a list of rules."""

from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

import pytest

from noughts.app.rule_lists import claim_of, findings, page_of, pictures_of
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.drawing.board import CELL, MARGIN
from noughts.drawing.poster import Poster
from noughts.drawing.sheet import sheet
from noughts.errors import GameError
from noughts.players.player import NO_DICE, Strategy
from noughts.prove import prove
from noughts.strategies import load
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule_list import RuleList
from tests.drawing.reading import SVG, marks, parse
from tests.drawing.sheet import Reader, Refused, without

STANDARD = Game(3, 3, 3)
READABLE_STONE, READABLE_TEXT = 0.9, 2.8  # millimetres on A3: an x in a text of 5 points; a text of 8 points


def answers(strategy: Strategy) -> Callable[[Position], int]:
    return lambda position: min(strategy.decide(position, NO_DICE).moves)


@cache
def drawn(name: str, game: Game, seat: Side) -> tuple[Poster, str]:
    plan = Poster.of(game, seat, answers(load(name)))
    return plan, plan.svg("the title", "the claim", "light")


PLANS = [
    ("ring", STANDARD, Side.X),
    ("ring", STANDARD, Side.O),
    ("first", STANDARD, Side.X),
    ("first", STANDARD, Side.O),  # it loses in each of the ways that can be drawn
    ("first", Game(2, 2, 2), Side.O),
    ("first", Game(3, 2, 2), Side.X),
    ("first", Game(2, 4, 2), Side.X),
    ("first", Game(1, 2, 1), Side.X),
    ("first", Game(2, 1, 2), Side.O),
    pytest.param("sharp", Game(4, 3, 3), Side.X, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "game", "seat"), PLANS)
def test_the_sheet_proves_what_the_proof_proves(name: str, game: Game, seat: Side) -> None:
    plan, svg = drawn(name, game, seat)
    found = Reader(game, seat).read(svg)
    answer = answers(load(name))
    assert all(answer(position) == move for position, move in found.answers.items())
    assert (found.results[1], found.results[0], found.results[-1]) == tuple(vars(plan.games).values())
    proof = prove(load(name), game, seat)
    if proof.sequences is not None:  # it breaks no ties
        assert proof.games == plan.games


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("data-moves", "b2 a1 c2 b1 a2"), ("class", "o"), ("class", "won"), ("class", "strike"), ("class", "gain")],
)
def test_a_sheet_with_a_gap_is_refused(attribute: str, value: str) -> None:
    _, svg = drawn("ring", STANDARD, Side.X)
    with pytest.raises((Refused, ValueError)):
        Reader(STANDARD, Side.X).read(without(svg, attribute, value))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('class="gain"', 'class="lost"'),
        ('data-result="draw"', 'data-result="win"'),
        (
            'translate(101.5 1.5) scale(0.323333)"><g data-moves="b2 a1 c2 b1',
            'translate(201.5 1.5) scale(0.323333)"><g data-moves="b2 a1 c2 b1',
        ),
    ],
)
def test_a_sheet_that_was_changed_is_refused(old: str, new: str) -> None:
    _, svg = drawn("ring", STANDARD, Side.X)
    assert old in svg
    with pytest.raises(Refused):
        Reader(STANDARD, Side.X).read(svg.replace(old, new, 1))


@pytest.mark.parametrize(("name", "game", "seat"), PLANS)
def test_it_can_be_read_on_a3(name: str, game: Game, seat: Side) -> None:
    root = parse(drawn(name, game, seat)[1])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("297mm", "420mm", "0 0 297 420")
    assert len([*root.iter(f"{SVG}title")]) == 1
    found = [*marks(root)]
    sizes = [62 * mark.scale for mark in found if mark.side]
    assert min(sizes) >= READABLE_STONE
    assert min(float(mark.given["font-size"]) * mark.scale for mark in found if mark.tag == "text") >= READABLE_TEXT
    points = [mark.point(50, 50) for mark in found if mark.side]
    points += [mark.point(float(mark.given["x"]), float(mark.given["y"])) for mark in found if mark.tag == "text"]
    assert all(5 < x < 292 and 5 < y < 415 for x, y in points)


@pytest.mark.parametrize(
    ("game", "seat", "message"),
    [
        (Game(4, 4, 4), Side.X, "after 7 moves would be 0.62 mm"),
        (Game(4, 3, 3), Side.O, "after 6 moves would be 0.62 mm"),
    ],
)
def test_a_game_that_lasts_too_long_has_none(game: Game, seat: Side, message: str) -> None:
    with pytest.raises(GameError, match=rf"^no poster of {game} moving {seat.seat}: on A3 the stones {message}"):
        Poster.of(game, seat, answers(load("first")))


def test_a_large_board_is_refused_before_the_strategy_is_asked() -> None:
    def asked(position: Position) -> int:
        raise AssertionError(position)

    with pytest.raises(GameError, match=r"no poster of 19,19,5 moving second: .* too small to be read"):
        Poster.of(Game(19, 19, 5), Side.O, asked)


START = Position(STANDARD)


def test_the_description_says_every_move() -> None:
    picture = sheet([(START, 4), (START.play(4).play(0), 8)], "two")
    assert "1. b2 (X) at .../.../.... 2. c3 (X) at O../.X./..." in picture
    assert picture == sheet([(START, 4), (START.play(4).play(0), 8)], "two")


PAPER = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}  # millimetres


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize("margin", [0, 10])
@pytest.mark.parametrize("columns", [2, 6])
def test_no_board_is_cut_where_a_page_ends(paper: str, margin: float, columns: int) -> None:
    """A browser prints a sheet as large as it is, or fitted to the paper's width, and a page follows a full one."""
    root = ElementTree.fromstring(sheet([(START, 4)] * 15 * columns, "a long plan", columns=columns))
    width = float(root.attrib["viewBox"].split()[2])
    unit = width / float(root.attrib["width"])  # for a pixel
    across, along = ((side - 2 * margin) * 96 / 25.4 for side in PAPER[paper])
    page = along * max(unit, width / across)
    names = [float(text.attrib["y"]) for text in root.iter(f"{SVG}text") if "b2 (X)" in (text.text or "")]
    assert len(names) == 15 * columns
    for name in names:
        assert (name - CELL / 4) // page == (name + (0.3 + MARGIN + 3) * CELL) // page


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", list_names())
def test_every_rule_stands_on_its_page_with_a_board_on_which_it_has_cells(name: str) -> None:
    rules = RuleList.from_spec(f"rules: {name}")
    drawn = str(page_of(rules, "a claim"))
    written = texts(drawn)
    assert written[:2] == [rules.name, "a claim"]
    for number, rule in enumerate(rules.rules, 1):
        assert written[written.index(f"{number}.") + 1] == str(rule.title)
    rects = ElementTree.fromstring(drawn).iter(f"{SVG}rect")
    framed = [element for element in rects if element.get("class") == "chosen"]
    pairs = zip(rules.rules, pictures_of(rules.rules), strict=True)
    assert len(framed) == sum(len(rule.cells(picture.position)) for rule, picture in pairs)


def test_no_text_leaves_the_page() -> None:
    long = "moving second: if they hold two opposite corners: if I hold the centre: three away round the ring"
    drawn = str(page_of(RuleList.from_text(", ".join([long] * 12)), "c" * 200))
    for element in ElementTree.fromstring(drawn).iter(f"{SVG}text"):
        wide = 0.56 * float(element.get("font-size", "0")) * len(element.text or "")
        assert float(element.get("x", "0")) + wide < 211
        assert float(element.get("y", "0")) < 297


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("win, block, block fork, centre, corner, side", "On 3,3,3 it never loses, first or second: proved"),
        ("win, block, centre, corner, side", "On 3,3,3 it can lose, moving second c3 b2 a2 c1 a3 a1 b3."),
        ("first free", "On 3,3,3 it can lose, moving first a1 a3 b1 c1 a2 b2, moving second c2 a1 b2 b1 a2."),
        ("win", "On 3,3,3 it can lose, moving first, moving second a1."),  # it has no first move
    ],
)
def test_what_is_claimed(text: str, claim: str) -> None:
    assert str(claim_of(findings(RuleList.from_text(text), STANDARD), STANDARD)).startswith(claim)
