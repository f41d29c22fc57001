"""What an address asks for is done as it stands there; what cannot be done is said, and nothing else done instead."""

import time

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.slow

LATE = 1.5  # seconds


def delay(route: Route) -> None:
    """Answer late."""
    time.sleep(LATE)
    route.continue_()


def test_a_game_begun_before_the_strategies_are_listed(visit: Visit) -> None:
    """The options that the address gives a strategy are not lost."""
    visitor = visit()
    visitor.page.route("**/strategies?*", delay)
    with visitor.page.expect_request(lambda request: request.method == "POST") as sent:
        visitor.open("/?o=paths:override=off")
        visitor.button("Start the game").click()
    assert (sent.value.post_data_json or {}).get("o") == "paths:override=off"
    expect(visitor.page.get_by_role("list").filter(has_text="O: paths, override off")).to_be_visible()


def test_a_proof_begun_before_the_strategies_are_listed(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/strategies?*", delay)
    with visitor.page.expect_request(lambda request: request.method == "POST") as sent:
        visitor.open("/prove?strategy=paths:override=off&game=3,3,3&seat=first")
        visitor.button("Prove").click()
    assert (sent.value.post_data_json or {}).get("strategy") == "paths:override=off"
    expect(
        visitor.page.get_by_role("region", name="paths, override off never loses when it moves first")
    ).to_be_visible()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/board?strategy=nosuch", "There is no strategy 'nosuch' for this board; chosen instead: paths."),
        ("/board?strategy=paths:level=nosuch", "no strategy 'paths:level=nosuch'"),
        ("/board?strategy=paths:depth=3", "no strategy 'paths:depth=3'"),
        ("/prove?strategy=nosuch", "There is no strategy 'nosuch' for this board; chosen instead: paths."),
        ("/?o=nosuch", "There is no strategy 'nosuch' for this board; chosen instead: paths:level=medium."),
        ("/?x=ring&game=4,4,4", "There is no strategy 'ring' for this board; chosen instead: paths."),
        ("/?game=0,0,0", "There is no board '0,0,0'; chosen instead: 3,3,3."),
        ("/?game=3,3,3&moves=b2,b2", "The moves 'b2,b2' cannot be made here: the board is empty."),
    ],
)
def test_what_there_is_not(traveller: Visitor, address: str, words: str) -> None:
    """It is quoted; and no proof of another strategy is run."""
    asked: list[Request] = []
    traveller.page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    traveller.open(address)
    expect(traveller.message).to_contain_text(words)
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


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/board?position=XXX/XXX/XXX", "Impossible position 'XXX/XXX/XXX': 9 X to 0 O"),
        ("/board?moves=a1,a2,b1,b2,c1,c2", "This address names no position."),
        ("/review?moves=a1,a2,b1,b2,c1,c2", "a move in it is not legal"),
    ],
)
def test_a_position_that_no_game_leads_to(traveller: Visitor, address: str, words: str) -> None:
    traveller.open(address)
    expect(traveller.status).to_have_text("Nothing here")
    expect(traveller.page.get_by_role("main")).to_contain_text(words)
    if "position" in address:
        traveller.forgive("422")


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
