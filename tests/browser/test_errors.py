"""What goes wrong is told in words, and the page stays usable."""

import re

from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor


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
    """The visitor of these tests notices an error, an exception, a breach of the policy, and reaches nobody else."""
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
    for elsewhere in ("http://example.org/", "http://192.0.2.1/"):
        with Visitor(browser, server.url, bypass_csp=True) as visitor:
            visitor.open("/")
            reached = visitor.page.evaluate(
                "url => fetch(url, {mode: 'no-cors'}).then(() => true, () => false)", elsewhere
            )
            assert reached is False
            assert f"request to {elsewhere}" in visitor.troubles
            visitor.forgive("request to|ERR_")
