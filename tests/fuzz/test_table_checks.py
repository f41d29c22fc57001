"""Mutations of tables: the check of all scores accepts the true ones and no others.

The rules determine every byte of a table, so whatever else it accepts is a fault.
"""

import random
from pathlib import Path

from noughts.certify.tables import check_table
from noughts.errors import TableError
from tests.certify.tables import brute, packed
from tests.fuzz.test_tables import GAMES, KINDS

LONGEST = 500  # characters of a message


def test_mutations(mutations: int, rng: random.Random, tmp_path: Path) -> None:
    made = [brute(game) for game in GAMES if game.cells < 10]
    tables = [packed(table) for table in made]
    true = {packed(table, *form) for table in made for form in ((1, 8), (2, 8), (2, 2))}
    seen = set()
    for i in range(mutations):
        kind = rng.choice(KINDS)
        data = kind(rng.choice(tables), rng)
        path = tmp_path / str(i)  # a new file each time: the last one may still be mapped
        path.write_bytes(data)
        answer = _answer(path, rng)
        assert (answer == "holds") == (data in true), f"mutation {i}, {kind.__name__}: the file is kept as {path}"
        path.unlink()
        seen.add(answer)
    assert seen == {"holds", "false", "no table"}


def _answer(path: Path, rng: random.Random) -> str:
    """Return what the check says, which is short and printable; where all scores are right a sample finds no fault."""
    try:
        found = check_table(path, None)
        sampled = check_table(path, 3, seed=rng.getrandbits(32))
    except TableError as error:
        _printable(str(error))
        return "no table"
    _printable(str(found.fault))
    if found.fault is not None:
        return "false"
    assert found.checked == found.scores
    assert sampled.fault is None
    return "holds"


def _printable(message: str) -> None:
    assert message.isprintable(), repr(message)
    assert len(message) < LONGEST, message
