"""A list of rules as a page to print."""

from xml.etree import ElementTree

import pytest

from noughts.app.rule_study import RuleSheet, claim_of, findings, pictures_of
from noughts.core.game import Game
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule_list import RuleList

GAME = Game(3, 3, 3)
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", list_names())
def test_every_rule_stands_on_its_page_with_a_board_on_which_it_has_cells(name: str) -> None:
    rules = RuleList.from_spec(f"rules: {name}")
    drawn = str(RuleSheet(rules, "a claim").svg("light"))
    written = texts(drawn)
    assert written[:2] == [rules.name, "a claim"]
    for number, rule in enumerate(rules.rules, 1):
        assert written[written.index(f"{number}.") + 1] == rule.condition_text
    rects = ElementTree.fromstring(drawn).iter(f"{SVG}rect")
    framed = [element for element in rects if element.get("class") == "chosen"]
    pairs = zip(rules.rules, pictures_of(rules.rules), strict=True)
    assert len(framed) == sum(len(rule.cells(picture.position)) for rule, picture in pairs)


def test_a_rule_decides_on_its_board() -> None:
    rules = RuleList.from_spec("rules: school-both").rules
    for at, picture in enumerate(pictures_of(rules)):
        deciding = [place for place, rule in enumerate(rules) if rule.cells(picture.position)]
        assert deciding[0] == at, rules[at]


def test_no_text_leaves_the_page() -> None:
    long = "moving second: if they hold two opposite corners: if I hold the centre: three away round the ring"
    drawn = str(RuleSheet(RuleList.from_text(", ".join([long] * 12)), "c" * 200).svg("light"))
    for element in ElementTree.fromstring(drawn).iter(f"{SVG}text"):
        wide = 0.56 * float(element.get("font-size", "0")) * len(element.text or "")
        assert float(element.get("x", "0")) + wide < 211
        assert float(element.get("y", "0")) < 297


def test_a_worksheet_has_places_for_rules() -> None:
    assert texts(str(RuleSheet().svg("light")))[2:] == [f"{number}." for number in range(1, 9)]


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
    assert str(claim_of(findings(RuleList.from_text(text), GAME), GAME)).startswith(claim)
