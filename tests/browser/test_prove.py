"""Proofs on the page: run, watched, stepped through, cancelled."""

import random
import re
import struct

import pytest
from playwright.sync_api import Locator, Route, expect

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


def beaten(visitor: Visitor, strategy: str, seat: str, board: str = "3 × 3") -> Locator:
    """The section that says that a strategy can be beaten in a seat, and how."""
    return visitor.page.get_by_role(
        "region", name=f"{strategy} can be beaten when it moves {seat} on {board}: here is how."
    )


@pytest.mark.gate
def test_weights_can_lose(visit: Visit) -> None:
    """The verdict has the focus, in view, with the game at its last move; the form is a line that opens again."""
    visitor = visit("/prove", viewport={"width": 1280, "height": 720})
    run(visitor, "weights", "first and second")
    first = visitor.page.get_by_role("heading", name="weights can be beaten when it moves first")
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    for seat, side in (("first", Side.X), ("second", Side.O)):
        section = beaten(visitor, "weights", seat)
        expect(section).to_be_visible()
        line = line_of(section)
        assert_lost(line, "weights", side)
        expect(section.get_by_text(f"{len(line)} / {len(line)}", exact=True)).to_be_visible()
        found = prove(load("weights"), GAME, side)
        shares = [100 * count / found.games.total for count in vars(found.games).values()]
        shown = ["< 1" if 0 < share < 1 else f"{share:.0f}" for share in shares]
        words = [f"{share}\u00a0% {word}" for share, word in zip(shown, ("won", "drawn", "lost"), strict=True)]
        expect(section.locator(".shares li")).to_have_text(words)
        expect(section.get_by_role("table")).to_be_hidden()
        section.get_by_text("The numbers", exact=True).click()
        games = section.get_by_role("row", name="different games").get_by_role("cell").all_inner_texts()
        assert [int(game.replace(",", "")) for game in games] == [found.games.total, *vars(found.games).values()]
    expect(visitor.said).to_contain_text("weights can be beaten when it moves first on 3 × 3: here is how.")

    expect(visitor.page.get_by_role("form")).to_be_hidden()
    expect(visitor.page.get_by_text("weights on 3 × 3, 3 in a row, moving first and second")).to_be_visible()
    visitor.button("Change").click()
    expect(visitor.page.get_by_role("combobox", name="Strategy")).to_be_focused()


def test_stepping_through_the_losing_line(visit: Visit) -> None:
    """`paths` without its override loses as second: run, and stepped through by button, by key and by row; and
    saved as a picture.
    """
    visitor = visit("/prove")
    run(visitor, "paths", "second (O)", override="off")
    section = beaten(visitor, "paths, override off", "second")
    expect(section).to_be_visible()
    line = line_of(section)
    assert_lost(line, "paths:override=off", Side.O)

    def expect_at(ply: int) -> None:
        expect(section.get_by_text(f"{ply} / {len(line)}", exact=True)).to_be_visible()
        assert visitor.position(GAME) == after(line[:ply])

    expect_at(len(line))
    names = {name.split(",")[0]: name for name in visitor.names()}
    assert sum("in the winning line" in name for name in names.values()) == 3
    assert [names[cell].split(", ")[-1] for cell in line] == [f"number {ply}" for ply in range(1, len(line) + 1)]
    expect(section.get_by_text(re.compile("^X wins with "))).to_be_visible()
    with visitor.page.expect_download() as saved:
        section.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == "noughts.png"
    width, height = struct.unpack(">8x8xII", saved.value.path().read_bytes()[:24])
    assert (width, height > width) == (600, False)
    visitor.page.keyboard.press("Home")
    expect_at(0)
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("ArrowRight")
    expect_at(2)
    reason = str(load("paths:override=off").decide(after(line[:1]), random.Random(0)).reason)
    expect(section.get_by_text(f"O plays {line[1]}: {reason}")).to_be_visible()
    section.get_by_role("button", name=re.compile(f"X {line[2]}")).click()
    expect_at(3)
    assert "override=off" in visitor.page.url  # the address opens this proof again
    visitor.page.reload()
    expect(section).to_be_visible()
    assert line_of(section) == line


def test_walking_on_a_poster(visit: Visit) -> None:
    """By the keyboard into the board of a reply, by a press into one in it, and beside the boards back again; of all
    links of the sheet, those of the board in view alone are there."""
    visitor = visit("/api/v1/gallery/poster?strategy=ring&game=3,3,3&seat=first")
    links = visitor.page.locator("a:visible")
    expect(links).to_have_count(8)
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator("a:focus")).to_have_attribute("aria-label", "b2 a1 c2")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page).to_have_url(re.compile("#b2-a1-c2$"))
    expect(links.first).to_have_attribute("aria-label", "the whole sheet")
    board = links.first.bounding_box()
    assert board is not None
    assert min(board["width"], board["height"]) > 600  # of 720
    links.nth(1).click()
    expect(visitor.page).to_have_url(re.compile("#b2-a1-c2-b1-a2$"))
    expect(links.first).to_have_attribute("aria-label", "b2 a1 c2")
    links.first.click(position={"x": 5, "y": 5})
    expect(visitor.page).to_have_url(re.compile("#b2-a1-c2$"))
    visitor.page.go_back()
    visitor.page.go_back()
    visitor.page.go_back()
    expect(links).to_have_count(8)


