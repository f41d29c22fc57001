"""Values of positions: the published table, other witnesses, budgets, checkpoints, certificates."""

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.budget import Budget, Progress
from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import CheckpointError, LimitExceeded
from noughts.solve import checkpoint as checkpoints
from noughts.solve.checkpoint import Checkpoint
from noughts.solve.minimax import Plain, positions_below, scores_below
from noughts.solve.solver import Solution, Solver, solve
from tests.witnesses import minimax

# What each of these games is worth to the first player, as published.
KNOWN = {
    "win": ["4,3,3", "5,3,3", "4,4,3", "5,4,3", "6,5,4", "7,5,4", "6,6,4", "7,6,4", "7,7,4", "8,8,4", "3,3,1", "2,2,2"],
    "draw": [
        *["3,3,3", "4,4,4", "5,4,4", "6,4,4", "7,4,4", "5,5,4", "4,3,4", "8,3,4", "12,3,4"],
        *["5,5,5", "6,6,5", "7,6,5", "7,7,5", "9,5,5", "10,5,5", "6,6,6", "7,7,6", "7,7,7", "9,6,6", "15,15,9"],
    ],
}

LONG = {"7,5,4", "7,6,4", "6,4,4", "7,4,4", "9,5,5", "10,5,5"}  # half a second or more


@pytest.mark.parametrize(
    ("word", "text"),
    [
        pytest.param(word, text, marks=pytest.mark.slow if text in LONG else ())
        for word, games in KNOWN.items()
        for text in games
    ],
)
@pytest.mark.usefixtures("kernels")
def test_published_values(word: str, text: str) -> None:
    upright = Game.from_text(text)
    for game in {upright, Game(upright.n, upright.m, upright.k)}:
        solution = solve(Position(game), Budget(nodes=5_000_000), moves=False)  # 7,4,4 needs the most, about 170,000
        assert solution.value is not None
        assert solution.value.word == word
        assert solution.arguments


def test_a_value_is_the_best_of_its_moves() -> None:
    solver = Solver()
    for text, game in (("X../.O./...", None), ("X..../..O../...../.....", Game(5, 4, 4))):
        position = parse_position(text, game)
        values = solver.values(position, distance=game is None).values
        assert solver.value(position).result == max(value.result for value in values.values())
        if game is None:
            assert solver.value(position) == max(values.values())


def test_moves_that_keep_the_value() -> None:
    position = parse_position("X../.../...")
    assert solve(position).moves == (4,)  # only the centre holds against a corner
    won = solve(Position(Game(4, 3, 3)), distance=True)
    assert won.moves == (1, 2, 5, 6, 9, 10)
    assert won.value == Value(1, 7)
    lost = parse_position("XX./.../O..")
    timed = solve(lost, distance=True)
    assert (timed.value, timed.moves) == (Value(-1, 4), (2,))
    assert (solve(lost).value, solve(lost).moves) == (Value(-1), lost.legal_moves)
    assert len(solve(Position(Game(7, 7, 5))).moves or ()) == 49
    assert len(solve(Position(Game(5, 5, 4))).moves or ()) == 25


