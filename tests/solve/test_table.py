"""A table in its folder: what it holds, what is no table, and how it goes on after an end at any moment."""

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import GameError, LimitExceeded, TableError
from noughts.jit.compiler import njit
from noughts.jit.instructions import HAS_EXTRACT, extracted
from noughts.solve.tables import table_plan as plan
from noughts.solve.tables.folder import open_table
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.retrograde import Solved, Summary, solve_all
from noughts.solve.tables.tabulate import tabulate
from noughts.walk.game_size import Census
from noughts.walk.position_counts import count
from tests.certify.tables import Files, Made, array, brute, files_of, write
from tests.witnesses import every_position

STANDARD, GAME = Game(3, 3, 3), Game(4, 3, 3)


@pytest.fixture(scope="module")
def standard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "3,3,3.table"
    tabulate(STANDARD, path)
    return path


def contents(folder: Path) -> Files:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_holds_what_was_computed(standard: Path) -> None:
    opened, computed = open_table(standard), solve_all(STANDARD).table
    assert opened.game == STANDARD
    for position in every_position(STANDARD):
        assert opened.value(position) == computed.value(position)
        assert opened.values(position) == computed.values(position)
    with pytest.raises(GameError, match="table of 3,3,3"):
        opened.value(Position(GAME))


def test_numpy_opens_a_layer(standard: Path) -> None:
    """As docs/solver/tables.md says: the row is the least image of {4}, the column that of {0} closed up."""
    layer = np.load(standard / "layer-02.npy", mmap_mode="r")
    table = open_table(standard)
    ply, place = table.layout.place(Position(STANDARD).play(4).play(0))
    assert (ply, layer.dtype, layer.shape) == (2, np.int8, (3, 8))
    assert layer[divmod(place, 8)] == table.layers[2][place] == 0


def touch(table: Table) -> None:
    """Look up a position of each ply of 3,3,3."""
    position = Position(STANDARD)
    for cell in (0, 1, 2, 4, 3, 6, 5, 8, 7):
        table.value(position)
        position = position.play(cell)
    table.value(position)


DAMAGED: list[tuple[Callable[[Files], Files], str]] = [
    (lambda files: files | {"layer-03.npy": files["layer-03.npy"][:-1]}, "layer-03.npy' is damaged"),
    (lambda files: files | {"layer-03.npy": files["layer-03.npy"] + b"\0"}, "layer-03.npy' is damaged"),
    (lambda files: files | {"layer-03.npy": files["layer-04.npy"]}, "layer-03.npy' is damaged"),
    (lambda files: files | {"layer-03.npy": b""}, "it is empty"),
    (lambda files: files | {"rows.npy": files["rows.npy"][:-1]}, "rows.npy' is damaged"),
    (lambda files: files | {"rows.npy": array("<u4", (0,), b"")}, "is damaged"),
    (lambda files: files | {"table.json": b"{"}, "table.json is damaged"),
    (lambda files: files | {"table.json": b"[" * 60_000}, "table.json is damaged"),
    (lambda files: files | {"table.json": b"5"}, "table.json is damaged"),
    (lambda files: files | {"table.json": files["table.json"].replace(b"/1", b"/2", 1)}, "is a table of schema"),
    (lambda files: files | {"table.json": files["table.json"].replace(b"[3,", b"[0,", 1)}, "table.json is damaged"),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGED, ids=map(str, range(len(DAMAGED))))
def test_what_is_no_table(standard: Path, tmp_path: Path, damage: Callable[[Files], Files], words: str) -> None:
    with pytest.raises(TableError, match=words) as caught:
        open_table(write(tmp_path / "t", damage(contents(standard))))
    assert str(caught.value).isprintable()


def test_what_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("missing", "file"):
        with pytest.raises(TableError, match=r"is no table: cannot read table\.json"):
            open_table(tmp_path / name)
    for path in (tmp_path / "no such folder" / "t", tmp_path / ("a" * 256), tmp_path / "file"):
        with pytest.raises(TableError, match="cannot write"):
            tabulate(STANDARD, path)


