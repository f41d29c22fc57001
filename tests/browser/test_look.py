"""Look at it: a board set by hand, what each move is worth, threats, why a strategy moves, and the tree of replies."""

import random
import re

import pytest
from playwright.sync_api import Locator, Route, expect

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.lessons.reply_tree import reply_tree
from noughts.players.player import Decision
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after, values
from tests.browser.visitor import Visitor


@pytest.mark.gate
def test_the_truth_comes_first(visit: Visit) -> None:
    """The view opens with what every move is worth; a strategy's scores are a switch away, and then in the address."""
    visitor = visit("/board?moves=a1,b1")
    expect(visitor.status).to_have_text("Look at it")
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
    """Their switch is in view while one plays."""
    visitor = visit()
    visitor.new_game(o="first", moves="a1,b1")
    visitor.switch("Exact values on the board")
    cell, decided = visitor.cell("c3"), re.compile("win in 1 move")
    expect(cell).to_have_accessible_name(re.compile("win|draw|loss"))
    visitor.play("b2")
    expect(cell).to_have_accessible_name(decided)
    visitor.button("Undo").click()
    expect(cell).not_to_have_accessible_name(decided)


@pytest.mark.parametrize("playing", [False, True], ids=["set by hand", "in a game"])
def test_unknown(visit: Visit, playing: bool) -> None:
    """Where exact values are out of reach the page says so, marks nothing, and shows the search's move."""
    visitor = visit(None if playing else "/board?game=15,15,5&moves=h8")
    if playing:
        visitor.new_game("15,15,5", o="first", moves="h8,g7")
    else:
        expect(visitor.page.locator("#truth")).to_contain_text("take a search, which may not find them")
    visitor.switch("Exact values on the board")
    expect(visitor.page.locator("#truth")).to_contain_text("Not known: a search of a few seconds did not solve it.")
    expect(visitor.page.locator("#hint")).to_contain_text("Hint: ")
    expect(visitor.page.locator(".arrow.guess")).to_have_count(1)
    assert not any(re.search("win|draw|loss", name) for name in visitor.names())


def decision(strategy: str, moves: list[str], game: Game = GAME) -> Decision:
    """Return what a strategy does."""
    return load(strategy).decide(after(moves, game), random.Random(0))


def chosen(visitor: Visitor) -> list[str]:
    """Return the cells that the board marks as the strategy's choice."""
    return [name.split(",")[0] for name in visitor.names() if ", chosen" in name]


MOVES = ["b2", "a1", "c2"]


def test_weights(visit: Visit) -> None:
    """The weights in their cells, as `decide` gives them; the greatest is chosen."""
    visitor = visit(f"/board?game=3,3,3&moves={','.join(MOVES)}&strategy=weights")
    made = decision("weights", MOVES)
    assert made.scores is not None
    expect(visitor.page.locator("#reason")).to_contain_text(f"{made.reason!s}. It stops 3 in a row, and makes a threat")
    for name, score in zip(visitor.names(), made.scores, strict=True):
        shown = re.search(r", score (\S+?)(,|$)", name)
        assert (shown is None) == (score is None), name
        if shown and score is not None:
            assert float(shown[1]) == pytest.approx(score, rel=1e-3)
    assert chosen(visitor) == [GAME.name(move) for move in made.moves]


