"""A program of the visitor's own: written in the page, proved and played by Python in the browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.prove import prove
from noughts.prove.regret import regret
from noughts.solve.minimax import Plain
from noughts.strategies import load
from noughts.web.browser import files as pyodide
from noughts.web.http.page import STATIC
from tests.browser.conftest import Visit
from tests.browser.test_prove import line_of
from tests.browser.truth import GAME
from tests.browser.visitor import Visitor
from tests.witnesses import assert_loses

TEMPLATES = STATIC / "python" / "templates"
LOADING = 120_000  # milliseconds: on a shared machine time says nothing
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


@pytest.fixture(autouse=True)
def installed() -> None:
    """Skip the tests where Pyodide is not installed."""
    try:
        pyodide.pyodide_folder()
    except pyodide.NoPython as error:
        pytest.skip(str(error))


def editing(visitor: Visitor) -> None:
    """Open the editor; it begins with a template."""
    visitor.open("/prove")
    visitor.page.get_by_text("your own", exact=True).click()
    expect(visitor.page.get_by_role("textbox", name="Your program")).to_have_value(re.compile("def choose_move"))


def write(visitor: Visitor, source: str) -> None:
    """Put a program into the editor, and prove it by its key. On a wide screen the editor stands beside its verdict; on
    a narrow one the form has been folded."""
    if visitor.button("Change").is_visible():
        visitor.button("Change").click()
    visitor.page.get_by_role("textbox", name="Your program").fill(source)
    visitor.page.keyboard.press("Control+Enter")


def step_through(section: Locator) -> None:
    """Go back to the empty board, and on to the winning line of the other side."""
    line = section.get_by_role("list", name="Losing line").get_by_role("listitem")
    section.get_by_role("button", name="To the start").click()
    expect(section.get_by_text(re.compile("^0 / "))).to_be_visible()
    for _ in range(line.count()):
        section.get_by_role("button", name="Forward").click()
    expect(section.get_by_text(f"{line.count()} / {line.count()}", exact=True)).to_be_visible()
    won = section.get_by_role("button", name=re.compile("in the winning line"))
    expect(won).to_have_count(3)


def mend(section: Locator, file: Path) -> None:
    """Ask what would fix a program, and save the fixed one."""
    section.get_by_role("button", name="What would fix it?").click()
    expect(section.locator(".fix")).to_contain_text("it never loses, as is proved", timeout=LOADING)
    expect(section.locator(".fix .framed")).not_to_have_count(0)
    with section.page.expect_download() as saved:
        section.get_by_role("link", name="Save the fixed program").click()
    saved.value.save_as(file)


def test_a_template_is_proved_and_played(visit: Visit, tmp_path: Path) -> None:
    """The verdicts, counts and line of the program's own proof; an illegal answer with its board; an error at its line,
    in a fresh Python, in which the last program has left nothing behind; a game to its end."""
    visitor = visit()
    editing(visitor)
    source = (TEMPLATES / "function.txt").read_text()
    visitor.button("Prove").click()
    file = tmp_path / "program.py"
    file.write_text(source)
    strategy = load(str(file))
    for side, verdict in ((Side.X, "never loses"), (Side.O, "can be beaten")):
        section = visitor.page.get_by_role("region", name=f"Your program {verdict} when it moves {side.seat}")
        expect(section).to_be_visible(timeout=LOADING)
        found = prove(strategy, GAME, side)
        section.get_by_text("The numbers", exact=True).click()
        games = section.get_by_role("row", name="different games").get_by_role("cell").all_inner_texts()
        assert games == [str(found.games.total), *(str(count) for count in vars(found.games).values())]
        expect(section).to_contain_text("It was asked in one process")
        if found.losing_line:
            assert line_of(section) == [GAME.name(move) for move in found.losing_line]
            step_through(section)
            cell = GAME.name(found.losing_line[-2])
            section.get_by_role("button", name=f"O {cell}").click()
            expect(section.get_by_text(f"O plays {cell}, chosen by choose_move.")).to_be_visible()
            mend(section, tmp_path / "mended.py")
            assert prove(load(str(tmp_path / "mended.py")), GAME, side).never_loses
    visitor.button("Check it point by point").click()
    slip = regret(strategy, GAME, Plain().values).kinds["draw to loss"]
    expect(visitor.page.locator(".checklist li")).to_contain_text(
        [
            "It answers with a legal move: in all 4,520 positions.",
            "It gives a win away in ",
            f"in {slip.count} positions. Here O plays {GAME.name(slip.move)}. Then X has a fork: a1",
        ],
        timeout=LOADING,
    )

    corner = "board.index(' ') if board.count('X') != 2 or board.count('O') > 8 else 0"
    write(visitor, f"import sys\nsys.modules['left'] = sys\ndef move(board):\n    return {corner}\n")
    first = visitor.page.get_by_role("region", name="Your program can be beaten when it moves first")
    expect(first).to_contain_text("It breaks the rules in 27 positions", timeout=LOADING)

    left = "'left' in __import__('sys').modules"
    write(visitor, f"def move(board):\n    return board.index(' ') if {left} else board.nothing\n")
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("(program.py, line 2)", timeout=LOADING)
    expect(visitor.page.get_by_text("It breaks the rules in")).to_have_count(0)
    expect(alert).to_contain_text("Your program raised AttributeError")
    expect(alert.locator("svg .x")).not_to_have_count(0)  # the board on which it happened
    expect(visitor.page.locator(".line-numbers .wrong")).to_have_text("▸2\n")

    visitor.page.get_by_role("textbox", name="Your program").fill(source)
    visitor.button("Play against it").click()
    expect(visitor.page.locator("[data-view=game]")).to_be_visible()
    visitor.play("b3")
    expect(visitor.cell("b2")).to_have_accessible_name(re.compile("^b2, O"), timeout=LOADING)  # a fresh Python
    expect(visitor.page.locator("#players")).to_contain_text("O: your program")
    visitor.button("Undo").click()
    visitor.expect_stone("b3", "empty")
    for mine, reply in (("b3", "b2"), ("c2", "a1"), ("c3", "a3")):
        visitor.play(mine)
        visitor.expect_stone(reply, "O")
    visitor.play("c1")
    expect(visitor.status).to_have_text("You win with c1 c2 c3")


def test_a_link_carries_the_program_and_does_not_run_it(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.without_python()
    editing(visitor)
    source = "# Grüße\n" + "def move(board):\n    return board.index(' ')\n"
    visitor.page.get_by_role("textbox", name="Your program").fill(source)
    visitor.button("Copy link").click()
    expect(visitor.message).to_contain_text("The link is copied")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    friend = visit()
    friend.without_python()
    friend.page.goto(link)
    expect(friend.page.get_by_role("textbox", name="Your program")).to_have_value(source)
    expect(friend.message).to_contain_text("It has not run")
    assert not friend.page.locator(".finding").count()
    assert not friend.page.locator("#progress").is_visible()
    friend.page.goto(link.replace("yours=1", "strategy=ring"))
    expect(friend.message).to_contain_text("It has not run")
    expect(friend.button("weights")).to_be_visible()  # the gallery, which comes with the list of strategies
    assert not friend.page.locator(".finding").count()
    friend.open("/prove?yours=1")
    expect(friend.page.get_by_role("textbox", name="Your program")).to_have_value(re.compile("def choose_move"))
    friend.open("/prove?yours=1#program=AAAA")
    expect(friend.message).to_contain_text("The link is damaged")


ESCAPE = """
import sys, js
from pyodide.ffi import create_proxy