def test_a_row_that_is_missing(tmp_path: Path) -> None:
    """Every length, count and digest is right. No position gets the score of another one."""
    made = brute(STANDARD)
    layers = [layer[len(layer) // 3 :] if ply in (1, 2) else layer for ply, layer in enumerate(made.layers)]
    table = open_table(
        write(tmp_path / "t", files_of(Made(STANDARD, [made.rows[0], made.rows[1][1:], *made.rows[2:]], layers)))
    )
    for cell in range(9):
        position = Position(STANDARD).play(cell)
        if cell in (0, 2, 6, 8):
            with pytest.raises(TableError, match="has no row for"):
                table.value(position)
        else:
            assert str(table.value(position)) == "draw"


@pytest.mark.parametrize("score", [-128, -127, 127, 2, 10, -1, -9])
def test_a_score_that_no_position_can_have(tmp_path: Path, score: int) -> None:
    table = open_table(write(tmp_path / "t", files_of(brute(STANDARD).changed(0, 0, score))))
    with pytest.raises(TableError, match=f"the score {score} for"):
        table.value(Position(STANDARD))


def test_the_files_depend_on_the_game_alone(tmp_path: Path) -> None:
    for workers in (1, 2):
        tabulate(Game(5, 3, 3), tmp_path / str(workers), workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


# --- made layer by layer


class Stop(Exception):
    """What ends a run."""


def make(path: Path, stop: int) -> Summary:
    """Make a table in tiny slices; end it after so many scores."""

    def progress(done: int, total: int) -> None:
        if done >= stop:
            raise Stop

    return tabulate(GAME, path, workers=2, progress=progress)


def test_an_interrupted_table_is_made_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "_SLICE", 400)
    path, seen = tmp_path / "t", list[int]()
    for stop in (3000, 9000, 9001, 20000, 26000):
        with pytest.raises(Stop):
            make(path, stop)
        with pytest.raises(LimitExceeded, match="is not complete"):
            open_table(path)
    found = tabulate(GAME, path, progress=lambda done, total: seen.append(done))
    assert seen[0] > 25000
    assert found == tabulate(GAME, tmp_path / "again") == tabulate(GAME, path)
    assert contents(path) == contents(tmp_path / "again")


def test_a_layer_that_is_not_named_is_made_again(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "t"
    tabulate(GAME, whole)
    about = json.loads((whole / "table.json").read_text())
    del about["layers"]["0"], about["layers"]["1"]
    files = contents(whole)
    damaged = dict.fromkeys(("layer-00.npy", "layer-01.npy"), b"\x55")
    write(path, files | damaged | {"table.json": json.dumps(about).encode()})
    tabulate(GAME, path)
    assert contents(path) == files


def test_a_folder_of_another_table_stays_as_it_is(standard: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "t", contents(standard))
    with pytest.raises(TableError, match="is a table of 3,3,3: choose another folder for 4,3,3"):
        tabulate(GAME, path)
    write(path, {"table.json": (path / "table.json").read_bytes().replace(b'"9"', b'"7"')})
    with pytest.raises(TableError, match=r"table\.json is damaged"):
        tabulate(STANDARD, path)


def test_two_commands_do_not_make_the_same_table(tmp_path: Path) -> None:
    def another(done: int, total: int) -> None:
        with pytest.raises(TableError, match="is in use: another process makes this table"):
            tabulate(GAME, tmp_path / "t")
        raise Stop

    with pytest.raises(Stop):
        tabulate(GAME, tmp_path / "t", progress=another)


@pytest.mark.skipif(not HAS_EXTRACT, reason="the processor has no such instruction")
def test_bits_are_closed_up_by_the_processor() -> None:
    @njit(cache=False)
    def closed_up(members: int, among: int) -> int:
        return extracted(members, among)  # type: ignore[no-any-return]

    assert closed_up(0b10100, 0b11101) == 0b1010


KILLED = """
import sys
from noughts.core.game import Game
from noughts.solve.tables import table_plan as plan
from noughts.solve.tables.tabulate import tabulate

plan._SLICE = 5000
tabulate(Game(4, 4, 4), sys.argv[1])
"""


@pytest.mark.timing
def test_a_table_whose_command_is_killed_at_any_moment(kernels: None, tmp_path: Path) -> None:
    tabulate(Game(4, 4, 4), tmp_path / "whole")
    rng, path, kills = random.Random(5), tmp_path / "t", 0
    while len(_written(path)) < 17:
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(path)])
        enough = len(_written(path)) + rng.choice((1, 2, 3))
        while process.poll() is None and len(_written(path)) < enough:
            time.sleep(0.001)
        time.sleep(rng.random() / 20)
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
    assert kills > 1
    whole = contents(tmp_path / "whole")
    assert {name: data for name, data in contents(path).items() if not name.endswith(".part")} == whole


def _written(path: Path) -> dict[str, object]:
    """Return the layers that are safe on the disk."""
    about = path / "table.json"
    return dict(json.loads(about.read_text())["layers"]) if about.exists() else {}


# What is computed, before it is written.


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
