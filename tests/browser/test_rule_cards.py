"""A list of rules as a sheet of cards: put in order by mouse, by touch and by keyboard alone, and proved at once."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from noughts.core.position import Side
from noughts.prove import prove
from noughts.strategies import load
from noughts.strategies.rules.rule import Rule
from tests.browser.conftest import Visit
from tests.browser.truth import GAME
from tests.browser.visitor import Visitor
from tests.witnesses import assert_loses

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BEGUN = ["win", "block", "centre", "corner", "any"]


def sheet(visitor: Visitor) -> Locator:
    """The cards."""
    return visitor.page.get_by_role("list", name="The cards of your sheet")


def expect_proved(visitor: Visitor, rules: Sequence[str]) -> None:
    """The page shows these cards and what is proved of their list: verdicts, and games that it loses."""
    expect_verdicts(visitor, rules)
    strategy = load(f"rules: {', '.join(rules)}")
    lost = [side for side in Side if prove(strategy, GAME, side).losing_line]
    line = visitor.page.get_by_role("list", name="Losing line")
    expect(line).to_have_count(1 if lost else 0)
    for side in lost:
        if len(lost) > 1:
            visitor.page.get_by_role("radio", name=side.seat, exact=True).check(force=True)
        expect(
            visitor.page.get_by_role("heading", name=f"A shortest game that your sheet loses as {side}")
        ).to_be_visible()
        rows = line.get_by_role("listitem").all_inner_texts()
        assert_loses(strategy, GAME, side, [row.split()[1] for row in rows])
        for number, row in enumerate(rows):
            assert bool(re.search(r"\s\d\. ", row)) == (number % 2 == (side is Side.O))


def expect_verdicts(visitor: Visitor, rules: Sequence[str]) -> None:
    """The page shows these cards and the verdicts of their list."""
    conditions = [Rule.from_text(rule).condition for rule in rules]
    expect(sheet(visitor).get_by_role("heading")).to_have_text(conditions)
    strategy, verdict = load(f"rules: {', '.join(rules)}"), visitor.page.get_by_role("group", name="Verdict")
    expect(verdict).not_to_have_attribute("aria-busy", "true")
    for side in Side:
        expect(verdict).to_contain_text(f"Moving {side.seat}: {prove(strategy, GAME, side).verdict}")


def opened(visit: Visit, rules: Sequence[str] = BEGUN, **options: Any) -> Visitor:
    """Return a visitor at a list of rules."""
    visitor = visit(f"/prove?rules={', '.join(rules)}", **options)
    expect(visitor.page.get_by_role("group", name="Verdict")).to_contain_text("Moving second: ")
    return visitor


class Keyboard:
    """A visitor who has no mouse."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.press = visitor, visitor.page.keyboard.press

    def go(self, name: str, key: str = "Tab") -> None:
        """Press Tab until something has the focus: its name, its text or its value."""
        focused = "['ariaLabel', 'innerText', 'value'].map((each) => document.activeElement[each])"
        for _ in range(120):
            self.press(key)
            if name in self.visitor.page.evaluate(focused):
                return
        pytest.fail(f"no Tab leads to {name!r}")

    def use(self, name: str, key: str = "Tab") -> None:
        """Go to a button, and press it."""
        self.go(name, key)
        self.press("Enter")


def test_a_sheet_that_never_loses_by_keyboard_alone(visit: Visit) -> None:
    """Cards from the shelf to their places; what a card is worth; it is dropped, and the lost game stepped through."""
    visitor = opened(visit)
    keyboard = Keyboard(visitor)
    for number, name in enumerate(("fork", "block fork"), start=6):
        keyboard.use(f"{name}\n{Rule(name).meaning}")
        expect(visitor.said).to_contain_text(f"{name} is card {number} of {number}.")
        keyboard.go(f"Move {number}. {name}: drag it, or use the arrow keys", "Shift+Tab")
        for _ in range(3):
            keyboard.press("ArrowUp")
    expect_verdicts(visitor, ["win", "block", "fork", "block fork", "centre", "corner", "any"])
    expect(visitor.said).to_contain_text("Moving second: never loses.")
    expect(visitor.page.get_by_text("It was played against every reply")).to_be_visible()

    keyboard.use("What if I drop this?")  # of the card that was moved last
    expect(visitor.said).to_have_text(re.compile(r"^Without 4\. block fork\. .*Moving second: it could lose\.$"))
    keyboard.use("Drop it")
    expect_verdicts(visitor, ["win", "block", "fork", "centre", "corner", "any"])
    expect(visitor.page.get_by_role("button", name="Take 4. centre off")).to_be_focused()
    keyboard.press("Enter")
    expect_verdicts(visitor, ["win", "block", "fork", "corner", "any"])
    keyboard.use("To the start")
    expect(visitor.page.get_by_text("0 / 7", exact=True)).to_be_visible()
    keyboard.press("ArrowRight")
    expect(visitor.page.get_by_text("1 / 7", exact=True)).to_be_visible()


