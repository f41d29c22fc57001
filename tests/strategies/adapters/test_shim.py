"""The files that `noughts adapt` writes: each moves as its program does, in every position of its games."""

import shutil
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.errors import StrategyError
from noughts.prove import prove
from noughts.strategies.adapters.program import ProgramStrategy
from noughts.strategies.registry import load
from tests.shapes import SHAPES

GAME = Game(3, 3, 3)
PROGRAMS = Path(__file__).parents[2] / "data" / "programs"
# A board in each place and form, each kind of marks and of answers; and one program that raises.
QUICK = (
    "dict_board",
    "self_board",
    "constructor_mark",
    "rows_from_one",
    "raises",
    "marks_bw",
    "nested_state",
)
SLOW = (
    *("aima_like", "board_object", "bot", "console_loop", "global_board", "human_and_computer", "key_pad"),
    *("minimax_globals", "numpy_board", "score_and_move", "string_board"),
)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_it_moves_as_the_program_does(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its verdict and its counts are the program's. The file is read again from its own text alone."""
    shutil.copy(SHAPES / f"{name}.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    program = load(f"{name}.py")
    assert isinstance(program, ProgramStrategy)
    Path("adapted.py").write_text(program.shim(GAME, f"{name}.py", "adapted.py"))
    adapted = load("adapted.py")
    assert adapted.supports(GAME)
    for side in Side if name in QUICK else [Side.O]:
        mine, other = (prove(one, GAME, side) for one in (program, adapted))
        assert (mine.games, mine.against_random) == (other.games, other.against_random)


def test_an_observation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(PROGRAMS / "zoo_policy.py", tmp_path)
    program = load("zoo_policy.py")
    Path("adapted.py").write_text(getattr(program, "shim")(GAME, "zoo_policy.py", "adapted.py"))  # noqa: B009
    mine, other = (prove(one, GAME, Side.O) for one in (program, load("adapted.py")))
    assert mine.games == other.games


def test_one_that_does_not_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes nearest is written, with what is wrong; nothing where there is nothing to go by."""
    monkeypatch.chdir(tmp_path)
    Path("odd.py").write_text("def get_move(board):\n    return 'resign'\n")
    text = getattr(load("odd.py"), "shim")(GAME, "odd.py", "adapted.py")  # noqa: B009
    assert "Not right yet: it answered 'resign', which is no cell of the board, at " in text
    compile(text, "adapted.py", "exec")
    Path("none.py").write_text("def get_move(a, b, c, d, e, f):\n    return 0\n")
    with pytest.raises(StrategyError, match="it is not clear what 'a'"):
        getattr(load("none.py"), "shim")(GAME, "none.py", "adapted.py")  # noqa: B009
