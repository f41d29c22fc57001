"""Files are loaded without playing their games: what is run of them, what is left out, what stands in."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.errors import GameError, StrategyError, StrategyFault
from noughts.players.player import NO_DICE, require_support
from noughts.programs.load.stand_ins import StandIn
from noughts.programs.load.user_module import left_out_of, load_file, load_module, named_in
from noughts.strategies import registry
from noughts.strategies.registry import load
from tests.refusals import refused

FORGOTTEN = ("pygame", "sklearn", "torch", "graphics", "easygui", "tkinter")


@pytest.fixture(autouse=True)
def _no_stand_in_stays() -> Iterator[None]:
    """Other libraries ask whether there is a torch."""
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] in FORGOTTEN]:
        del sys.modules[name]


def loaded(folder: Path, text: str, name: str = "game.py", **more: str) -> ModuleType:
    """Write a file, and others beside it by their names without the ending; load it."""
    for other, its_text in more.items():
        (folder / f"{other}.py").write_text(its_text)
    (folder / name).write_text(text)
    return load_file(folder / name)


def test_imports_functions_classes_and_values_are_run(tmp_path: Path) -> None:
    module = loaded(
        tmp_path,
        "from __future__ import annotations\nimport math\nLINES = [(0, 1, 2)]\nTABLE = {}\n"
        "for i in range(9):\n    TABLE[i] = i * 2\n"
        "def best(board): return TABLE[4] + math.floor(0.5)\n"
        "class Player:\n    SIZE = 3\n"
        "try:\n    import nothing_of_the_kind\nexcept ImportError:\n    pass\n"
        "ready: bool = best([]) == 8\n",
    )
    assert (module.ready, module.TABLE[8], module.Player.SIZE, module.LINES) == (True, 16, 3, [(0, 1, 2)])
    assert left_out_of(module) == ""


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("while True:\n    pass\n", "what takes more than 2 s, lines 2-3"),
        ("name = input('?')\n", "what asks or plays, line 2"),
        ("for turn in range(9):\n    move = int(input())\n", "what asks or plays, lines 2-3"),
        ("def ask():\n    return input()\ndef main():\n    ask()\nmain()\n", "what asks or plays, line 6"),
        ("if 1:\n    x = 5\n    while x: pass\n", "what takes more than 2 s, lines 2-4"),
        ("import sys\nsys.exit()\n", "its end, line 3"),
        ("def hidden(f): return f('?')\nhidden(input)\n", "what asks or plays, line 3"),
        ("name = input()\nprint(name)\n", "what asks or plays, line 2, what needs name, line 3"),
        ("if __name__ == '__main__':\n    while True: pass\n", ""),
        ("if '__main__' == __name__:\n    input()\n", ""),
        ("def train():\n    n = 3\n    while n: n -= 1\ntrain()\n", ""),
    ],
)
def test_the_game_is_left_out(tmp_path: Path, text: str, left_out: str) -> None:
    module = loaded(tmp_path, f"before = 1\n{text}after = 2\n")
    assert (module.before, module.after, left_out_of(module)) == (1, 2, left_out)


def test_what_a_game_had_changed_is_as_before(tmp_path: Path) -> None:
    text = "board = [' '] * 9\ndef play():\n    board[0] = 'X'\n    input()\nplay()\n"
    assert loaded(tmp_path, text).board == [" "] * 9


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("def best(board): return min(board, key=hash)\n", "hash()"),
        ("class Player:\n    def get_move(self): return lambda: [id(x) for x in self.board]\n", "id()"),
        ("from os import getpid as number, getenv\nSEED = number()\n", "getenv(), getpid()"),
        ("import os\nfrom datetime import datetime\nHOME = os.environ['HOME'], datetime.now()\n", "environ, now()"),
        ("import sys\ndef best(board): return len(sys.orig_argv)\n", "orig_argv"),
        ("import os\nos.environ['HIDE'] = '1'\nos.environ.setdefault('HIDE', '1')\nos.environ.update(A='1')\n", ""),
        ("def hash(board): return 1\ndef best(board, id): return hash(id), board.hash, board.id\n", ""),
        ("from helper_of_it import key\n", "hash()"),
        ("def play():\n    while True: print(hash(input()))\n", "hash()"),
    ],
)
def test_what_differs_from_one_process_to_the_next_is_named(tmp_path: Path, text: str, named: str) -> None:
    helper = "def key(board): return hash(board)\n"
    assert named_in(loaded(tmp_path, text, helper_of_it=helper)) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("import marks\nimport salt\n", "hash()"),
        ("import marks\nprint(sum([hash('x')]))\n", "hash()"),
        ("import os\nimport marks\nHOME = os.environ.get('HOME')\n", "environ"),
        ("import os\nimport marks\nprint(os.environ.get('USER'))\n", "environ"),
    ],
)
def test_modules_that_are_loaded_at_once_may_hold_the_same(tmp_path: Path, text: str, named: str) -> None:
    for name in ("marks", "salt"):
        sys.modules.pop(name, None)
    module = loaded(tmp_path, text, marks="X = 'X'\n", salt="SEED = hash('x')\n")
    assert (module.marks.X, named_in(module)) == ("X", named)


def test_its_own_modules_are_loaded_in_the_same_way(tmp_path: Path) -> None:
    module = loaded(tmp_path, "from rules_of_it import LINES\n", rules_of_it="LINES = 8\nwhile True:\n    input()\n")
    assert module.LINES == 8
    assert left_out_of(sys.modules["rules_of_it"]) == "what asks or plays, lines 2-3"


def test_relative_imports(tmp_path: Path) -> None:
    """In a package, in a folder that is none, and two folders up."""
    package = tmp_path / "paper_game"
    (package / "ai").mkdir(parents=True)
    (package / "__init__.py").write_text("from .rules import SIZE\n")
    (package / "rules.py").write_text("SIZE = 3\n")
    (package / "ai" / "__init__.py").write_text("")
    (package / "ai" / "mini.py").write_text("from ..rules import SIZE\nfrom . import other\n")
    (package / "ai" / "other.py").write_text("")
    assert load_file(package / "ai" / "mini.py").SIZE == 3
    plain = tmp_path / "plain_folder" / "inner"
    plain.mkdir(parents=True)
    (plain.parent / "rules.py").write_text("SIZE = 5\n")
    (plain / "mini.py").write_text("from ..rules import SIZE\n")
    assert load_file(plain / "mini.py").SIZE == 5


def test_a_module_of_the_present_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [part for part in sys.path if part])
    (tmp_path / "module_of_mine.py").write_text("SIZE = 7\n")
    assert load_module("module_of_mine").SIZE == 7


WINDOW = """
import pygame, tkinter as tk, streamlit as st
from pygame.locals import *
from tkinter import messagebox
from tqdm import tqdm, trange
from colorama import Fore, Style