def middle(locator: Locator) -> tuple[float, float]:
    """Return where the middle of something is on the screen."""
    place = locator.bounding_box()
    assert place is not None
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def grip(visitor: Visitor, name: str) -> Locator:
    """The handle of a card."""
    return visitor.page.get_by_role("button", name=re.compile(rf"^Move \d\. {name}: drag it"))


def test_dragged_by_mouse(visit: Visit) -> None:
    visitor = opened(visit, viewport={"width": 1280, "height": 1400})
    mouse = visitor.page.mouse
    mouse.move(*middle(grip(visitor, "any")))
    mouse.down()
    mouse.move(*middle(grip(visitor, "corner")), steps=5)
    mouse.move(*middle(grip(visitor, "block")), steps=5)
    expect(sheet(visitor).get_by_role("heading")).to_have_text(["win", "any", "block", "centre", "corner"])
    assert "win,%20block," in visitor.page.url  # not before it is let go
    mouse.up()
    expect(grip(visitor, "any")).to_be_focused()
    expect(visitor.said).to_contain_text("any is card 2 of 5.")
    expect_proved(visitor, ["win", "any", "block", "centre", "corner"])
    mouse.move(*middle(grip(visitor, "any")))
    mouse.down()
    x, y = middle(visitor.page.get_by_role("button", name="What if I drop this?").last)
    mouse.move(x, y, steps=10)
    mouse.up()
    expect_proved(visitor, BEGUN)


def test_by_touch(visit: Visit) -> None:
    """On a phone: dragged with a finger, which does not scroll the page; added, opened, dropped by a tap."""
    visitor = opened(visit, **PHONE)
    page = visitor.page
    touch = visitor.context.new_cdp_session(page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), (_, end) = middle(grip(visitor, "centre")), middle(grip(visitor, "win"))
    before = page.evaluate("scrollY")
    finger("touchStart", x, y)
    for step in range(1, 11):
        finger("touchMove", x, y + (end - y) * step / 10)
    page.wait_for_timeout(300)  # at rest: after a swing the next tap would only stop the swing
    finger("touchMove", x, end)
    finger("touchEnd")
    expect_proved(visitor, ["centre", "win", "block", "corner", "any"])
    assert page.evaluate("scrollY") == before

    page.get_by_role("button", name="Move 1. centre down").tap()
    expect_proved(visitor, ["win", "centre", "block", "corner", "any"])
    page.get_by_role("button", name="Take 2. centre off").tap()
    expect_proved(visitor, ["win", "block", "corner", "any"])
    page.get_by_text("Add a card").tap()
    page.get_by_role("button", name="side takes a cell at the edge").tap()
    expect_proved(visitor, ["win", "block", "corner", "any", "side"])
    expect(sheet(visitor).get_by_text("never decides: superfluous here")).to_have_count(1)
    visitor.button("See how").tap()
    expect(page.get_by_role("list", name="Losing line")).to_be_in_viewport()


def test_limits_and_which_of_equal_cells(visit: Visit) -> None:
    """What a card says more is chosen on it, stands in the address, and opens again from there."""
    visitor = opened(visit)
    card = sheet(visitor).get_by_role("listitem").nth(3)
    card.get_by_text("always").click()
    card.get_by_text("moving second", exact=True).click()
    card.get_by_text("if they hold the centre", exact=True).click()
    card.get_by_role("combobox", name="Takes").select_option(label="the first of its cells, row by row")
    summary = "only moving second, if they hold the centre; the first of its cells, row by row"
    expect(visitor.said).to_contain_text(f"Card 4: corner, {summary}.")
    expect(card.get_by_text(summary)).to_be_visible()
    rules = ["win", "block", "centre", "moving second: if they hold the centre: corner first", "any"]
    expect_proved(visitor, rules)
    visitor.page.reload()
    expect(sheet(visitor).get_by_text(summary)).to_be_visible()
    expect_proved(visitor, rules)


def test_the_link_carries_the_list(visit: Visit) -> None:
    """Another visitor finds the list; it does not replace the one that is kept there."""
    visitor = opened(visit, permissions=["clipboard-read", "clipboard-write"])
    visitor.page.get_by_role("button", name="Take 3. centre off").click()
    visitor.button("Copy link").click()
    expect(visitor.message).to_contain_text("The link is copied")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    other = opened(visit, ["first free"])
    other.page.get_by_role("button", name="any takes any free cell").click()
    expect_proved(other, ["first free", "any"])
    other.open(link)
    expect_proved(other, ["win", "block", "corner", "any"])
    other.open("/prove")
    other.page.get_by_text("a list of rules", exact=True).click()
    expect_proved(other, ["first free", "any"])
    other.page.get_by_text("Begin with another sheet").click()
    other.page.get_by_role("button", name="tactical Win, else block").click()
    expect_proved(other, ["win", "block", "any"])
    other.page.go_back()
    expect_proved(other, ["first free", "any"])