@pytest.mark.parametrize("limit", [0, 200_000])
@pytest.mark.parametrize("text", ["X.X/.../OO.", "X.X/OO./..."])
def test_a_slow_win_is_a_win(text: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was walked or searched: all winning moves without distance, the quickest with it."""
    monkeypatch.setattr("noughts.solve.minimax.LIMIT", limit)
    position = parse_position(text)
    children = {move: minimax(position.play(move)) for move in position.legal_moves}
    winning = [move for move, value in children.items() if value.result == -1]
    best = max(children[move].parent() for move in winning)
    found, timed = solve(position), solve(position, distance=True)
    assert (found.value, found.moves) == (Value(1), tuple(winning))
    assert timed.value == best
    assert timed.moves == tuple(move for move in winning if children[move].parent() == best)
    assert len(timed.moves) < len(winning)


def test_out_of_budget_is_unknown() -> None:
    solution = solve(Position(Game(9, 9, 5)), Budget(nodes=100))
    assert solution.value is None
    assert solution.moves is None
    assert solution.unknown.startswith(f"unknown after {solution.nodes:,} nodes and ")
    assert solution.nodes >= 100
    with pytest.raises(LimitExceeded):
        Solver(Budget(seconds=0.01)).value(Position(Game(9, 9, 5)))


def test_values_without_a_search_have_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs that hold are looked for before any search, for each of 216 moves."""
    monkeypatch.setattr("noughts.solve.solver.find_pairs", lambda *_: pytest.fail("looked for pairs"))
    position = parse_position("...../XO.../XO.../.....", Game(5, 4, 4))
    found = Solver().values(position, budget=Budget(seconds=0))
    assert (found.values, found.unknown) == ({}, "unknown after 0 nodes and 0.0 s")


def test_a_finished_game() -> None:
    solution = solve(parse_position("XXX/OO./..."), distance=True)
    assert (solution.value, solution.moves, solution.arguments) == (Value(-1, 0), (), ("rules",))


def test_two_threads_use_one_solver() -> None:
    """The second one asks, and is answered, while the first one's searches of the same game are under way."""
    draw, won = Position(Game(5, 5, 4)), parse_position("XX.../O.O../...../...../.....", Game(5, 5, 4))
    found = list[Solution]()

    def second(progress: Progress) -> None:
        if threading.current_thread() is threading.main_thread() and not found:
            thread = threading.Thread(target=lambda: found.append(solver.solve(won, moves=False)))
            thread.start()
            thread.join()

    solver = Solver(report=second)
    first = solver.solve(draw, moves=False)
    expected = [solve(position, moves=False) for position in (draw, won)]
    assert [(one.position, one.value) for one in (first, *found)] == [(one.position, one.value) for one in expected]
    assert [one.value.word for one in expected if one.value is not None] == ["draw", "win"]
    assert first.arguments == expected[0].arguments
    assert 0 < found[0].nodes < first.nodes


def test_progress_is_reported() -> None:
    seen: list[Progress] = []
    solve(Position(Game(8, 7, 5)), Budget(nodes=3000), moves=False, report=seen.append)
    assert seen
    assert [progress.nodes for progress in seen] == sorted(progress.nodes for progress in seen)
    assert all(0 <= progress.share <= 1 and 0 <= progress.fill <= 1 for progress in seen)


SEARCHED = ["6,6,5", "5,4,4", "5,4,3", "4,4,3-exact"]  # by the weak game and by depth-first search: draws, wins


class Stopped(Exception):
    """Stands for a process that is killed."""


@pytest.mark.usefixtures("kernels")
@pytest.mark.slow
def test_a_search_goes_on_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 0.0)
    monkeypatch.setattr(checkpoints, "SHARE", 0)
    path, root = tmp_path / "file", Position(Game(8, 7, 5))
    turns = 0

    def stop(progress: Progress) -> None:
        nonlocal turns
        turns += 1
        if turns % 8 == 0:
            raise Stopped

    results = []
    for _ in range(200):
        try:
            results.append(Solver(report=stop, checkpoint=Checkpoint(path, root)).solve(root, moves=False))
        except Stopped:
            continue
        break
    assert results[0].value == Value(0, 56)
    assert turns > 16
    again = Solver(checkpoint=Checkpoint(path, root)).solve(root, moves=False)
    assert (again.value, again.arguments, again.nodes) == (Value(0, 56), ("weak game", "strategy stealing"), 0)


