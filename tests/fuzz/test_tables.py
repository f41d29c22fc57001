"""Mutations of tables: the check accepts the true ones and no others, and `solve.tables` looks up what it reads.

The rules determine every byte of a table, so whatever else the check accepts is a fault.
"""

import json
import random
import struct
from collections.abc import Callable
from hashlib import sha256
from itertools import accumulate, pairwise
from math import comb
from pathlib import Path
from typing import Any

import pytest

from noughts.certify.table_check import check_table
from noughts.certify.tablefile import TableFile
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value, to_score
from noughts.errors import FileError, TableError, TableRefused
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.storage.pieces import open_table
from noughts.solve.tables.storage.tabulate import tabulate
from tests.certify.tables import BLOCK, brute, packed, sealed
from tests.fuzz.mutate import fuzzed, mutated, strange_text
from tests.witnesses import minimax

GAMES = [Game(3, 3, 3), Game(2, 2, 2), Game(3, 2, 2), Game(1, 1, 1), Game(1, 4, 2)]
SAMPLE = 4  # positions of each table that are looked up
LONGEST = 500  # characters of a message


@pytest.fixture(scope="module")
def tables() -> list[bytes]:
    """The files of small games, with distances and without."""
    return [packed(brute(game), bits) for game in GAMES for bits in (8, 2)]


@pytest.mark.parametrize("bits", [8, 2])
@pytest.mark.parametrize("game", [*GAMES, pytest.param(Game(4, 3, 3), marks=pytest.mark.slow)], ids=str)
def test_tabulate_writes_the_table_that_brute_force_finds(game: Game, bits: int, tmp_path: Path) -> None:
    tabulate(game, tmp_path / "t", workers=1, bits=bits)
    assert (tmp_path / "t").read_bytes() == packed(brute(game), bits)


def test_mutations(tables: list[bytes], mutations: int, rng: random.Random, tmp_path: Path) -> None:
    def draw() -> tuple[str, bytes]:
        kind = rng.choice(KINDS)
        return kind.__name__, kind(rng.choice(tables), rng)

    def judge(path: Path, data: bytes) -> str:
        answer = _checked(path)
        _look(path, answer, rng)
        assert (answer == "holds") == (data in tables), answer
        return answer

    assert set(fuzzed(tmp_path / "t", mutations, draw, judge)) == {"holds", "false", "no table"}


def _checked(path: Path) -> str:
    """Return what the check of all scores says; a sample of a true table finds no fault."""
    try:
        check_table(path, None, 0)
    except (FileError, TableError) as error:  # FileError: an empty file
        _one_line(error)
        return "no table"
    except TableRefused as error:
        _one_line(error)
        return "false"
    check_table(path, 3, 0)
    return "holds"


def _look(path: Path, answer: str, rng: random.Random) -> None:
    """Look positions up: nothing comes out but values that can be, and TableError. A true table has the true ones."""
    try:
        table = open_table(path)
    except TableError as error:
        _one_line(error)
        assert answer == "no table"
        return
    for _ in range(SAMPLE):
        position = _at_random(table.game, rng)
        value = _value(table, position)
        if answer == "holds":
            best = minimax(position)
            assert value == (Value(best.result) if table.bits == 2 and best.result and best.distance else best)
        elif answer == "false" and not (position.outcome and position.outcome.winner):
            _same_score(path, table, position, value)


def _value(table: Table, position: Position) -> Value | None:
    """Return a position's value, or None where the table has none for it."""
    try:
        value = table.value(position)
    except TableError as error:
        _one_line(error)
        return None
    if value.distance is not None:
        assert 0 <= value.distance <= position.empty.bit_count()
    return value


def _same_score(path: Path, table: Table, position: Position, value: Value | None) -> None:
    """A value is the one of the score that the other reader finds."""
    if value is not None:
        file = TableFile(path)
        score = value.result if table.bits == 2 else to_score(value, position.game.cells, position.ply)
        assert file.score(position.ply, file.place(position)) == score


def _one_line(error: Exception) -> None:
    """Fail where the message of an error is not one short line."""
    assert str(error).isprintable(), repr(str(error))
    assert len(str(error)) < LONGEST, str(error)