def test_the_gallery(visit: Visit) -> None:
    """What people know in one table, all with their chances in another; one tap shows the proof."""
    visitor = visit("/prove")
    known = visitor.page.get_by_role("region", name="Strategies", exact=True).get_by_role("table")
    everything = visitor.page.get_by_role("region", name="All strategies").get_by_role("table")

    def of(table: Locator, name: str) -> Locator:
        button = visitor.page.get_by_role("button", name=name, exact=True)
        return table.get_by_role("row").filter(has=button)

    expect(of(known, "Level perfect").get_by_text("never loses")).to_have_count(2)
    expect(of(known, "Level perfect").get_by_role("rowheader")).to_contain_text("sharp")
    plan = of(known, "Level perfect").get_by_role("link", name="Plan to keep: level perfect, moving first")
    expect(plan).to_have_text("Plan to keep")
    expect(of(known, "weights").get_by_role("link")).to_have_text(["Poster", "Poster"])

    expect(everything).to_be_hidden()
    visitor.page.get_by_text("All 16 strategies, with their chances").click()
    second = of(everything, "weights").get_by_role("cell").nth(1)
    expect(second).to_contain_text("against random play 73 / 24 / 2 %")
    expect(second).to_contain_text("against perfect play 0 / 55 / 45 %")
    visitor.page.get_by_text("How strong the levels of this board are").click()
    levels = visitor.page.get_by_role("region", name="Is it really unbeatable?").get_by_role("listitem")
    expect(levels.last).to_have_text(re.compile(r"^perfect: This level never loses\."))

    of(known, "weights").get_by_role("button", name="weights").click()
    section = beaten(visitor, "weights", "first")
    expect(section.get_by_text("8 / 8")).to_be_visible()
    visitor.page.keyboard.press("Home")
    visitor.page.keyboard.press("ArrowRight")
    expect(section.get_by_text(re.compile("^1 / "))).to_be_visible()
    section.get_by_role("button", name="Play", exact=True).click()
    expect(section.get_by_role("button", name="Pause")).to_be_visible()
    expect(section.get_by_text(re.compile("^1 / "))).to_be_hidden()
    visitor.page.keyboard.press("End")  # a step of the visitor's ends the playing
    expect(section.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(section.get_by_text("8 / 8")).to_be_visible()


def test_a_level_is_named_as_it_was_chosen(visit: Visit) -> None:
    """By the level in the verdict, the address and the game against it; by the strategy where that was chosen."""
    visitor = visit("/prove")
    visitor.button("Level perfect").first.click()
    verdict = visitor.page.get_by_role("heading", name="Level perfect never loses when it moves second on 3 × 3.")
    expect(verdict).to_be_visible()
    expect(visitor.page.locator(".folded")).to_contain_text(
        "Level perfect on 3 × 3, 3 in a row, moving first and second"
    )
    expect(visitor.page.locator(".folded")).to_contain_text("sharp")
    visitor.page.reload()
    expect(verdict).to_be_visible()
    visitor.button("Play against it").click()
    expect(visitor.page.locator("#players")).to_contain_text("O: perfect")
    visitor.open("/prove?strategy=sharp&level=easy")  # which it is not
    expect(visitor.page.get_by_role("heading", name="sharp never loses when it moves second")).to_be_visible()


def test_cancelling(visit: Visit) -> None:
    """A long proof shows its progress; its stream ends when it is cancelled, and the proof with it."""
    visitor = visit("/prove?game=6,5,4")
    run(visitor, "weights", "second (O)")
    expect(visitor.page.get_by_role("progressbar", name="Progress of the proof")).to_be_visible()
    expect(visitor.page.get_by_text(re.compile(r"Moving second: move \d+ of 30, [\d,]+ positions"))).to_be_visible()
    with visitor.page.expect_event("requestfailed", lambda request: "/analysis/proof/events" in request.url):
        visitor.button("Cancel").click()
    expect(visitor.message).to_contain_text("The proof was cancelled.")
    expect(visitor.page.get_by_role("progressbar")).to_be_hidden()
    expect(visitor.button("Prove")).to_be_focused()


@pytest.mark.parametrize(("view", "query"), [("prove", "?strategy=weights"), ("board", "")])
def test_a_view_that_was_left_leaves_the_next_one_alone(visit: Visit, view: str, query: str) -> None:
    """What a view has asked for comes after the visitor has gone on: nothing starts, and the address stays."""
    visitor = visit("/tree?moves=b2,a1,c3,a3")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/api/v1/strategies?*", hold)
    go = "place => { history.pushState(null, '', place); dispatchEvent(new PopStateEvent('popstate')) }"
    visitor.page.evaluate(go, f"/{view}{query}")
    expect(visitor.page.locator(f"[data-view={view}]")).to_be_visible()
    visitor.page.wait_for_function("document.querySelector('main form, main [data-cell]')")
    visitor.page.go_back()
    expect(visitor.page.locator("[data-view=tree]")).to_be_visible()
    address = visitor.page.url
    assert held
    started: list[str] = []
    proofs = "/analysis/proof/"
    visitor.page.on("request", lambda request: started.append(request.url) if proofs in request.url else None)
    for route in held:
        with visitor.page.expect_response(route.request.url):
            route.continue_()
    visitor.page.evaluate("new Promise((done) => setTimeout(done))")
    assert (visitor.page.url, started) == (address, [])
