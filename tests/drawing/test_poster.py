"""A poster is read back from its marks, and the plan on it proved again."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from noughts import Game, GameError, Position, Side
from noughts.core.player import NO_DICE, Strategy
from noughts.drawing.poster import Poster
from noughts.prove import prove
from noughts.strategies import load
from tests.drawing.reading import SVG, alternative, marks, parse, words
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
    found = [*marks(root)]
    sizes = [62 * mark.scale for mark in found if mark.side]
    assert min(sizes) >= READABLE_STONE
    assert min(float(mark.given["font-size"]) * mark.scale for mark in found if mark.tag == "text") >= READABLE_TEXT
    points = [mark.point(50, 50) for mark in found if mark.side]
    points += [mark.point(float(mark.given["x"]), float(mark.given["y"])) for mark in found if mark.tag == "text"]
    assert all(5 < x < 292 and 5 < y < 415 for x, y in points)


def test_its_words() -> None:
    plan, _ = drawn("first", STANDARD, Side.O)
    root = parse(plan.svg("x" * 200, "a < b"))
    assert words(root)[:2] == ["x" * 200, "a < b"]
    assert words(root)[-3:] == ["you win", "a draw", "X wins"]
    title, desc = alternative(root)
    assert title == "x" * 200
    assert desc.startswith("a < b You are O. Begin in the cell of X's first move.")
    assert words(parse(drawn("ring", STANDARD, Side.X)[1]))[-2:] == ["you win", "a draw"]


def test_its_themes() -> None:
    plan, light = drawn("ring", STANDARD, Side.X)
    dark = plan.svg("the title", "the claim", "dark")
    assert re.sub("light|#[0-9a-f]{6}", "", light) == re.sub("dark|#[0-9a-f]{6}", "", dark)
    assert "prefers-color-scheme" in plan.svg("the title", "the claim")


@pytest.mark.parametrize(
    ("game", "seat", "message"),
    [
        (STANDARD, Side.X, None),
        (Game(4, 4, 4), Side.X, "after 7 moves would be 0.62 mm"),
        (Game(4, 3, 3), Side.O, "after 6 moves would be 0.62 mm"),
    ],
)
def test_a_game_that_lasts_too_long_has_none(game: Game, seat: Side, message: str | None) -> None:
    if message is None:
        Poster.of(game, seat, answers(load("first")))
        return
    with pytest.raises(GameError, match=rf"^no poster of {game} moving {seat.seat}: on A3 the stones {message}"):
        Poster.of(game, seat, answers(load("first")))


def test_a_large_board_is_refused_before_the_strategy_is_asked() -> None:
    def asked(position: Position) -> int:
        raise AssertionError(position)

    with pytest.raises(GameError, match=r"no poster of 19,19,5 moving second: .* too small to be read"):
        Poster.of(Game(19, 19, 5), Side.O, asked)


def test_units() -> None:
    plan, _ = drawn("ring", STANDARD, Side.X)
    root = parse(plan.svg("title", "claim", unit=(10, "")))
    assert (root.get("width"), root.get("height")) == ("2970", "4200")
    assert len([*root.iter(f"{SVG}title")]) == 1
