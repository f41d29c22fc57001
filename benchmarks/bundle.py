"""The certificates that are too large for the repository as one folder to deposit: `python -m benchmarks.bundle`.

    python -m benchmarks.bundle FOLDER OUT

FOLDER has the files GAME.cert.gz, as `python -m benchmarks.results GAME --large FOLDER` leaves them. Each must be the
one that its record in docs/results says was checked: its text has the recorded SHA-256. OUT gets the files, SHA256SUMS
of them, a README and CITATION.cff.
"""

import argparse
import hashlib
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from benchmarks.results import MOST, ROOT, Record, records, text_digest

_README = """# Certificates of m,n,k-games

Each file proves the value of a game (columns, rows, how many in a row) from the empty board, in the format of
docs/certificates.md of `noughts`. It is checked by the rules alone, by either of two programs that share no code:

    noughts check GAME.cert.gz
    noughts-checker GAME.cert.gz        # proved correct in Coq: see docs/proof.md

`sha256sum -c SHA256SUMS` says whether the files are whole. The last column is the SHA-256 of the text that a file holds
(`gzip -dc FILE | sha256sum`), which does not depend on how it was packed.

| file | value | bytes | entries | text |
|---|---|---:|---:|---|
{rows}

To cite: CITATION.cff.
"""


def main(arguments: list[str] | None = None) -> None:
    """Make the bundle, or end with the files that are missing or are others than those that were checked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args(arguments)
    large = [record for record in records() if record.get("bytes", 0) > MOST]
    if faults := [fault for record in large if (fault := fault_of(record, options.folder))]:
        sys.exit("\n".join(faults))
    bundle(large, options.folder, options.out)
    print(f"{options.out}: {len(large)} certificates, {sum(record['bytes'] for record in large):,} bytes")


def fault_of(record: Record, folder: Path) -> str:
    """Return why a certificate cannot be in the bundle, or an empty text."""
    path = _file(record, folder)
    if not path.exists():
        return f"{path}: missing; `python -m benchmarks.results {record['game']} --large {folder}` makes it"
    if text_digest(path) != record["sha256"]:
        return f"{path}: not the certificate that was checked: its text has another SHA-256 than its record"
    return ""


def bundle(large: Iterable[Record], folder: Path, out: Path) -> None:
    """Write the files, their hashes, the README and the citation."""
    out.mkdir(parents=True, exist_ok=True)
    sums, rows = list[str](), list[str]()
    for record in large:
        copied = Path(shutil.copy(_file(record, folder), out))
        with copied.open("rb") as file:
            sums.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {copied.name}\n")
        size = copied.stat().st_size
        rows.append(f"| {copied.name} | {record['value']} | {size:,} | {record['entries']:,} | {record['sha256']} |")
    (out / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    (out / "README.md").write_text(_README.format(rows="\n".join(rows)), encoding="utf-8")
    shutil.copy(ROOT / "CITATION.cff", out)


def _file(record: Record, folder: Path) -> Path:
    return folder / f"{record['game']}.cert.gz"


if __name__ == "__main__":
    main()