def test_what_if(visit: Visit) -> None:
    """The game that is lost without a card is shown, and left again; the sheet stays."""
    rules = ["win", "block", "fork", "block fork", "centre", "opposite corner", "corner", "side"]
    visitor = opened(visit, rules)
    expect_proved(visitor, rules)
    visitor.button("What if I drop this?").nth(4).click()
    expect(sheet(visitor).get_by_text("Moving first: it still never loses.")).to_be_visible()
    visitor.button("Keep it").click()
    expect(visitor.button("What if I drop this?").nth(4)).to_be_focused()
    visitor.button("What if I drop this?").nth(1).click()
    expect(sheet(visitor).get_by_text("Moving second: it could lose.")).to_be_visible()
    visitor.button("Show the game").click()
    expect(visitor.page.get_by_role("heading", name="Without 2. block")).to_be_visible()
    rows = visitor.page.get_by_role("list", name="Losing line").get_by_role("listitem").all_inner_texts()
    left = load(f"rules: {', '.join(rule for rule in rules if rule != 'block')}")
    assert_loses(left, GAME, Side.O, [row.split()[1] for row in rows])
    visitor.button("Back to your sheet").click()
    expect_proved(visitor, rules)


def test_play_against_it(visit: Visit) -> None:
    """A game against the list; the page says which rule has moved. The list may begin."""
    visitor = opened(visit)
    visitor.button("Play against it").click()
    expect(visitor.page).to_have_url(re.compile("/game/"))  # until then a1 is a cell of the losing line
    visitor.play("a1")
    visitor.expect_stone("b2", "O")
    visitor.page.get_by_role("link", name=re.compile("^O b2")).click()
    expect(visitor.page.get_by_text("The list of rules would play b2 for O: 3. centre")).to_be_visible()
    visitor.open("/prove?rules=win, corner first")
    visitor.button("Let it begin").click()
    visitor.expect_stone("a1", "X")


def test_a_list_that_is_none(visit: Visit) -> None:
    """A word that is not known is named; a sheet without cards says what to do; the board may refuse a card."""
    visitor = visit("/prove?rules=win, blok")
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("no condition 'blok': did you mean 'block'", ignore_case=True)
    visitor.forgive("422")
    visitor.page.get_by_role("button", name="any takes any free cell").click()
    expect_proved(visitor, ["any"])
    expect(alert).to_be_hidden()
    visitor.page.get_by_role("button", name="Take 1. any off").click()
    expect(visitor.page.get_by_role("group", name="Verdict")).to_have_text("Add a card.")
    expect(visitor.button("Play against it")).to_be_hidden()
    visitor.open("/prove?rules=win, corner ring, any")
    expect_proved(visitor, ["win", "corner ring", "any"])
    visitor.button("Change").click()
    visitor.page.get_by_role("radio", name="4 × 3").check(force=True)
    expect(alert).to_contain_text("'corner ring' is defined on 3,3,3 alone")
    visitor.forgive("422")


def test_a_list_in_sentences(visit: Visit) -> None:
    """It is read into cards; beside it stands how each sentence was understood. One that is not is refused alone."""
    visitor = opened(visit)
    page = visitor.page
    page.get_by_text("Write it in sentences", exact=True).click()
    field = page.get_by_role("textbox", name="Your rules")
    field.fill("1. If you can win, win\n2. Block your opponent\n3. Take the purple centre")
    page.get_by_role("button", name="Read them").click()
    expect(page.get_by_role("alert").filter(has_text="purple")).to_have_text(
        "“3. Take the purple centre”: no rule 'Take the purple centre': the word 'purple' is not known in rules; "
        "did you mean 'centre'?"
    )
    visitor.forgive("400|422")
    expect_verdicts(visitor, ["win", "block"])
    expect(page.get_by_role("list", name="Understood as").get_by_role("listitem")).to_have_count(2)

    field.fill("1. If you can win, win\n2. Block your opponent\n3. Block a double\nmiddle, corner\nOtherwise an edge")
    page.get_by_role("button", name="Read them").click()
    rules = ["win", "block", "block fork", "centre", "corner", "side"]
    expect_verdicts(visitor, rules)
    understood = page.get_by_role("list", name="Understood as").get_by_role("listitem")
    expect(understood).to_have_count(len(rules))
    expect(understood.nth(0)).to_contain_text("If you can win, win")
    for item, rule in zip(understood.all(), rules, strict=True):
        expect(item).to_contain_text(f"{rule}{Rule(rule).meaning}", use_inner_text=False)
