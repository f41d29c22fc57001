import json
import os
import random
import struct
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import GameError, LimitExceeded, NoughtsError, TableError
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.retrograde import solve_all
from noughts.solve.tables.storage.header import BLOCK, read_header
from noughts.solve.tables.storage.pieces import open_table
from noughts.solve.tables.storage.tabulate import tabulate
from tests.core.brute import played
from tests.witnesses import every_position

STANDARD = Game(3, 3, 3)
OTHER = b"noughts\0" + struct.pack("<II", 1, 0)  # the start of a table of another version


@pytest.fixture(scope="module")
def standard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "3,3,3.table"
    tabulate(STANDARD, path)
    return path


def test_holds_what_was_computed(standard: Path) -> None:
    opened, computed = open_table(standard), solve_all(STANDARD).table
    assert opened.game == STANDARD
    for position in every_position(STANDARD):
        assert opened.value(position) == computed.value(position)
        assert opened.values(position) == computed.values(position)


def touch(table: Table) -> None:
    """Look up a position of each ply of 3,3,3: with them every list and every block is read."""
    position = Position(STANDARD)
    for cell in (0, 1, 2, 4, 3, 6, 5, 8, 7):
        table.value(position)
        position = position.play(cell)
    table.value(position)


def test_less_than_a_byte_a_position(standard: Path, tmp_path: Path) -> None:
    positions = tabulate(Game(4, 4, 3), tmp_path / "t").positions
    assert (tmp_path / "t").stat().st_size < positions / 8
    assert standard.stat().st_size < 5478


def test_every_changed_byte_is_caught(standard: Path, tmp_path: Path) -> None:
    data, damaged = standard.read_bytes(), tmp_path / "damaged"
    for i in range(len(data)):
        damaged.write_bytes(data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :])
        with pytest.raises(TableError):
            touch(open_table(damaged))


def test_every_other_length_is_caught(standard: Path, tmp_path: Path) -> None:
    data, damaged = standard.read_bytes(), tmp_path / "damaged"
    for length in [*range(0, len(data), 7), len(data) - 1]:
        damaged.write_bytes(data[:length])
        with pytest.raises(TableError):
            open_table(damaged)
    damaged.write_bytes(data + b"\0")
    with pytest.raises(TableError, match="damaged"):
        open_table(damaged)


def test_no_value_comes_from_a_damaged_layer(standard: Path, tmp_path: Path) -> None:
    data = bytearray(standard.read_bytes())
    data[-1] ^= 1  # the full board
    (tmp_path / "damaged").write_bytes(data)
    table = open_table(tmp_path / "damaged")
    position = Position(STANDARD)
    assert str(table.value(position)) == "draw"
    for move in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        position = position.play(move)
    with pytest.raises(TableError, match="layer 9 is damaged"):
        table.value(position)