def _at_random(game: Game, rng: random.Random) -> Position:
    """Return a position of a game between two players who move at random."""
    position = Position(game)
    for _ in range(rng.randrange(game.cells + 1)):
        if position.outcome is None:
            position = position.play_unchecked(rng.choice(position.legal_moves))
    return position


# --- the mutations: each takes a table's file and returns another file


def raw(data: bytes, rng: random.Random) -> bytes:
    """Any bytes change; the digests stay as they are."""
    return mutated(data, rng)


def header(data: bytes, rng: random.Random) -> bytes:
    """The header's text changes, and its length and digest with it."""
    text, body = _cut(data)
    return sealed(mutated(text, rng), body)


def spelling(data: bytes, rng: random.Random) -> bytes:
    """The header says the same, or nearly the same, in another way."""
    text, body = _cut(data)
    document = json.loads(text)
    key = rng.choice(list(document))
    options = [
        lambda: text,
        lambda: json.dumps(document, separators=(",", ":")).encode(),
        lambda: json.dumps(document, indent=1).encode(),
        lambda: json.dumps(document, sort_keys=True).encode(),
        lambda: json.dumps(list(document.items())).encode(),
        lambda: json.dumps(document).encode(rng.choice(("utf-16", "utf-8-sig"))),
        lambda: json.dumps(document | {strange_text(rng): 1}).encode(),
        lambda: json.dumps(document | {"digests": [digest.upper() for digest in document["digests"]]}).encode(),
        lambda: json.dumps({name: value for name, value in document.items() if name != key}).encode(),
        lambda: json.dumps(document | {key: rng.choice(ODD)}).encode(),
        lambda: json.dumps(document | {key: _one_odd(document[key], rng)}).encode(),
        lambda: json.dumps(document | {"counts": _still_the_same_sum(document["counts"], rng)}).encode(),
        lambda: json.dumps(document | {"game": [rng.choice((1, 2, 3, 4, 26, 27, 40)) for _ in range(3)]}).encode(),
        lambda: text[:-1] + b", " + json.dumps({key: document[key]}).encode()[1:],
        lambda: b"[" * rng.choice((900, 4000, 5000, 100_000)),
    ]
    return sealed(rng.choice(options)(), body)


ODD: list[object] = [None, True, 0, -1, 1.0, 1e999, 10**30, "", "333", [], [[]], {}, [3, 3, 3], [10**3000, 3, 3]]


def _one_odd(values: list[object] | int, rng: random.Random) -> object:
    """Return a list with one strange element, or nearly the right one; for a number another number."""
    if isinstance(values, int):
        return rng.choice((2, 4, 8.0, [values]))
    at = rng.randrange(len(values))
    old = values[at]
    near = [float(old), str(old), old == 1, -old] if isinstance(old, int) else [f" {old}", bytes(32).hex()]
    return [*values[:at], rng.choice([*near, *ODD]), *values[at + 1 :]]


def _still_the_same_sum(counts: list[int], rng: random.Random) -> list[int]:
    """Return counts of which one is smaller by as much as another is greater."""
    changed, by = list(counts), rng.choice((1, 2, 1 << 31))
    changed[rng.randrange(len(changed))] += by
    changed[rng.randrange(len(changed))] -= by
    return changed


def lengths(data: bytes, rng: random.Random) -> bytes:
    """The header claims another length, in the file's own digest or not."""
    text, body = _cut(data)
    claimed = rng.choice((0, 1, len(text) - 1, len(text) + 1, len(data), 4096, 4097, 1 << 31, (1 << 32) - 1))
    start = struct.pack("<8sII", b"noughts\0", rng.choice((2, 2, 2, 0, 1, 3)), claimed) + text
    return start + sha256(start[: 16 + claimed]).digest() + body


def parts(data: bytes, rng: random.Random) -> bytes:
    """A list of rows or a layer changes, and all digests with it."""
    document, cut = _parts(data)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(cut))
        cut[at] = rng.choice((mutated, _exchanged, _another_word))(cut[at], rng)
    return _joined(document, cut)


def _exchanged(part: bytes, rng: random.Random) -> bytes:
    """Two pieces of four bytes, rows perhaps, change places."""
    words = [part[i : i + 4] for i in range(0, len(part), 4)]
    if words:
        a, b = rng.randrange(len(words)), rng.randrange(len(words))
        words[a], words[b] = words[b], words[a]
    return b"".join(words)


