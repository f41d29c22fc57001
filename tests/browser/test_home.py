"""The first page: a board, ready."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from noughts.core.game import Game
from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]
GAME = Game(3, 3, 3)
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.mark.gate
def test_the_first_tap_is_a_move(visit: Visit) -> None:
    """On a phone the board is there without scrolling; what is chosen is one tap away, and is there the next time."""
    visitor = visit("/", **PHONE)
    corner = visitor.cell("c3").bounding_box()
    assert corner is not None
    assert corner["y"] + corner["height"] < 640
    visitor.page.get_by_role("radio", name="perfect").check(force=True)
    expect(visitor.page.get_by_text("It never loses: can you hold the draw?")).to_be_visible()
    visitor.page.get_by_role("radio", name="easy").check(force=True)
    expect(visitor.page.get_by_text("You should win often.")).to_be_visible()
    visitor.page.get_by_text("How strong it is").click()
    expect(visitor.page.get_by_text(re.compile(r"It loses [0-9.]+% of its games against “perfect”\."))).to_be_visible()
    visitor.page.get_by_role("radio", name="perfect").check(force=True)
    visitor.open("/")
    expect(visitor.page.get_by_role("radio", name="perfect")).to_be_checked()
    visitor.cell("b2").tap()
    expect(visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(2)
    visitor.expect_stone("b2", "X")
    assert len(visitor.position(GAME).legal_moves) == 7
    expect(visitor.page.get_by_role("list", name="Players").or_(visitor.page.locator("#players"))).to_contain_text(
        "O: perfect"
    )


def test_no_module_is_found_late(visit: Visit) -> None:
    """The document of a view names all modules that the view needs, and no more."""
    visitor = visit(fresh=True)
    loaded = list[str]()
    visitor.page.on("request", lambda request: loaded.append(request.url) if request.url.endswith(".js") else None)
    for address in ("/", "/prove", "/board"):
        loaded.clear()
        visitor.open(address)
        expect(visitor.page.locator("[data-view]")).to_be_visible()
        named = visitor.page.locator("link[rel=modulepreload]").evaluate_all("links => links.map(link => link.href)")
        scripts = visitor.page.locator("script[src]").evaluate_all("scripts => scripts.map(script => script.src)")
        assert sorted({*named, *scripts}) == sorted(set(loaded))


def test_what_it_is_for(visit: Visit) -> None:
    """One line says it, and leads to a strategy that is called unbeatable, and to the line that beats it."""
    visitor = visit("/")
    purpose = visitor.page.locator("#purpose")
    expect(purpose).to_contain_text("Every claim here is proved.")
    purpose.get_by_role("link", name="see the proof").click()
    lost = visitor.page.get_by_role("region", name="centre-block can be beaten when it moves second")
    expect(lost).to_be_visible()
    expect(lost.get_by_role("list", name="Losing line")).to_be_visible()
    visitor.open("/")
    visitor.button("beat it").click()
    expect(visitor.page.locator("#players")).to_contain_text("O: centre-block")
    expect(visitor.status).to_have_text("Your turn: you are X")


def test_keys(visit: Visit) -> None:
    """The board is two tabs away, and the focus stays in its cell when the game begins."""
    visitor = visit("/")
    expect(visitor.grid).to_be_visible()
    press = visitor.page.keyboard.press
    press("Tab")
    press("Enter")  # skip to the content
    press("Tab")
    press("ArrowRight")
    press("Enter")
    expect(visitor.page).to_have_url(re.compile("/game/"))
    visitor.expect_stone("b1", "X")
    name = visitor.page.evaluate("document.activeElement.ariaLabel")
    assert name.startswith("b1,")


def test_the_computer_begins(visit: Visit) -> None:
    """The other side, and another board."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="O, second").check(force=True)
    visitor.page.get_by_role("group", name="Board").first.get_by_role("radio", name="4 × 4").check(force=True)
    expect(visitor.status).to_have_text("The computer begins")
    expect(visitor.grid).to_have_accessible_name("Board, 4 × 4, 4 in a row")
    expect(visitor.cell("a1")).to_be_disabled()
    visitor.button("Start").first.click()
    expect(visitor.status).to_have_text("Your turn: you are O")


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (768, 1024)])
def test_the_button_that_begins_is_in_sight(visit: Visit, size: tuple[int, int]) -> None:
    """Where the side is chosen a screen below the board too, and when the page is opened again."""
    width, height = size
    visitor = visit("/", viewport={"width": width, "height": height})
    visitor.page.get_by_text("O, second").click()
    expect(visitor.button("Start")).to_be_in_viewport(ratio=1)
    visitor.page.reload()
    expect(visitor.button("Start")).to_be_in_viewport(ratio=1)
    visitor.page.get_by_role("link", name="For teachers").scroll_into_view_if_needed()
    visitor.button("Start").click()
    expect(visitor.status).to_have_text("Your turn: you are O")


