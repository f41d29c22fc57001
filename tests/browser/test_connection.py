"""What goes wrong between page and server is told in words; nothing is lost, and the page stays usable."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Visit, quiet
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor
from tests.web.process import Server


def test_a_cell_that_is_taken_meanwhile(visit: Visit) -> None:
    """The same seat in two windows, one of which hears nothing of the game: its move is refused, and it sees why."""
    visitor = visit()
    visitor.new_game(o="first")
    deaf = visitor.context.new_page()
    deaf.route("**/events", lambda route: route.abort())
    deaf.goto(visitor.page.url)
    cell = deaf.get_by_role("grid").get_by_role("button", name=re.compile("^b2,"))
    expect(cell).to_be_enabled()
    visitor.play("b2")
    expect(cell).to_have_accessible_name("b2, empty")
    cell.click()
    expect(deaf.locator("#messages")).to_contain_text("The board shows the game as it is now.")
    expect(cell).to_have_accessible_name("b2, X")
    deaf.get_by_role("grid").get_by_role("button", name=re.compile("^c3,")).click()
    visitor.expect_stone("c3", "X")
    assert visitor.position(GAME) == after(["b2", "a1", "c3", "b1"])
    visitor.forgive("409|ERR_FAILED.*events")


def test_a_request_that_is_lost(visit: Visit) -> None:
    """A move whose answer does not arrive is sent again, and counts once."""
    visitor = visit()
    visitor.new_game(o="first")
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        answer = route.fetch()
        if lost:
            route.fulfill(response=answer)
        else:
            lost.append(answer.text())
            route.abort()

    visitor.page.route("**/moves", lose_the_first_answer)
    visitor.page.route("**/events", lambda route: route.abort())
    visitor.page.reload()
    visitor.play("b2")
    assert '"version":2' in lost[0]
    assert visitor.position(GAME) == after(["b2", "a1"])
    expect(visitor.message).to_have_text("")
    visitor.forgive("ERR_FAILED")


def test_nothing_goes_wrong_unseen(browser: Browser, server: Server) -> None:
    """The visitor of these tests notices an error, an exception and a breach of the policy, and asks no other host."""
    with Visitor(browser, server.url) as visitor:
        visitor.open("/")
        visitor.page.evaluate("console.error('ouch')")
        visitor.page.evaluate("setTimeout(() => { throw new Error('thrown') })")
        visitor.page.evaluate(
            "document.head.append(Object.assign(document.createElement('style'), {textContent: 'a{}'}))"
        )
        visitor.page.evaluate("new Promise((done) => setTimeout(done))")  # the exception was before
        for trouble in ("ouch", "thrown", "Content Security Policy"):
            visitor.forgive(trouble)
    with Visitor(browser, server.url, bypass_csp=True) as visitor:
        visitor.open("/")
        fetched = "fetch('http://example.org/', {mode: 'no-cors'}).then(() => true, () => false)"
        assert visitor.page.evaluate(fetched) is False
        visitor.forgive("request to http://example.org/")
        visitor.forgive("ERR_")


NO_SERVER = "net::ERR_"  # which one depends on what was on its way when the server was killed
LOST = "The connection is lost"


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may kill."""
    with quiet(tmp_path_factory.mktemp("mortal")) as server:
        yield server


def test_the_server_is_killed(browser: Browser, mortal: Server) -> None:
    """A move made meanwhile is kept and sent; who watches sees it; the game goes on."""
    with Visitor(browser, mortal.url) as player, Visitor(browser, mortal.url) as spectator:
        player.new_game(o="first")
        player.play("b2")
        spectator.open(player.page.url)
        spectator.expect_stone("a1", "O")

        mortal.kill()
        expect(player.page.get_by_text(LOST)).to_be_visible()
        player.cell("c3").click()
        expect(player.message).to_contain_text("The server cannot be reached. What you did is kept")
        assert player.position(GAME) == after(["b2", "a1"])

        mortal.start()
        player.expect_stone("c3", "X")
        expect(player.message).to_have_text("")
        for visitor in (player, spectator):
            expect(visitor.page.get_by_text(LOST)).to_be_hidden()
            visitor.expect_stone("b1", "O")
            assert visitor.position(GAME) == after(["b2", "a1", "c3", "b1"])
        player.play("c1")
        spectator.expect_stone("c1", "X")
        for visitor in (player, spectator):
            visitor.forgive(NO_SERVER)
