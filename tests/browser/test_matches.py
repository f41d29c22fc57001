"""Everyone against everyone on the page, and answers that take long: how far they are, and how they are stopped."""

import json
import re
from fractions import Fraction

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.cli.conftest import Run

EVENTS = re.compile("/analysis/values/events")
LARGE = "game=15,15,5&moves=h8,i9,h9,h7,g8,i8,g10,f11,i10,e8"


@pytest.mark.gate
def test_a_cross_table_and_its_games(visit: Visit, run: Run) -> None:
    """The numbers are those of the command, a cell opens the games, and a game opens in the review."""
    visitor = visit("/matches?game=3,3,3&player=ring&player=random&player=paths:level%3Deasy&games=10&seed=3")
    page = visitor.page
    table = page.get_by_role("region", name="Cross table")
    cell = table.get_by_role("button", name=re.compile(r"^ring against random: "))
    expect(page.locator("#progress")).to_be_hidden()
    expect(cell).to_be_visible()
    ran = run("match", "ring", "random", "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    points = f"{float(100 * Fraction(told['pairs'][0]['score'])):.1f}"
    expect(cell).to_have_text(points)
    expect(cell).to_have_accessible_name(f"ring against random: {points} per cent, exact. Show the games")
    sampled = table.get_by_role("button", name=re.compile(", at 95 %"))
    expect(sampled).to_have_count(4)
    for each in sampled.all():
        bounds = re.search(r": ([\d.]+) \((\d+)–(\d+)\) per cent, at 95 %", each.get_attribute("aria-label") or "")
        assert bounds is not None
        score, low, high = map(float, bounds.groups())
        assert 0 <= low <= score <= high <= 100
        expect(each).to_contain_text(f"({low:.0f}–{high:.0f})")
    expect(table.get_by_role("rowheader")).to_have_text(["ring", "easy", "random"])
    expect(page.get_by_text("With a range: 10 games of two players, seed 3")).to_be_visible()
    expect(visitor.said).to_contain_text("1. ring")

    cell.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="ring against random")).to_be_focused()
    games = page.get_by_role("list", name="X is ring, O is random").get_by_role("link")
    example = next(each for each in told["examples"] if each["x"] == "ring")
    expect(games.first).to_contain_text(f"{example['result']} wins after {len(example['moves'])} moves")
    games.first.click()
    expect(page.locator("[data-view=review]")).to_be_visible()
    assert page.url.endswith(f"/review?game=3,3,3&moves={','.join(example['moves'])}")

    page.go_back()
    expect(table).to_be_visible()  # the address has the board and the players


def test_a_long_review_says_how_far_it_is_and_can_be_stopped(visit: Visit) -> None:
    visitor = visit(f"/review?{LARGE}")
    page = visitor.page
    moves = page.get_by_role("region", name="Moves")
    judged = moves.get_by_text(re.compile(r"^[1-9]\d* of 10 moves judged, \d+ s$"))
    expect(judged).to_be_visible(timeout=60_000)  # a search that is shared with other tests' work takes its time
    moves.get_by_role("button", name="Stop").click()
    expect(moves.get_by_text("Stopped.")).to_be_visible()
    expect(moves.get_by_role("button", name="Ask again")).to_be_focused()
    expect(moves.get_by_text("moves judged")).to_be_hidden()


def test_a_stopped_match_keeps_what_is_finished(visit: Visit) -> None:
    visitor = visit("/matches?game=6,5,4&player=weights&player=first&player=search:seconds=0.5&games=100")
    page = visitor.page
    expect(page.get_by_text(re.compile(r"^1 of 3 pairs\. weights – strongest: game \d+ of 100"))).to_be_visible(
        timeout=60_000
    )
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped: the table has what was finished")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()
    table = page.get_by_role("region", name="Cross table")
    expect(table.get_by_role("button", name=re.compile("^weights against first: .* exact"))).to_be_visible()
    expect(table.get_by_role("button", name=re.compile("^first against strongest"))).to_have_count(0)


def test_players_are_chosen_by_name(visit: Visit) -> None:
    """The usual set is chosen at first; too few are refused in a sentence."""
    visitor = visit("/matches")
    page = visitor.page
    form = page.get_by_role("form", name="Who plays, and where")
    chosen = form.get_by_role("checkbox", checked=True)
    expect(chosen.first).to_be_attached()
    expect(form.get_by_role("group", name="Levels").locator("label")).to_have_text(
        ["easy", "medium", "hard", "perfect"]
    )
    expect(form.get_by_role("checkbox", name="strategy perfect")).to_be_attached()  # not to be taken for the level
    form.get_by_text("The strategy of each level").click()
    expect(form.get_by_text("perfect: sharp")).to_be_visible()
    names = [box.get_attribute("value") for box in chosen.all()]
    assert "random" in names
    for name in names[1:]:
        form.locator(f'input[type=checkbox][value="{name}"]').focus()
        page.keyboard.press("Space")
    form.get_by_role("button", name="Play them all").click()
    expect(page.get_by_text("A match has 2 to 8 players, not 1.")).to_be_visible()
    visitor.forgive("422")
    form.locator('input[type=checkbox][value="random"]').focus()
    page.keyboard.press("Space")
    form.get_by_role("button", name="Play them all").click()
    expect(page.get_by_role("table", name="Points in per cent")).to_be_visible()
    assert "player=random" in page.url


def test_exact_values_that_take_long_can_be_stopped(visit: Visit) -> None:
    """The stream is held back by the test: the page shows that it waits, and the button ends it."""
    visitor = visit()
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route(EVENTS, hold)
    visitor.open("/board?game=3,3,3&moves=b2")
    visitor.switch("Exact values on the board")
    truth = visitor.page.get_by_role("region", name="Truth")
    expect(truth.get_by_text(re.compile(r"^Searching: \d+\.\d s$"))).to_be_visible()
    truth.get_by_role("button", name="Stop").click()
    expect(truth.get_by_role("button", name="Ask again")).to_be_focused()
    assert len(held) == 1
    visitor.page.unroute(EVENTS)
    truth.get_by_role("button", name="Ask again").click()
    expect(truth.get_by_text("With best play it is a draw.")).to_be_visible()
    expect(truth.get_by_role("button")).to_have_count(0)