def test_exactly_five(visit: Visit) -> None:
    """A switch beside the boards, which is remembered; it is there where a longer row fits on the board."""
    visitor = visit("/")
    game, switch = visitor.page.locator("#game-choice"), "Exactly 5 in a row: a longer row does not win"
    expect(game.get_by_role("switch", name="Exactly")).to_be_hidden()
    game.get_by_role("radio", name="15 × 15").check(force=True)
    game.get_by_role("switch", name=switch).check()
    expect(game.get_by_role("switch", name=switch)).to_be_focused()
    expect(visitor.grid).to_have_accessible_name("Board, 15 × 15, exactly 5 in a row")
    visitor.open("/")
    expect(game.get_by_role("switch", name=switch)).to_be_checked()
    expect(game.get_by_text("Exactly 5 in a row wins, a longer row does not.")).to_be_visible()
    game.get_by_role("radio", name="4 × 4").check(force=True)
    expect(visitor.grid).to_have_accessible_name("Board, 4 × 4, 4 in a row")
    game.get_by_role("radio", name="15 × 15").check(force=True)
    expect(game.get_by_role("radio", name="hard")).to_be_visible()
    game.get_by_role("radio", name="easy").check(force=True)
    visitor.cell("h8").click()
    expect(visitor.page).to_have_url(re.compile("/game/"))
    expect(visitor.grid).to_have_accessible_name("Board, 15 × 15, exactly 5 in a row")
    expect(visitor.page.locator("#rule")).to_have_text("Exactly 5 in a row wins, a longer row does not.")
    expect(visitor.page).to_have_title(re.compile("exactly 5 in a row"))


def test_exactly_five_of_any_board(visit: Visit) -> None:
    visitor = visit("/")
    visitor.more()
    game = visitor.page.locator("#game-choice")
    game.get_by_role("radio", name="other…").check(force=True)
    for label, number in (("Columns", "6"), ("Rows", "2"), ("In a row", "3")):
        game.get_by_role("spinbutton", name=label).fill(number)
        game.get_by_role("spinbutton", name=label).press("Tab")
    game.get_by_role("switch", name="Exactly 3 in a row").check()
    visitor.page.get_by_role("button", name="Start the game").click()
    expect(visitor.grid).to_have_accessible_name("Board, 6 × 2, exactly 3 in a row")


