"""Explore: what each move is worth, why a strategy moves, and the tree of replies by buttons, keys and addresses."""

import random
import re

import pytest
from playwright.sync_api import Locator, Route, expect

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.lessons.reply_tree import reply_tree
from noughts.players.player import Decision
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after, values
from tests.browser.visitor import Visitor


@pytest.mark.gate
def test_the_truth_comes_first(visit: Visit) -> None:
    """Explore opens with what every move is worth; a strategy's scores are a switch away, and then in the address."""
    visitor = visit("/board?moves=a1,b1")
    expect(visitor.status).to_have_text("Which moves win, draw or lose?")
    expect(visitor.page.locator("#truth")).to_have_text("With best play X wins in 5 moves, both sides counted.")
    expect(visitor.cell("b2")).to_have_accessible_name(re.compile("win in 5"))
    strategy = visitor.page.get_by_role("region", name="What would a strategy play?")
    expect(strategy.get_by_label("Strategy", exact=True)).to_be_hidden()
    expect(visitor.page).not_to_have_url(re.compile("strategy="))
    visitor.switch("A strategy's scores on the board")
    expect(strategy).to_contain_text("paths would play")
    expect(visitor.page).to_have_url(re.compile("strategy=paths$"))
    visitor.page.reload()
    expect(strategy).to_contain_text("paths would play")
    expect(visitor.page.get_by_role("switch", name="Exact values")).not_to_be_checked()
    visitor.switch("Exact values on the board")
    visitor.open("/board?game=6,5,4")
    expect(visitor.page.get_by_role("switch", name="Exact values")).to_be_checked()  # as it was left
    visitor.page.evaluate("localStorage.clear()")
    visitor.page.reload()
    expect(visitor.page.get_by_role("switch", name="Exact values")).not_to_be_checked()  # out of reach there


def test_a_hint_and_the_legends(visit: Visit) -> None:
    """The engine's words stand behind the hint; the marks have their meanings where they are on the board."""
    visitor = visit("/board?game=3,3,3&moves=a1,b2,c3&strategy=weights")
    why = visitor.page.get_by_role("region", name="What would a strategy play?")
    expect(why.get_by_role("list", name="What the marks mean")).to_contain_text("the stronger its colour, the better")
    visitor.button("Hint").click()
    expect(visitor.page.locator("#hint")).to_contain_text("It makes a threat: X must answer at")
    saw = visitor.page.get_by_text(re.compile("Perfect: keeps the draw, which [ac][13] would give away. Exact value: "))
    expect(saw).to_be_hidden()
    visitor.page.locator(".hint-box").get_by_text("What the computer saw").click()
    expect(saw).to_be_visible()
    truth = visitor.page.get_by_role("region", name="Exact values")
    expect(truth.get_by_role("list", name="What the marks mean")).to_be_hidden()
    visitor.switch("Exact values on the board")
    expect(truth.get_by_role("list", name="What the marks mean")).to_contain_text("it loses in 4 moves")
    visitor.switch("Scores on the board", on=False)
    expect(why.get_by_role("list", name="What the marks mean")).to_be_hidden()


def test_a_page_is_left_before_the_next_one_is_there(visit: Visit) -> None:
    """What it still asks is given up: the answer would give the next page's address to it."""
    visitor = visit()
    visitor.page.route("**/api/v1/analysis/values/**", lambda route: None)
    visitor.page.route("**/api/v1/analysis/tree**", lambda route: None)
    with visitor.page.expect_request("**/api/v1/analysis/values/**"):
        visitor.open("/board?moves=a1,b1,c1")
    with visitor.page.expect_event("requestfailed", lambda request: "/values/" in request.url):
        visitor.page.get_by_role("link", name="How this value comes about").click()
    visitor.page.unroute_all()  # which lets go what is held
    expect(visitor.page.locator("[data-view=tree]")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"/tree\?game=3,3,3&moves=a1,b1,c1$"))


# Exact values, and why a strategy moves


def test_exact_values(visit: Visit) -> None:
    """Every free cell of 3,3,3 has its exact value, in its name and in its letters; the others have none."""
    visitor = visit("/board?game=3,3,3&strategy=weights")
    visitor.switch("Exact values on the board")
    for moves in ("", "a1,b1", "b2,b1,a1,c3"):
        visitor.open(f"/board?game=3,3,3&moves={moves}&strategy=weights")
        visitor.switch("Scores on the board", on=False)
        position = after(moves.split(",") if moves else [])
        worth = values(position)
        for cell in range(GAME.cells):
            button = visitor.cell(GAME.name(cell))
            if cell not in worth:
                expect(button).not_to_have_accessible_name(re.compile("win|draw|loss"))
                continue
            words = str(worth[cell]).replace("plies", "moves").replace("ply", "move")
            expect(button).to_have_accessible_name(re.compile(f", {words}(,|$)"))
            expect(button.locator(".worth")).to_have_attribute("data-sign", worth[cell].short)
        best, side = max(worth.values()), position.side
        winner = side if best.result == 1 else side.opponent
        said = "it is a draw." if best.result == 0 else f"{winner} wins in {best.distance} moves, both sides counted."
        expect(visitor.page.get_by_text(f"With best play {said}")).to_be_visible()
    visitor.switch("Exact values on the board", on=False)
    expect(visitor.grid.locator(".worth")).to_have_count(0)