def _look(this):
    place = this
    while str(getattr(place.constructor, "name", "")) != "Object":
        for name in js.Object.getOwnPropertyNames(place):
            held = js.Object.getOwnPropertyDescriptor(place, name)
            if getattr(held, "value", None) is not None or getattr(held, "get", None) is not None:
                sys.modules["found"].append(str(name))
        place = js.Object.getPrototypeOf(place)
    sys.modules["found"].append("end")

if "found" in sys.modules:
    raise ValueError(" ".join(sys.modules["found"]))
sys.modules["found"] = []
js.setTimeout("postMessage({failed: 'text has run'})", 0)
js.setTimeout(create_proxy(_look, capture_this=True), 0)

def move(board):
    return board.index(" ")
"""


REACHING = re.compile(
    "fetch|XMLHttpRequest|BroadcastChannel|[A-Z].*(Socket|Transport|Source|Worker|Font|FontFace|Notification)|importScripts"
    "|caches|indexedDB|navigator|.*[sS]tore|fonts|eval|.*FileSystem.*|setInterval|location"
)


def test_a_program_finds_neither_network_nor_storage_in_the_worker(visit: Visit) -> None:
    """A callback of a timer gets the global object: nothing that reaches out is left there, nor in its prototypes."""
    visitor = visit()
    editing(visitor)
    write(visitor, ESCAPE)
    expect(visitor.page.get_by_role("region", name=re.compile("^Your program .* when it moves first"))).to_be_visible(
        timeout=LOADING
    )
    write(visitor, ESCAPE)
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("ValueError", timeout=LOADING)
    names = (alert.text_content() or "").split("ValueError: ")[1].split()
    assert {"Object", "postMessage"} < set(names)
    assert "end" in names
    assert [name for name in names if REACHING.fullmatch(name)] == []


def test_a_line_on_a_large_board(visit: Visit) -> None:
    """The search of plain Python looks for it, in the browser."""
    visitor = visit()
    visitor.open("/prove?game=7,7,4&seat=first&yours=1")
    lowest = "def choose_move(board):\n    return next(i for i, cell in enumerate(board) if cell in ' .-')\n"
    write(visitor, lowest)
    section = visitor.page.get_by_role("region", name="Your program can be beaten when it moves first")
    expect(section).to_be_visible(timeout=LOADING)
    expect(section).to_contain_text("games are too many to count")
    assert_loses(load("first"), Game(7, 7, 4), Side.X, line_of(section))


# Games against it


def expect_reply(visitor: Visitor, cell: str, stone: str = "O") -> None:
    """Wait for the program's move."""
    expect(visitor.cell(cell)).to_have_accessible_name(re.compile(f"^{cell}, {stone}"), timeout=LOADING)