def test_a_friend(visit: Visit) -> None:
    """The first move makes the link; neither side has help until the game is over."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="a friend").check(force=True)
    visitor.play("b2")
    friend = visit(visitor.field("Link for your friend, who plays O"))
    for person in (visitor, friend):
        person.open_menu()
        expect(person.page.get_by_role("region", name="Truth")).to_be_hidden()
        expect(person.button("Hint")).to_be_hidden()
        expect(person.page.locator("#agreement")).to_have_text("No hints for either of you until the game is over.")
        moves = person.page.get_by_role("region", name="Moves")
        expect(moves.get_by_text("X b2")).to_be_visible()
        expect(moves.get_by_role("link")).to_have_count(0)
    friend.button("Resign").click()
    friend.button("Yes, resign").click()
    expect(visitor.status).to_contain_text("You win")
    expect(visitor.page.get_by_role("region", name="Truth")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Review the game")).to_be_visible()


def test_friends_who_agree_on_hints(visit: Visit) -> None:
    """The friend reads it before the first move, and both have hints, also in the rematch."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="a friend").check(force=True)
    visitor.switch("Hints for both of you, if you both agree")
    visitor.play("b2")
    friend = visit(visitor.field("Link for your friend, who plays O"))
    for person in (visitor, friend):
        expect(person.page.locator("#agreement")).to_have_text("Agreed: hints and exact values for both of you.")
        person.open_menu()
        expect(person.page.get_by_role("region", name="Truth")).to_be_visible()
        expect(person.page.get_by_role("region", name="Why")).to_be_hidden()
    friend.button("Hint").click()
    expect(friend.page.locator("#hint")).to_contain_text("eeps the draw")
    friend.button("Resign").click()
    friend.button("Yes, resign").click()
    visitor.button("Rematch, sides swapped").click()
    expect(visitor.page.locator("#agreement")).to_have_text("Agreed: hints and exact values for both of you.")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("a1,b2,a2,c3,a3", "O could have held the draw with a3 at move 4: c3 lost the game."),
        (
            "a1,b1,a2,a3,b2,c2,c1,c3,b3",
            "You could have won with c3 at move 7; after c1 neither side could, if both played well.",
        ),
        ("b2,a1,c3,c1,b1,b3,a2,c2,a3", "No mistake on either side: with best play it is a draw."),
    ],
)
def test_after_a_game(visit: Visit, moves: str, words: str) -> None:
    """Which move decided it, and how to go on; the series is counted once for each game."""
    visitor = visit()
    *before, last = moves.split(",")
    visitor.new_game(o="first", moves=",".join(before))
    visitor.play(last)
    expect(visitor.page.locator("#decided")).to_have_text(words)
    visitor.page.reload()
    expect(visitor.page.locator("#series")).to_have_text("")
    visitor.button("Play again").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    visitor.play("c2", "b2", "a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    won = "you 2, they 0, 0 draws" if "lost" in words else "you 1, they 0, 1 draw"
    expect(visitor.page.locator("#series")).to_have_text(f"So far against first: {won}.")
    visitor.page.get_by_role("link", name="New game").click()
    expect(visitor.status).to_have_text("Your turn: you are X")


def test_the_board_has_its_place(visit: Visit) -> None:
    """In one column it stands in the middle of the screen; beside a long form it stays where it is."""
    visitor = visit("/", viewport={"width": 768, "height": 1024})
    page, board = visitor.page, visitor.page.locator(".board")
    place = board.bounding_box()
    assert place is not None
    assert abs(place["x"] - (768 - place["x"] - place["width"])) <= 2
    page.set_viewport_size({"width": 1280, "height": 800})
    place = board.bounding_box()
    assert place is not None
    page.get_by_text("Load a game or a position").click()
    page.get_by_role("textbox", name="Game or position").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    after = board.evaluate("board => board.getBoundingClientRect().top + scrollY")
    assert after == place["y"]


@pytest.mark.gate
def test_a_pasted_text_is_shown_as_it_is_understood(visit: Visit) -> None:
    visitor = visit("/")
    page = visitor.page
    page.get_by_text("Load a game or a position").click()
    field, shown = page.get_by_role("textbox", name="Game or position"), page.locator(".understood")
    field.fill("O X .\n. O .\n. . .")
    expect(shown).to_have_text("3 × 3, 3 in a row, O to move. O has begun: X and O are exchanged, as X begins here.")
    expect(shown.locator("svg")).to_be_visible()
    field.fill("1. b2 a1 2. c3")
    expect(shown).to_have_text("3 × 3, 3 in a row, 3 moves.")
    field.fill("X . .\n. ?")
    expect(shown).to_contain_text("expected X, O or . (a free cell), not '?'")
    visitor.forgive("422")
    field.fill("")
    expect(shown).to_have_text("")
