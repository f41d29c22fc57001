"""Games against a program of the visitor's own: from the form, with a program that fails, and without Python."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.browser.test_python import installed
from tests.browser.visitor import Visitor

__all__ = ["installed"]  # the fixture

PROGRAM = """
from noughts import Decision

class First:
    name = "first"

    def supports(self, game):
        return True

    def decide(self, position, rng):
        move, stones = position.legal_moves[0], position.ply
        {}
        return Decision((move,), [None] * position.game.cells, "the first free cell")
"""
FIRST = PROGRAM.format("pass")
LOADING = 60_000  # milliseconds: on a shared machine time says nothing
SILENCE = 60_000  # milliseconds, more than the page waits for a program


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """Somebody at the first page, whose clock the test may move."""
    visitor = visit(fresh=True)
    visitor.page.clock.install()
    visitor.open("/")
    return visitor


def begin(visitor: Visitor, source: str) -> None:
    """Begin a game against a program, which is kept from an earlier visit to the editor."""
    visitor.page.evaluate(f"localStorage.setItem('noughts.prefer.program', {json.dumps(source)})")
    visitor.open("/?o=program")
    expect(visitor.page.get_by_role("option", name="Computer: paths").first).to_be_attached()
    visitor.start()


def expect_reply(visitor: Visitor, cell: str, stone: str = "O") -> None:
    """Wait for the program's move."""
    expect(visitor.cell(cell)).to_have_accessible_name(re.compile(f"^{cell}, {stone}"), timeout=LOADING)


def expect_failure(visitor: Visitor, sentence: str) -> None:
    """Wait for the sentence that says why the program did not move; the game stands."""
    expect(visitor.page.locator("#more")).to_contain_text(re.compile(sentence), timeout=LOADING)
    expect(visitor.status).to_have_text(re.compile(r"^[XO] \(your program\) could not move$"))
    assert len(visitor.page.locator("#more > span").all()) == 1


def test_from_the_form(visitor: Visitor) -> None:
    """Without a program the way leads to the editor; with one the game begins. The other side is a person."""
    visitor.without_python()
    visitor.more()
    player = visitor.page.get_by_role("combobox", name="Player")
    expect(player.nth(1)).to_have_value("paths")
    player.nth(0).select_option("A program of yours")
    expect(player.nth(1)).to_have_value("human")
    visitor.button("Swap sides").click()
    expect(player.nth(1)).to_have_value("program")
    visitor.button("Start the game").click()
    expect(visitor.page).to_have_url(re.compile(r"/prove\?yours=1&game=3,3,3"))
    expect(visitor.page.get_by_role("textbox", name="Your program")).to_have_value(re.compile("def choose_move"))

    visitor.open("/?x=program&o=human&game=4,4,4&moves=a1,d4")
    visitor.page.evaluate(f"localStorage.setItem('noughts.prefer.program', {json.dumps(FIRST)})")
    visitor.start()
    expect(visitor.page.locator("#players")).to_contain_text("X: your program")


def test_failures(visitor: Visitor) -> None:
    """An exception, with its line, an endless loop and an illegal move, each in one sentence; the person takes the move
    back, or resigns; then the same game or the rematch. A loop ends after a time, or at once by undo and resign."""
    fails = "if stones > 2:\n            while 6 not in position.legal_moves: pass\n            "
    begin(visitor, PROGRAM.format(fails + "move = 8 if 4 in position.legal_moves else 1 // 0"))
    visitor.play("c3")
    expect_reply(visitor, "a1")
    visitor.play("b2")
    expect_failure(visitor, r"ZeroDivisionError.*\(program\.py, line 14\)")
    visitor.button("Undo").click()
    visitor.expect_stone("b2", "empty")
    expect(visitor.status).to_have_text("Your turn: you are X")
    visitor.play("a3")
    expect(visitor.status).to_have_text("O (your program) is thinking…")
    visitor.page.clock.fast_forward(SILENCE)
    expect_failure(visitor, "It was stopped")
    for _ in range(2):
        visitor.button("Undo").click()
        visitor.expect_stone("a3", "empty")
    expect(visitor.button("Undo")).to_have_attribute("aria-disabled", "true")

    visitor.play("c3")
    expect_reply(visitor, "a1")
    visitor.play("a3")
    expect(visitor.status).to_have_text("O (your program) is thinking…")
    visitor.button("Undo").click()
    visitor.expect_stone("a3", "empty")
    visitor.play("c2")
    expect_failure(visitor, "8|c3")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.status).to_have_text("O (your program) wins: X resigned")
    visitor.button("Play again").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    visitor.play("a1")
    expect_reply(visitor, "b1")
    visitor.play("a3")
    expect(visitor.status).to_have_text("O (your program) is thinking…")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    visitor.button("Rematch, sides swapped").click()
    expect_reply(visitor, "a1", "X")
    expect(visitor.status).to_have_text("Your turn: you are O")


@pytest.mark.parametrize("lacking", ["WebAssembly", "module workers", "workers"])
def test_a_browser_that_cannot_run_python(visit: Visit, lacking: str) -> None:
    """One sentence, in the editor and in a game, which the person can leave."""
    visitor = visit(fresh=True)
    if lacking == "WebAssembly":
        visitor.context.route("**/python/worker.js", without_webassembly)
    elif lacking == "workers":
        visitor.page.add_init_script("delete window.Worker")
    else:  # such a browser starts a module as a script
        visitor.page.add_init_script(
            "const Modules = Worker; Worker = class extends Modules { constructor(address) { super(address); } }"
        )
    visitor.open("/prove?yours=1")
    expect(visitor.page.get_by_role("textbox", name="Your program")).to_have_value(re.compile("def choose_move"))
    visitor.button("Prove").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("WebAssembly")
    expect(visitor.page.locator("#progress")).to_be_hidden()
    visitor.button("Play against it").click()
    visitor.play("b2")
    expect_failure(visitor, "WebAssembly")
    visitor.button("Undo").click()
    visitor.expect_stone("b2", "empty")


def without_webassembly(route: Route) -> None:
    """Answer with a worker that has no WebAssembly."""
    answer = route.fetch()
    route.fulfill(response=answer, body=f"delete self.WebAssembly;\n{answer.text()}")
