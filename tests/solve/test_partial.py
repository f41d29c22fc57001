"""Tables that are made in slices: whatever ends the command, the same command goes on and writes the same bytes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.errors import TableError
from noughts.solve.tables import table_plan as plan
from noughts.solve.tables.lanes import HAS_EXTRACT, extracted
from noughts.solve.tables.retrograde import Summary
from noughts.solve.tables.storage import draft
from noughts.solve.tables.storage.header import read_header
from noughts.solve.tables.storage.pieces import open_table
from noughts.solve.tables.storage.tabulate import tabulate

GAME = Game(4, 3, 3)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices and pieces are tiny, and no file is too small to go on from."""
    monkeypatch.setattr(plan, "_SLICE", 400)
    monkeypatch.setattr(draft, "_PIECE", 600)
    monkeypatch.setattr(draft, "_SMALL", 0)


class Stop(Exception):
    """What ends a run."""


def make(path: Path, stop: int | None = None, bits: int = 8) -> Summary:
    """Make a table; `stop` ends it after so many scores."""

    def progress(done: int, total: int) -> None:
        if stop is not None and done >= stop:
            raise Stop

    return tabulate(GAME, path, workers=2, progress=progress, bits=bits)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "whole"
    tabulate(GAME, path)
    return path


@pytest.mark.parametrize("bits", [8, 2])
def test_an_interrupted_table_is_made_further(bits: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t"
    for stop in (3000, 9000, 9001, 20000, 26000):
        with pytest.raises(Stop):
            make(path, stop, bits)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["t.partial", "t.partial.json"]
    seen: list[int] = []
    found = tabulate(GAME, path, progress=lambda done, total: seen.append(done), bits=bits)
    monkeypatch.undo()
    assert found == tabulate(GAME, tmp_path / "again", bits=bits)
    assert path.read_bytes() == (tmp_path / "again").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "t"]
    assert seen[0] > 25000


def test_an_older_table_stays_until_the_new_one_is_whole(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes(b"older")
    path.chmod(0o640)
    with pytest.raises(Stop):
        make(path, 9000)
    assert path.read_bytes() == b"older"
    make(path)
    assert path.read_bytes() == whole.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_layer_that_is_not_named_is_made_again(whole: Path, tmp_path: Path) -> None:
    """Bytes of a layer that was not complete may be anything."""
    path, progress = tmp_path / "t", tmp_path / "t.partial.json"
    with pytest.raises(Stop):
        make(path, 20000)
    document = json.loads(progress.read_text())
    last = list(document["layers"])[-1]
    del document["layers"][last]
    progress.write_text(json.dumps(document))
    start = read_header("t", memoryview(whole.read_bytes())).cuts.layers[int(last)]
    with (tmp_path / "t.partial").open("r+b") as file:
        file.seek(start)
        file.write(b"\x55")
    make(path)
    assert path.read_bytes() == whole.read_bytes()


def test_progress_without_its_file_begins_anew(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "t"
    for damage in (lambda file: file.unlink(), lambda file: os.truncate(file, 1000)):
        with pytest.raises(Stop):
            make(path, 9000)
        damage(tmp_path / "t.partial")
        make(path)
        assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"[1]",
        b"\xff",
        b"[" * 100_000,
        b'{"layers": 3}',
        b'{"layers": {"x": {}}}',
        b'{"layers": {"3": {"999": 1}}}',
        b'{"layers": {"12": {}, "10": {}}}',
    ],
    ids=lambda data: repr(data)[:20],
)
def test_a_progress_file_that_is_damaged(tmp_path: Path, damaged: bytes) -> None:
    progress = tmp_path / "t.partial.json"
    with pytest.raises(Stop):
        make(tmp_path / "t", 9000)
    if damaged.startswith(b'{"layers"'):
        damaged = json.dumps(json.loads(progress.read_text()) | json.loads(damaged)).encode()
    progress.write_bytes(damaged)
    with pytest.raises(TableError, match=r"t\.partial\.json' is damaged: delete it, or choose another file"):
        make(tmp_path / "t")
    assert progress.read_bytes() == damaged


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("game", [3, 4, 3], r"game is \[3, 4, 3\] there, \[4, 3, 3\] here"),
        ("bits", 2, "bits is 2 there, 8 here"),
        ("schema", "noughts/tabulate-progress/0", "schema is '.*progress/0' there, '.*progress/1' here"),
    ],
)
def test_progress_of_another_table(tmp_path: Path, name: str, value: object, words: str) -> None:
    """Or of another version: nothing is overwritten."""
    draft, progress = tmp_path / "t.partial", tmp_path / "t.partial.json"
    with pytest.raises(Stop):
        make(tmp_path / "t", 9000)
    progress.write_text(json.dumps(json.loads(progress.read_text()) | {name: value}))
    before = draft.read_bytes(), progress.read_bytes()
    with pytest.raises(TableError, match=f"is of another table: {words}; delete it, or choose another file"):
        make(tmp_path / "t")
    assert (draft.read_bytes(), progress.read_bytes()) == before
    draft.unlink()
    with pytest.raises(TableError, match="is of another table"):
        make(tmp_path / "t")
    assert [path.name for path in tmp_path.iterdir()] == ["t.partial.json"]


def test_two_commands_do_not_make_the_same_table(tmp_path: Path) -> None:
    def another(done: int, total: int) -> None:
        with pytest.raises(TableError, match="is in use: another process makes this table"):
            make(tmp_path / "t")
        raise Stop

    with pytest.raises(Stop):
        tabulate(GAME, tmp_path / "t", progress=another)


def test_a_full_disk_shows_at_the_start(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(TableError, match=r"cannot write the table '.*t': File too large"):
            make(tmp_path / "t")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []


def test_a_partial_file_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(Stop):
        make(tmp_path / "t", 9000)
    with pytest.raises(TableError, match="not a table of exact values"):
        open_table(tmp_path / "t.partial")


@pytest.mark.skipif(not HAS_EXTRACT, reason="the processor has no such instruction")
def test_bits_are_closed_up_by_the_processor() -> None:
    assert extracted(0b10100, 0b11101) == 0b1010


KILLED = """
import sys
from noughts.core.game import Game
from noughts.solve.tables import table_plan as plan
from noughts.solve.tables.storage import draft
from noughts.solve.tables.storage.tabulate import tabulate

plan._SLICE, draft._SMALL = 5000, 0
tabulate(Game(4, 4, 4), sys.argv[1])
"""


@pytest.mark.timing
def test_a_table_whose_command_is_killed_at_any_moment(kernels: None, tmp_path: Path) -> None:
    tabulate(Game(4, 4, 4), tmp_path / "whole")
    rng, path, kills = random.Random(5), tmp_path / "t", 0
    command = [sys.executable, "-c", KILLED, str(path)]
    while not path.exists():
        process = subprocess.Popen(command)
        enough = _written(path) + rng.choice((1, 2, 3))
        while process.poll() is None and _written(path) < enough:
            time.sleep(0.001)
        time.sleep(rng.random() / 20)
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
    assert kills > 1
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def _written(path: Path) -> int:
    """Return how many layers are safe on the disk."""
    progress = Path(f"{path}.partial.json")
    return len(json.loads(progress.read_text())["layers"]) if progress.exists() else 0
