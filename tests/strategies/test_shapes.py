"""The command's verdicts about programs in the shapes that people write are those of a brute force by hand."""

import json
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest

from noughts.app.own_program import OwnProgram
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.processes.foreign import Limits
from noughts.prove import prove
from tests import shapes
from tests.brute_force import FAULT, brute_force, free_cells, lines
from tests.shapes import SHAPES

SEATS = {"X": "first", "O": "second"}
QUICK = [
    "ai_short",
    "aima_like",
    "console_loop",
    "cpu_turn",
    "easy_ai",
    "human_and_computer",
    "illegal_answer",
    "key_pad",
    "minimax_globals",
    "nested_state",
    "numpy_board",
    "off_by_one",
    "own_numbers",
    "paper_xo",
    "pass_beside",
    "pretty_table",
    "q_learner",
    "raises",
    "rows_from_one",
    "self_board",
    "streamlit_app",
    "string_board",
    "tkinter_window",
    "two_choices",
    "two_files",
    "wrong_marks",
]
# Each takes more than two seconds: a search of the whole game at every move, an answer that never comes.
LATE = [
    "board_object",
    "bot",
    "constructor_mark",
    "dict_board",
    "four_by_four",
    "game_state_rows",
    "global_board",
    "global_one_based",
    "marks_12",
    "marks_bw",
    "pygame_window",
    "random_ties",
    "score_and_move",
]
SLOW = pytest.mark.slow
FILES = {"easy_ai": "easy_ai/game.py", "paper_xo": "paper_xo/player.py", "two_files": "two_files/xo_ai.py"}
GAMES = {"four_by_four": (4, 4, 4)}


def test_the_witness_counts_all_games_of_the_rules() -> None:
    """A player that may choose every free cell plays all 255,168 games, and each of the eight lines is one."""
    first, second = brute_force(free_cells, "X"), brute_force(free_cells, "O")
    assert (first.won, first.drawn, first.lost) == (131_184, 46_080, 77_904)
    assert (second.won, second.drawn, second.lost) == (77_904, 46_080, 131_184)
    assert len(list(lines(3, 3, 3))) == 8
    assert len(list(lines(4, 4, 4))) == 10


def test_an_answer_that_breaks_the_rules_loses_for_the_witness() -> None:
    assert brute_force(lambda board: {FAULT}, "X") == (0, 0, 1, 1)
    assert brute_force(lambda board: {0}, "O") == (0, 0, 57, 57)  # X takes a1, or another cell and another


def proof(file: str, game: tuple[int, int, int], seat: list[str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "noughts", "prove", file, "--game", "{},{},{}".format(*game), "--json", *seat]
    ran = subprocess.run(command, cwd=SHAPES, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    document: dict[str, Any] = json.loads(ran.stdout)
    return document


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=SLOW) for name in LATE)])
def test_the_verdict_is_that_of_the_brute_force(name: str) -> None:
    player, game = getattr(shapes, name)(), GAMES.get(name, (3, 3, 3))
    document = proof(FILES.get(name, f"{name}.py"), game, [] if name in QUICK else ["--seat", "first"])
    for side, seat in SEATS.items():
        if seat not in document["seats"]:
            continue
        counts = brute_force(player, side, *game)
        assert tuple(document["seats"][seat]["games"].values()) == counts[:3]
        assert document["seats"][seat]["verdict"] == ("can lose" if counts.lost else "never loses")


def test_every_program_is_compared() -> None:
    programs = {path.stem for path in SHAPES.iterdir()} - {"__pycache__", "only_main_loop"}
    assert programs == {*QUICK, *LATE, "endless"}


@pytest.mark.slow
def test_an_answer_that_never_comes_loses() -> None:
    """It is waited for less long than the command does."""
    with closing(OwnProgram("endless.py", limits=Limits(answer=0.4), folder=SHAPES)) as program:
        games = prove(program, Game(3, 3, 3), Side.O).games
        assert (games.win, games.draw, games.loss) == brute_force(shapes.endless(), "O")[:3]


def test_a_program_without_any_function_is_refused_in_one_line() -> None:
    command = [sys.executable, "-m", "noughts", "prove", "only_main_loop.py"]
    ran = subprocess.run(command, cwd=SHAPES, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert "only_main_loop.py" in ran.stderr
