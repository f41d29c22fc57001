"""A walk against a recursion over the positions, whether it goes in arrays or position by position."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import walk as walks
from noughts.arena.exact_match import exact
from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import StrategyError
from noughts.players.player import Decision, Strategy
from noughts.prove import prove
from noughts.strategies.registry import load
from noughts.walk import Decided, arrays, walk
from noughts.walk.arrays import ArrayFrontier
from noughts.walk.frontier import PositionFrontier

pytestmark = pytest.mark.usefixtures("batches")

STANDARD = Game(3, 3, 3)


@dataclass(frozen=True)
class Beads:
    """Draws one of a position's beads, as a machine of matchboxes does: 0 to 5 for each free cell.

    With `more`, the first cell that has beads gets enough of them to make so many in all.
    """

    more: int = 0
    name: str = "beads"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        beads = self.beads(position)
        chances = tuple(Fraction(count, sum(beads.values())) for count in beads.values())
        return Decision(tuple(beads), chances=chances)

    def beads(self, position: Position) -> dict[Move, int]:
        drawn = random.Random(f"{self.more} {position}")
        beads = {move: drawn.randint(0, 5) for move in position.legal_moves}
        beads = {move: count for move, count in beads.items() if count} or dict.fromkeys(position.legal_moves[:1], 1)
        first = next(iter(beads))
        return beads | {first: beads[first] + max(0, self.more - sum(beads.values()))}


class Single:
    """A strategy without its batch form."""

    def __init__(self, inner: Strategy) -> None:
        self.name, self.supports, self.decide = inner.name, inner.supports, inner.decide


@dataclass(frozen=True)
class Broken(Beads):
    """Fails where `a1` is taken, as X."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if position.ply == 2 and position.stone(0) is not None:
            raise StrategyError("it lost its beads")
        return super().decide(position, rng)


def odds(game: Game, x: Strategy | None, o: Strategy | None) -> Tally[Fraction]:
    """The chances of X, found from the end: each position's are the mean of those after its moves."""

    @cache
    def after(position: Position) -> tuple[Fraction, Fraction, Fraction]:
        if position.outcome is not None:
            winner = position.outcome.winner
            return Fraction(winner is Side.X), Fraction(winner is None), Fraction(winner is Side.O)
        total = [Fraction(0)] * 3
        for move, chance in shares(x if position.side is Side.X else o, position).items():
            total = [sum_ + chance * part for sum_, part in zip(total, after(position.play(move)), strict=True)]
        return total[0], total[1], total[2]

    return Tally(*after(Position(game)))


def shares(player: Strategy | None, position: Position) -> dict[Move, Fraction]:
    if isinstance(player, Beads):
        beads = player.beads(position)
        return {move: Fraction(count, sum(beads.values())) for move, count in beads.items()}
    moves = position.legal_moves if player is None else player.decide(position, random.Random(0)).moves
    return {move: Fraction(1, len(moves)) for move in moves}


@pytest.mark.parametrize("more", [0, 10**12])
def test_a_proof_against_recursion(more: int) -> None:
    beads = Beads(more)
    first, second = (prove(beads, STANDARD, seat) for seat in Side)
    assert first.against_random == odds(STANDARD, beads, None)
    assert second.against_random.reversed == odds(STANDARD, None, beads)
    assert first.against_random.total == second.against_random.total == 1
    assert first.sequences is None


def test_chances_leave_the_games_as_they_are() -> None:
    """A strategy with the same moves, all as likely, has the same games, and other chances."""

    class Even(Beads):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision(super().decide(position, rng).moves)

    uneven, even = prove(Beads(), STANDARD, Side.O), prove(Even(), STANDARD, Side.O)
    assert (uneven.games, uneven.positions, uneven.losing_line) == (even.games, even.positions, even.losing_line)
    assert uneven.against_random != even.against_random


def test_equal_chances_are_no_chances() -> None:
    class Spelled(Beads):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            moves = position.legal_moves
            return Decision(moves, chances=(Fraction(1, len(moves)),) * len(moves))

    assert prove(Spelled(), STANDARD, Side.O).against_random == prove(load("random"), STANDARD, Side.O).against_random


@pytest.mark.parametrize(("other", "more"), [("ring", 0), ("weights", 0), ("weights", 10**12)])
def test_matches_against_recursion(other: str, more: int) -> None:
    """One position at a time against `ring`, as arrays against `weights`, which decides batches."""
    beads, opponent = Beads(more), load(other)
    assert exact(beads, opponent, STANDARD).chances == odds(STANDARD, beads, opponent)
    assert exact(opponent, beads, STANDARD).chances == odds(STANDARD, opponent, beads)


def test_both_engines_forfeit_alike() -> None:
    broken = Broken()
    arrays = exact(broken, load("weights"), STANDARD)
    assert exact(broken, Single(load("weights")), STANDARD) == arrays
    assert arrays.chances.total == 1
    assert 0 < arrays.forfeits[Side.X][0] < 1


class Sizes:
    """As O the first so many free cells, by the sum of the cells that X holds; as X any cell, then the first one."""

    name = "sizes"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves[: self.size(position.x, position.o, position.game.cells)])

    def decide_batch(
        self, game: Game, own: npt.NDArray[np.uint8], theirs: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.bool_]:
        moves = np.zeros(own.shape, np.bool_)
        for i, stones in enumerate(zip(own.tolist(), theirs.tolist(), strict=True)):
            boards = [sum(stone << cell for cell, stone in enumerate(one)) for one in stones]
            x, o = boards if sum(stones[0]) == sum(stones[1]) else boards[::-1]
            free = np.flatnonzero(own[i] + theirs[i] == 0)
            moves[i, free[: self.size(x, o, game.cells)]] = True
        return moves

    def size(self, x: int, o: int, cells: int) -> int:
        if x.bit_count() == o.bit_count():
            return 1 if x else cells
        return 1 + (sum(cells_of(x)) + 5 * sum(cells_of(o))) % (cells - x.bit_count() - o.bit_count())


def test_weights_grow_by_more_than_32_bits_in_a_ply() -> None:
    """On 6x6 O has 1 to 35 moves: the least common multiple of these has 47 bits, and it comes in twice."""
    game = Game(6, 6, 5)
    arrays = chances_after(game, Sizes())
    assert arrays == chances_after(game, Single(Sizes()))
    assert sum(arrays.values()) == 1


def chances_after(game: Game, player: Strategy) -> dict[Position, Fraction]:
    """The chance of every position after four plies of a strategy against itself."""
    *_, ply = islice(walk(game, dict.fromkeys(Side, player)), 5)
    frontier = ply.frontier
    if isinstance(frontier, ArrayFrontier):
        columns = frontier.group.weights.T.tolist()
        weights = [sum(limb << 32 * i for i, limb in enumerate(limbs)) for limbs in columns]
        assert max(weights).bit_length() > 64
        return {
            position: Fraction(weight, frontier.denominator) for position, weight in zip(frontier, weights, strict=True)
        }
    assert isinstance(frontier, PositionFrontier)
    return {position: Fraction(weight, frontier.denominator) for position, (_, weight) in frontier.layer.items()}


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
@pytest.mark.parametrize("name", ["weights", "paths", "potential", "random"])
def test_a_proof_on_a_small_board_is_the_same_one_by_one(
    name: str, seat: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_batches = prove(load(name), Game(3, 3, 3), seat)
    monkeypatch.setattr("noughts.players.player._ONE_BY_ONE", 9)
    assert prove(load(name), Game(3, 3, 3), seat) == in_batches
