"""What an address asks for is done as it stands there; what cannot be done is said, and nothing else done instead."""

from typing import Any

from playwright.sync_api import Request, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor


def begun_early(visitor: Visitor, address: str, button: str) -> Any:
    """Press a button before the strategies are listed; return what is sent then."""
    visitor.page.route("**/strategies?*", lambda route: None)
    with visitor.page.expect_request(lambda request: request.method == "POST") as sent:
        with visitor.page.expect_request("**/strategies?*"):
            visitor.open(address)
        visitor.button(button).click()
        visitor.page.unroute("**/strategies?*")  # which lets go what is held
    return sent.value.post_data_json


def test_a_game_begun_before_the_strategies_are_listed(visit: Visit) -> None:
    """The options that the address gives a strategy are not lost."""
    visitor = visit()
    assert begun_early(visitor, "/?o=paths:override=off", "Start the game")["o"] == "paths:override=off"
    expect(visitor.page.get_by_role("list").filter(has_text="O: paths, override off")).to_be_visible()


def test_a_proof_begun_before_the_strategies_are_listed(visit: Visit) -> None:
    visitor = visit()
    asked = begun_early(visitor, "/prove?strategy=paths:override=off&game=3,3,3&seat=first", "Prove")
    assert asked["strategy"] == "paths:override=off"
    expect(
        visitor.page.get_by_role("region", name="paths, override off never loses when it moves first")
    ).to_be_visible()


REFUSED = {
    "/board?strategy=nosuch": "There is no strategy 'nosuch' for this board; chosen instead: paths.",
    "/board?strategy=paths:level=nosuch": "no strategy 'paths:level=nosuch'",
    "/board?strategy=paths:depth=3": "no strategy 'paths:depth=3'",
    "/prove?strategy=nosuch": "There is no strategy 'nosuch' for this board; chosen instead: paths.",
    "/?o=nosuch": "There is no strategy 'nosuch' for this board; chosen instead: paths:level=medium.",
    "/?x=ring&game=4,4,4": "There is no strategy 'ring' for this board; chosen instead: paths.",
    "/?game=0,0,0": "There is no board '0,0,0'; chosen instead: 3,3,3.",
    "/?game=3,3,3&moves=b2,b2": "The moves 'b2,b2' cannot be made here: the board is empty.",
}


def test_what_there_is_not(visit: Visit) -> None:
    """It is quoted; and no proof of another strategy is run."""
    visitor, asked = visit(), list[Request]()
    visitor.page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    for address, words in REFUSED.items():
        visitor.open(address)
        expect(visitor.message, address).to_contain_text(words)
        assert not asked


def test_an_unknown_strategy_by_a_link(visit: Visit) -> None:
    """The message is there too where the strategies are known already."""
    visitor = visit("/board?strategy=weights")
    expect(visitor.page.get_by_text("weights would play")).to_be_visible()
    visitor.page.evaluate(
        "history.pushState(null, '', '/board?strategy=nosuch'); history.pushState(null, '', '/prove')"
    )
    visitor.page.go_back()
    expect(visitor.message).to_contain_text("'nosuch'")
    visitor.page.get_by_role("link", name="Prove").click()
    expect(visitor.message).to_have_text("")


NO_GAME = {
    "/board?position=XXX/XXX/XXX": "Impossible position 'XXX/XXX/XXX': 9 X to 0 O",
    "/board?moves=a1,a2,b1,b2,c1,c2": "This address names no position.",
    "/review?moves=a1,a2,b1,b2,c1,c2": "a move in it is not legal",
    "/game/AAAAAAAAAAAAAAAAAAAAAA": "There is no game 'AAAAAAAAAAAAAAAAAAAAAA'.",
    "/board?game=3,3,3&moves=b2,b2": "This address names no position.",
    "/board?game=3,3": "This address names no board.",
    "/review?game=3,3,3&moves=b2,d4": "This address names no game",
}


def test_an_address_of_nothing(visit: Visit) -> None:
    """Also of a position that no game leads to; and the way back to the start."""
    visitor = visit()
    for address, words in NO_GAME.items():
        visitor.open(address)
        expect(visitor.status).to_have_text("Nothing here")
        expect(visitor.page.get_by_role("main"), address).to_contain_text(words)
        visitor.page.get_by_role("link", name="Back to the start").click()
        expect(visitor.grid).to_be_visible()
        if "position" in address or "/game/" in address:
            visitor.forgive("422|404")


def test_the_form_begins_with_what_is_chosen_above(visit: Visit) -> None:
    """The board, and the level as a strategy with its options, until another player is chosen."""
    visitor = visit("/")
    visitor.more()
    opponent = visitor.page.get_by_role("group", name="O moves second").get_by_role("combobox", name="Player")
    above = visitor.page.locator("#game-choice")
    above.get_by_role("radio", name="perfect").check(force=True)
    expect(above.get_by_role("radio", name="perfect")).to_be_checked()
    boards = {"15 × 15": "search", "3 × 3": "sharp", "6 × 5": "search"}
    for board, name in boards.items():
        above.get_by_role("radio", name=board, exact=True).check(force=True)
        expect(opponent).to_have_value(name)
        if name == "search":
            expect(visitor.page.get_by_role("spinbutton", name="seconds")).to_have_value("0.5")
    opponent.select_option("weights")
    above.get_by_role("radio", name="15 × 15").check(force=True)
    expect(visitor.page.get_by_role("spinbutton", name="seconds")).to_be_hidden()
    expect(opponent).to_have_value("weights")


def test_a_game_on_a_large_board(visit: Visit) -> None:
    """Its opponent may think for long at first: the page says so, and then shows the move."""
    visitor = visit("/?game=15,15,5")
    visitor.page.get_by_role("radio", name="strongest").check(force=True)
    visitor.more()
    expect(visitor.page.get_by_role("spinbutton", name="seconds")).to_be_visible()
    visitor.start()
    visitor.play("h8")
    expect(visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(2, timeout=60_000)
    expect(visitor.status).to_have_text("Your turn: you are X")
    expect(visitor.message).to_have_text("")
