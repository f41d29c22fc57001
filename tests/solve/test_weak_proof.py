"""Proofs that Breaker holds, checked by the rules of core alone."""

import random
import subprocess
import sys
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic

import pytest

from noughts.certify import Entry, Section, Writer, check
from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.solve.certificates import write_certificate
from noughts.solve.pairs import find_pairs
from noughts.solve.solver import Solver
from noughts.solve.weak.proof.breaker_strategy import strategy_tree
from noughts.solve.weak.weak_solver import WeakSolver


def proof(game: Game, maker: int, breaker: int, workers: int = 1) -> list[Entry] | None:
    """Return the proof with Maker to move, or None if he wins."""
    with TemporaryFile() as log:
        solver = WeakSolver(game, log=log)
        if solver.solve(maker, breaker).forces is not False:
            return None
        return list(strategy_tree(solver, maker, game.full & ~(maker | breaker), workers))


@pytest.mark.parametrize(("name", "most"), [("7,6,5", 20), ("7,7,5", 1000)])
def test_a_proof_holds_and_is_small(name: str, most: int, tmp_path: Path) -> None:
    position = Position(Game.from_text(name))
    beats = list[int]()
    entries = write_certificate(tmp_path / "file", position, Value(0), Budget(), progress=beats.append)
    checked = check(tmp_path / "file")
    assert (checked.value, checked.entries) == ("draw", entries)
    assert entries <= most
    assert beats[-1] == entries


def test_any_number_of_workers_gives_the_same_proof() -> None:
    assert proof(Game(7, 7, 5), 0, 0, workers=3) == proof(Game(7, 7, 5), 0, 0)


@pytest.mark.parametrize("name", ["5,4,4", "5,5,4", "6,5,4", pytest.param("7,7,5", marks=pytest.mark.slow)])
def test_proofs_from_random_positions_hold(name: str, tmp_path: Path) -> None:
    """With either side as Maker, either side to move, and exchanges before the first move."""
    game, rng, searched = Game.from_text(name), random.Random(name), 0
    while searched < 8:
        position = Position(game)
        for _ in range(rng.randrange(1, game.cells // 2)):
            position = position.play(rng.choice(position.legal_moves))
            if position.outcome is not None:
                break
        maker, breaker = position.boards(position.side)
        if position.outcome is not None or find_pairs(game, maker, breaker) is not None:
            continue
        if (entries := proof(game, maker, breaker)) is None:
            continue
        searched += 1
        with Writer(tmp_path / "file", position, "a claim") as writer:
            writer.section(Section("breaker", position.side.value, symmetry=True))
            for entry in entries:
                writer.entry(entry)
        assert check(tmp_path / "file").shown[position.side.opponent] == "not lose"


def test_a_draw_in_which_neither_side_has_an_attack_is_proved_for_both(tmp_path: Path) -> None:
    """Breaker begins in one of the two sections."""
    position = Position(Game(7, 7, 5)).play(0)
    write_certificate(tmp_path / "file", position, Value(0), Budget())
    checked = check(tmp_path / "file")
    assert [(section.kind, section.side) for section in checked.sections] == [("breaker", Side.O), ("breaker", Side.X)]
    assert checked.value == "draw"


@pytest.mark.slow
def test_the_search_that_has_answered_is_not_done_again(tmp_path: Path) -> None:
    """With Maker or Breaker to move. A later question uses the table, so its log lacks positions."""
    position = Position(Game(7, 7, 5)).play(0)
    with ExitStack() as files:
        solver = Solver(open_log=lambda: files.enter_context(TemporaryFile()))
        for side in Side:
            with solver._portfolio(position.game, side) as portfolio:
                portfolio.contestants[0].engine.compile()
        value = solver.solve(position, moves=False).value
        assert value is not None
        assert value.result == 0
        assert all(solver.logged(position, side) for side in Side)
        write_certificate(tmp_path / "file", position, Value(0), Budget(), solver=solver)
        write_certificate(tmp_path / "anew", position, Value(0), Budget())
        solver.value(position.play(1))
        assert not any(solver.logged(place, side) for place in (position, position.play(1)) for side in Side)
    assert check(tmp_path / "file").value == "draw"
    assert (tmp_path / "file").read_bytes() == (tmp_path / "anew").read_bytes()


def test_the_log_does_not_depend_on_the_slices_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do the nodes: the table grows at the same moments."""
    monkeypatch.setattr("noughts.solve.weak.weak_solver._FIRST_ROWS", 64)
    logs = list[bytes]()
    for slices in (300,), (70, 11, 6):
        with TemporaryFile() as file:
            solver = WeakSolver(Game(8, 7, 5), log=file)
            solver.begin(0, 0, maker_moves=True)
            turns = cycle(slices)
            while solver.nodes < 300:
                solver.advance(min(next(turns), 300 - solver.nodes))
            file.seek(0)
            logs.append(file.read())
    assert logs[0] == logs[1]
    assert len(solver.rows) > 64


def test_a_search_that_goes_on_from_a_checkpoint_has_no_log() -> None:
    """What the log lacks was written by the search that was saved."""
    with TemporaryFile() as file, TemporaryFile() as other:
        first, later = WeakSolver(Game(7, 7, 5), log=file), WeakSolver(Game(7, 7, 5), log=other)
        first.begin(0, 0, maker_moves=True)
        first.advance(50)
        later.restore(first.checkpoint())
        assert (later.log, later.status.nodes, later.status.over) == (None, 50, False)
        first.run(UNLIMITED)
        later.run(UNLIMITED)
        assert first.log is file
        assert first.status == later.status
        assert other.tell() == 0


@pytest.mark.timing
def test_a_command_that_is_killed_leaves_the_older_file(tmp_path: Path) -> None:
    file, older, rng = tmp_path / "c.cert.gz", b"an older file", random.Random(5)
    command = [sys.executable, "-m", "noughts", "solve", "7,7,5", "--value-only", "--certificate", str(file)]
    began = monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds, whole = monotonic() - began, file.read_bytes()
    assert check(file).value == "draw"
    for _ in range(2):
        file.write_bytes(older)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                process.wait(rng.random() * seconds)
            except subprocess.TimeoutExpired:
                process.kill()
        assert file.read_bytes() in (older, whole)
        assert all(path == file or path.name.endswith(".part") for path in tmp_path.iterdir())
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert file.read_bytes() == whole
