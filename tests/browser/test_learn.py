"""Learn: the first screen, and lessons: asked, answered, hinted at, refuted and counted; and what teachers find."""

import re

import pytest
from playwright.sync_api import Locator, expect

from noughts.app.lessons import made_lesson
from noughts.core.notation import parse_cell
from noughts.core.position import Side
from noughts.lessons import GRADES
from noughts.prove import Proof, prove
from noughts.prove.plan import Plan, plan_of
from noughts.results.lesson import LessonAsked
from noughts.strategies import load
from noughts.web.operations import ROOT
from noughts.web.site.build import handout_paths
from tests.browser.conftest import Visit
from tests.browser.truth import GAME
from tests.browser.visitor import Visitor
from tests.witnesses import assert_loses


def name_of(lesson: LessonAsked) -> str:
    """Return the cell of the answer to a lesson."""
    return lesson.game.name(lesson.answer)


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
    visitor.cell(name_of(asked)).click()
    solved = "Make a fork · 2 of 5 solved, 1 at the second answer"
    expect(count(visitor)).to_have_text(solved)
    visitor.page.reload()
    expect(count(visitor)).to_have_text(solved)
    visitor.cell(name_of(asked)).click()
    expect(visitor.status).to_contain_text("Right.")
    expect(count(visitor)).to_have_text(solved)  # one lesson counts once


def test_the_sentences_are_those_of_the_program(visit: Visit) -> None:
    """The page words questions, reasons and refutations itself: in English as the terminal does."""
    visitor = visit()
    for name in GRADES:
        asked = made_lesson(name, 1)
        visitor.open(f"/learn?grade={name}&seed=1")
        expect(visitor.status, name).to_have_text(asked.question.text)
        move = next(iter(asked.wrong))
        wrong = asked.game.name(move)
        visitor.cell(wrong).click()
        expect(visitor.status).to_have_text(f"{wrong} is not it. {asked.wrong[move].words.text}")
        visitor.button("Try again").click()
        visitor.cell(name_of(asked)).click()
        expect(visitor.status).to_have_text(f"Right. {' '.join(each.text for each in asked.why)}")


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
    visitor = visit("/learn")
    visitor.button("Skip this").click()
    expect(count(visitor)).to_have_text("Win at once · 0 of 5 solved")
    visitor.open("/learn")
    expect(count(visitor)).to_have_text("Win at once · 0 of 5 solved")
    expect(grade(visitor, "Line, threat, fork")).not_to_contain_text("done")


def test_a_grade_is_done(visit: Visit) -> None:
    """The bar counts the lessons of all grades. After five lessons the page says what was learnt, and proposes the next
    grade; after all of them, that this was the whole path."""
    visitor = visit("/learn?grade=win&seed=1")
    visitor.remember("prefer.solved.win", "2,3~,4,5")
    visitor.page.reload()
    bar = visitor.page.get_by_role("progressbar", name=f"The whole path: 4 of {5 * len(GRADES)} lessons")
    expect(bar).to_have_js_property("value", 4)
    visitor.cell(name_of(made_lesson("win", 1))).click()
    visitor.button("Next").click()
    expect(visitor.status).to_have_text("Done: Win at once")
    marks = grade(visitor, "Win at once").locator(".try")
    assert marks.evaluate_all("all => all.filter(each => each.className == 'try half').length") == 1
    visitor.button("Next: Stop a line").click()
    expect(grade(visitor, "Stop a line")).to_have_attribute("aria-current", "step")
    for name in list(GRADES)[1:]:
        visitor.remember(f"prefer.solved.{name}", "1,2,3,4,5")
    visitor.remember("prefer.solved.win", "2,3,4,5")
    visitor.open("/learn?grade=win&seed=1")
    visitor.cell(name_of(made_lesson("win", 1))).click()
    visitor.button("Next").click()
    expect(visitor.page.locator("#learnt + p")).to_have_text("That was the whole path: all of its lessons are solved.")


