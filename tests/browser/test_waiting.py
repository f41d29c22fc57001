"""Answers that take long on the page: how far they are, and how they are stopped."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit

EVENTS = re.compile("/analysis/values/events")
LARGE = "game=15,15,5&moves=h8,i9,h9,h7,g8,i8,g10,f11,i10,e8"


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


def test_exact_values_that_take_long_can_be_stopped(visit: Visit) -> None:
    """The stream is held back by the test: the page shows that it waits, and the button ends it."""
    visitor = visit()
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route(EVENTS, hold)
    visitor.open("/board?game=3,3,3&moves=b2")
    visitor.switch("Exact values on the board")
    truth = visitor.page.get_by_role("region", name="Exact values")
    expect(truth.get_by_text(re.compile(r"^Searching: \d+\.\d s$"))).to_be_visible()
    truth.get_by_role("button", name="Stop").click()
    expect(truth.get_by_role("button", name="Ask again")).to_be_focused()
    assert len(held) == 1
    visitor.page.unroute(EVENTS)
    truth.get_by_role("button", name="Ask again").click()
    expect(truth.get_by_text("With best play it is a draw.")).to_be_visible()
    expect(truth.get_by_role("button")).to_have_count(0)
