"""How a value comes about: the tree of replies in Explore, walked by buttons, keys and addresses."""

import re

from playwright.sync_api import Locator, expect

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.solve.reply_tree import reply_tree
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

TEXT = "XO./.X./..O"
ADDRESS = f"game=3,3,3&position={TEXT}"
SAID = [step.said for step in reply_tree(parse_position(TEXT, Game(3, 3, 3))).steps]
LAST = len(SAID) - 1
PRUNED = next(step for step, said in enumerate(SAID) if said.kind == "tree.wins-cut")


def sentence(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-view=tree] .sentence")


def node(visitor: Visitor, move: str, level: str) -> Locator:
    """The node of a move in a level."""
    moves = visitor.page.get_by_role("list", name=level, exact=True)
    return moves.get_by_role("button", name=re.compile(rf"^{move}\b"))


def test_the_walk_from_explore(visit: Visit) -> None:
    """The button leads there; each step says its sentence, and the address is that of the step."""
    visitor = visit(f"/board?{ADDRESS}", reduced_motion="reduce")
    visitor.page.get_by_role("link", name="How this value comes about").click()
    expect(visitor.status).to_have_text("How this value comes about")
    expect(visitor.page).to_have_url(f"/tree?{ADDRESS}")
    for step in range(LAST):
        expect(sentence(visitor)).to_have_text(str(SAID[step]))
        visitor.page.keyboard.press("ArrowRight")
    expect(sentence(visitor)).to_have_text("X wins, with a2. 59 of the 238 positions of the tree were looked at.")
    expect(sentence(visitor)).to_have_attribute("aria-live", "polite")
    expect(visitor.page).to_have_url(f"/tree?{ADDRESS}&step={LAST}")
    decides = node(visitor, "X a2", "X to move")
    expect(decides).to_have_accessible_name("X a2 : X wins, the value comes from here")
    expect(node(visitor, "X c2", "X to move")).to_have_accessible_name("X c2 pruned")
    expect(node(visitor, "O c1", "Replies to a2: O to move")).to_have_accessible_name(re.compile("X wins"))
    visitor.page.get_by_role("link", name="Back to the position").click()
    expect(visitor.status).to_have_text("Which moves win, draw or lose?")
    assert visitor.position(Game(3, 3, 3)) == parse_position(TEXT, Game(3, 3, 3))


def test_a_link_to_a_step(visit: Visit) -> None:
    """A teacher links to a step; a node leads to where the walk comes to it, and the focus stays."""
    visitor = visit(f"/tree?{ADDRESS}&step={PRUNED}")
    expect(sentence(visitor)).to_have_text(str(SAID[PRUNED]))
    assert visitor.page.get_by_role("textbox", name="Link to this step").input_value().endswith(f"step={PRUNED}")
    here = visitor.page.locator("[aria-current=step]")
    expect(here).to_have_accessible_name("O a2 : X wins, the best so far")
    later = node(visitor, "X a2", "X to move")
    expect(later).to_have_accessible_name("X a2 not looked at yet")
    later.press("Enter")
    expect(sentence(visitor)).to_have_text("X plays a2. What is the best reply of O?")
    expect(later).to_be_focused()
    visitor.button("Skip this branch").click()
    expect(sentence(visitor)).to_have_text("All 4 replies of O lose: X a2 wins.")
    visitor.button("Back").click()
    expect(visitor.page).to_have_url(f"/tree?{ADDRESS}&step={LAST - 2}")
    visitor.open("/tree?moves=b2,a1,c3,a3,a2,c2&step=0")
    expect(sentence(visitor)).to_have_text("X to move. Its moves are looked at in turn: b1 c1 b3.")


def test_in_german(visit: Visit) -> None:
    visitor = visit(f"/tree?{ADDRESS}&step={LAST}", locale="de-DE")
    expect(visitor.status).to_have_text("Wie dieser Wert zustande kommt")
    expect(sentence(visitor)).to_have_text("X gewinnt, mit a2. 59 der 238 Stellungen des Baums wurden angesehen.")
    expect(node(visitor, "X c2", "X ist am Zug")).to_have_accessible_name("X c2 gekappt")


def test_where_no_tree_is_offered(visit: Visit) -> None:
    """With more free cells than one can go through, and after the end; an address that asks for it is refused."""
    visitor = visit("/board?moves=b2,a1")
    expect(visitor.page.locator("#truth")).to_contain_text("With best play")
    link = visitor.page.get_by_role("link", name="How this value comes about")
    expect(link).to_have_count(0)
    visitor.play("c3")
    expect(link).to_be_visible()
    visitor.open("/tree?moves=b2,a1")
    expect(visitor.page.get_by_text("the tree of replies is shown where there are 6 or fewer")).to_be_visible()
    visitor.forgive("422")
    visitor.open("/board?game=4,3,3&position=XOXO/.X.O/..OX")
    link.click()
    expect(visitor.page.get_by_role("group", name="Tree of replies")).to_be_visible()