def expect_failure(visitor: Visitor, sentence: str) -> None:
    """Wait for the sentence that says why the program did not move; the game stands."""
    expect(visitor.page.locator("#more")).to_contain_text(re.compile(sentence), timeout=LOADING)
    expect(visitor.status).to_have_text(re.compile(r"^[XO] \(your program\) could not move$"))
    assert len(visitor.page.locator("#more > span").all()) == 1


def test_from_the_form(visit: Visit) -> None:
    """Without a program the way leads to the editor; with one the game begins. The other side is a person."""
    visitor = visit("/")
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
    visitor.remember("prefer.program", PROGRAM.format("pass"))
    visitor.start()
    expect(visitor.page.locator("#players")).to_contain_text("X: your program")


def test_failures(visit: Visit) -> None:
    """An exception, with its line, an endless loop and an illegal move, each in one sentence; the person takes the move
    back, or resigns; then the same game or the rematch. A loop ends after a time, or at once by undo and resign."""
    visitor = visit(fresh=True)
    visitor.page.clock.install()
    visitor.open("/")
    fails = "if stones > 2:\n            while 6 not in position.legal_moves: pass\n            "
    visitor.remember("prefer.program", PROGRAM.format(fails + "move = 8 if 4 in position.legal_moves else 1 // 0"))
    visitor.open("/?o=program")
    expect(visitor.page.get_by_role("option", name="Computer: paths").first).to_be_attached()
    visitor.start()
    visitor.play("c3")
    expect_reply(visitor, "a1")
    visitor.play("b2")
    expect_failure(visitor, r"ZeroDivisionError.*\(program\.py, line 14\)")
    visitor.button("Undo").click()
    visitor.expect_stone("b2", "empty")
    expect(visitor.status).to_have_text("Your turn: you are X")
    visitor.play("a3")
    expect(visitor.status).to_have_text("O (your program) is thinking…")
    visitor.page.clock.fast_forward(60_000)  # milliseconds, more than the page waits for a program
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
