"""Learn: the first screen, and lessons: asked, answered, hinted at, refuted and counted; and those of lost games."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from noughts.app.lessons import made_lesson
from noughts.lessons import GRADES
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
MOST = 2  # pixels that something may move when a sentence comes


def grade(visitor: Visitor, title: str) -> Locator:
    """A grade in the list."""
    return visitor.page.get_by_role("list", name="Lessons").get_by_role("button", name=title)


def count(visitor: Visitor) -> Locator:
    """The line that says the grade, and how far the visitor is."""
    return visitor.page.locator("#solved")


@pytest.mark.gate
def test_a_lesson_by_keyboard(visit: Visit) -> None:
    """The question and the position are spoken; a wrong answer is refuted by a line; the next one is a key away."""
    visitor = visit("/learn?grade=fork&seed=1")
    question = "X can win with a fork. Where?"
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
    expect(count(visitor)).to_have_text("Make a fork · 1 of 5 solved, 1 at the second answer")
    keys.press("n")
    expect(visitor.page).to_have_url(re.compile(r"grade=fork&seed=2$"))
    asked = made_lesson("fork", 2)
    expect(visitor.status).to_have_text(asked.question.text)
    visitor.cell(asked.answer).click()
    solved = "Make a fork · 2 of 5 solved, 1 at the second answer"
    expect(count(visitor)).to_have_text(solved)
    visitor.page.reload()
    expect(count(visitor)).to_have_text(solved)
    visitor.cell(asked.answer).click()
    expect(visitor.status).to_contain_text("Right.")
    expect(count(visitor)).to_have_text(solved)  # one lesson counts once


def test_the_whole_path_has_a_bar(visit: Visit) -> None:
    """It counts the lessons of all grades; each grade has a mark for each of its lessons, half at the second answer."""
    visitor = visit("/learn?grade=win&seed=1")
    bar = visitor.page.get_by_role("progressbar", name=f"The whole path: 0 of {5 * len(GRADES)} lessons")
    expect(bar).to_have_js_property("value", 0)
    expect(visitor.page.locator("#counting")).to_have_text("solved at the first answer, at the second: both count.")
    asked = made_lesson("win", 1)
    visitor.cell(next(iter(asked.wrong))).click()
    visitor.button("Try again").click()
    visitor.cell(asked.answer).click()
    expect(visitor.page.get_by_role("progressbar", name="The whole path: 1 of")).to_have_js_property("value", 1)
    marks = grade(visitor, "Win at once").locator(".try")
    assert marks.evaluate_all("all => all.map(each => each.className)") == ["try half"] + ["try open"] * 4
    expect(grade(visitor, "Win at once")).to_contain_text("1 of 5 solved, 1 at the second answer")
    visitor.button("Next").click()
    third = made_lesson("win", 2)
    for wrong in list(third.wrong)[:2]:
        visitor.cell(wrong).click()
        visitor.button("Try again").click()
    visitor.cell(third.answer).click()
    expect(visitor.status).to_contain_text("Right.")
    expect(count(visitor)).to_have_text("Win at once · 1 of 5 solved, 1 at the second answer")


def test_the_end_of_the_whole_path(visit: Visit) -> None:
    visitor = visit("/learn?grade=win&seed=1")
    for name in GRADES:
        seeds = "2,3,4,5" if name == "win" else "1,2,3,4,5"
        visitor.remember(f"prefer.solved.{name}", seeds)
    visitor.page.reload()
    visitor.cell(made_lesson("win", 1).answer).click()
    visitor.button("Next").click()
    expect(visitor.status).to_have_text("Done: Win at once")
    expect(visitor.page.locator("#learnt + p")).to_have_text("That was the whole path: all of its lessons are solved.")


def test_the_sentences_are_those_of_the_program(visit: Visit) -> None:
    """The page words questions, reasons and refutations itself: in English as the terminal does."""
    visitor = visit()
    for name in GRADES:
        asked = made_lesson(name, 1)
        visitor.open(f"/learn?grade={name}&seed=1")
        expect(visitor.status, name).to_have_text(asked.question.text)
        wrong = next(iter(asked.wrong))
        visitor.cell(wrong).click()
        expect(visitor.status).to_have_text(f"{wrong} is not it. {asked.wrong[wrong].words.text}")
        visitor.button("Try again").click()
        visitor.cell(asked.answer).click()
        expect(visitor.status).to_have_text(f"Right. {' '.join(each.text for each in asked.why)}")


def test_in_german(visit: Visit) -> None:
    """The first screen and a lesson in the language of the browser."""
    visitor = visit("/learn", locale="de-DE")
    expect(visitor.status).to_have_text("Baue eine Reihe: Setze dein drittes X.")
    visitor.button("Überspringen").click()
    expect(visitor.status).to_contain_text("kann sofort gewinnen. Wo?")
    expect(count(visitor)).to_have_text("Sofort gewinnen · 0 von 5 gelöst")


def test_the_first_screen(visit: Visit) -> None:
    """A line, a threat and a fork are made, each wrong cell told why; then it is remembered, and can be done again."""
    visitor = visit("/learn")
    expect(visitor.status).to_have_text("Make a line: put your third X in a row.")
    visitor.cell("b3").click()
    expect(visitor.status).to_have_text("b3 makes no line. Which cell makes three X in a row?")
    visitor.cell("c3").click()
    expect(visitor.status).to_have_text("Right: a1 b2 c3 is a line, and a line wins.")
    expect(visitor.button("Next")).to_be_focused()
    visitor.button("Next").click()
    expect(visitor.status).to_have_text("Make a threat: two X in a line whose third cell is free.")
    expect(visitor.page.locator("#solved")).to_have_text("Line, threat, fork · 2 of 3")
    visitor.cell("c3").click()
    expect(visitor.status).to_contain_text("c3 makes no threat: each of its lines has an O in it")
    visitor.cell("a3").click()
    expect(visitor.status).to_contain_text("Right: that threatens a2. O must play there")
    visitor.button("Next").click()
    expect(visitor.status).to_have_text("Make a fork: two threats at once.")
    visitor.cell("b3").click()
    expect(visitor.status).to_have_text("b3 makes no threat. Which cell makes two?")
    visitor.cell("c1").click()
    expect(visitor.status).to_have_text("c1 makes one threat: O stops it at a3. Which cell makes two?")
    visitor.cell("a2").click()
    expect(visitor.status).to_have_text("Right: that threatens c2 and a3. O can stop only one: a fork wins.")
    visitor.button("To the lessons").click()
    expect(visitor.page).to_have_url(re.compile("grade=win&seed="))
    expect(grade(visitor, "Line, threat, fork")).to_contain_text("done")
    visitor.open("/learn")
    expect(count(visitor)).to_have_text("Win at once · 0 of 5 solved")
    grade(visitor, "Line, threat, fork").click()
    expect(visitor.status).to_have_text("Make a line: put your third X in a row.")


def test_the_first_screen_can_be_skipped(visit: Visit) -> None:
    """It does not come again, and is not said to be done."""
    visitor = visit("/learn", viewport={"width": 390, "height": 844})
    board = visitor.page.get_by_role("grid").bounding_box()
    assert board
    assert board["x"] + board["width"] <= 390
    visitor.button("Skip this").click()
    expect(count(visitor)).to_have_text("Win at once · 0 of 5 solved")
    visitor.open("/learn")
    expect(count(visitor)).to_have_text("Win at once · 0 of 5 solved")
    expect(grade(visitor, "Line, threat, fork")).not_to_contain_text("done")


def test_a_grade_is_done(visit: Visit) -> None:
    """After five lessons the page says what was learnt, and proposes the next grade."""
    visitor = visit("/learn?grade=win&seed=1")
    for seed in range(1, 6):
        expect(visitor.page).to_have_url(re.compile(f"grade=win&seed={seed}$"))
        expect(visitor.button("Skip")).to_be_visible()  # the lesson is there
        visitor.cell(made_lesson("win", seed).answer).click()
        expect(count(visitor)).to_have_text(f"Win at once · {seed} of 5 solved")
        visitor.button("Next").click()
    expect(visitor.status).to_have_text("Done: Win at once")
    expect(visitor.page.locator("#learnt")).to_contain_text("look first whether you can complete a line")
    expect(grade(visitor, "Win at once")).to_contain_text("done")
    expect(grade(visitor, "Stop a line")).to_contain_text("next")
    visitor.button("Next: Stop a line").click()
    expect(grade(visitor, "Stop a line")).to_have_attribute("aria-current", "step")
    expect(visitor.status).to_contain_text("threatens to complete a line")


def places(visitor: Visitor) -> list[float]:
    """Where the board, its first cell and the row of buttons are on the page."""
    boxes = [visitor.grid, visitor.cell("a1"), visitor.page.locator("#lesson-actions")]
    found = [box.bounding_box() for box in boxes]
    scrolled: float = visitor.page.evaluate("scrollY")
    return [value for box in found if box for value in (box["x"], box["y"] + scrolled)]


@pytest.mark.parametrize("options", [PHONE, {"viewport": {"width": 1280, "height": 720}}])
def test_hints_and_answers_move_nothing(visit: Visit, options: dict[str, Any]) -> None:
    """The first hint says what to look for, the second marks where; board and buttons stay where they are."""
    for name, second in (("block", "It is in this line: c1 b2 a3."), ("fork", "It is in row 1."), ("five", "It is in")):
        visitor = visit(f"/learn?grade={name}&seed=1", **options)
        asked = made_lesson(name, 1)
        expect(visitor.status).to_have_text(asked.question.text)
        before = places(visitor)
        visitor.button("Hint").click()
        tip = visitor.page.locator("#tip")
        expect(tip).to_contain_text("Look for")
        visitor.button("Hint").click()
        expect(tip).to_contain_text(second)
        expect(visitor.cell(asked.answer)).to_have_accessible_name(re.compile("hint"))
        expect(visitor.button("Hint")).to_have_attribute("aria-disabled", "true")
        assert places(visitor) == pytest.approx(before, abs=MOST)
        visitor.cell(next(iter(asked.wrong))).click()
        if visitor.button("Cancel").is_visible():  # a small cell, touched: it is asked whether it was meant
            visitor.page.get_by_role("button", name=re.compile("^Play ")).click()
        expect(visitor.status).to_contain_text("is not it")
        assert places(visitor) == pytest.approx(before, abs=MOST)


def test_on_a_phone_the_board_is_on_the_screen_after_a_grade_is_chosen(visit: Visit) -> None:
    """The list stands below the board."""
    visitor = visit("/learn?grade=win&seed=1", **PHONE)
    expect(visitor.button("Hint")).to_be_visible()
    for title in ("The right threat: 4 × 4", "Win by fours"):
        grade(visitor, title).click()
        expect(grade(visitor, title)).to_have_attribute("aria-current", "step")
        expect(visitor.button("Hint")).to_be_visible()
        box = visitor.grid.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640


def test_lessons_of_lost_games(visit: Visit) -> None:
    """None at first, in a sentence; after a loss that one move would have prevented, that move is asked for."""
    visitor = visit("/learn?grade=own")
    expect(visitor.status).to_contain_text("No lesson in your lost games yet")
    visitor.new_game(x="perfect", o="human", moves="a1,b1")
    while not re.search("wins", visitor.status.text_content() or ""):
        expect(visitor.status).to_contain_text(re.compile("Your turn|wins"))
        free = visitor.grid.get_by_role("button", name=re.compile(", empty"))
        cells = free.count()
        if cells and "Your turn" in (visitor.status.text_content() or ""):
            free.last.click()
            expect(free).not_to_have_count(cells)  # before the status is read again
    visitor.open("/learn?grade=own")
    expect(visitor.status).to_have_text("Only one move of O keeps the draw. Which one?")
    visitor.cell("b2").click()
    expect(visitor.status).to_have_text("Right. After b2 it is a draw. Every other move loses.")
    visitor.button("Next").click()
    expect(visitor.status).to_have_text("No more lessons in your lost games.")
