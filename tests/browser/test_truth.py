"""What the page knows of a position: exact values, and why a strategy moves."""

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from noughts.core.game import Game
from noughts.core.player import Decision
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after, values
from tests.browser.visitor import Visitor


def expect_truth(visitor: Visitor, moves: list[str]) -> None:
    """Every free cell of 3,3,3 has its exact value, in its name and in its letters; the others have none."""
    worth = values(after(moves))
    for cell in range(GAME.cells):
        button = visitor.cell(GAME.name(cell))
        if cell not in worth:
            expect(button).not_to_have_accessible_name(re.compile("win|draw|loss"))
            continue
        value = worth[cell]
        words = str(value).replace("plies", "moves").replace("ply", "move")
        expect(button).to_have_accessible_name(re.compile(f", {words}(,|$)"))
        expect(button.locator(".worth")).to_have_attribute("data-sign", value.short)


def test_exact_values(visit: Visit) -> None:
    visitor = visit("/board?game=3,3,3&strategy=weights")
    visitor.switch("Scores on the board", on=False)
    visitor.switch("Exact values on the board")
    for moves in ("", "b2", "a1,b1", "a1,b2,c2", "b2,b1,a1,c3", "a1,b2,c3,a3"):
        visitor.open(f"/board?game=3,3,3&moves={moves}&strategy=weights")
        visitor.switch("Scores on the board", on=False)
        names = moves.split(",") if moves else []
        expect_truth(visitor, names)
        best, side = max(values(after(names)).values()), after(names).side
        winner = side if best.result == 1 else side.opponent
        said = "it is a draw." if best.result == 0 else f"{winner} wins in {best.distance} moves, both sides counted."
        expect(visitor.page.get_by_text(f"With best play {said}")).to_be_visible()
    visitor.switch("Exact values on the board", on=False)
    expect(visitor.grid.locator(".worth")).to_have_count(0)


def test_exact_values_follow_a_game(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game(o="first")
    visitor.open_menu()
    visitor.switch("Exact values on the board")
    expect_truth(visitor, [])
    visitor.play("b2")
    expect_truth(visitor, ["b2", "a1"])
    visitor.button("Undo").click()
    expect_truth(visitor, [])


def test_unknown(visit: Visit) -> None:
    """Where exact values are out of reach the page says so, and marks nothing."""
    visitor = visit("/board?game=15,15,5")
    visitor.switch("Exact values on the board")
    expect(visitor.page.get_by_text("Unknown: ")).to_be_visible(timeout=60_000)
    assert not any(re.search("win|draw|loss", name) for name in visitor.names())


def decision(strategy: str, moves: list[str], game: Game = GAME) -> Decision:
    """Return what a strategy does."""
    return load(strategy).decide(after(moves, game), random.Random(0))


def numbers(row: Locator) -> list[float]:
    """Return the numbers in a table's row."""
    return [float(text) for text in row.get_by_role("cell").all_inner_texts() if text.strip()]


def chosen(visitor: Visitor) -> list[str]:
    """Return the cells that the board marks as the strategy's choice."""
    return [name.split(",")[0] for name in visitor.names() if ", chosen" in name]


MOVES = ["b2", "a1", "c2"]


def test_weight_grid(visit: Visit) -> None:
    """The weights in their cells, as `decide` gives them, beside the game grid; the greatest is chosen."""
    visitor = visit(f"/board?game=3,3,3&moves={','.join(MOVES)}&strategy=weights")
    made = decision("weights", MOVES)
    assert made.scores is not None
    rows = visitor.page.get_by_role("table", name="weight grid").get_by_role("row")
    expect(rows).to_have_count(3)
    weights = [weight for row in rows.all() for weight in numbers(row)]
    assert weights == [round(score or 0, 3) for score in made.scores]
    stones = visitor.page.get_by_role("table", name="game grid").get_by_role("cell").all_inner_texts()
    assert stones == [stone.replace("empty", "") for stone in visitor.stones()]
    assert chosen(visitor) == [GAME.name(move) for move in made.moves]
    expect(visitor.page.locator("#reason")).to_contain_text(f"{made.reason!s}. It stops 3 in a row, and makes a threat")


def test_matrix(visit: Visit) -> None:
    """Lines by cells: each column adds up to its cell's score, and the chosen cell's column is lit."""
    visitor = visit(f"/board?game=3,3,3&moves={','.join(MOVES)}&strategy=paths")
    made = decision("paths", MOVES)
    assert made.scores is not None
    strategy = load("paths")
    assert strategy.scores_lines
    giving = [line for line, score in strategy.line_scores(after(MOVES), random.Random(0)) if score]
    table = visitor.page.get_by_role("region", name="lines by cells").get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + len(giving) + 1)
    columns = [text.split()[0] for text in table.get_by_role("columnheader").all_inner_texts()[1:]]
    assert columns == [GAME.name(cell) for cell in range(GAME.cells)]
    cells = [row.get_by_role("cell").all_inner_texts() for row in table.get_by_role("row").all()[1:]]
    for cell, score in enumerate(made.scores):
        *terms, total = (row[cell] for row in cells)
        assert (total == "") == (score is None)
        if score is not None:
            assert sum(float(term) for term in terms if term) == pytest.approx(score)
            assert float(total) == pytest.approx(score)
    lit = (
        table.get_by_role("row")
        .last.get_by_role("cell")
        .evaluate_all("cells => cells.map(cell => getComputedStyle(cell).backgroundColor)")
    )
    assert {cell for cell, colour in enumerate(lit) if lit.count(colour) == len(made.moves)} == set(made.moves)
    assert chosen(visitor) == [GAME.name(move) for move in made.moves]