def test_lines_through_each_cell(visit: Visit) -> None:
    """What every line gives a cell adds up to the cell's score; the strategy's choice is shown first."""
    visitor = visit(f"/board?game=3,3,3&moves={','.join(MOVES)}&strategy=paths")
    made = decision("paths", MOVES)
    assert made.scores is not None
    strategy = load("paths")
    assert strategy.scores_lines
    giving = [line for line, score in strategy.line_scores(after(MOVES), random.Random(0)) if score]
    chooser = visitor.page.get_by_role("combobox", name="Lines through")
    expect(chooser).to_have_value(GAME.name(made.moves[0]))
    for cell, score in enumerate(made.scores):
        if score is None:
            continue
        chooser.select_option(GAME.name(cell))
        table = visitor.page.get_by_role("table", name=f"What the lines through {GAME.name(cell)} give it")
        expect(table.get_by_role("row")).to_have_count(sum(cell in line for line in giving) + 1)
        *terms, total = [float(row.get_by_role("cell").last.inner_text()) for row in table.get_by_role("row").all()]
        assert sum(terms) == pytest.approx(score)
        assert total == pytest.approx(score)
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
    """In a game, in words; each of its moves leads to the position that it was made in, with the strategy's scores."""
    visitor = visit()
    visitor.new_game(o="paths:override=off")
    visitor.play("a1")
    made = decision("paths:override=off", ["a1"])
    visitor.open_menu()
    why = visitor.page.get_by_role("region", name="Why")
    expect(visitor.page.locator("#said")).to_contain_text(str(made.reason)[1:])
    expect(why).to_contain_text(str(made.reason)[1:])
    link = visitor.page.get_by_role("list", name="Moves").get_by_role("link", name=re.compile("^O "))
    link.click()
    expect(visitor.page.get_by_text("paths:override=off would play")).to_be_visible()
    expect(visitor.page.get_by_role("table", name="What the lines through")).to_be_visible()
    assert visitor.position(GAME) == after(["a1"])


# A board set by hand


def arrows(visitor: Visitor, kind: str) -> Locator:
    """The arrows of a kind on the board."""
    return visitor.page.locator(f".arrow.{kind}")


@pytest.mark.gate
@pytest.mark.parametrize("address", ["/board", "/explore"])
def test_both_colours_freely(visit: Visit, address: str) -> None:
    """Stones are put out of turn; what no game has is said beneath the board, and a position of a game has values."""
    visitor = visit(address)
    visitor.page.get_by_role("radio", name="only X").check(force=True)
    visitor.play("a1", "b1")
    expect(visitor.page.locator("#trouble")).to_contain_text("2 X and 0 O")
    expect(visitor.page.locator("#truth")).to_have_text("")
    visitor.page.get_by_role("radio", name="in turn").check(force=True)
    visitor.play("b2")
    expect(visitor.page.locator("#trouble")).to_have_text("")
    expect(visitor.page).to_have_url(re.compile(r"/board\?game=3,3,3&position=XX\./\.O\./\.\.\.$"))
    position = parse_position("XX./.O./...", GAME)
    assert visitor.position(GAME) == position
    for move, value in values(position).items():
        words = {1: "win", 0: "draw", -1: "loss"}[value.result]
        expect(visitor.cell(GAME.name(move))).to_have_accessible_name(re.compile(f", {words}"))
    visitor.page.get_by_role("link", name="Play on from here").click()
    expect(visitor.page.get_by_text("It begins after 3 moves")).to_be_visible()


def test_stones_are_taken_back_and_put_again(visit: Visit) -> None:
    """Back and Forward, by buttons and keys; another stone in a game's middle leaves its rest out, and Back has it."""
    visitor = visit("/review?game=3,3,3&moves=b2,a1,c3")
    expect(visitor.page.get_by_text("by exact values.")).to_be_visible()
    visitor.button("Back").click()
    visitor.expect_stone("c3", "empty")
    visitor.page.keyboard.press("ArrowLeft")
    assert visitor.position(GAME) == after(["b2"])
    visitor.play("b1")
    expect(visitor.page).to_have_url(re.compile("moves=b2,b1$"))
    expect(visitor.page.locator("#judgement")).to_contain_text("2. O b1: lost the draw")
    visitor.page.go_back()
    visitor.button("To the end").click()
    assert visitor.position(GAME) == after(["b2", "a1", "c3"])


