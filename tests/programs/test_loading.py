"""The one program of a file, objects of many kinds."""

from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.errors import GameError, StrategyError
from noughts.players.player import require_support
from noughts.strategies.registry import load

GAME = Game(3, 3, 3)
FIRST = "def {name}(board):\n    return board.index(' ')\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(*texts: str) -> None:
    Path("own.py").write_text("\n".join(texts))


def first(name: str) -> str:
    return FIRST.format(name=name)


def last(name: str) -> str:
    return f"def {name}(board):\n    return 8 - board[::-1].index(' ')\n"


UNSEEN = "def {name}(board):\n    from random import random\n    return board.index(' ') if random() + 1 > 0 else 0\n"
STRATEGY = """
from noughts import Decision
class Mine:
    name = "mine"
    def supports(self, game): return True
    def decide(self, position, rng): return Decision(position.legal_moves[:1])
"""


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        ([first("anything")], "own.py:anything"),
        (
            ["def getComputerMove(board): return minimax(board)", first("minimax")],
            "own.py:getComputerMove",
        ),
        (["def player(board): return 'X'", first("minimax")], "own.py:minimax"),
        ([first("_helper"), "from random import choice", "import math", first("only")], "own.py:only"),
        (
            [
                "class Agent:\n"
                + "".join(f"    {line}\n" for line in first("move").replace("(", "(self, ").splitlines())
            ],
            "own.py:Agent",
        ),
        (["q_table = {}", "def helper(a, b): return a"], "own.py:q_table"),
        ([first("minimax"), STRATEGY], "mine"),
        ([STRATEGY, "bot = Mine()"], "mine"),
    ],
)
def test_the_one_program_of_a_file(texts: list[str], name: str) -> None:
    write(*texts)
    assert load("own.py").name == name


def test_a_strategy_that_is_an_object() -> None:
    write(STRATEGY, "bot = Mine()")
    assert load("own.py:bot").name == "mine"


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        (["x = 1"], "no strategy 'own.py': there is no function and no class in it"),
        ([STRATEGY, STRATEGY.replace("Mine", "Other")], "'own.py': which of Mine and Other? noughts prove own.py:Mine"),
    ],
)
def test_a_file_without_one_program(texts: list[str], complaint: str) -> None:
    write(*texts)
    with pytest.raises(StrategyError) as caught:
        load("own.py")
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["def one(board): return helper(board)", first("helper")], "one"),
        (["def ganador(board): return 'X'", first("best_move")], "best_move"),
        ([first("print_best_move"), first("human_move"), first("smart_one")], "smart_one"),
        ([first("easy"), first("hard_move"), "def game(board):\n    hard_move(board)\n    input()"], "hard_move"),
        (["def click(i):\n    ai_move([])", first("ai_move")], "ai_move"),
        (["def best_move(board): pass", first("get_move")], "get_move"),
        (["def get_move(board): raise NotImplementedError", first("minimax")], "minimax"),
        (["def turn(board): return 'none'", first("ai_turn")], "ai_turn"),
        (["class Player:\n    def get_move(self, board): pass", first("move")], "move"),
        ([first("search_to_depth"), first("search"), first("agent_with_cutoff")], "search"),
        ([last("one"), first("two"), first("three"), "def game(board):\n    one(board)\n    input()"], "one"),
    ],
)
def test_the_likeliest_that_plays_is_taken_and_named(texts: list[str], name: str) -> None:
    write(*texts)
    program = load("own.py")
    assert (program.name, program.supports(GAME)) == (f"own.py:{name}", True)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        ([last("easy_move"), first("hard_move")], "hard_move and easy_move"),
        ([first("one"), last("two"), first("three")], "one, two and three"),
        ([first("one"), UNSEEN.format(name="two")], "one and two"),
        (["def best_move(board): raise ValueError", first("hint")], "best_move and hint"),
    ],
)
def test_one_of_several_is_not_chosen_silently(texts: list[str], names: str) -> None:
    write(*texts)
    with pytest.raises(StrategyError, match=rf"'own.py': which of {names}\? noughts prove own.py:") as caught:
        load("own.py")
    assert str(caught.value).count("own.py") == 2


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(StrategyError, match=r"there is no file 'nowhere.py'"):
        load("nowhere.py")


def test_a_file_may_import_the_one_beside_it() -> None:
    Path("beside_own.py").write_text("FREE = ' '\n")
    write("from beside_own import FREE", first("best_move").replace("' '", "FREE"))
    require_support(load("own.py"), GAME)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("own.py:move:read=rows X", "strategy 'own.py:move:read=rows X': no reading 'rows X'"),
        ("own.py:move:read=", "does not play"),
        ("own.py:move:depth=3", "has no option 'depth': it has read, noisy"),
        ("own.py:Needy", "could not be made: TypeError"),
        ("own.py:Mute", "it has no method that chooses moves, as get_move(board)"),
    ],
)
def test_what_cannot_be_made(spec: str, complaint: str) -> None:
    write(
        "def move(board): return None",
        "class Needy:\n    def __init__(self): raise TypeError('no')\n    def get_move(self, board): return 0",
        "class Mute:\n    pass",
    )
    with pytest.raises((StrategyError, GameError)) as caught:
        require_support(load(spec), GAME)
    assert complaint in str(caught.value)
