"""Each certificate that is kept has what its record says."""

import pytest

from benchmarks import results
from noughts.certify import check
from noughts.core.game import Game

QUICK = 12_000  # positions that the checker follows in the quick tier, and the bytes of such a file
QUICK_BYTES = 400_000
PROVED = {record["game"]: record for record in results.records() if "table" not in record}
KEPT = [
    pytest.param(name, marks=[pytest.mark.slow] * (record["positions"] > QUICK or record["bytes"] > QUICK_BYTES))
    for name, record in sorted(PROVED.items())
    if record["bytes"] <= results.MOST
]


def test_every_certificate_of_up_to_1_mb_is_kept() -> None:
    small = {game for game, record in PROVED.items() if record["bytes"] <= results.MOST}
    assert small == {path.name.removesuffix(".cert.gz") for path in results.KEPT.iterdir()}
    for game in small:
        path = results.KEPT / f"{game}.cert.gz"
        assert (path.stat().st_size, results.text_digest(path)) == (PROVED[game]["bytes"], PROVED[game]["sha256"])


@pytest.mark.parametrize("game", KEPT)
def test_a_kept_certificate_holds(game: str) -> None:
    checked, record = check(results.KEPT / f"{game}.cert.gz"), PROVED[game]
    position = checked.head.position
    assert (position.game, position.ply) == (Game.from_text(game), 0)
    assert (checked.value, checked.entries, checked.positions) == (
        record["value"],
        record["entries"],
        record["positions"],
    )


def test_a_table_has_a_row() -> None:
    """From what `noughts tabulate --json` and `noughts check --json` print of 4,4,4."""
    made: results.Record = {"game": [4, 4, 4], "value": "draw", "plies": 16, "positions": 9_722_011, "longest": 7}
    made |= {"bytes": 15_000_000, "seconds": 0.4}
    checked: results.Record = {"game": [4, 4, 4], "holds": None, "checked": 1000, "seed": 7}
    text = results.page([results.table_record(made, checked)])
    assert "| 4,4,4 | draw | 9,722,011 | 15,000,000 | 7 plies | 0 s | 1,000 positions, no fault |" in text
