"""Proofs on the page: run, watched, stepped through, cancelled."""

import random
import re

import pytest
from playwright.sync_api import Locator, Route, expect

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.prove import prove
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor
from tests.witnesses import assert_loses


def run(visitor: Visitor, strategy: str, seat: str, **options: str) -> None:
    """Fill the form in and send it off."""
    form = visitor.page.get_by_role("form", name="What to prove")
    for name, value in {"Strategy": strategy, **options, "Moving": seat}.items():
        form.get_by_role("combobox", name=name, exact=True).select_option(label=value)
    form.get_by_role("button", name="Prove").click()


def line_of(section: Locator) -> list[str]:
    """Return the cells of the losing line that a section shows."""
    rows = section.get_by_role("list", name="Losing line").get_by_role("listitem").all_inner_texts()
    return [text.split()[1] for text in rows]


def assert_lost(line: list[str], strategy: str, side: Side) -> None:
    """The strategy loses the game, and no shorter one."""
    assert_loses(load(strategy), GAME, side, line)
    shortest = prove(load(strategy), GAME, side).losing_line
    assert shortest is not None
    assert len(line) == len(shortest)


def test_weights_can_lose(visit: Visit) -> None:
    visitor = visit("/prove")
    run(visitor, "weights", "first and second")
    for seat, side in (("first", Side.X), ("second", Side.O)):
        section = visitor.page.get_by_role("region", name=f"weights, moving {seat}: it can lose")
        expect(section).to_be_visible()
        assert_lost(line_of(section), "weights", side)
    expect(visitor.said).to_contain_text("weights, moving first: it can lose")
    expect(visitor.page.get_by_role("region", name="Strategies").get_by_role("table")).to_be_visible()
    visitor.page.set_viewport_size({"width": 320, "height": 640})  # a phone: no table needs scrolling sideways
    cut = visitor.page.locator(".wide").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    )
    assert cut == 0


def test_stepping_through_the_losing_line(visit: Visit) -> None:
    """`paths` without its override loses as second: run, and stepped through by button, by key and by row."""
    visitor = visit("/prove")
    run(visitor, "paths", "second (O)", override="off")
    section = visitor.page.get_by_role("region", name="paths:override=off, moving second: it can lose")
    expect(section).to_be_visible()
    line = line_of(section)
    assert_lost(line, "paths:override=off", Side.O)

    def expect_at(ply: int) -> None:
        expect(section.get_by_text(f"{ply} / {len(line)}", exact=True)).to_be_visible()
        assert visitor.position(GAME) == after(line[:ply])

    expect_at(0)
    for ply in range(1, len(line) + 1):
        section.get_by_role("button", name="Forward").click()
        expect_at(ply)
    assert sum("in the winning line" in name for name in visitor.names()) == 3
    visitor.page.keyboard.press("Home")
    expect_at(0)
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("ArrowRight")
    expect_at(2)
    reason = load("paths:override=off").decide(after(line[:1]), random.Random(0)).reason
    expect(section.get_by_text(f"O (paths:override=off) plays {line[1]}: {reason}")).to_be_visible()
    section.get_by_role("button", name=re.compile(f"X {line[2]}")).click()
    expect_at(3)
    assert "override=off" in visitor.page.url  # the address opens this proof again
    visitor.page.reload()
    expect(section).to_be_visible()
    assert line_of(section) == line


@pytest.mark.parametrize("seat", ["first", "second"])
def test_never_loses(visit: Visit, seat: str) -> None:
    """The verdict that a player is offered leads to its proof."""
    visitor = visit("/")
    visitor.more()
    side = visitor.page.get_by_role("group", name=f"moves {seat}")
    side.get_by_label("Player").select_option(label="Computer: ring")
    side.get_by_role("link", name="proved: never loses").click()
    section = visitor.page.get_by_role("region", name=f"ring, moving {seat}: proved, it never loses")
    expect(section).to_be_visible()
    expect(section.get_by_role("list", name="Losing line")).to_be_hidden()


