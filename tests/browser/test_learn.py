"""Lessons: asked, answered, refuted and counted, by keyboard; and those of lost games."""

import re

import pytest
from playwright.sync_api import Browser, expect

from noughts.app.lessons import made_lesson
from tests.browser.serving import Server
from tests.browser.visitor import Visitor


def test_a_lesson_by_keyboard(browser: Browser, server: Server) -> None:
    """The question and the position are spoken; a wrong answer is refuted by a line; the next one is a key away."""
    with Visitor(browser, server.url) as visitor:
        visitor.open("/learn?grade=fork&seed=1")
        question = "X to move: which move makes two threats at once?"
        expect(visitor.status).to_have_text(question)
        expect(visitor.said).to_have_text(f"{question} 3 × 3, 3 in a row. X on a1, c2. O on a2, b2.")
        keys = visitor.page.keyboard
        while not visitor.page.evaluate("document.activeElement.dataset.cell"):
            keys.press("Tab")
        expect(visitor.cell("b1")).to_be_focused()  # the first free cell
        keys.press("Enter")
        expect(visitor.status).to_contain_text("b1 is not it. Now it is only a draw: O can hold it.")
        expect(visitor.said).to_contain_text("The line: b1, c1,")
        expect(visitor.button("Try again")).to_be_focused()
        keys.press("ArrowRight")
        expect(visitor.said).to_have_text("O plays c1")
        keys.press("Enter")
        expect(visitor.status).to_have_text(question)
        keys.press("ArrowRight")
        keys.press("Enter")
        expect(visitor.status).to_have_text("Right. c1 threatens b1 and c3, and O can stop only one.")
        expect(visitor.button("Next")).to_be_focused()
        expect(visitor.page.get_by_text("Solved in a row: 0")).to_be_visible()
        keys.press("n")
        expect(visitor.page).to_have_url(re.compile(r"grade=fork&seed=2$"))
        told = made_lesson("fork", 2)
        expect(visitor.status).to_have_text(told.question)
        visitor.cell(told.answer).click()
        expect(visitor.page.get_by_text("Solved in a row: 1")).to_be_visible()
        visitor.page.reload()
        expect(visitor.page.get_by_text("Solved in a row: 1")).to_be_visible()


@pytest.mark.slow
def test_lessons_of_lost_games(browser: Browser, server: Server) -> None:
    """None at first, in a sentence; after a loss that one move would have prevented, that move is asked for."""
    with Visitor(browser, server.url) as visitor:
        visitor.open("/learn?grade=own")
        expect(visitor.status).to_contain_text("No lesson in your lost games yet")
        visitor.new_game(x="perfect", o="human", moves="a1,b1")
        while not re.search("wins", visitor.status.text_content() or ""):
            expect(visitor.status).to_contain_text(re.compile("Your turn|wins"))
            free = visitor.grid.get_by_role("button", name=re.compile(", empty"))
            count = free.count()
            if count and "Your turn" in (visitor.status.text_content() or ""):
                free.last.click()
                expect(free).not_to_have_count(count)  # before the status is read again
        visitor.open("/learn?grade=own")
        expect(visitor.status).to_have_text("O to move: only one move keeps the draw. Which one?")
        visitor.cell("b2").click()
        expect(visitor.status).to_have_text("Right. After b2 it is a draw. Every other move loses.")
        visitor.button("Next").click()
        expect(visitor.status).to_have_text("No more lessons in your lost games.")
