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
import shlex
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

The value of each game for the player who moves first, how it was proved, and what that took. `make results` writes this
page from the records in `docs/results`. Each record comes from a run of `python -m benchmarks.results GAME`. Only the
last column of the first table and the sources below are typed by hand.

A value without a proof is a claim. So each game here has a [certificate](certificates.md) or a
[table](table-format.md), and a checker has followed it by the rules of the game alone. The checker shares no code with
the search.

Seconds are seconds of one processor. *Solve* is the value alone. *Proof* is the value and its certificate together; the
ratio is that of the two. For a small game the ratio is large, because compiled code is loaded for the certificate
alone: that takes about a second. *Nodes* are the positions that all searches of a race have opened until one of them
had the answer.

## Values

{values}

"No publication found" means that we know of no source that has this value. It is not a claim to be first. Other sources
below study boards with k = 4 by search; they were not compared game by game. "As others report it" means that the
source itself was not read.

## Certificates

*Entries* and *positions* are what `noughts check` counts. The SHA-256 is that of the certificate as text, so of what
`gzip -cd FILE` prints. A certificate of up to 1 MB is a file of the repository, and the tests check it. The others are
made by the command in the last column. The digest is that of the certificate that was checked: a later version of the
program may write another proof of the same value.

{certificates}

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
    alone, solve_seconds = run("solve", str(game), "--value-only", "--json")
    proved, proof_seconds = run("solve", str(game), "--value-only", "--json", "--certificate", str(draft))
    checked, check_seconds = run("check", str(draft), "--json")
    assert alone["value"] == proved["value"] == checked["value"], (game, alone, proved, checked)
    size = draft.stat().st_size
    record = {
        "game": str(game),
        "value": checked["value"],
        "arguments": proved["arguments"],
        "nodes": alone["nodes"],
        "solve_seconds": solve_seconds,
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
        "check": {name: checked[name] for name in ("holds", "checked", "seed", "census")},
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
    tables = [record for record in found if "table" in record]
    return TEXT.format(
        values=_table(
            ("game", "value", "decided by", "nodes", "solve", "proof", "ratio", "machine", "first published"),
            map(_value_row, proved),
        ),
        certificates=_table(
            ("game", "entries", "positions", "bytes", "check", "verdict", "SHA-256", "file"), map(_file_row, proved)
        ),
        tables=f"\n{_table(_TABLE_HEAD, map(_table_row, tables))}\n" if tables else "\nNone is listed yet.\n",
        sources="\n".join(f"- {source}" for source in SOURCES),
    )


def _value_row(record: Record) -> tuple[str, ...]:
    solve, proof = record["solve_seconds"], record["proof_seconds"]
    return (
        record["game"],
        _words(record["value"]),
        ", ".join(record["arguments"]),
        f"{record['nodes']:,}",
        f"{solve:,.1f} s",
        f"{proof:,.1f} s",
        f"{proof / solve:.1f}",
        record["machine"],
        published(Game.from_text(record["game"])),
    )


def _file_row(record: Record) -> tuple[str, ...]:
    game = record["game"]
    path = KEPT / f"{game}.cert.gz"
    made = shlex.join(["noughts", "solve", game, "--certificate", f"{game}.cert.gz"])
    return (
        game,
        f"{record['entries']:,}",
        f"{record['positions']:,}",
        f"{record['bytes']:,}",
        f"{record['check_seconds']:,.1f} s",
        _verdict(record["holds"]),
        f"`{record['sha256']}`",
        f"`{path.relative_to(ROOT).as_posix() if record['bytes'] <= MOST else made}`",
    )


_TABLE_HEAD = ("game", "value", "positions", "bytes", "longest forced end", "made in", "checked", "verdict", "machine")


def _table_row(record: Record) -> tuple[str, ...]:
    table, check = record["table"], record["check"]
    return (
        record["game"],
        _words(table["value"]),
        f"{table['positions']:,}",
        f"{table['bytes']:,}",
        f"{table['longest']} plies",
        f"{table['seconds']:,.1f} s",
        f"{check['checked']:,} positions" + (" and the census" if check["census"] else ""),
        _verdict(check["holds"]),
        record["machine"],
    )


def _words(value: str) -> str:
    return {"win": "first player wins", "draw": "draw"}[value]


def _verdict(holds: bool | None) -> str:
    """Return the checker's verdict; it has none where it looked at a sample and found no fault."""
    return {True: "holds", False: "does not hold", None: "no fault in the sample"}[holds]


def _table(head: Sequence[str], rows: "Any") -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    main()
