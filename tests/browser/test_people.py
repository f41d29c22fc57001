"""Several browsers at one game: somebody who only watches, and two persons at its two sides."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor

GAME_ADDRESS = r"/game/[A-Za-z0-9_-]{22}"


def test_watching(visit: Visit) -> None:
    """Who has a game's link sees it change, and can change nothing."""
    player = visit()
    player.new_game(o="first")
    player.play("b2")
    player.open_menu()
    spectator = visit(player.field("Link to watch this game"))
    expect(spectator.status).to_have_text("X (a person) to move")
    for name in ("Undo", "Redo", "Resign"):
        expect(spectator.button(name)).to_be_hidden()
    for cell in ("c3", "a1"):
        expect(spectator.cell(cell)).to_be_disabled()
        spectator.cell(cell).click(force=True)
        spectator.page.keyboard.press("Enter")
    player.play("a2")
    spectator.expect_stone("a2", "X")
    spectator.expect_stone("b1", "O")
    expect(spectator.said).to_contain_text("X plays a2. O plays b1")
    assert spectator.position(GAME) == player.position(GAME) == after(["b2", "a1", "a2", "b1"])
    player.play("c2")
    expect(spectator.status).to_have_text("X wins with a2 b2 c2")
    expect(spectator.button("Rematch, sides swapped")).to_be_hidden()


def test_a_link_that_the_device_does_not_take(visit: Visit) -> None:
    """A button hands it to another program: the dialog may be closed. Where it can neither be shared nor be copied,
    both are said, and the link is selected."""
    player = visit(fresh=True)
    player.context.add_init_script("""
        const refuse = (name) => Promise.reject(new DOMException("", name));
        navigator.share = ({ url }) => {
          const again = document.title === url;
          document.title = url;
          return refuse(again ? "NotAllowedError" : "AbortError");
        };
        Object.defineProperty(navigator, "clipboard", { value: { writeText: () => refuse("NotAllowedError") } });
    """)
    player.new_game(o="friend")
    invitation = player.page.locator("#players-panel")
    invitation.get_by_role("button", name="Share…").click()
    expect(player.page).to_have_title(player.field("Link for your friend, who plays O"))
    expect(player.message).to_be_empty()
    invitation.get_by_role("button", name="Share…").click()
    expect(player.message).to_contain_text("The device does not share the link: copy it")
    invitation.get_by_role("button", name="Copy").click()
    expect(player.message).to_contain_text("the text is selected, copy it by hand")
    assert player.page.evaluate("getSelection().toString()") == player.field("Link for your friend, who plays O")


def friends(visit: Visit) -> tuple[Visitor, Visitor]:
    """Return two persons at one game, X and O, the second by the link that the first gave."""
    x = visit()
    x.new_game(o="friend")
    expect(x.page.get_by_text("This link works on this machine only.")).to_be_visible()
    o = visit(x.field("Link for your friend, who plays O"))
    expect(o.status).to_have_text("Waiting for your friend, X")
    assert re.fullmatch(f"{x.home}{GAME_ADDRESS}", o.page.url)  # the seat's token does not stay in the address
    return x, o


