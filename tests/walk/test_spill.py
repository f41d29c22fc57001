"""A walk that keeps its positions on disk is the same as one in memory."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import Decision, Strategy
from noughts.errors import FileError
from noughts.prove import ProofProgress, prove
from noughts.strategies.registry import load
from noughts.walk import Decided, Mover, Spill, walk
from noughts.walk.store import PlyOnDisk
from tests.walk.test_chances import Beads, Broken, Single

Openings = Sequence[Sequence[Move]]


class Drawn:
    """One to three free cells, drawn by the position; in batches."""

    def __init__(self, seed: int) -> None:
        self.seed, self.name = seed, f"drawn {seed}"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: object) -> Decision:
        free = position.legal_moves
        drawn = (self.seed + 1) * (position.x * 31 + position.o * 17) % 1009
        return Decision(tuple(sorted({free[drawn % len(free)], free[drawn * drawn % len(free)]})))

    def decide_batch(
        self, game: Game, own: npt.NDArray[np.uint8], theirs: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.bool_]:
        moves = np.zeros(own.shape, np.bool_)
        for i, (mine, other) in enumerate(zip(own, theirs, strict=True)):
            boards = [sum(1 << int(cell) for cell in stones.nonzero()[0]) for stones in (mine, other)]
            x, o = boards if boards[0].bit_count() == boards[1].bit_count() else reversed(boards)
            moves[i, list(self.decide(Position.from_boards(game, x, o), None).moves)] = True
        return moves


def told(
    game: Game, movers: dict[Side, Mover], spill: Spill | None, openings: Openings = ((),), plies: int | None = None
) -> list[Any]:
    """Everything that a walk tells, ply by ply: results, positions with their columns, decisions, what was reached."""
    found: list[Any] = []

    def record(decisions: Sequence[Decided]) -> None:
        found.extend(decision for i in range(len(decisions)) if (decision := decisions[i])[2])

    for ply in islice(walk(game, movers, openings, forfeits=True, record=record, spill=spill), plies):
        positions = sorted(ply.frontier, key=lambda position: (position.o, position.x))
        reached = ply.frontier.reached()
        assert all(position in reached for position in positions[:20])
        assert not any(position.play_unchecked(position.legal_moves[0]) in reached for position in positions[:20])
        found += [ply.side, ply.step, positions]
    return found


@given(
    st.sampled_from([Game(3, 3, 3), Game(4, 2, 3), Game(4, 3, 2), Game(1, 8, 2)]),
    st.integers(0, 1000),
    st.sampled_from(Side),
    st.booleans(),
    st.integers(1, 30_000),
)
def test_a_walk_on_disk_tells_the_same(game: Game, seed: int, seat: Side, both: bool, memory: int) -> None:
    movers: dict[Side, Mover] = {seat: Drawn(seed), seat.opponent: Drawn(seed + 1) if both else None}
    spill = Spill(memory)
    assert told(game, movers, spill) == told(game, movers, None)
    assert spill.used == 0
    assert spill.most > 0 or memory > 100


@pytest.mark.parametrize(
    ("player", "seat"),
    [(Single(load("weights")), Side.X), (Beads(), Side.O), (Beads(10**12), Side.X), (Broken(), Side.X)],
    ids=["even", "uneven", "long", "broken"],
)
def test_strategies_that_decide_one_position_at_a_time(player: Strategy, seat: Side) -> None:
    game, spill = Game(3, 3, 3), Spill(1000)
    movers: dict[Side, Mover] = {seat: player, seat.opponent: None}
    assert told(game, movers, spill) == told(game, movers, None)
    assert spill.most > 0


def test_openings_that_begin_at_any_ply() -> None:
    game, openings = Game(4, 3, 3), [(), (0,), (5, 0), (0, 5), (1, 2, 3), (3, 2, 1)]
    movers: dict[Side, Mover] = {Side.X: load("weights"), Side.O: load("paths")}
    assert told(game, movers, Spill(1), openings) == told(game, movers, None, openings)


def test_rows_of_several_words() -> None:
    game, movers = Game(7, 5, 2), {Side.X: load("weights"), Side.O: None}
    assert told(game, movers, Spill(1), plies=3) == told(game, movers, None, plies=3)


def test_a_store_is_read_as_it_was_written() -> None:
    """Integers that get more limbs later, and others that have fewer again."""
    movers: dict[Side, Mover] = {Side.X: load("weights"), Side.O: None}
    *_, ply = islice(walk(Game(4, 3, 3), movers), 6)
    group = ply.frontier.store.take(slice(0, len(ply.frontier)))  # type: ignore[attr-defined]
    long = replace(group, weights=np.arange(3 * len(group), dtype=np.uint64).reshape(3, -1))
    store = PlyOnDisk(ply.frontier.layout, Spill())  # type: ignore[attr-defined]
    thirds = [slice(0, 10), slice(10, 50), slice(50, len(group))]
    for one, third in zip((group, long, group), thirds, strict=True):
        store.append(one.take(third))
    weights = store.take(slice(0, len(group))).weights
    assert (weights[:, thirds[1]] == long.weights[:, thirds[1]]).all()
    assert (weights[0, thirds[2]] == group.weights[0, thirds[2]]).all()
    assert not weights[1:, thirds[0]].any()
    assert not weights[1:, thirds[2]].any()
    assert (store.take(slice(5, 60), np.array([0, 54])).rows == group.rows[[5, 59]]).all()


@pytest.mark.parametrize("seat", Side)
def test_a_proof_on_disk_is_the_same(seat: Side) -> None:
    seen: list[ProofProgress] = []
    game, spill = Game(3, 3, 3), Spill(1)
    proof = prove(load("weights"), game, seat, spill=spill, progress=seen.append)
    assert proof == prove(load("weights"), game, seat)
    assert seat is Side.X or proof.losing_line is not None
    assert max(progress.on_disk for progress in seen) > 0
    assert spill.used == 0


def test_a_small_walk_uses_no_disk() -> None:
    spill = Spill(1 << 30)
    prove(load("weights"), Game(3, 3, 3), Side.X, spill=spill)
    assert spill.most == 0


class Full(Spill):
    """A folder on a disk that is full."""

    def file(self) -> IO[bytes]:
        return open("/dev/full", "w+b", buffering=0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^cannot keep positions in '.*': No space left on device$"):
        prove(load("weights"), Game(3, 3, 3), Side.X, spill=Full(1, tmp_path))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot keep positions in '.*none': No such file or directory"):
        prove(load("weights"), Game(3, 3, 3), Side.X, spill=Spill(1, tmp_path / "none"))


def test_nothing_is_left_after_an_error(tmp_path: Path) -> None:
    def stop(progress: ProofProgress) -> None:
        assert not [*tmp_path.iterdir()]
        if progress.ply == 5 and spill.used:
            raise KeyboardInterrupt

    spill = Spill(1, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        prove(load("weights"), Game(3, 3, 3), Side.X, spill=spill, progress=stop)
    assert spill.most > 0
    assert not [*tmp_path.iterdir()]
