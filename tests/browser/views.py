"""Every view of the page, and how a visitor comes to see it."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

View = Callable[[Visitor], None]


def home(visitor: Visitor) -> None:
    """The board of a new game, a game in the list, and the form for any other."""
    visitor.new_game(o="first")
    visitor.play("b2")
    visitor.open("/")
    visitor.more()
    second = visitor.page.get_by_role("group", name="O moves second")
    second.get_by_label("Player").select_option(label="Computer: ring")
    expect(visitor.page.get_by_role("link", name="proved: never loses")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Your turn")).to_be_visible()


def message(visitor: Visitor) -> None:
    """What an address asks for is not there, and a text that is no game is refused at its field."""
    visitor.open("/board?strategy=nosuch")
    expect(visitor.button("Dismiss")).to_be_visible()
    visitor.page.get_by_text("Load a game or a position").click()
    visitor.page.get_by_role("textbox", name="Game or position").fill("XX")
    visitor.button("Open").click()
    expect(visitor.page.locator("#load .trouble")).to_be_visible()
    visitor.forgive("422")


def game(visitor: Visitor) -> None:
    """A game that goes on, with exact values on the board, the reason of a move and a hint."""
    visitor.new_game(o="paths:override=off")
    visitor.play("a1")
    visitor.open_menu()
    visitor.switch("Exact values on the board")
    expect(visitor.page.get_by_role("region", name="Why")).to_be_visible()
    visitor.button("Hint").click()
    expect(visitor.page.locator("#hint")).to_be_visible()


def resigning(visitor: Visitor) -> None:
    """A game that is about to be given up, and a friend to be invited."""
    visitor.new_game("6,5,4", o="friend")
    visitor.play("c3")
    visitor.button("Resign").click()
    expect(visitor.button("Yes, resign")).to_be_visible()


def won(visitor: Visitor) -> None:
    """A game that is over."""
    visitor.new_game(o="first")
    visitor.play("c2", "b2", "a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")


def streak(visitor: Visitor) -> None:
    """The first page with games in a row at a level, and the day's dare."""
    visitor.open("/")
    score = '{"won": 12, "drawn": 0, "lost": 1, "streak": 12, "best": 12, "games": []}'
    visitor.remember("series.3,3,3 paths:level=easy", score)
    visitor.page.reload()
    expect(visitor.page.get_by_role("radio", name="12 wins in a row")).to_be_attached()


def dare(visitor: Visitor) -> None:
    """The day's dare, given up."""
    visitor.open("/")
    visitor.button("Take the dare").click()
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.button("Try the dare again")).to_be_visible()


def climbing(visitor: Visitor) -> None:
    """A win against a level: the next one, and sounds that are offered."""
    visitor.new_game(o="first")
    visitor.remember(f"level.{visitor.page.url.rpartition('/')[2]}", "easy")
    visitor.page.reload()
    visitor.play("c2", "b2", "a2")
    expect(visitor.button("Next: medium")).to_be_visible()
    expect(visitor.button("Sounds on")).to_be_visible()


def pace(visitor: Visitor) -> None:
    """Two strategies, paused."""
    visitor.new_game("4,4,4", x="paths", o="weights")
    visitor.button("Pause").click()
    expect(visitor.button("Play")).to_be_visible()


def truth(visitor: Visitor) -> None:
    """A position with exact values, the rule list, and the numbers of the ring."""
    visitor.open("/board?game=3,3,3&moves=a1,b2,c3&strategy=ring")
    visitor.switch("Exact values on the board")
    expect(visitor.page.get_by_text("With best play")).to_be_visible()
    expect(visitor.page.get_by_text("ring would play")).to_be_visible()


def tree(visitor: Visitor) -> None:
    """A tree of replies, at a step with a pruned move and a bound of a value, all its levels but one open."""
    visitor.open("/tree?game=3,3,3&position=..X/..O/X..&step=60")
    expect(visitor.page.get_by_text("the rest need not be looked at")).to_be_visible()