def test_a_checkpoint_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    Checkpoint(path, Position(Game(7, 7, 5))).write()
    with pytest.raises(CheckpointError, match="is the checkpoint of 7,7,5"):
        Checkpoint(path, Position(Game(8, 7, 5)))
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(CheckpointError, match="no checkpoint"):
        Checkpoint(path, Position(Game(7, 7, 5)))
    path.write_bytes(b"")
    with pytest.raises(CheckpointError, match="no checkpoint"):
        Checkpoint(path, Position(Game(7, 7, 5)))
    with path.open("wb") as file:
        np.savez(file, other=np.zeros(1))
    with pytest.raises(CheckpointError, match="no checkpoint"):
        Checkpoint(path, Position(Game(7, 7, 5)))


@pytest.mark.parametrize(
    "arrays",
    [
        {"meta": np.array([{}], object)},
        {"meta": np.array("[" * 100_000)},
        {"meta": np.array("[]")},
        {"meta": np.array("9" * 5000)},
        {"meta": np.array('{"format": 8, "root": 1, "answers": [1], "now": 2}')},
    ],
)
def test_a_damaged_checkpoint_is_called_one(tmp_path: Path, arrays: dict[str, Any]) -> None:
    """In words of ours: NumPy's own advise to load it unsafely."""
    path = tmp_path / "file"
    with path.open("wb") as file:
        np.savez(file, **arrays)
    with pytest.raises(CheckpointError) as caught:
        Checkpoint(path, Position(Game(7, 7, 5)))
    assert str(caught.value) == f"no checkpoint {str(path)!r}: it is damaged, or another file"


@pytest.mark.parametrize("version", [{}, {"format": 2}], ids=["1", "2"])
def test_a_checkpoint_of_another_version(tmp_path: Path, version: dict[str, int]) -> None:
    """It is left as it is."""
    path, root = tmp_path / "file", Position(Game(7, 7, 5))
    meta = {"root": ["7,7,5", str(root)], "answers": [], "now": None, **version}  # the first version has no number
    with path.open("wb") as file:
        np.savez(file, meta=np.array(json.dumps(meta)))
    before = path.read_bytes()
    words = f"is a checkpoint of format {version.get('format', 1)}, expected 8: choose another file"
    with pytest.raises(CheckpointError, match=words):
        Checkpoint(path, root)
    assert path.read_bytes() == before


def test_a_table_answers_before_a_search(tmp_path: Path) -> None:
    from noughts.solve.tables.folder import open_table
    from noughts.solve.tables.tabulate import tabulate

    tabulate(Game(4, 4, 3), tmp_path / "table")
    solution = solve(Position(Game(4, 4, 3)), distance=True, tables=open_table(tmp_path / "table").values)
    assert solution.arguments == ("table",)
    assert solution.value == Value(1, 5)
    assert solution.nodes == 0
    assert solution.moves == (5, 6, 9, 10)


def test_a_table_without_distances_leaves_them_to_a_search() -> None:
    from noughts.solve.tables.retrograde import solve_all

    position, table = parse_position("X.../.O../..../....", Game(4, 4, 3)), solve_all(Game(4, 4, 3)).table

    def results(asked: Position) -> dict[Move, Value]:
        return {move: Value(value.result) for move, value in table.values(asked).items()}

    for distance in (False, True):
        found = solve(position, distance=distance, tables=results)
        known = solve(position, distance=distance, tables=table.values)
        assert (found.value, found.moves, found.arguments) == (known.value, known.moves, ("table",))
    assert found.value == table.value(position)


# Plain minimax


STANDARD = Game(3, 3, 3)


def test_walks_each_position_once() -> None:
    assert len(scores_below(Position(STANDARD))) == 5478
    assert len(scores_below(Position(Game(4, 3, 3)))) == 111973


def test_says_at_once_what_is_too_much() -> None:
    with pytest.raises(LimitExceeded, match="more than 250,000 positions"):
        Plain().value(Position(Game(4, 4, 4)))
    with pytest.raises(LimitExceeded):
        scores_below(Position(STANDARD), limit=positions_below(9) - 1)
