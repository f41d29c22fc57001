"""What outlasts a reload, a server that is killed and started again, and a server that is gone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor

NO_SERVER = "net::ERR_"  # which one depends on what was on its way when the server was killed
LOST = "The connection is lost"


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path_factory.mktemp("mortal")) as server:
        yield server


def test_reload(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game(o="first")
    visitor.play("b2", "c3")
    visitor.page.reload()
    expect(visitor.status).to_have_text("Your turn: you are X")
    assert visitor.position(GAME) == after(["b2", "a1", "c3", "b1"])
    visitor.play("c1")
    visitor.expect_stone("a2", "O")
    assert visitor.position(GAME) == after(["b2", "a1", "c3", "b1", "c1", "a2"])


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


def test_the_server_is_gone(browser: Browser, mortal: Server) -> None:
    """What the page cannot do without a server it says in a sentence; what it shows stays."""
    with Visitor(browser, mortal.url) as visitor:
        visitor.open("/")
        visitor.more()
        expect(visitor.page.get_by_role("option", name="Computer: paths").first).to_be_attached()
        visitor.page.get_by_role("group", name="O moves second").get_by_label("Player").select_option(label="You")
        mortal.kill()
        visitor.button("Start the game").click()
        expect(visitor.message).to_contain_text("The server cannot be reached.")
        visitor.page.get_by_text("Load a game or a position").click()
        visitor.page.get_by_role("textbox", name="Game or position").fill("XX./.O./...")
        visitor.button("Open").click()
        expect(visitor.message).to_contain_text("The server cannot be reached.")
        expect(visitor.page.get_by_role("textbox", name="Game or position")).to_have_value("XX./.O./...")

        mortal.start()
        visitor.start()
        expect(visitor.status).to_have_text("X to move")
        mortal.kill()
        visitor.button("Hint").click()
        expect(visitor.message).to_contain_text("The server cannot be reached.")
        visitor.button("Dismiss").click()
        expect(visitor.message).to_have_text("")
        assert visitor.stones() == ["empty"] * 9
        expect(visitor.page.get_by_text(LOST)).to_be_visible()

        mortal.start()
        expect(visitor.page.get_by_text(LOST)).to_be_hidden()  # till then each refused question is a trouble
        visitor.forgive(NO_SERVER)