def _another_word(part: bytes, rng: random.Random) -> bytes:
    """Four bytes become a number: a row with a line, a row that is not the least of its images, or any."""
    at = 4 * rng.randrange(len(part) // 4 + 1)
    return (part[:at] + struct.pack("<I", rng.getrandbits(rng.choice((4, 6, 9, 12, 32)))) + part[at + 4 :])[: len(part)]


def counts(data: bytes, rng: random.Random) -> bytes:
    """A row is left out or written twice, with all of its scores: every length, count and digest is right."""
    document, cut = _parts(data)
    if document["bits"] == 2:  # rows do not end with a byte
        return parts(data, rng)
    m, n, _ = document["game"]
    lists = len(document["counts"])
    size = rng.choice([h for h in range(lists) if document["counts"][h]])
    row, copies = rng.randrange(document["counts"][size]), rng.choice((0, 0, 2, 3))
    cut[size] = _copied(cut[size], row, 4, copies)
    for ply in range(m * n + 1):
        own, theirs = ply // 2, ply - ply // 2
        if theirs == size:
            cut[lists + ply] = _copied(cut[lists + ply], row, comb(m * n - theirs, own), copies)
    document["counts"][size] += copies - 1
    return _joined(document, cut)


def _copied(part: bytes, row: int, width: int, copies: int) -> bytes:
    return part[: row * width] + part[row * width : (row + 1) * width] * copies + part[(row + 1) * width :]


def scores(data: bytes, rng: random.Random) -> bytes:
    """Scores become others, almost always possible ones: the table is false, but well made."""
    document, cut = _parts(data)
    lists, cells = len(document["counts"]), document["game"][0] * document["game"][1]
    at = rng.choice([i for i in range(lists, len(cut)) if cut[i]])
    layer = bytearray(cut[at])
    for _ in range(rng.choice((1, 10, len(layer)))):
        score = _possible(cells, at - lists, rng) if rng.random() < 0.999 else rng.randrange(256)
        if document["bits"] == 2:
            score = sum(rng.choice((0, 1, 2, 3)) << shift for shift in (0, 2, 4, 6))
        layer[rng.randrange(len(layer))] = score % 256
    cut[at] = bytes(layer)
    return _joined(document, cut)


def _possible(cells: int, ply: int, rng: random.Random) -> int:
    """Return a score that some position after `ply` moves may have, or the one of no position."""
    distance = rng.randrange(-1, cells - ply + 1)
    if distance < 1:
        return 0 if distance == 0 else -128
    return (cells + 1 - ply - distance) * (1 if distance % 2 else -1)


KINDS: list[Callable[[bytes, random.Random], bytes]] = [raw, header, spelling, lengths, parts, counts, scores]


def _cut(data: bytes) -> tuple[bytes, bytes]:
    """Return the header's text and what follows its digest."""
    length = struct.unpack_from("<I", data, 12)[0]
    return data[16 : 16 + length], data[16 + length + 32 :]


def _parts(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """Return the header's object, without the digests, and the lists of rows and the layers."""
    text, body = _cut(data)
    document = json.loads(text)
    del document["digests"]
    (m, n, _), counts = document["game"], document["counts"]
    layers = [
        -(-counts[ply - ply // 2] * comb(m * n - ply + ply // 2, ply // 2) * document["bits"] // 8)
        for ply in range(m * n + 1)
    ]
    lengths = [4 * count for count in counts] + [32 * -(-size // BLOCK) for size in layers] + layers
    cut = [body[a:b] for a, b in pairwise(accumulate(lengths, initial=0))]
    return document, cut[: len(counts)] + cut[-len(layers) :]


def _joined(document: dict[str, Any], cut: list[bytes]) -> bytes:
    """Return a file with the right digests."""
    rows, layers = cut[: len(document["counts"])], cut[len(document["counts"]) :]
    blocks = [_block_digests(layer) for layer in layers]
    digests = [sha256(part).hexdigest() for part in rows + blocks]
    text = json.dumps({**document, "digests": digests}).encode()
    return sealed(text, b"".join(rows + blocks + layers))


def _block_digests(layer: bytes) -> bytes:
    return b"".join(sha256(layer[i : i + BLOCK]).digest() for i in range(0, len(layer), BLOCK))