def test_hints(visit: Visit) -> None:
    """The first says what to look for, the second marks where."""
    for name, second in (("block", "It is in this line: c1 b2 a3."), ("fork", "It is in row 1."), ("five", "It is in")):
        visitor = visit(f"/learn?grade={name}&seed=1")
        asked = made_lesson(name, 1)
        expect(visitor.status).to_have_text(asked.question.text)
        visitor.button("Hint").click()
        tip = visitor.page.locator("#tip")
        expect(tip).to_contain_text("Look for")
        visitor.button("Hint").click()
        expect(tip).to_contain_text(second)
        expect(visitor.cell(name_of(asked))).to_have_accessible_name(re.compile("hint"))
        expect(visitor.button("Hint")).to_have_attribute("aria-disabled", "true")


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


# For teachers


@pytest.mark.gate
def test_the_way_there_and_the_sheets(visit: Visit) -> None:
    """Each sheet is a drawing of its own."""
    visitor = visit("/learn?grade=win&seed=1")
    visitor.page.get_by_role("link", name="For teachers").click()
    expect(visitor.status).to_have_text("For teachers")
    expect(visitor.page).to_have_title("For teachers · noughts")
    expect(visitor.page.get_by_text("if they hold two opposite corners: side")).to_be_visible()  # on sheet C
    told = dict[str, str]()
    expect(visitor.page.get_by_text("Each sheet opens in a new tab, as a picture")).to_be_visible()
    links = visitor.page.locator(".downloads").get_by_role("link").all()
    assert [link.get_attribute("href") for link in links] == [ROOT + path for path in handout_paths("en").values()]
    for link in links:
        with visitor.page.expect_popup() as opened:
            link.click()
        picture = opened.value
        picture.wait_for_load_state()
        told[link.inner_text()] = picture.evaluate("document.documentElement.outerHTML")
        picture.close()
    assert len(set(told.values())) == 8
    assert all(svg.startswith("<svg") for svg in told.values())
    assert "ring on 3,3,3, moving second" in told["Poster, moving second"]
    visitor.open("/")
    visitor.page.get_by_role("link", name="For teachers").click()
    expect(visitor.status).to_have_text("For teachers")
    visitor.page.get_by_role("link", name="To the judge").click()
    expect(visitor.page.get_by_role("list", name="The cards of your sheet")).to_be_visible()


def test_what_it_says_is_true(visit: Visit) -> None:
    """The numbers of games, of boards to learn, and the games that the sheets lose."""
    visitor = visit("/teachers")
    text = visitor.page.locator("[data-view=teachers]").inner_text()
    sheets = {name: load(f"rules: school-{name}") for name in ("first", "centre", "both")}
    first = prove(sheets["first"], GAME, Side.X)
    assert isinstance(first, Proof)
    assert f"{first.games.total} games it wins {first.games.win} and draws {first.games.draw}" in text
    assert all(prove(sheets["both"], GAME, side).verdict == "never loses" for side in Side)
    assert "win, block, block fork, centre, corner, side" in text
    assert all(
        prove(load("rules: win, block, block fork, centre, corner, side"), GAME, side).verdict == "never loses"
        for side in Side
    )
    for letter, name in (("A", "first"), ("B", "centre")):
        found = re.search(rf"Sheet {letter} loses ([a-c1-3 ]+[1-3])\b", text)
        assert found is not None
        cells = [cell for cell in found[1].split() if re.fullmatch("[abc][123]", cell)]
        assert_loses(sheets[name], GAME, Side.O, cells)
        assert [parse_cell(GAME, cell) for cell in cells] == list(prove(sheets[name], GAME, Side.O).losing_line or ())
    for side in Side:
        plan = plan_of(load("perfect"), GAME, side)
        assert isinstance(plan, Plan)
        assert f"{len(plan.to_learn)} for the " in text
