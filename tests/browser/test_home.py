"""The first page: a board, ready; and what a person wants of every page: colours, less motion, sounds."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.truth import GAME

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.mark.gate
def test_the_first_tap_is_a_move(visit: Visit) -> None:
    """On a phone the board is there without scrolling; what is chosen is one tap away, and is there the next time."""
    visitor = visit("/", **PHONE)
    expect(visitor.cell("c3")).to_be_in_viewport(ratio=1)
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


def test_the_computer_begins(visit: Visit) -> None:
    """The other side, and another board. The button is in sight also where the side is chosen a screen below it."""
    visitor = visit("/", **PHONE)
    visitor.page.get_by_role("group", name="Board").first.get_by_role("radio", name="4 × 4").check(force=True)
    visitor.page.get_by_text("O, second").click()
    expect(visitor.status).to_have_text("The computer begins")
    expect(visitor.grid).to_have_accessible_name("Board, 4 × 4, 4 in a row")
    expect(visitor.cell("a1")).to_be_disabled()
    expect(visitor.button("Start")).to_be_in_viewport(ratio=1)
    visitor.button("Start").click()
    expect(visitor.status).to_have_text("Your turn: you are O")


def test_exactly_five(visit: Visit) -> None:
    """A rule of the game, which is remembered; it is there where a longer row fits on the board, and of any board."""
    visitor = visit("/")
    game, switch = visitor.page.locator("#game-choice"), "Exactly 5 in a row: a longer row does not win"
    game.get_by_text("Other rules").click()
    expect(game.get_by_role("switch", name="Exactly")).to_be_hidden()
    game.get_by_role("radio", name="15 × 15").check(force=True)
    game.get_by_role("switch", name=switch).check()
    expect(game.get_by_role("switch", name=switch)).to_be_focused()
    expect(visitor.grid).to_have_accessible_name("Board, 15 × 15, exactly 5 in a row")
    visitor.open("/")
    expect(game.get_by_role("switch", name=switch)).to_be_checked()
    expect(game.get_by_text("Exactly 5 in a row wins, a longer row does not.")).to_be_visible()
    game.get_by_role("radio", name="other…").check(force=True)
    for label, number in (("Columns", "6"), ("Rows", "2"), ("In a row", "3")):
        game.get_by_role("spinbutton", name=label).fill(number)
        game.get_by_role("spinbutton", name=label).press("Tab")
    expect(game.get_by_role("switch", name="Exactly 3 in a row")).to_be_checked()
    visitor.cell("c1").click()
    expect(visitor.page).to_have_url(re.compile("/game/"))
    expect(visitor.grid).to_have_accessible_name("Board, 6 × 2, exactly 3 in a row")
    expect(visitor.page.locator("#rule")).to_have_text("Exactly 3 in a row wins, a longer row does not.")
    expect(visitor.page).to_have_title(re.compile("exactly 3 in a row"))


@pytest.mark.parametrize(
    ("moves", "words"),
    [
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
    expect(visitor.page.locator("#series")).to_have_text("So far against first: you 1, they 0, 1 draw.")
    visitor.page.get_by_role("link", name="New game").click()
    expect(visitor.status).to_have_text("Your turn: you are X")


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


# Of every page

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def test_colours(visit: Visit) -> None:
    """The system's colours, unless others are chosen here; the choice is kept."""
    visitor = visit("/", fresh=True, color_scheme="light")
    light = visitor.page.evaluate(BACKGROUND)
    visitor.page.emulate_media(color_scheme="dark")
    dark = visitor.page.evaluate(BACKGROUND)
    assert dark != light
    button = visitor.page.get_by_role("button", name="Colours:")
    expect(button).to_have_accessible_name("Colours: auto")
    button.click()
    expect(button).to_have_accessible_name("Colours: light")
    visitor.page.reload()
    assert visitor.page.evaluate(BACKGROUND) == light
    visitor.page.emulate_media(color_scheme="light")
    button.click()
    expect(button).to_have_accessible_name("Colours: dark")
    assert visitor.page.evaluate(BACKGROUND) == dark
    button.click()
    assert visitor.page.evaluate(BACKGROUND) == light


RECORD = """
    window.begun = [];
    for (const kind of ["animationstart", "transitionrun"])
        document.addEventListener(kind, (event) => window.begun.push(event.animationName ?? event.propertyName));
"""  # keeps every animation and transition that begins, from before the page's own script
HOPS = """() => [...document.querySelectorAll(".cell.won .stone")].map((stone) => {
  const { animationName, animationDelay, animationDuration } = getComputedStyle(stone);
  return animationName === "hop" ? parseFloat(animationDelay) + parseFloat(animationDuration) : 0;
})"""  # the second at which each stone is still again


def test_motion(visit: Visit) -> None:
    """The stones of a win hop for about a second, not those of a loss; without any movement for who wants none."""
    visitor = visit(fresh=True, reduced_motion="no-preference")
    visitor.new_game(o="first")
    visitor.play("c2", "b2", "a2")
    assert 1 <= max(visitor.page.evaluate(HOPS)) < 2
    visitor.new_game(o="first")
    visitor.play("c3", "b2", "a2")  # `first` has a1, b1, c1
    expect(visitor.status).to_have_text("O (first) wins with a1 b1 c1")
    assert not any(visitor.page.evaluate(HOPS))  # a lost game is shown again soon
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.context.add_init_script(RECORD)
    visitor.new_game(o="first")
    visitor.play("c2", "b2", "a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    assert visitor.page.evaluate("window.begun") == []


LISTEN = """
window.tones = [];
const { createOscillator } = BaseAudioContext.prototype;
BaseAudioContext.prototype.createOscillator = function () {
  const made = createOscillator.call(this);
  const { start } = made;
  made.start = function (at) {
    window.tones.push(Math.round(made.frequency.value));
    start.call(made, at);
  };
  return made;
};
"""


def test_sounds(visit: Visit) -> None:
    visitor = visit(fresh=True)
    visitor.context.add_init_script(LISTEN)
    visitor.new_game(o="first")
    visitor.play("c2")
    assert visitor.page.evaluate("tones") == []
    visitor.open_menu()
    visitor.switch("Sounds")
    assert visitor.page.evaluate("tones") == [392]  # which lets a stone be heard
    visitor.play("b2")
    expect(visitor.cell("b1")).to_have_accessible_name("b1, O, last move")
    assert 2 <= visitor.page.evaluate("tones.length") <= 3  # the reply may come with the move
    visitor.page.evaluate("tones.length = 0")
    visitor.play("a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    assert sorted(visitor.page.evaluate("tones")) == [392, 523, 659, 784]

    visitor.open("/board?game=3,3,3")  # where nothing has been touched yet
    expect(visitor.page.get_by_role("switch", name="Sounds")).to_be_checked()
    assert visitor.page.evaluate("tones") == []
    visitor.play("a1")
    assert visitor.page.evaluate("tones") == [392]
    visitor.switch("Sounds", on=False)
    visitor.play("b2")
    assert visitor.page.evaluate("tones") == [392]
