from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from noughts.core.census import Census
from noughts.core.game import Game
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.tables.retrograde import Solved, Summary, solve_all
from noughts.solve.tables.tabulate import tabulate
from noughts.walk.position_counts import count

# positions, up to symmetry, games won by X, by O, drawn
COUNTS = {
    (3, 3, 3): (5478, 765, 131184, 77904, 46080),
    (4, 3, 3): (111973, 28275, 79797600, 56875968, 14515200),
    (4, 4, 3): (6036001, 756387, 711350838432, 540402605136, 29262643200),
    (4, 4, 4): (9722011, 1217977, 3225291101568, 3106180802304, 8707262054400),
}

# for the side to move: won, drawn, lost; the value and the longest forced end
VALUES = {
    (3, 3, 3): (Value(0, 9), 2836, 1068, 1574, 5),
    (4, 3, 3): (Value(1, 7), 64738, 3060, 44175, 9),
    (4, 4, 3): (Value(1, 5), 3199406, 1322, 2835273, 10),
    (4, 4, 4): (Value(0, 16), 2730266, 6031189, 960556, 7),
    (5, 4, 4): (Value(0, 20), 307996101, 226890819, 139907249, 15),
}

SMALL = [
    Game(*sizes)
    for sizes in [(1, 1, 1), (2, 2, 1), (2, 2, 2), (5, 1, 3), (1, 6, 2), (3, 2, 3), (2, 4, 2), (4, 2, 3), (3, 3, 2)]
]


@cache
def solution(*sizes: int) -> Solved:
    return solve_all(Game(*sizes))


@pytest.mark.parametrize("sizes", COUNTS, ids=str)
def test_counts(sizes: tuple[int, int, int]) -> None:
    game = Game(*sizes)
    census = count(game)
    assert census == Census(game, *COUNTS[sizes], by_ply=census.by_ply)
    assert sum(census.by_ply) == census.positions


def test_counts_of_544() -> None:
    found = count(Game(5, 4, 4))
    assert (found.positions, found.up_to_symmetry) == (674_794_169, 168_720_724)
    assert found.games == 1_127_357_618_319_157_248
    assert count(Game(4, 5, 4)) == replace(found, game=Game(4, 5, 4))


def test_the_census_tells_its_progress() -> None:
    shares: list[float] = []
    count(Game(3, 3, 3), shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] == 1


@pytest.mark.parametrize("sizes", [sizes for sizes in VALUES if sizes != (5, 4, 4)], ids=str)
def test_values(sizes: tuple[int, int, int]) -> None:
    found = solution(*sizes).summary
    assert found == Summary(Game(*sizes), *VALUES[sizes])
    assert found.positions == COUNTS[sizes][0]


@pytest.mark.slow
def test_values_of_544_layer_by_layer_to_disk(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    found = tabulate(Game(5, 4, 4), tmp_path / "t", memory=100 << 20, progress=lambda *step: steps.append(step))
    assert found == Summary(Game(5, 4, 4), *VALUES[5, 4, 4])
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1]


def test_the_board_may_lie_on_its_side() -> None:
    across, down = solution(4, 3, 3), solve_all(Game(3, 4, 3))
    assert across.summary == replace(down.summary, game=Game(4, 3, 3))


def test_threads_and_one_call_agree() -> None:
    one, two = solve_all(Game(4, 4, 3), workers=1), solve_all(Game(4, 4, 3), workers=2)
    assert np.array_equal(one.tallies, two.tallies)
    assert [bytes(memory) for memory in one.table.layers] == [bytes(memory) for memory in two.table.layers]


@pytest.mark.parametrize(
    ("game", "memory", "words"),
    [
        (Game(5, 4, 4), 10 << 20, "5,4,4 needs .* allowed are 10 MiB"),
        (Game(5, 4, 4), 1 << 20, "allowed are 1.0 MiB"),
        (Game(5, 4, 4), 60 << 20, "memory"),  # the two largest layers side by side: 59 MB
        (Game(15, 15, 5), 1 << 40, "225 cells"),
    ],
)
def test_what_does_not_fit_says_so_first(tmp_path: Path, game: Game, memory: int, words: str) -> None:
    with pytest.raises(LimitExceeded, match=words):
        tabulate(game, tmp_path / "table", memory)
    assert list(tmp_path.iterdir()) == []


def test_in_memory_every_layer_counts() -> None:
    with pytest.raises(LimitExceeded):
        solve_all(Game(5, 4, 4), memory=100 << 20)


def test_too_many_sets_to_count() -> None:
    with pytest.raises(LimitExceeded, match="cells"):
        count(Game(6, 6, 4))