def test_exact_values_that_take_long_can_be_stopped(visit: Visit) -> None:
    """The stream is held back by the test: the page shows that it waits, and the button ends it."""
    visitor, events = visit(), re.compile("/analysis/values/events")
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route(events, hold)
    visitor.open("/board?game=3,3,3&moves=b2")
    visitor.switch("Exact values on the board")
    truth = visitor.page.get_by_role("region", name="Exact values")
    expect(truth.get_by_text(re.compile(r"^Searching: \d+\.\d s$"))).to_be_visible()
    truth.get_by_role("button", name="Stop").click()
    expect(truth.get_by_role("button", name="Ask again")).to_be_focused()
    assert len(held) == 1
    visitor.page.unroute(events)
    truth.get_by_role("button", name="Ask again").click()
    expect(truth.get_by_text("With best play it is a draw.")).to_be_visible()
    expect(truth.get_by_role("button")).to_have_count(0)


def test_exact_values_follow_a_game(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game(o="first", moves="a1,b1")
    visitor.open_menu()
    visitor.switch("Exact values on the board")
    cell, decided = visitor.cell("c3"), re.compile("win in 1 move")
    expect(cell).to_have_accessible_name(re.compile("win|draw|loss"))
    visitor.play("b2")
    expect(cell).to_have_accessible_name(decided)
    visitor.button("Undo").click()
    expect(cell).not_to_have_accessible_name(decided)


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


# The tree of replies


TEXT = "XO./.X./..O"
ADDRESS = f"game=3,3,3&position={TEXT}"
SAID = [step.said for step in reply_tree(parse_position(TEXT, Game(3, 3, 3))).steps]
LAST_STEP = len(SAID) - 1
PRUNED = next(step for step, said in enumerate(SAID) if said.kind == "tree.wins-cut")


def sentence(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-view=tree] .sentence")


def node(visitor: Visitor, move: str, level: str) -> Locator:
    """The node of a move in a level."""
    moves = visitor.page.get_by_role("list", name=level, exact=True)
    return moves.get_by_role("button", name=re.compile(rf"^{move}\b"))


def test_the_walk_from_explore(visit: Visit) -> None:
    """The button leads there; each step says its sentence, and the address is that of the step."""
    visitor = visit(f"/board?{ADDRESS}", reduced_motion="reduce")
    visitor.page.get_by_role("link", name="How this value comes about").click()
    expect(visitor.status).to_have_text("How this value comes about")
    expect(visitor.page).to_have_url(f"/tree?{ADDRESS}")
    for step in range(LAST_STEP):
        expect(sentence(visitor)).to_have_text(str(SAID[step]))
        visitor.page.keyboard.press("ArrowRight")
    expect(sentence(visitor)).to_have_text("X wins, with a2. 59 of the 238 positions of the tree were looked at.")
    expect(sentence(visitor)).to_have_attribute("aria-live", "polite")
    expect(visitor.page).to_have_url(f"/tree?{ADDRESS}&step={LAST_STEP}")
    decides = node(visitor, "X a2", "X to move")
    expect(decides).to_have_accessible_name("X a2 : X wins, the value comes from here")
    expect(node(visitor, "X c2", "X to move")).to_have_accessible_name("X c2 pruned")
    expect(node(visitor, "O c1", "Replies to a2: O to move")).to_have_accessible_name(re.compile("X wins"))
    visitor.page.get_by_role("link", name="Back to the position").click()
    expect(visitor.status).to_have_text("Which moves win, draw or lose?")
    assert visitor.position(Game(3, 3, 3)) == parse_position(TEXT, Game(3, 3, 3))


@pytest.mark.gate
def test_a_link_to_a_step(visit: Visit) -> None:
    """A teacher links to a step; a node leads to where the walk comes to it, and the focus stays."""
    visitor = visit(f"/tree?{ADDRESS}&step={PRUNED}")
    expect(sentence(visitor)).to_have_text(str(SAID[PRUNED]))
    assert visitor.page.get_by_role("textbox", name="Link to this step").input_value().endswith(f"step={PRUNED}")
    here = visitor.page.locator("[aria-current=step]")
    expect(here).to_have_accessible_name("O a2 : X wins, the best so far")
    later = node(visitor, "X a2", "X to move")
    expect(later).to_have_accessible_name("X a2 not looked at yet")
    later.press("Enter")
    expect(sentence(visitor)).to_have_text("X plays a2. What is the best reply of O?")
    expect(later).to_be_focused()
    visitor.button("Skip this branch").click()
    expect(sentence(visitor)).to_have_text("All 4 replies of O lose: X a2 wins.")
    visitor.button("Back").click()
    expect(visitor.page).to_have_url(f"/tree?{ADDRESS}&step={LAST_STEP - 2}")
    visitor.open("/tree?moves=b2,a1,c3,a3,a2,c2&step=0")
    expect(sentence(visitor)).to_have_text("X to move. Its moves are looked at in turn: b1 c1 b3.")


def test_where_no_tree_is_offered(visit: Visit) -> None:
    """With more free cells than one can go through, and after the end; an address that asks for it is refused."""
    visitor = visit("/board?moves=b2,a1")
    expect(visitor.page.locator("#truth")).to_contain_text("With best play")
    link = visitor.page.get_by_role("link", name="How this value comes about")
    expect(link).to_have_count(0)
    visitor.play("c3")
    expect(link).to_be_visible()
    visitor.open("/tree?moves=b2,a1")
    expect(visitor.page.get_by_text("the tree of replies is shown where there are 6 or fewer")).to_be_visible()
    visitor.forgive("422")
