"""For teachers: found from Learn and the first page, its sheets are files, its answers are true."""

import re

import pytest
from playwright.sync_api import expect

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Side
from noughts.prove import Proof, prove
from noughts.prove.plan import Plan, plan_of
from noughts.strategies import load
from noughts.web.operations import ROOT
from noughts.web.site.build import handout_paths
from tests.browser.conftest import Visit
from tests.witnesses import assert_loses

GAME = Game(3, 3, 3)


@pytest.mark.gate
def test_the_way_there_and_the_sheets(visit: Visit) -> None:
    """Each sheet is a drawing of its own."""
    visitor = visit("/learn?grade=win&seed=1")
    visitor.page.get_by_role("link", name="For teachers").click()
    expect(visitor.status).to_have_text("For teachers")
    expect(visitor.page).to_have_title("For teachers · noughts")
    expect(visitor.page.get_by_text("if they hold two opposite corners: side")).to_be_visible()  # on sheet C
    told = dict[str, str]()
    expect(visitor.page.get_by_text("Each sheet opens in a new tab, as a picture")).to_be_visible()
    links = visitor.page.locator(".downloads").get_by_role("link").all()
    assert [link.get_attribute("href") for link in links] == [ROOT + path for path in handout_paths("en").values()]
    for link in links:
        with visitor.page.expect_popup() as opened:
            link.click()
        picture = opened.value
        picture.wait_for_load_state()
        assert picture.evaluate("getComputedStyle(document.querySelector('text')).fontFamily").startswith("system-ui")
        told[link.inner_text()] = picture.evaluate("document.documentElement.outerHTML")
        picture.close()
    assert len(set(told.values())) == 8
    assert all(svg.startswith("<svg") for svg in told.values())
    assert "ring on 3,3,3, moving second" in told["Poster, moving second"]
    assert "perfect on 3,3,3, moving first" in told["Plan, moving first"]
    assert ">Sheet C<" in told["Sheet C, to print"]
    assert "My list of rules" in told["Worksheet, to print"]
    visitor.open("/")
    visitor.page.get_by_role("link", name="For teachers").click()
    expect(visitor.status).to_have_text("For teachers")
    visitor.page.get_by_role("link", name="To the judge").click()
    expect(visitor.page.get_by_role("list", name="The cards of your sheet")).to_be_visible()


def test_what_it_says_is_true(visit: Visit) -> None:
    """The numbers of games, of boards to learn, and the games that the sheets lose."""
    visitor = visit("/teachers")
    text = visitor.page.locator("[data-view=teachers]").inner_text()
    sheets = {name: load(f"rules: school-{name}") for name in ("first", "centre", "both")}
    first = prove(sheets["first"], GAME, Side.X)
    assert isinstance(first, Proof)
    assert f"{first.games.total} games it wins {first.games.win} and draws {first.games.draw}" in text
    assert all(prove(sheets["both"], GAME, side).verdict == "never loses" for side in Side)
    assert "win, block, block fork, centre, corner, side" in text
    assert all(
        prove(load("rules: win, block, block fork, centre, corner, side"), GAME, side).verdict == "never loses"
        for side in Side
    )
    for letter, name in (("A", "first"), ("B", "centre")):
        found = re.search(rf"Sheet {letter} loses ([a-c1-3 ]+[1-3])\b", text)
        assert found is not None
        cells = [cell for cell in found[1].split() if re.fullmatch("[abc][123]", cell)]
        assert_loses(sheets[name], GAME, Side.O, cells)
        assert [parse_cell(GAME, cell) for cell in cells] == list(prove(sheets[name], GAME, Side.O).losing_line or ())
    for side in Side:
        plan = plan_of(load("perfect"), GAME, side)
        assert isinstance(plan, Plan)
        assert f"{len(plan.to_learn)} for the " in text
