"""Beating a strategy by the line that its proof names, and going through that game afterwards."""

import re

import pytest
from playwright.sync_api import expect

from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.prove import prove
from noughts.review.judgement import judge
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after, values
from tests.browser.visitor import Visitor


def winning_cells(moves: list[str]) -> list[str]:
    """Return the cells of the line that ends a game."""
    outcome = after(moves).outcome
    assert outcome is not None
    assert outcome.line is not None
    return [GAME.name(cell) for cell in outcome.line]


@pytest.mark.gate
def test_beating_a_strategy(visit: Visit) -> None:
    """By a shortest game that `first` loses as O: it never has a choice, so it can be led through it."""
    line = [GAME.name(move) for move in prove(load("first"), GAME, Side.O).losing_line or ()]
    cells = winning_cells(line)
    visitor = visit()
    visitor.new_game(o="first")
    visitor.play(*line[::2])
    won = f"You win with {' '.join(cells)}"
    expect(visitor.status).to_have_text(won)
    expect(visitor.said).to_have_text(f"X plays {line[-1]}. {won}.")
    assert visitor.position(GAME) == after(line)
    assert [name.split(",")[0] for name in visitor.names() if "in the winning line" in name] == cells

    expect(visitor.page.locator("#decided")).to_contain_text("lost the game")
    visitor.page.get_by_role("link", name="Review the game").click()
    expect(visitor.status).to_have_text("Look at it")
    assert f"moves={','.join(line)}" in visitor.page.url
    assert_at_the_decision(visitor, line)
    visitor.page.keyboard.press("End")
    assert_judged(visitor, line)


def result(moves: list[str]) -> int:
    """Return 1, 0 or -1: what the position after moves is worth to the side to move."""
    return max(value.result for value in values(after(moves)).values())


def assert_at_the_decision(visitor: Visitor, moves: list[str]) -> None:
    """The review begins at O's last mistake, which gave the game to X."""
    decisive = max(ply for ply in range(2, len(moves), 2) if result(moves[: ply - 1]) >= 0 and result(moves[:ply]) > 0)
    expect(visitor.page.get_by_text(f"{decisive} / {len(moves)}", exact=True)).to_be_visible()


def assert_judged(visitor: Visitor, moves: list[str]) -> None:
    """Every move of 3,3,3 is judged by exact values; keys and buttons go through the game, and to its mistakes."""
    page = visitor.page
    judged, position = [], Position(GAME)
    for cell in moves:
        move = parse_cell(GAME, cell)
        judged.append(judge(values(position), move))
        position = position.play(move)
    mistakes = [ply for ply, each in enumerate(judged, start=1) if each.mistake]
    many = {0: "No mistake", 1: "One mistake"}.get(len(mistakes), f"{len(mistakes)} mistakes")
    expect(page.get_by_text(f"{many}, by exact values.")).to_be_visible()

    rows = page.get_by_role("list", name="Moves").get_by_role("listitem")
    expect(rows).to_have_count(len(moves))
    words = []
    for ply, (cell, judgement) in enumerate(zip(moves, judged, strict=True), start=1):
        side = "X" if ply % 2 else "O"
        expect(rows.nth(ply - 1)).to_contain_text(f"{side} {cell}")
        expect(rows.nth(ply - 1)).to_contain_text(judgement.words(GAME))
        words.append(f"{ply}. {side} {cell}: {judgement.words(GAME)}.")

    def expect_at(ply: int) -> None:
        expect(page.get_by_text(f"{ply} / {len(moves)}", exact=True)).to_be_visible()
        expect(page.locator("#judgement")).to_have_text(words[ply - 1] if ply else "The empty board.")
        assert visitor.position(GAME) == after(moves[:ply])

    press = page.keyboard.press
    expect_at(len(moves))
    press("Home")
    expect_at(0)
    for mistake in mistakes:
        visitor.button("Next mistake" if len(mistakes) > 1 else "Show the mistake").click()
        expect_at(mistake)
        expect(visitor.said).to_have_text(words[mistake - 1])
    if len(mistakes) > 1:
        visitor.button("Next mistake").click()
        expect(visitor.said).to_have_text("No mistake after this move")
    for mistake in mistakes[-2::-1]:
        visitor.button("Previous mistake").click()
        expect_at(mistake)
    press("End")
    expect_at(len(moves))
    press("ArrowLeft")
    press("ArrowLeft")
    expect_at(len(moves) - 2)
    press("ArrowRight")
    expect_at(len(moves) - 1)
    visitor.button("To the start").click()
    visitor.button("Forward").click()
    expect_at(1)
    rows.nth(2).get_by_role("button").click()
    expect_at(3)
    page.reload()
    expect_at(3)


