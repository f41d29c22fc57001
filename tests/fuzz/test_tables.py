"""Mutations of tables: the check accepts the true ones and no others, and `solve.tables` looks up what it reads.

The rules determine every byte of a table, so whatever else the check accepts is a fault.
"""

import json
import random
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.certify.table_check import check_table
from noughts.certify.tablefile import TableFile
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value, to_score
from noughts.errors import FileError, LimitExceeded, TableError, TableRefused
from noughts.solve.tables.folder import open_table
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.tabulate import tabulate
from tests.certify.tables import Files, brute, files_of, sealed, write
from tests.fuzz.mutate import mutated, strange_text
from tests.witnesses import minimax

GAMES = [Game(3, 3, 3), Game(2, 2, 2), Game(3, 2, 2), Game(1, 1, 1), Game(1, 4, 2)]
SAMPLE = 4  # positions of each table that are looked up
LONGEST = 500  # characters of a message


@pytest.mark.parametrize("game", [*GAMES, pytest.param(Game(4, 3, 3), marks=pytest.mark.slow)], ids=str)
def test_tabulate_writes_the_table_that_brute_force_finds(game: Game, tmp_path: Path) -> None:
    tabulate(game, tmp_path / "t", workers=1)
    expected = files_of(brute(game))
    found = {file.name: file.read_bytes() for file in (tmp_path / "t").iterdir()}
    about, known = (json.loads(files.pop("table.json")) for files in (found, expected))
    assert found == expected
    digests = {ply: layer["sha256"] for ply, layer in about["layers"].items()}
    assert digests == {ply: layer["sha256"] for ply, layer in known["layers"].items()}
    assert about | {"layers": {}} == known | {"layers": {}}


def test_mutations(mutations: int, rng: random.Random, tmp_path: Path) -> None:
    tables, answers = [files_of(brute(game)) for game in GAMES], Counter[str]()
    for number in range(mutations):
        table, kind = rng.choice(tables), rng.choice(KINDS)
        files, folder = kind(dict(table), rng), tmp_path / f"t{number}"
        answer = _checked(write(folder, files))
        _look(folder, answer, rng)
        arrays = {name: data for name, data in files.items() if name != "table.json"}
        same = any(arrays.items() <= other.items() for other in tables)
        assert answer != "holds" or same, (kind.__name__, answer)
        answers[answer] += 1
    print(f"{mutations} mutations: {dict(answers)}")
    assert set(answers) == {"holds", "false", "no table"}


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
    except (TableError, LimitExceeded) as error:
        _one_line(error)
        assert answer == "no table"
        return
    for _ in range(SAMPLE):
        position = _at_random(table.game, rng)
        value = _value(table, position)
        if answer == "holds":
            best = minimax(position)
            assert value == best
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
        score = to_score(value, position.game.cells, position.ply)
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


# --- the mutations: each takes the files of a table, and returns others


def raw(files: Files, rng: random.Random) -> Files:
    """Any bytes of a file change; the digests stay as they are."""
    name = rng.choice(list(files))
    return files | {name: mutated(files[name], rng)}


def about(files: Files, rng: random.Random) -> Files:
    """table.json says something else, or the same in another way."""
    document = json.loads(files["table.json"])
    key = rng.choice(list(document))
    odd: list[object] = [None, True, -1, 1.0, 10**30, "", [], [[]], {}, [3, 3, 3], [10**3000, 3, 3], strange_text(rng)]
    texts = [
        lambda: json.dumps(document, indent=1),
        lambda: json.dumps(document | {key: rng.choice(odd)}),
        lambda: json.dumps({name: value for name, value in document.items() if name != key}),
        lambda: json.dumps(document | {"layers": dict(list(document["layers"].items())[1:])}),
        lambda: json.dumps(document | {"game": [rng.choice((1, 2, 3, 4, 26, 27)) for _ in range(3)]}),
        lambda: "[" * rng.choice((900, 5000, 60_000)),
    ]
    return files | {"table.json": rng.choice(texts)().encode()}


def parts(files: Files, rng: random.Random) -> Files:
    """An array changes anywhere, and its digest with it."""
    game = json.loads(files.pop("table.json"))["game"]
    name = rng.choice(list(files))
    return sealed(game, files | {name: rng.choice((mutated, _another_word))(files[name], rng)})


def _another_word(data: bytes, rng: random.Random) -> bytes:
    """Four bytes become a number: a row with a line, a row that is not the least of its images, or any."""
    at = 4 * rng.randrange(len(data) // 4 + 1)
    return (data[:at] + struct.pack("<I", rng.getrandbits(rng.choice((4, 6, 9, 12, 32)))) + data[at + 4 :])[: len(data)]


def scores(files: Files, rng: random.Random) -> Files:
    """Scores become others, almost always possible ones: the table is false, but well made."""
    game = json.loads(files.pop("table.json"))["game"]
    name = rng.choice([name for name, data in files.items() if name.startswith("layer-") and len(data) > 128])
    layer = bytearray(files[name])
    for _ in range(rng.choice((1, 10, len(layer) - 128))):
        possible = _possible(game[0] * game[1], int(name[6:8]), rng)
        score = possible if rng.random() < 0.999 else rng.randrange(256)
        layer[rng.randrange(128, len(layer))] = score % 256
    return sealed(game, files | {name: bytes(layer)})


def _possible(cells: int, ply: int, rng: random.Random) -> int:
    """Return a score that some position after `ply` moves may have, or the one of no position."""
    distance = rng.randrange(-1, cells - ply + 1)
    if distance < 1:
        return 0 if distance == 0 else -128
    return (cells + 1 - ply - distance) * (1 if distance % 2 else -1)


KINDS: list[Callable[[Files, random.Random], Files]] = [raw, about, parts, scores]