def test_rule_list(visit: Visit) -> None:
    """The rule that decides after those that have no move, and the ring's numbers on the cells."""
    visitor = visit("/board?game=3,3,3&moves=b2,a1,c2&strategy=ring")
    number, reason = str(decision("ring", MOVES).reason).split(". ", 1)
    rules = visitor.page.get_by_role("region", name="What would a strategy play?").get_by_role("listitem")
    expect(rules).to_have_count(int(number))
    expect(rules.nth(int(number) - 1)).to_have_attribute("aria-current", "true")
    expect(rules.nth(int(number) - 1)).to_have_text(reason)
    for cell, ring in {"a1": 0, "c1": 2, "b2": 8, "a2": 7}.items():
        expect(visitor.cell(cell)).to_have_accessible_name(re.compile(f", number {ring}$"))


def test_why_of_a_move(visit: Visit) -> None:
    """In a game the computer's last move is explained by the position that it was made in."""
    visitor = visit()
    visitor.new_game(o="paths:override=off")
    visitor.play("a1")
    made = decision("paths:override=off", ["a1"])
    visitor.open_menu()
    why = visitor.page.get_by_role("region", name="Why")
    expect(visitor.page.locator("#said")).to_contain_text(str(made.reason)[1:])
    expect(why.get_by_role("table")).to_be_hidden()
    visitor.switch("Scores on the board")
    expect(why.get_by_role("table")).to_be_visible()
    link = visitor.page.get_by_role("list", name="Moves").get_by_role("link", name=re.compile("^O "))
    link.click()
    expect(visitor.page.get_by_text("paths:override=off would play")).to_be_visible()
    assert visitor.position(GAME) == after(["a1"])


def test_large_board(visit: Visit) -> None:
    """On 15,15,5 the lines through one cell are told, the chosen one first."""
    visitor = visit("/board?game=15,15,5&moves=h8,g7&strategy=paths")
    made = decision("paths", ["h8", "g7"], Game(15, 15, 5))
    assert made.scores is not None
    name = Game(15, 15, 5).name(made.moves[0])
    table = visitor.page.get_by_role("table", name=f"What the lines through {name} give it")
    expect(table).to_be_visible()
    *lines, total = table.get_by_role("row").all()
    terms = [float(row.get_by_role("cell").last.inner_text()) for row in lines]
    assert sum(terms) == pytest.approx(made.scores[made.moves[0]])
    assert float(total.get_by_role("cell").last.inner_text()) == pytest.approx(sum(terms))
    assert terms == sorted(terms, reverse=True)
