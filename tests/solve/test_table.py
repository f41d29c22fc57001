import json
import struct
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import GameError, LimitExceeded, NoughtsError, TableError
from noughts.solve import retrograde
from noughts.solve.retrograde import strong, tabulate
from noughts.solve.table import Table
from tests.solve.witness import every_position

STANDARD = Game(3, 3, 3)


@pytest.fixture(scope="module")
def standard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "3,3,3.table"
    tabulate(STANDARD, path)
    return path


def test_holds_what_was_computed(standard: Path) -> None:
    opened, computed = Table.open(standard), strong(STANDARD).table
    opened.verify()
    assert opened.game == STANDARD
    for position in every_position(STANDARD):
        assert opened.value(position) == computed.value(position)
        assert opened.values(position) == computed.values(position)


def test_less_than_a_byte_a_position(standard: Path, tmp_path: Path) -> None:
    positions = tabulate(Game(4, 4, 3), tmp_path / "t").positions
    assert (tmp_path / "t").stat().st_size < positions / 8
    assert standard.stat().st_size < 5478


def test_every_changed_byte_is_caught(standard: Path, tmp_path: Path) -> None:
    data, damaged = standard.read_bytes(), tmp_path / "damaged"
    for i in range(len(data)):
        damaged.write_bytes(data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :])
        with pytest.raises(TableError):
            Table.open(damaged).verify()


def test_every_other_length_is_caught(standard: Path, tmp_path: Path) -> None:
    data, damaged = standard.read_bytes(), tmp_path / "damaged"
    for length in [*range(0, len(data), 7), len(data) - 1]:
        damaged.write_bytes(data[:length])
        with pytest.raises(TableError):
            Table.open(damaged)
    damaged.write_bytes(data + b"\0")
    with pytest.raises(TableError, match="damaged"):
        Table.open(damaged)


def test_no_value_comes_from_a_damaged_layer(standard: Path, tmp_path: Path) -> None:
    data = bytearray(standard.read_bytes())
    data[-1] ^= 1  # the full board
    (tmp_path / "damaged").write_bytes(data)
    table = Table.open(tmp_path / "damaged")
    position = Position(STANDARD)
    assert str(table.value(position)) == "draw"
    for move in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        position = position.play(move)
    with pytest.raises(TableError, match="layer 9 is damaged"):
        table.value(position)


@pytest.mark.parametrize(
    "change",
    [
        {"game": [0, 3, 3]},
        {"game": [3, 3]},
        {"counts": [1, 2]},
        {"counts": "x"},
        {"digests": []},
        {"digests": ["zz"] * 16},
        {"counts": [1] * 6},
    ],
    ids=str,
)
def test_a_header_that_makes_no_sense(standard: Path, tmp_path: Path, change: dict[str, Any]) -> None:
    data = standard.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    text = json.dumps(json.loads(data[16 : 16 + length]) | change).encode()
    start = data[:12] + struct.pack("<I", len(text)) + text
    (tmp_path / "t").write_bytes(start + sha256(start).digest() + data[16 + length + 32 :])
    with pytest.raises(TableError):
        Table.open(tmp_path / "t")


def test_no_table(tmp_path: Path) -> None:
    for name, content, words in (
        ("text", b"hello, this is text", "no table of exact values"),
        ("empty", b"", "cannot read"),
        ("later", b"noughts\0" + struct.pack("<II", 2, 0), "version 2, expected 1"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(TableError, match=words):
            Table.open(tmp_path / name)
    with pytest.raises(TableError, match="missing"):
        Table.open(tmp_path / "missing")
    assert issubclass(TableError, NoughtsError)


def test_the_file_depends_on_the_game_alone(tmp_path: Path) -> None:
    for workers in (1, 2):
        tabulate(Game(5, 3, 3), tmp_path / str(workers), workers=workers)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, stop: type[BaseException]) -> None:
    def interrupt(done: int, total: int) -> None:
        if done > total // 2:
            raise stop

    path = tmp_path / "t"
    for before in (None, b"what was there"):
        if before is not None:
            path.write_bytes(before)
        with pytest.raises(stop):
            tabulate(Game(4, 4, 4), path, progress=interrupt)
        assert list(tmp_path.iterdir()) == ([] if before is None else [path])
    assert path.read_bytes() == b"what was there"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="cannot write"):
        tabulate(STANDARD, tmp_path / "no such folder" / "t")


def test_says_so_before_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitExceeded, match="memory"):
        tabulate(Game(5, 4, 4), tmp_path / "t", memory=10 << 20)
    monkeypatch.setattr(retrograde, "disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(LimitExceeded, match="disk"):
        tabulate(Game(4, 4, 4), tmp_path / "t")
    assert list(tmp_path.iterdir()) == []


def test_another_game(standard: Path) -> None:
    with pytest.raises(GameError, match="table of 3,3,3"):
        Table.open(standard).value(Position(Game(4, 3, 3)))