def test_kinds_of_mistakes(visit: Visit) -> None:
    """Wins let slip, draws lost, moves that were the only one, positions lost already: all by exact values."""
    moves = ["a1", "b1", "a2", "b2", "c3", "c1", "b3", "a3"]
    visitor = visit(f"/review?game=3,3,3&moves={','.join(moves)}")
    assert_judged(visitor, moves)
    texts = visitor.page.get_by_role("list", name="Moves").inner_text()
    for words in ("lost the draw", "let the win slip", "the only move that does"):
        assert re.search(words, texts)


def test_a_large_board(visit: Visit) -> None:
    """A line that ends the game and the wins that a search proves are judged; the rest is an estimate, drawn pale."""
    moves = "h8,g9,i9,h10,i11,j10,i10,j11,i8,i12,i7"
    visitor = visit(f"/review?game=15,15,5&moves={moves}")
    judged = visitor.page.get_by_text(re.compile(r"mistakes?, as far as the search sees\. .* only estimated"))
    expect(judged).to_be_visible(timeout=60_000)
    expect(visitor.page.locator("#judgement")).to_have_text("11. X i7: completes a line.")
    rows = visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")
    expect(rows.nth(0)).to_contain_text(re.compile(r"estimate: (level|.* better for [XO])"))
    score = re.compile(r"^Score of the search for X: [+-]?\d+$")
    expect(rows.nth(0).locator(".words")).to_have_attribute("title", score)
    expect(rows.nth(8)).to_contain_text("kept a proved win")
    course = visitor.page.get_by_role("img", name="The course of the game")
    expect(course.locator(".bar")).to_have_count(11)
    expect(course.locator(".bar").nth(0)).to_have_class(re.compile("guess"))
    expect(course.locator(".for-x:not(.guess)").last).to_have_attribute("data-ply", "11")
    course.locator(".reach").nth(3).click()
    expect(visitor.page.get_by_text("4 / 11", exact=True)).to_be_visible()


def test_the_better_moves_are_drawn(visit: Visit) -> None:
    """At a mistake, as stones that are not there: all moves that an independent search finds to keep the draw."""
    moves = ["b2", "b1", "a1", "c3", "a3"]
    visitor = visit(f"/review?game=3,3,3&moves={','.join(moves)}&ply=2")
    ghosts = visitor.page.locator(".ghost")
    keeping = {GAME.name(move) for move, value in values(after(moves[:1])).items() if value.result == 0}
    expect(ghosts).to_have_count(len(keeping))
    assert {name.split(",")[0] for name in visitor.names() if "better for O" in name} == keeping
    visitor.page.keyboard.press("ArrowRight")
    expect(ghosts).to_have_count(0)
    assert visitor.position(GAME) == after(moves[:3])


def test_a_long_review_says_how_far_it_is_and_can_be_stopped(visit: Visit) -> None:
    visitor = visit("/review?game=15,15,5&moves=h8,i9,h9,h7,g8,i8,g10,f11,i10,e8")
    page = visitor.page
    moves = page.get_by_role("region", name="Moves")
    judged = moves.get_by_text(re.compile(r"^[1-9]\d* of 10 moves judged, \d+ s$"))
    expect(judged).to_be_visible(timeout=60_000)  # a search that is shared with other tests' work takes its time
    moves.get_by_role("button", name="Stop").click()
    expect(moves.get_by_text("Stopped.")).to_be_visible()
    expect(moves.get_by_role("button", name="Ask again")).to_be_focused()
    expect(moves.get_by_text("moves judged")).to_be_hidden()