def test_no_board_is_too_odd_to_be_put_right(visit: Visit) -> None:
    """A position that no game leads to is refused beneath the board, and one stone taken back mends it."""
    visitor = visit("/board?moves=a1,a2,b1,b2,c1")
    visitor.page.get_by_role("radio", name="only O").check(force=True)
    visitor.play("c2")
    expect(visitor.page.locator("#trouble")).not_to_have_text("")
    visitor.forgive("422")
    visitor.button("Back").click()
    expect(visitor.page.locator("#trouble")).to_have_text("")
    expect(visitor.page.locator("#status")).to_have_text("X wins")


def test_the_best_moves_have_arrows(visit: Visit) -> None:
    """As an independent search finds them, where few are best; of nine equal ones none is drawn."""
    visitor = visit("/board?moves=b2,b1,a1")
    expect(arrows(visitor, "best")).to_have_count(1)
    expect(visitor.cell("c3")).to_have_accessible_name(re.compile(", best"))
    visitor.open("/board?moves=a1,b1")
    worth = values(after(["a1", "b1"]))
    best = {GAME.name(move) for move, value in worth.items() if value == max(worth.values())}
    expect(arrows(visitor, "best")).to_have_count(len(best))
    assert {name.split(",")[0] for name in visitor.names() if ", best" in name} == best
    visitor.open("/board")
    expect(visitor.page.locator("#truth")).to_contain_text("draw")
    expect(arrows(visitor, "best")).to_have_count(0)


THREATS = {  # by addresses: what is said, and the cells
    "/board?moves=a1,b2,a2": ("X threatens to complete a line: a3.", {"a3"}),
    "/board?moves=a1,b1,b2": ("X threatens to complete a line: c3.", {"c3"}),
    "/board?moves=b2": ("X threatens no line, and no fork.", set()),
    "/board?moves=b2,a1,c3": ("X threatens a fork, two lines at once: ", set()),
    "/board?game=7,6,4-gravity&moves=d6,a6,e6,a5,f6": ("X threatens to complete a line: c6, g6.", {"c6", "g6"}),
}


def test_what_the_other_side_threatens(visit: Visit) -> None:
    """By its switch, and by x on the board; where stones fall, only where one can fall now."""
    visitor = visit()
    for address, (words, cells) in THREATS.items():
        visitor.open(address)
        visitor.grid.get_by_role("button").first.focus()
        visitor.page.keyboard.press("x")
        expect(visitor.page.get_by_role("switch", name="What the other side threatens")).to_be_checked()
        expect(visitor.page.locator("#threats"), address).to_contain_text(words)
        expect(arrows(visitor, "threat")).to_have_count(len(cells))
        assert {name.split(",")[0] for name in visitor.names() if "a line can be completed" in name} == cells
    visitor.open("/board?game=3,3,3-misere")
    expect(visitor.page.get_by_role("switch", name="What the other side threatens")).to_have_count(0)


# The tree of replies


TEXT = "XO./.X./..O"
ADDRESS = f"game=3,3,3&position={TEXT}"
SAID = [step.sentence for step in reply_tree(parse_position(TEXT, Game(3, 3, 3))).steps]
LAST_STEP = len(SAID) - 1
PRUNED = next(step for step, said in enumerate(SAID) if said.kind == "tree.wins-cut")


def sentence(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-view=tree] .sentence")


def node(visitor: Visitor, move: str, level: str) -> Locator:
    """The node of a move in a level."""
    moves = visitor.page.get_by_role("list", name=level, exact=True)
    return moves.get_by_role("button", name=re.compile(rf"^{move}\b"))


def test_the_walk_from_a_position(visit: Visit) -> None:
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
    expect(visitor.status).to_have_text("Look at it")
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
    visitor.open("/review?moves=b2,a1,c3,a3,a2,c2&ply=3")
    expect(link).to_have_attribute("href", re.compile("moves=b2,a1,c3$"))
    visitor.open("/tree?moves=b2,a1")
    expect(visitor.page.get_by_text("the tree of replies is shown where there are 6 or fewer")).to_be_visible()
    visitor.forgive("422")