def test_two_persons(visit: Visit) -> None:
    """Undo until it is answered, resign, and play again with sides swapped; the score of both games is kept."""
    x, o = friends(visit)
    x.play("b2")
    expect(o.status).to_have_text("Your turn: you are O")
    expect(x.status).to_have_text("Waiting for your friend, O")
    expect(x.cell("a1")).to_be_disabled()
    expect(o.button("Undo")).to_be_disabled()
    x.button("Undo").click()
    o.expect_stone("b2", "empty")
    expect(o.said).to_have_text("Taken back.")
    x.button("Redo").click()
    o.expect_stone("b2", "X")
    o.play("a1")
    x.expect_stone("a1", "O")
    expect(x.button("Undo")).to_be_disabled()
    expect(o.button("Undo")).to_be_enabled()
    x.play("c3")
    expect(o.button("Undo")).to_be_disabled()

    o.button("Resign").click()
    o.button("Keep playing").click()
    expect(o.button("Yes, resign")).to_be_hidden()
    o.button("Resign").click()
    o.button("Yes, resign").click()
    expect(o.status).to_have_text("X (your friend) wins: O resigned")
    for person in (x, o):  # nothing of the past is said any more
        expect(person.page.get_by_text("No hints for either of you")).to_be_hidden()
        expect(person.page.get_by_label("Link for your friend")).to_be_hidden()
        expect(person.page.get_by_text("This link works on this machine only.")).to_be_hidden()
    expect(x.status).to_have_text("You win: O resigned")

    before = x.page.url
    x.button("Rematch, sides swapped").click()
    expect(x.status).to_have_text("Waiting for your friend, X")
    assert x.page.url != before
    o.button("Go to the rematch").click()
    expect(o.status).to_have_text("Your turn: you are X")
    assert o.page.url == x.page.url
    o.play("a3")
    x.expect_stone("a3", "X")
    x.play("b2")
    o.expect_stone("b2", "O")
    assert o.position(GAME) == after(["a3", "b2"])
    o.button("Resign").click()
    o.button("Yes, resign").click()
    expect(x.page.locator("#series")).to_have_text("So far against your friend: you 2, they 0, 0 draws.")
    expect(o.page.locator("#series")).to_have_text("So far against your friend: you 0, they 2, 0 draws.")


def test_a_link_is_a_seat_for_good(visit: Visit) -> None:
    """Who came by a friend's link has the seat again after leaving, and the game in the list."""
    x, o = friends(visit)
    x.play("b2")
    o.open("/")
    o.page.get_by_role("region", name="My games").get_by_role("link", name="Your turn: you are O").click()
    expect(o.status).to_have_text("Your turn: you are O")
    o.play("a1")
    x.expect_stone("a1", "O")


def test_a_seat_of_nobody(visit: Visit) -> None:
    """A link with a wrong token shows the game, says what is wrong, and gives no seat."""
    x = visit()
    x.new_game(o="friend")
    x.open_menu()
    stranger = visit(f"{x.field('Link to watch this game')}#seat=wrong")
    expect(stranger.message).to_contain_text(re.compile("token", re.IGNORECASE))
    expect(stranger.cell("a1")).to_be_disabled()
    stranger.forgive("40[13]")


def test_a_friend(visit: Visit) -> None:
    """The first move makes the link; neither side has help until the game is over."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="a friend").check(force=True)
    visitor.play("b2")
    friend = visit(visitor.field("Link for your friend, who plays O"))
    for person in (visitor, friend):
        person.open_menu()
        expect(person.page.get_by_role("region", name="Exact values")).to_be_hidden()
        expect(person.button("Hint")).to_be_hidden()
        assert person.page.locator(".talk").evaluate("it => it.clientHeight") == 0  # no place for what is not said
        expect(person.page.locator("#agreement")).to_have_text("No hints for either of you until the game is over.")
        moves = person.page.get_by_role("region", name="Moves")
        expect(moves.get_by_text("X b2")).to_be_visible()
        expect(moves.get_by_role("link")).to_have_count(0)
    friend.button("Resign").click()
    friend.button("Yes, resign").click()
    expect(visitor.status).to_contain_text("You win")
    expect(visitor.page.get_by_role("region", name="Exact values")).to_be_visible()
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
        expect(person.page.get_by_role("region", name="Exact values")).to_be_visible()
        expect(person.page.get_by_role("region", name="Why")).to_be_hidden()
    friend.button("Hint").click()
    expect(friend.page.locator("#hint")).to_contain_text("eeps the draw")
    friend.button("Resign").click()
    friend.button("Yes, resign").click()
    visitor.button("Rematch, sides swapped").click()
    expect(visitor.page.locator("#agreement")).to_have_text("Agreed: hints and exact values for both of you.")
