"""Makes docs/results.md: the value of each game, its proof, and what it took.

`python -m benchmarks.results 6,5,4 9,4,4` solves games, writes their certificates, has them checked by `noughts check`,
and keeps a record of each in docs/results. `--table MADE CHECKED` keeps the record of a table, from what `noughts
tabulate --json` and `noughts check --json` printed. Without arguments the page is made anew from the records.

A certificate of up to 1 MB is kept in tests/data/certificates, a larger one in the folder `--large`, which is not part
of the repository. Seconds are those of the processor, because other work on the machine does not change them much.
"""

import argparse
import gzip
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.literature import SOURCES, published
from noughts.core.game import Game
from noughts.files import replacing

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "results.md"
RECORDS = ROOT / "docs" / "results"
KEPT = ROOT / "tests" / "data" / "certificates"
MOST = 1 << 20  # bytes of a certificate that is kept in the repository

Record = dict[str, Any]

TEXT = """\
# Results

The value of each game for the player who moves first, with its proof: a [certificate](certificates.md), which
`noughts check` and the [proved checker](proof.md) have followed, or a [table](solver/tables.md), of which a sample was
checked.

*Entries* are those of the certificate, *published* is the first source that gives the value (below; `-`: none was
found, which is not a claim to be first). *Seconds* are of one processor, for value and certificate together; most of
one second is to load compiled code. A draw that is not by the walk also needs strategy stealing. Machine: {machine}.

{values}

One argument about the empty board, the potential or a pairing, closes these draws. It is all of their certificates,
and takes 0.2 seconds: {closed}.

A certificate of up to 1 MB is in `tests/data/certificates`, and the tests check it. `noughts solve GAME --certificate
FILE` makes the others, of up to {largest} MB. `docs/results` has the record of each game, with the SHA-256 of the
certificate that was checked.

## Tables

{tables}

## Sources

{sources}
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Make records, then the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", type=Game.from_text, metavar="GAME", help="games to solve, as 6,5,4")
    parser.add_argument("--large", type=Path, help="the folder for certificates of more than 1 MB")
    parser.add_argument("--table", nargs=2, type=Path, metavar=("MADE", "CHECKED"), help="what two commands printed")
    options = parser.parse_args(arguments)
    large = options.large or Path(tempfile.mkdtemp(prefix="certificates-")) if options.games else None
    for game in options.games:
        assert large is not None
        keep(game_record(game, large))
    if options.table:
        keep(table_record(*(json.loads(path.read_text(encoding="utf-8")) for path in options.table)))
    with replacing(PAGE, "w") as file:
        file.write(page(records()))


def game_record(game: Game, large: Path) -> Record:
    """Solve a game, write its certificate and have it checked; return the record."""
    draft = large / f"{game}.cert.gz"
    proved, proof_seconds = run("solve", str(game), "--value-only", "--json", "--certificate", str(draft))
    checked, check_seconds = run("check", str(draft), "--json")
    assert proved["value"] == checked["value"], (game, proved, checked)
    size = draft.stat().st_size
    record = {
        "game": str(game),
        "value": checked["value"],
        "arguments": proved["arguments"],
        "proof_seconds": proof_seconds,
        "entries": checked["entries"],
        "positions": checked["positions"],
        "bytes": size,
        "sha256": text_digest(draft),
        "holds": checked["holds"],
        "check_seconds": check_seconds,
        "machine": machine(),
    }
    if size <= MOST:
        KEPT.mkdir(parents=True, exist_ok=True)
        shutil.move(draft, KEPT / draft.name)
    return record


def table_record(made: Record, checked: Record) -> Record:
    """Return the record of a table from the documents of `noughts tabulate` and `noughts check`."""
    assert made["game"] == checked["game"], (made["game"], checked["game"])
    return {
        "game": ",".join(map(str, made["game"])),
        "table": {name: made[name] for name in ("value", "plies", "positions", "longest", "bytes", "seconds")},
        "check": {name: checked[name] for name in ("holds", "checked", "seed")},
        "machine": machine(),
    }


def run(*command: str) -> tuple[Record, float]:
    """Run the program; return the document that it printed, and its seconds of processor time."""
    before = os.times()
    done = subprocess.run([sys.executable, "-m", "noughts", *command], stdout=subprocess.PIPE, text=True, check=True)
    after = os.times()
    seconds = after.children_user - before.children_user + after.children_system - before.children_system
    document: Record = json.loads(done.stdout)
    return document, round(seconds, 2)


def text_digest(path: Path) -> str:
    """Return the SHA-256 of what a gzip file holds."""
    with gzip.open(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def machine() -> str:
    """Return the machine in words."""
    python = platform.python_version()
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {python}"


def keep(record: Record) -> None:
    """Write a record to the file of its game; a game's table and its certificate have a file each."""
    kind = "table" if "table" in record else "certificate"
    with replacing(RECORDS / f"{record['game']}.{kind}.json", "w") as file:
        file.write(json.dumps(record, indent=2) + "\n")


def records() -> list[Record]:
    """Return all records, by k and then by the board."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in RECORDS.glob("*.json")]
    return sorted(found, key=lambda record: tuple(map(int, record["game"].split(",")))[::-1])


def page(found: Sequence[Record]) -> str:
    """Return the page."""
    proved = [record for record in found if "table" not in record]
    return TEXT.format(
        machine=", ".join(sorted({record["machine"] for record in found})),
        values=_table(_HEAD, (_row(record) for record in proved if not _is_closed_at_once(record))),
        closed="; ".join(_closed(record) for record in proved if _is_closed_at_once(record)),
        largest=max((record["bytes"] for record in proved), default=0) // 10**6,
        tables=_table(_TABLE_HEAD, (_table_row(record) for record in found if "table" in record)),
        sources="\n".join(f"- {source}" for source in SOURCES),
    )


def _is_closed_at_once(record: Record) -> bool:
    """Return whether a game is a draw by one argument about the empty board, which is all of its certificate."""
    return record["arguments"][0] in {"potential bound", "pairing strategy"}


def _closed(record: Record) -> str:
    """Return a game that is closed at once, with who published it."""
    source = published(Game.from_text(record["game"]))
    return record["game"] if source == "-" else f"{record['game']} ({source})"


_HEAD = ("game", "value", "decided by", "seconds", "entries", "published")
_SHORT = {
    "all positions walked": "walk",
    "depth-first search": "depth-first",
    "weak game": "weak",
}


def _row(record: Record) -> tuple[str, ...]:
    return (
        record["game"],
        record["value"],
        ", ".join(_SHORT[argument] for argument in record["arguments"] if argument != "strategy stealing"),
        f"{record['proof_seconds']:,.1f}",
        f"{record['entries']:,}",
        published(Game.from_text(record["game"])),
    )


_TABLE_HEAD = ("game", "value", "positions", "bytes", "longest forced end", "made in", "checked")


def _table_row(record: Record) -> tuple[str, ...]:
    table, check = record["table"], record["check"]
    return (
        record["game"],
        table["value"],
        f"{table['positions']:,}",
        f"{table['bytes']:,}",
        f"{table['longest']} plies",
        f"{table['seconds']:,.0f} s",
        f"{check['checked']:,} positions{_verdict(check['holds'])}",
    )


def _verdict(holds: bool | None) -> str:
    """Return what to add to the number of positions; the checker has no verdict on a sample without a fault."""
    return {True: ", all right", False: ", with a fault", None: ", no fault"}[holds]


def _table(head: Sequence[str], rows: "Any") -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    main()