def test_a_lookup_checks_only_the_blocks_that_it_reads(tmp_path: Path) -> None:
    """4,4,4 has layers of several blocks: the last block of one is damaged, and only lookups in it fail."""
    path, game = tmp_path / "t", Game(4, 4, 4)
    tabulate(game, path)
    whole = open_table(path)
    data, cuts = bytearray(path.read_bytes()), read_header("t", memoryview(path.read_bytes())).cuts
    data[cuts.layers[11] - 1] ^= 1
    path.write_bytes(data)
    table, seen = open_table(path), set()
    for seed in range(200):
        position = played(game, random.Random(seed), plies=10)[-1]
        if position.outcome is not None:
            continue
        block = whole.layout.place(position)[1] // BLOCK
        seen.add(damaged := block == (cuts.layers[11] - cuts.layers[10] - 1) // BLOCK)
        if damaged:
            with pytest.raises(TableError, match="layer 10 is damaged"):
                table.value(position)
        else:
            assert table.value(position) == whole.value(position)
    assert seen == {True, False}


def test_a_list_of_block_digests_that_is_damaged(standard: Path, tmp_path: Path) -> None:
    data = bytearray(standard.read_bytes())
    data[read_header("t", memoryview(bytes(data))).cuts.blocks[3]] ^= 1
    (tmp_path / "damaged").write_bytes(data)
    table = open_table(tmp_path / "damaged")
    assert str(table.value(Position(STANDARD))) == "draw"
    with pytest.raises(TableError, match="list of block digests 3 is damaged"):
        table.value(Position(STANDARD).play(0).play(4).play(8))


@pytest.mark.parametrize(
    "change",
    [
        {"game": [0, 3, 3]},
        {"game": [3, 3]},
        {"game": [3, 3, 3, 3]},
        {"game": [3, 3, True]},
        {"game": [26, 26, 3]},
        {"game": [9, 9, 4]},
        {"game": [10**3000, 3, 3]},
        {"game": {"3": 3}},
        {"counts": [1, 2]},
        {"counts": "x"},
        {"counts": [1] * 6},
        {"counts": [1, 3.0, 8, 13, 15, 5]},
        {"counts": [True, 3, 8, 13, 15, 5]},
        {"counts": [1, "3", 8, 13, 15, 5]},
        {"counts": [float("inf"), 3, 8, 13, 15, 5]},
        {"counts": [1, 3, 8, 13, 20, -1]},
        {"counts": [1 << 31, 3, 8, 13, 15, 5]},
        {"bits": 4},
        {"bits": 8.0},
        {"bits": [8]},
        {"bits": "8"},
        {"digests": []},
        {"digests": ["zz"] * 16},
        {"digests": [None] * 16},
        {"digests": {"0" * 64: 1}},
        {"more": 1},
    ],
    ids=lambda change: str(change)[:40],
)
def test_a_header_that_makes_no_sense(standard: Path, tmp_path: Path, change: dict[str, Any]) -> None:
    text, body = cut(standard)
    refused(with_header(tmp_path / "t", json.dumps(json.loads(text) | change).encode(), body))


def test_counts_whose_sum_is_right(standard: Path, tmp_path: Path) -> None:
    """A negative count takes back the bytes that another claims."""
    text, body = cut(standard)
    document = json.loads(text) | {"counts": [-75, 16, 8, 13, 15, 5]}
    assert "is not spelled" in refused(with_header(tmp_path / "t", json.dumps(document).encode(), body))


@pytest.mark.parametrize(
    "respelled",
    [
        lambda document: json.dumps(document, separators=(",", ":")),
        lambda document: json.dumps(document, indent=1),
        lambda document: json.dumps(document, sort_keys=True),
        lambda document: json.dumps(document) + " ",
        lambda document: json.dumps(document)[:-1] + ', "game": [3, 3, 3]}',
        lambda document: json.dumps(document).replace("game", "g\\u0061me"),
        lambda document: json.dumps(list(document.items())),
        lambda document: json.dumps(document | {"digests": [digest.upper() for digest in document["digests"]]}),
        lambda document: json.dumps(document | {"digests": [f" {digest}" for digest in document["digests"]]}),
    ],
    ids=["compact", "indented", "sorted", "longer", "twice", "escaped", "pairs", "capitals", "spaces"],
)
def test_a_header_has_one_spelling(standard: Path, tmp_path: Path, respelled: Callable[[Any], str]) -> None:
    text, body = cut(standard)
    assert "makes no sense" in refused(with_header(tmp_path / "t", respelled(json.loads(text)).encode(), body))


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff", b"5", b"null", b"[" * 4000, b"9" * 4096], ids=lambda text: text[:9]
)
def test_a_header_that_is_no_object(standard: Path, tmp_path: Path, text: bytes) -> None:
    assert "makes no sense" in refused(with_header(tmp_path / "t", text, cut(standard)[1]))


def test_a_header_of_four_gigabytes(standard: Path, tmp_path: Path) -> None:
    data = standard.read_bytes()
    (tmp_path / "t").write_bytes(data[:12] + b"\xff" * 4 + data[16:])
    assert "its length is 4294967295, expected at most 4096" in refused(tmp_path / "t")


def test_a_row_that_is_missing(standard: Path, tmp_path: Path) -> None:
    """Every length, count and digest is right. No position gets the score of another one."""
    rows, layers = contents(standard)
    for missing in range(3):
        fewer = rows[1][:missing] + rows[1][missing + 1 :]
        columns = len(layers[2]) // 3
        less = layers[2][: missing * columns] + layers[2][(missing + 1) * columns :]
        first = layers[1][:missing] + layers[1][missing + 1 :]
        table = open_table(forged(tmp_path, [rows[0], fewer, *rows[2:]], [layers[0], first, less, *layers[3:]]))
        for cell in range(9):
            position = Position(STANDARD).play(cell)
            if min(image for image in images(cell)) == rows[1][missing]:
                with pytest.raises(TableError, match="has no row for"):
                    table.value(position)
            else:
                assert str(table.value(position)) == "draw"


@pytest.mark.parametrize("score", [-128, -127, 127, 2, 10, -1, -9])
def test_a_score_that_no_position_can_have(standard: Path, tmp_path: Path, score: int) -> None:
    rows, layers = contents(standard)
    table = open_table(forged(tmp_path, rows, [bytes([score % 256]), *layers[1:]]))
    with pytest.raises(TableError, match=f"the score {score} for"):
        table.value(Position(STANDARD))


def test_values_without_distances(standard: Path, tmp_path: Path) -> None:
    tabulate(STANDARD, tmp_path / "t", bits=2)
    table, full = open_table(tmp_path / "t"), open_table(standard)
    assert (tmp_path / "t").stat().st_size < standard.stat().st_size
    for position in every_position(STANDARD):
        found, expected = table.value(position), full.value(position)
        assert found == (Value(expected.result) if expected.result and expected.distance else expected)


def test_two_bits_that_no_position_can_have(tmp_path: Path) -> None:
    """2,1,2: the empty board is a draw."""
    rows, layers = contents(made(tmp_path / "t", Game(2, 1, 2), bits=2))
    for bits, result in ((0b00, 0), (0b01, 1), (0b11, -1)):  # the last two are false, but possible
        table = open_table(forged(tmp_path, rows, [bytes([bits]), *packed(layers[1:])], Game(2, 1, 2), bits=2))
        assert table.value(Position(Game(2, 1, 2))).result == result
    table = open_table(forged(tmp_path, rows, [b"\x02", *packed(layers[1:])], Game(2, 1, 2), bits=2))
    with pytest.raises(TableError, match="the score -128 for"):
        table.value(Position(Game(2, 1, 2)))


@pytest.mark.parametrize("score", [1, 3, 5, 9, -2, -4, -8, 0])
def test_a_false_score_is_not_found(standard: Path, tmp_path: Path, score: int) -> None:
    """A table is not a proof: the digests are those of what the file holds, and the score could be true."""
    rows, layers = contents(standard)
    table = open_table(forged(tmp_path, rows, [bytes([score % 256]), *layers[1:]]))
    distance = 10 - abs(score) if score else 9
    assert table.value(Position(STANDARD)) == Value((score > 0) - (score < 0), distance)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "it is not a regular file" in refused(tmp_path / "pipe")
    with pytest.raises(TableError, match="it is not a regular file"):
        tabulate(STANDARD, tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


def test_a_damaged_file_with_a_strange_name(standard: Path, tmp_path: Path) -> None:
    path = tmp_path / "a\nb"
    path.write_bytes(standard.read_bytes()[:-1] + b"\x7f")
    assert "layer 9 is damaged" in refused(path)


def cut(path: Path) -> tuple[bytes, bytes]:
    """Return the text of a file's header, and everything after the header's digest."""
    data = path.read_bytes()
    end = 16 + struct.unpack_from("<I", data, 12)[0]
    return data[16:end], data[end + 32 :]


def with_header(path: Path, text: bytes, body: bytes) -> Path:
    """Write a file with any text as its header, and the right digest of it."""
    start = struct.pack("<8sII", b"noughts\0", 2, len(text)) + text
    path.write_bytes(start + sha256(start).digest() + body)
    return path


def contents(path: Path) -> tuple[list[list[int]], list[bytes]]:
    """Return the lists of rows and the layers of a table."""
    table = open_table(path)
    return [list(rows) for rows in table.layout.rows], [bytes(score % 256 for score in layer) for layer in table.layers]


def forged(folder: Path, rows: list[list[int]], layers: list[bytes], game: Game = STANDARD, bits: int = 8) -> Path:
    """Write a table with these contents: its counts and digests are right. No layer has more than one block."""
    lists = [struct.pack(f"<{len(row)}I", *row) for row in rows]
    blocks = [sha256(layer).digest() if layer else b"" for layer in layers]
    digests = [sha256(part).hexdigest() for part in lists + blocks]
    document = {"game": game.to_list(), "counts": [len(row) for row in rows], "bits": bits, "digests": digests}
    return with_header(folder / "forged", json.dumps(document).encode(), b"".join(lists + blocks + layers))


def packed(layers: list[bytes]) -> list[bytes]:
    """Return layers of bytes as layers of two bits."""
    two = [[0b10 if byte == 128 else byte & 3 for byte in layer] for layer in layers]
    return [
        bytes(
            sum(score << 2 * i for i, score in enumerate(layer[first : first + 4])) for first in range(0, len(layer), 4)
        )
        for layer in two
    ]


def made(path: Path, game: Game, bits: int = 8) -> Path:
    tabulate(game, path, bits=bits)
    return path


def images(cell: int) -> list[int]:
    return [1 << permutation[cell] for permutation in STANDARD.symmetries]


def refused(path: Path) -> str:
    """Return why a file is not a table: one short line that names it."""
    with pytest.raises(TableError) as caught:
        touch(open_table(path))
    message = str(caught.value)
    assert message.isprintable()
    assert repr(str(path)) in message
    assert len(message) < len(str(path)) + 200
    return message


def test_no_table(tmp_path: Path) -> None:
    for name, content, words in (
        ("text", b"hello, this is text", "not a table of exact values"),
        ("empty", b"", "cannot read"),
        ("later", b"noughts\0" + struct.pack("<II", 3, 0), "is a table of version 3, expected 2"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(TableError, match=words):
            open_table(tmp_path / name)
    with pytest.raises(TableError, match="missing"):
        open_table(tmp_path / "missing")
    assert issubclass(TableError, NoughtsError)


def test_the_file_depends_on_the_game_alone(tmp_path: Path) -> None:
    for workers in (1, 2):
        tabulate(Game(5, 3, 3), tmp_path / str(workers), workers=workers)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_an_interrupt_of_a_small_table_leaves_nothing_behind(tmp_path: Path, stop: type[BaseException]) -> None:
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
    for path in (tmp_path / "no such folder" / "t", tmp_path / ("a" * 256)):
        with pytest.raises(TableError, match="cannot write"):
            tabulate(STANDARD, path)


def test_says_so_before_it_starts(tmp_path: Path) -> None:
    """At the tables of the sets, or at the two largest layers side by side: 59 MB."""
    for memory in (9 << 20, 60 << 20):
        with pytest.raises(LimitExceeded, match="memory"):
            tabulate(Game(5, 4, 4), tmp_path / "t", memory=memory)
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_another_version_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes(OTHER)
    with pytest.raises(TableError, match="is a table of version 1, expected 2"):
        open_table(path)
    with pytest.raises(TableError, match=r"t' is a table of version 1, expected 2: choose another file"):
        tabulate(STANDARD, path)
    assert path.read_bytes() == OTHER
    assert list(tmp_path.iterdir()) == [path]


def test_another_game(standard: Path) -> None:
    with pytest.raises(GameError, match="table of 3,3,3"):
        open_table(standard).value(Position(Game(4, 3, 3)))
