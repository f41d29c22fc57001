"""The small board in a frame on another page: to step through, to play on, with nothing of the visitor's own."""

import re

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Visit

ELSEWHERE = "http://elsewhere.example/"
REFUSED = """if (location.pathname.includes("embed")) {
  window.touched = [];
  const refuse = (name) => ({ get() { window.touched.push(name); throw new DOMException(name, "SecurityError"); } });
  Object.defineProperty(window, "localStorage", refuse("localStorage"));
  Object.defineProperty(window, "sessionStorage", refuse("sessionStorage"));
  Object.defineProperty(window, "indexedDB", refuse("indexedDB"));
  Object.defineProperty(document, "cookie", { ...refuse("cookie"), set() { window.touched.push("set cookie"); } });
  Object.defineProperty(navigator, "serviceWorker", refuse("serviceWorker"));
}"""  # as a browser that keeps nothing for frames of other sites


def test_a_frame_on_another_site_leaves_all_alone(visit: Visit) -> None:
    """The visitor has a game here. Played in the frame, a board asks questions only: no write, no cookie, nothing read
    from or kept in a storage, which this browser refuses; the games stay as they were."""
    visitor, asked = visit(fresh=True), list[Request]()
    visitor.new_game(o="first")
    visitor.play("b2")
    kept: dict[str, str] = visitor.page.evaluate("({...localStorage})")
    assert any("seats." in name for name in kept)
    address = visitor.page.url
    visitor.page.add_init_script(REFUSED)
    visitor.page.on("request", lambda request: asked.append(request))  # noqa: PLW0108
    html = f'<!doctype html><iframe src="{visitor.home}/embed?play=ring&moves=a1,b2" width="320" height="400"></iframe>'
    visitor.page.route(ELSEWHERE, lambda route: route.fulfill(body=html, content_type="text/html"))
    visitor.page.goto(ELSEWHERE)
    board = visitor.page.frame_locator("iframe")
    board.get_by_role("button", name="c3, empty").click()
    expect(board.get_by_role("heading")).to_have_text("Your turn: you are X")
    expect(board.get_by_role("button", name=re.compile(", O"))).to_have_count(2)
    assert {request.method for request in asked} == {"GET"}
    assert {path for request in asked if "/api/" in (path := request.url.partition("?")[0])} == {
        f"{visitor.home}/api/v1/{path}" for path in ("strategies", "analysis/decision")
    }
    assert not [request.url for request in asked if "cookie" in request.all_headers()]
    (frame,) = visitor.page.frames[1:]
    assert frame.evaluate("window.touched") == []
    visitor.page.goto(address)
    assert visitor.page.evaluate("({...localStorage})") == kept
    visitor.expect_stone("b2", "X")
    visitor.forgive(f"request to {ELSEWHERE}")


def test_other_pages_are_not_shown_in_a_frame(visit: Visit) -> None:
    visitor = visit(fresh=True)
    html = f'<!doctype html><iframe src="{visitor.home}/"></iframe>'
    visitor.page.route(ELSEWHERE, lambda route: route.fulfill(body=html, content_type="text/html"))
    visitor.page.goto(ELSEWHERE)
    expect(visitor.page.frame_locator("iframe").get_by_role("grid")).to_have_count(0)
    visitor.forgive("request to|frame-ancestors|X-Frame-Options")


@pytest.mark.parametrize("query", ["game=3,3,3&moves=a1,b1,a2,b2,a3", "play=ring", "game=15,15,5&moves=h8,g7"])
def test_it_fits_its_frame(visit: Visit, query: str) -> None:
    visitor = visit(viewport={"width": 240, "height": 300})
    visitor.open(f"/embed?{query}")
    expect(visitor.grid).to_be_visible()
    fits = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert visitor.page.evaluate(fits) == [240, 300]


@pytest.mark.gate
def test_a_game_to_step_through(visit: Visit) -> None:
    """At its end first; by buttons and keys; the link leads to the whole page."""
    visitor = visit("/embed?game=3,3,3&moves=a1,b1,a2,b2,a3")
    expect(visitor.status).to_have_text("X wins")
    visitor.button("To the start").click()
    expect(visitor.status).to_have_text("X to move")
    visitor.page.keyboard.press("ArrowRight")
    visitor.expect_stone("a1", "X")
    expect(visitor.said).to_have_text("O to move")
    with visitor.page.expect_popup() as opened:
        visitor.page.get_by_role("link", name="noughts").click()
    expect(opened.value.get_by_role("heading", name="Look at it")).to_be_visible()
    visitor.open("/embed?game=3,3,3&moves=a1,b1&ply=1")
    expect(visitor.status).to_have_text("O to move")


def test_a_position_to_beat(visit: Visit) -> None:
    """Won, and begun from the start again."""
    visitor = visit("/embed?play=first&moves=c2,b2")
    expect(visitor.status).to_have_text("Can you beat “first”? You are X.")
    visitor.cell("c1").click()
    visitor.expect_stone("a1", "O")
    visitor.cell("c3").click()
    expect(visitor.status).to_have_text("You win with c1 c2 c3")
    visitor.button("From the start").click()
    visitor.expect_stone("c3", "empty")
    visitor.expect_stone("b2", "O")


WRONG = {
    "game=0,9,9": "“game=0,9,9” is not a board: game=3,3,3 is one.",
    "moves=b2,b2": "“moves=b2,b2” is not a game on 3,3,3: a move in it is not legal.",
    "moves=b2&ply=7": "“ply=7” is not a move of this game: it has 1.",
    "moves=a1,b1,a2,b2,a3&play=easy": "“moves=a1,b1,a2,b2,a3” ends the game: no move is left for play=easy.",
}


def test_what_the_address_gets_wrong_is_quoted(visit: Visit) -> None:
    visitor = visit()
    for query, words in WRONG.items():
        visitor.open(f"/embed?{query}")
        expect(visitor.page.get_by_role("alert")).to_have_text(words)
    visitor.open("/embed?play=nosuch")
    visitor.cell("b2").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("No strategy 'nosuch' here: known are ring,")
    visitor.forgive("422")


def test_a_small_board_where_a_game_is_shared(visit: Visit) -> None:
    """After a game, when it is looked at, and of a position; not while a game is on."""
    visitor = visit()
    visitor.new_game(o="first")
    visitor.play("c2", "b2")
    link = visitor.page.get_by_role("link", name="A small board of it, for a page of yours")
    visitor.open_menu()
    expect(link).to_have_count(0)
    visitor.play("a2")
    expect(link).to_have_attribute("href", re.compile(r"/embed\?game=3,3,3&moves=c2,a1,b2,b1,a2$"))
    visitor.page.get_by_role("link", name="Review the game").click()
    expect(link).to_have_attribute("href", re.compile(r"/embed\?game=3,3,3&moves=c2,a1,b2,b1,a2$"))
    visitor.open("/board?moves=b2&strategy=weights")
    with visitor.page.expect_popup() as opened:
        link.click()
    expect(opened.value.get_by_text("Can you beat “weights”? You are O.")).to_be_visible()