def weights(visitor: Visitor) -> None:
    """A position with a strategy's weights in its cells."""
    visitor.open("/board?game=4,4,4&moves=b2,c3&strategy=weights")
    expect(visitor.page.get_by_text("weights would play")).to_be_visible()


def large(visitor: Visitor) -> None:
    """A position on a large board, with scores."""
    visitor.open("/board?game=15,15,5&moves=h8,g7,i8,j8,h9&strategy=paths")
    expect(visitor.page.get_by_text("paths would play")).to_be_visible()


def threats(visitor: Visitor) -> None:
    """A board set by hand, with a threat."""
    visitor.open("/board?position=XX./.O./...")
    visitor.page.get_by_role("radio", name="only X").check(force=True)
    visitor.switch("What the other side threatens")
    expect(visitor.page.get_by_text("X threatens to complete a line: c1.")).to_be_visible()


def review(visitor: Visitor) -> None:
    """A game with mistakes."""
    visitor.open("/review?game=3,3,3&moves=a1,b1,a2,b2,c3,c1,b3,a3&ply=4")
    expect(visitor.button("Next mistake")).to_be_visible()


def proof(visitor: Visitor) -> None:
    """A proof with its losing line."""
    visitor.open("/prove?strategy=weights&game=3,3,3&seat=both")
    expect(visitor.page.get_by_role("region", name="weights can be beaten when it moves second")).to_be_visible()


def editor(visitor: Visitor) -> None:
    """The editor for a strategy of the visitor's own, with a template in it."""
    visitor.without_python()
    visitor.open("/prove?yours=1")
    expect(visitor.page.get_by_role("textbox", name="Your program")).to_have_value(re.compile("def choose_move"))


def rules(visitor: Visitor) -> None:
    """A list of rules as cards: one opened, one that might be dropped, and a game that the list loses."""
    visitor.open("/prove?rules=win, block, moving second: fork, centre, corner first, any, side")
    expect(visitor.page.get_by_role("list", name="Losing line")).to_be_visible()
    visitor.button("What if I drop this?").nth(1).click()
    expect(visitor.button("Keep it")).to_be_visible()
    visitor.page.get_by_text("only moving second").click()


def learn(visitor: Visitor) -> None:
    """A lesson, a wrong answer, and the line that refutes it."""
    visitor.open("/learn?grade=fork&seed=1")
    visitor.remember("prefer.solved.win", "1,2~,3")
    visitor.page.reload()
    expect(visitor.status).to_have_text("X can win with a fork. Where?")
    visitor.cell("a3").click()
    expect(visitor.button("Try again")).to_be_visible()


def basics(visitor: Visitor) -> None:
    """The first screen of Learn, after a right answer: the free cells of two lines are framed."""
    visitor.open("/learn?grade=basics")
    for cell in ("c3", "a3"):
        visitor.cell(cell).click()
        visitor.button("Next").click()
    visitor.cell("a2").click()
    expect(visitor.button("To the lessons")).to_be_visible()


def teachers(visitor: Visitor) -> None:
    """What a class can use, with the rules of the sheets."""
    visitor.open("/teachers")
    expect(visitor.page.get_by_text("move 2: opposite own corner").first).to_be_visible()


def embedded(visitor: Visitor) -> None:
    """The small board for other pages, with a reply."""
    visitor.open("/embed?play=ring")
    visitor.cell("b2").click()
    expect(visitor.page.get_by_role("button", name=", O")).to_be_visible()


def lost(visitor: Visitor) -> None:
    """An address of nothing."""
    visitor.open("/board?game=0,0,0")
    expect(visitor.status).to_have_text("Nothing here")


VIEWS: dict[str, View] = {
    view.__name__: view
    for view in (
        home,
        message,
        game,
        resigning,
        won,
        streak,
        dare,
        climbing,
        pace,
        truth,
        tree,
        weights,
        large,
        threats,
        review,
        proof,
        editor,
        rules,
        learn,
        basics,
        teachers,
        embedded,
        lost,
    )
}