pygame.init()
screen = pygame.display.set_mode((300, 300))
WIDTH = screen.get_width() // 3 + 2
print(Fore.RED + "X" + Style.RESET_ALL)

class App(tk.Tk):
    def __init__(self):
        super().__init__()
        self.title("noughts")
        self.board = [" "] * 9

@st.cache_data
def best_move(board):
    for event in pygame.event.get():
        pass
    with st.spinner("..."):
        total = sum(1 for cell in tqdm(board)) + len(list(trange(2)))
    return board.index(" ") if total == 11 and not st.button("x") else 0

app = App()
app.mainloop()
"""


def test_windows_stand_in(tmp_path: Path) -> None:
    module = loaded(tmp_path, WINDOW)
    assert module.best_move(["X", *" " * 8]) == 1
    assert module.app.board == [" "] * 9
    assert not hasattr(module.app, "decide")
    assert isinstance(module.screen, StandIn)
    assert "pygame.locals" in sys.modules


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("easygui.integerbox('cell?')", "easygui.integerbox()"),
        ("int(easygui.entry.get()) - 1", "easygui.entry.get"),
        ("easygui.cell", "easygui.cell"),
        ("tkinter.simpledialog.askinteger('', '')", "tkinter.simpledialog.askinteger()"),
    ],
)
def test_the_value_of_a_stand_in_is_not_an_answer(tmp_path: Path, call: str, name: str) -> None:
    """Not even cell a1: there is no verdict."""
    text = f"import easygui, tkinter.simpledialog\ndef move(board):\n    return {call}\n"
    (tmp_path / "asks.py").write_text(text)
    strategy = registry.load(f"{tmp_path}/asks.py:move:read=flat X O . -> index")
    with pytest.raises(StrategyError, match=re.escape(f"it needs what {name} gives, which is not known")) as caught:
        strategy.decide(parse_position("X../.../..."), NO_DICE)
    assert not isinstance(caught.value, StrategyFault)


def test_a_file_beside_it_comes_before_a_stand_in(tmp_path: Path) -> None:
    (tmp_path / "graphics.py").write_text("FREE = ' '\n")
    assert loaded(tmp_path, "import graphics\n").graphics.FREE == " "


def test_a_notebook(tmp_path: Path) -> None:
    """Its code cells are the file, without its commands to the notebook."""
    cells = [
        {"cell_type": "markdown", "source": ["# noughts"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "FREE = ' '"]},
        {"cell_type": "code", "source": ["%%timeit\n", "1 / 0"]},
        {"cell_type": "code", "source": ["def best_move(board):\n", "    !ls\n", "    return board.index(FREE)"]},
    ]
    (tmp_path / "own.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
    strategy = registry.load(f"{tmp_path}/own.ipynb")
    assert strategy.decide(parse_position("X../.../..."), NO_DICE).moves == (1,)


@pytest.mark.parametrize(
    ("spec", "command"),
    [("game.js", "console:node game.js"), ("Main.java", "console:java Main.java"), ("game.c", "console:./game")],
)
def test_another_language_is_named_by_its_command(spec: str, command: str) -> None:
    with pytest.raises(StrategyError, match=f"no strategy '{spec}': it is not in Python: .*'{command}'"):
        registry.load(spec)


def test_a_module_that_is_missing_is_named_where_it_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = loaded(
        tmp_path,
        "import sklearn, torch.nn as nn\nnet = nn.Linear(9, 9)\n"
        "def plain(board): return 0\n"
        "def deep(board): return nn.Linear(1, 2)\ndef model(board): return sklearn.load(1)\n",
    )
    assert module.plain([]) == 0
    with pytest.raises(ModuleNotFoundError, match="it needs the module 'torch': pip install torch"):
        module.deep([])
    with pytest.raises(ModuleNotFoundError, match="it needs the module 'sklearn': pip install scikit-learn"):
        module.model([])
    monkeypatch.setattr(sys, "platform", "emscripten")  # Python in a browser, where nothing can be installed
    with pytest.raises(ModuleNotFoundError, match="it needs the module 'torch', which is not in the browser"):
        module.deep([])


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("x = 1\nprint 'hello'\n", ["error.not-loadable", "error.python-2:2"]),
        ("def f(:\n", ["error.not-importable"]),
        ("x = 1\ny = 1 / 0\n", ["error.not-importable:ZeroDivisionError: division by zero"]),
        ("import json.nothing\n", ["error.not-importable:ModuleNotFoundError: No module named 'json.nothing'"]),
    ],
)
def test_what_cannot_be_loaded(tmp_path: Path, text: str, kinds: list[str]) -> None:
    (tmp_path / "wrong.py").write_text(text)
    with refused(*kinds):
        registry.load(f"{tmp_path}/wrong.py")


def test_the_time_to_load(tmp_path: Path) -> None:
    """A statement that may be a game is left out when its time is over; any other ends the loading, with its line."""
    (tmp_path / "slow.py").write_text("x = 1\nfor i in iter(int, 1):\n    x = i\n")
    with refused("error.long-to-load", seconds=0.2):
        load_file(tmp_path / "slow.py", seconds=0.2)


# Boards that are no argument: in the program's object, in its module


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
    ("texts", "names", "other"),
    [
        ([last("easy_move"), first("hard_move")], "hard_move", "easy_move"),
        ([first("one"), last("two"), first("three")], "one, two", "three"),
        ([first("one"), UNSEEN.format(name="two")], "one", "two"),
        (["def best_move(board): raise ValueError", first("hint")], "best_move", "hint"),
    ],
)
def test_one_of_several_is_not_chosen_silently(texts: list[str], names: str, other: str) -> None:
    write(*texts)
    with refused("error.which-program", "hint.and", file="'own.py'", first=names, more=other) as caught:
        load("own.py")
    assert str(caught.value).count("own.py") == 2


def test_a_file_that_is_not_there() -> None:
    with refused("error.no-file", name="'nowhere.py'", strategy="'nowhere.py'"):
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
