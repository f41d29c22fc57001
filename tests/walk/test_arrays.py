"""A walk in arrays tells the same, whether its plies are merged at once or by ranges, and from whichever ply on."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import walk as walks
from noughts.core.game import Game, Move
from noughts.core.player import Decision, Strategy
from noughts.core.position import Position, Side
from noughts.errors import StrategyError
from noughts.prove import prove
from noughts.strategies.registry import load
from noughts.walk import Decided, arrays, walk
from tests.walk.test_chances import Beads, Broken, Single

pytestmark = pytest.mark.usefixtures("batches")

Openings = Sequence[Sequence[Move]]
Movers = Mapping[Side, Strategy | None]


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


def told(game: Game, movers: Movers, openings: Openings = ((),), plies: int | None = None) -> list[Any]:
    """Everything that a walk tells, ply by ply: results, positions with their columns, decisions, what was reached."""
    found: list[Any] = []

    def record(decisions: Sequence[Decided]) -> None:
        found.extend(decision for i in range(len(decisions)) if (decision := decisions[i])[2])

    for ply in islice(walk(game, movers, openings, forfeits=(StrategyError,), record=record), plies):
        positions = sorted(ply.frontier, key=lambda position: (position.o, position.x))
        reached = ply.frontier.reached()
        assert all(position in reached for position in positions[:20])
        assert not any(position.play_unchecked(position.legal_moves[0]) in reached for position in positions[:20])
        found += [ply.side, ply.step, positions]
    return found


def told_by_ranges(*asked: Any, **more: Any) -> list[Any]:
    """The same of a walk that merges few positions at a time, as it does in a wide ply."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "_RANGE", 300)
        return told(*asked, **more)


@given(
    st.sampled_from([Game(3, 3, 3), Game(4, 2, 3), Game(4, 3, 2), Game(1, 8, 2)]),
    st.integers(0, 1000),
    st.sampled_from(Side),
    st.booleans(),
)
def test_a_walk_by_ranges_tells_the_same(game: Game, seed: int, seat: Side, both: bool) -> None:
    movers: Movers = {seat: Drawn(seed), seat.opponent: Drawn(seed + 1) if both else None}
    assert told_by_ranges(game, movers) == told(game, movers)


@pytest.mark.parametrize(
    ("player", "seat"),
    [(Single(load("weights")), Side.X), (Beads(), Side.O), (Beads(10**12), Side.X), (Broken(), Side.X)],
    ids=["even", "uneven", "long", "broken"],
)
def test_a_wide_ply_of_single_decisions_goes_on_in_arrays(
    player: Strategy, seat: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(3, 3, 3)
    movers: Movers = {seat: player, seat.opponent: None}
    expected = told(game, movers)
    monkeypatch.setattr(walks, "_WIDE", 50)
    assert told_by_ranges(game, movers) == expected
    assert any(isinstance(ply.frontier, arrays.ArrayFrontier) for ply in walk(game, movers, forfeits=(StrategyError,)))


def test_openings_that_begin_at_any_ply() -> None:
    game, openings = Game(4, 3, 3), [(), (0,), (5, 0), (0, 5), (1, 2, 3), (3, 2, 1)]
    movers: Movers = {Side.X: load("weights"), Side.O: load("paths")}
    single: Movers = {Side.X: Single(load("weights")), Side.O: Single(load("paths"))}
    assert told_by_ranges(game, movers, openings) == told(game, movers, openings) == told(game, single, openings)


def test_rows_of_several_words() -> None:
    game, movers = Game(7, 5, 2), {Side.X: load("weights"), Side.O: None}
    assert told_by_ranges(game, movers, plies=3) == told(game, movers, plies=3)


@pytest.mark.parametrize("seat", Side)
def test_a_proof_by_ranges_is_the_same(seat: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = prove(load("weights"), Game(3, 3, 3), seat)
    assert seat is Side.X or proof.losing_line is not None
    monkeypatch.setattr(arrays, "_RANGE", 300)
    assert prove(load("weights"), Game(3, 3, 3), seat) == proof


@pytest.mark.parametrize("seat", Side)
@pytest.mark.parametrize("name", ["weights", "paths", "potential", "random"])
def test_a_proof_on_a_small_board_is_the_same_one_by_one(
    name: str, seat: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_batches = prove(load(name), Game(3, 3, 3), seat)
    monkeypatch.setattr("noughts.core.player._ONE_BY_ONE", 9)
    assert prove(load(name), Game(3, 3, 3), seat) == in_batches