def test_the_gallery(visit: Visit) -> None:
    """Every shipped strategy and level in one table; one tap shows the proof, whose line can be played."""
    visitor = visit("/prove")
    table = visitor.page.get_by_role("region", name="Strategies").get_by_role("table")

    def of(name: str) -> Locator:
        button = visitor.page.get_by_role("button", name=name, exact=True)
        return table.get_by_role("rowgroup").filter(has=button)

    random, perfect = "73.5 / 24.4 / 2.1", "0 / 54.8 / 45.2"
    second = of("weights").get_by_role("row").nth(1)
    expect(second.get_by_role("cell")).to_have_text([re.compile("can lose$"), random, perfect, "poster"])
    expect(of("sharp").get_by_text("never loses")).to_have_count(2)
    expect(of("sharp").get_by_text("level perfect")).to_be_visible()
    expect(of("paths, easy").get_by_text("level easy")).to_be_visible()
    expect(of("sharp").get_by_role("link", name="plan of sharp, moving first")).to_be_visible()
    levels = visitor.page.get_by_role("region", name="Is it really unbeatable?").get_by_role("listitem")
    expect(levels.last).to_have_text(re.compile(r"^perfect \(sharp\): This level never loses\."))

    of("weights").get_by_role("button", name="weights").click()
    section = visitor.page.get_by_role("region", name="weights, moving first: it can lose")
    expect(section.get_by_text(re.compile("^0 / "))).to_be_visible()
    visitor.page.keyboard.press("ArrowRight")
    expect(section.get_by_text(re.compile("^1 / "))).to_be_visible()
    section.get_by_role("button", name="Play", exact=True).click()
    expect(section.get_by_role("button", name="Pause")).to_be_visible()
    expect(section.get_by_text(re.compile("^3 / "))).to_be_visible()
    visitor.page.keyboard.press("End")  # a step of the visitor's ends the playing
    expect(section.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(section.get_by_text("8 / 8")).to_be_visible()


def test_cancelling(visit: Visit) -> None:
    """A long proof shows its progress, and ends on the server too when it is cancelled."""
    visitor = visit("/prove?game=6,5,4")
    with visitor.page.expect_response(lambda response: response.url.endswith("/api/v1/proofs")) as started:
        run(visitor, "weights", "second (O)")
    proof = started.value.json()
    assert proof["status"] == "running"
    expect(visitor.page.get_by_role("progressbar", name="Progress of the proof")).to_be_visible()
    expect(visitor.page.get_by_text(re.compile(r"Moving second: ply \d+ of 30, [\d,]+ positions"))).to_be_visible()
    with visitor.page.expect_response(lambda response: response.request.method == "DELETE"):
        visitor.button("Cancel").click()
    expect(visitor.message).to_contain_text("The proof was cancelled.")
    expect(visitor.page.get_by_role("progressbar")).to_be_hidden()
    expect(visitor.button("Prove")).to_be_focused()
    answer = visitor.context.request.get(f"/api/v1/proofs/{proof['id']}")
    assert answer.json()["status"] == "cancelled"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("view", "query"), [("prove", "?strategy=weights"), ("matches", "?player=ring&player=random"), ("board", "")]
)
def test_a_view_that_was_left_leaves_the_next_one_alone(visit: Visit, view: str, query: str) -> None:
    """What a view has asked for comes after the visitor has gone on: nothing starts, and the address stays."""
    visitor = visit("/review?moves=b2,a1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/api/v1/strategies?*", hold)
    go = "place => { history.pushState(null, '', place); dispatchEvent(new PopStateEvent('popstate')) }"
    visitor.page.evaluate(go, f"/{view}{query}")
    expect(visitor.page.locator(f"[data-view={view}]")).to_be_visible()
    visitor.page.wait_for_function("document.querySelector('main form, main [data-cell]')")
    visitor.page.go_back()
    expect(visitor.page.locator("[data-view=review]")).to_be_visible()
    address = visitor.page.url
    assert held
    started: list[str] = []
    visitor.page.on("request", lambda request: started.append(request.url) if request.method == "POST" else None)
    for route in held:
        with visitor.page.expect_response(route.request.url):
            route.continue_()
    visitor.page.evaluate("new Promise((done) => setTimeout(done))")
    assert (visitor.page.url, started) == (address, [])


def test_a_line_on_a_large_board(visit: Visit) -> None:
    visitor = visit("/prove?strategy=weights&game=15,15,5&seat=second")
    section = visitor.page.get_by_role("region", name="weights, moving second: it can lose")
    expect(section).to_be_visible(timeout=60_000)
    expect(section).to_contain_text("games are not counted")
    line = line_of(section)
    expect(section.get_by_role("heading", name=f"A losing line of {len(line)} moves: weights is O")).to_be_visible()
    assert_loses(load("weights"), Game(15, 15, 5), Side.O, line)
