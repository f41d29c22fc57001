"""The files that `noughts adapt` writes: each moves as its program does, in every position of its games."""

from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.errors import StrategyError
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.corpus import CASES

pytestmark = pytest.mark.gate

GAME = Game(3, 3, 3)
# A board in each place and form, each kind of marks and of answers; one program that raises; a policy's observation.
QUICK = ("game_beside", "marks_bw", "nested_state", "raises", "rows_from_one", "self_board")
SLOW = (
    *("aima_like", "board_object", "bot", "console_loop", "constructor_mark", "dict_board", "global_board"),
    *(
        "human_and_computer",
        "key_pad",
        "minimax_globals",
        "numpy_board",
        "score_and_move",
        "string_board",
        "zoo_policy",
    ),
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_it_moves_as_the_program_does(name: str, tmp_path: Path) -> None:
    """Its verdict and its counts are the program's. The file is read again from its own text alone."""
    case = CASES[name]
    case.copy_to(tmp_path)
    program = load(case.program)
    target = Path(case.program.partition(":")[0]).with_name("adapted.py")
    target.write_text(program.shim(GAME, target.name))
    adapted = load(str(target))
    assert adapted.supports(GAME)
    for seat, expected in case.seats.items():
        (side,) = SEATS[seat]
        found = prove(adapted, GAME, side)
        assert (found.games.win, found.games.draw, found.games.loss) == expected.counts
        if name == "board_object" or not case.slow:
            assert found.against_random == prove(program, GAME, side).against_random


def test_one_that_does_not_play() -> None:
    """What comes nearest is written, with what is wrong; nothing where there is nothing to go by."""
    Path("odd.py").write_text("def get_move(board):\n    return 'resign'\n")
    text = load("odd.py").shim(GAME, "adapted.py")
    assert "Not right yet: it answered 'resign', which is not a cell of the board, at " in text
    compile(text, "adapted.py", "exec")
    Path("none.py").write_text("def get_move(a, b, c, d, e, f):\n    return 0\n")
    with pytest.raises(StrategyError, match="it is not clear what 'c', 'e', 'f' stand for"):
        load("none.py").shim(GAME, "adapted.py")
