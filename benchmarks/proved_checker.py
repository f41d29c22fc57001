"""What the proved checker says of certificates, into docs/proof.md.

`python -m benchmarks.proved_checker [FILE ...]` checks those of tests/data/certificates and the files that are named,
larger ones. Seconds are those of the processor. `make checker` builds the checker.
"""

import argparse
import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.ablation import markdown
from benchmarks.results import KEPT, ROOT
from noughts.core.game import Game
from noughts.files import replacing

PROGRAM = ROOT / "build" / "checker" / "noughts-checker"
PAGE = ROOT / "docs" / "proof.md"
BEGIN = "<!-- verdicts: written by `python -m benchmarks.proved_checker` -->\n"
END = "<!-- verdicts: end -->\n"


def row(path: Path) -> tuple[Game, list[str]]:
    """Return the game of a certificate, and its row. Raises CalledProcessError where it does not hold."""
    before = os.times()
    said = subprocess.run([PROGRAM, path], capture_output=True, text=True, check=True).stdout.splitlines()
    after = os.times()
    verdict, _, place = said[0].removeprefix("holds: ").partition(" on ")
    game = place.partition(", ")[0]
    seconds = after.children_user - before.children_user + after.children_system - before.children_system
    entries = said[1].split(": ")[1].split(" ")[0]
    value = {"draw": "draw", "X wins": "win"}[verdict]
    return Game.from_text(game), [game, value, entries, said[0].partition(":")[0], f"{seconds:.1f}"]


def table(paths: Iterable[Path]) -> str:
    """Return the table of all rows, by k, columns and rows."""
    rows = sorted(map(row, paths), key=lambda each: (each[0].k, each[0].m, each[0].n))
    return markdown(["game", "value", "entries", "verdict", "seconds"], [cells for _, cells in rows])


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the table into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    found = table([*KEPT.iterdir(), *parser.parse_args(arguments).files])
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    with replacing(PAGE) as file:
        file.write(f"{head}{BEGIN}{found}\n{END}{rest.partition(END)[2]}".encode())


if __name__ == "__main__":
    main()
