"""Draws that are made when they are read: the same outcomes and chances as those of the text as it is."""

import ast
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from noughts.programs.chance import outcomes
from noughts.programs.load.late_draws import ASSIGNED, READ, assigned, read, with_late_draws
from tests.cli.conftest import Run

SEARCH = """
import random
def f(free, depth):
    best = -1
    column = random.choice(free)
    for each in free:
        score = f(free, depth - 1)[0] if depth else each * 7 % 5
        if score > best:
            best, column = score, each
    return best, column
"""
LOOP = "for each in free[9:]:\n  a = each\n"  # no move of these lists takes the place of the draw
FUNCTIONS = {
    "read at once": "def f(free):\n LOOP a = random.choice(free)\n return a",
    "read twice": "def f(free):\n LOOP a = random.choice(free)\n return a, a",
    "read in a branch": "def f(free):\n LOOP a = random.choice(free)\n if len(free) > 2:\n  return a\n return 7",
    "two draws": "def f(free):\n LOOP a = random.choice(free)\n b = random.choice(free)\n return b, a, b",
    "drawn from a draw": "def f(free):\n LOOP a = random.choice(free)\n a = random.choice([a, a + 1])\n return a",
    "the list changes": "def f(free):\n LOOP a = random.choice(free)\n free.clear()\n return a",
    "a comprehension": "def f(free):\n LOOP a = random.choice(free)\n return [a + each for each in (1, 2)]",
    "a closure": "def f(free):\n LOOP a = random.choice(free)\n def g():\n  return a\n a = 5\n return g()",
    "a lambda": "def f(free):\n LOOP a = random.choice(free)\n return (lambda: a)()",
    "added to": "def f(free):\n LOOP a = random.choice(free)\n a += 1\n return a",
    "a global": "def f(free):\n global a\n LOOP a = random.choice(free)\n return g()\ndef g():\n return a",
    "variables by name": "def f(free):\n LOOP a = random.choice(free)\n return locals()['a']",
    "a name of its own": "from random import choice\ndef f(free):\n LOOP a = choice(free)\n return a",
    "a text": "def f(free):\n LOOP a = random.choice('ab')\n return a",
    "a parameter": "def f(free, a=0):\n LOOP a = random.choice(free)\n return a",
    "a method": "class C:\n def f(self, free):\n  a = random.choice(free)\n  return a\nf = C().f",
    "not the module's": "class D:\n choice = max\nd = D()\ndef f(free):\n LOOP a = d.choice(free)\n return a",
    "an error": "def f(free):\n LOOP\n try:\n  a = random.choice([])\n except IndexError:\n  a = 3\n return a",
}


def function(text: str, late: bool) -> Callable[..., Any]:
    tree = ast.parse("import random\n" + text.replace("LOOP", LOOP))
    namespace: dict[str, Any] = {ASSIGNED: assigned, READ: read}
    exec(compile(with_late_draws(tree) if late else tree, "text", "exec"), namespace)
    result: Callable[..., Any] = namespace["f"]
    return result


def is_rewritten(text: str) -> bool:
    return READ in ast.unparse(with_late_draws(ast.parse(text.replace("LOOP", LOOP))))


def distribution(call: Callable[[], Any]) -> Counter[str]:
    found = Counter[str]()
    for result, chance in outcomes(call):
        found[repr(result)] += chance  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_outcomes_are_the_same(name: str) -> None:
    for free in ([1, 2], [3, 1, 2], [4]):
        plain, late = (function(FUNCTIONS[name], late) for late in (False, True))
        assert distribution(lambda f=late, own=free: f(own[:])) == distribution(lambda f=plain, own=free: f(own[:]))  # type: ignore[misc]


def test_a_draw_that_nobody_reads_is_none() -> None:
    """A search of two plies over five columns has 62 draws, all of them replaced: more than could be followed."""
    search = function(SEARCH, late=True)
    [(result, chance)] = outcomes(lambda: search([0, 1, 2, 3, 4], 2))
    assert chance == Fraction(1)
    state = random.getstate()
    assert search([0, 1, 2, 3, 4], 2) == result == function(SEARCH, late=False)([0, 1, 2, 3, 4], 2)
    random.setstate(state)


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3-gravity"])
def test_a_program_with_such_a_draw_is_proved_as_one_without(run: Run, tmp_path: Path, game: str) -> None:
    text = """import random
def get_move(board, mark):
    free = [cell for cell in range(WIDTH) if board[cell] == " "]
    best, move = -1, None
    move = DRAW
    for cell in free:
        if cell * 5 % 4 > best:
            best, move = cell * 5 % 4, cell
    return move
""".replace("WIDTH", "9" if game == "3,3,3" else "4")
    games = []
    for name, draw in (("drawn.py", "random.choice(free)"), ("first.py", "free[0]")):
        (tmp_path / name).write_text(text.replace("DRAW", draw))
        seats = json.loads(run("prove", str(tmp_path / name), "--game", game, "--json").out)["seats"]
        games.append([seat["games"] for seat in seats.values()])
    assert games[0] == games[1]


def test_what_is_left_as_it_is() -> None:
    """Where others see the variable, where it is drawn until it is right, where the order of the draws decides."""
    closed = "a closure", "a lambda", "added to", "a global", "variables by name", "a parameter"
    assert {name for name in FUNCTIONS if not is_rewritten(FUNCTIONS[name])} == {*closed, "a method"}
    for seeding in ("random.seed(1)", "random.setstate(s)", "random.Random(3)"):
        assert not is_rewritten(f"def g(s):\n {seeding}\n{FUNCTIONS['read at once']}")
    assert not is_rewritten("def f(free):\n LOOP a = 9\n while a > 1:\n  a = random.choice(free)\n return a")
    assert is_rewritten(SEARCH)
