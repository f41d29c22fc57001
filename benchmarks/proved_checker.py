"""What the proved checker says of certificates, into docs/proof.md.

`python -m benchmarks.proved_checker [FILE ...]` checks those of tests/data/certificates and the files that are named,
larger ones. Seconds are those of the processor. `make checker` builds the checker.
"""

import argparse
import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ablation import markdown
from benchmarks.results import KEPT, ROOT
from noughts.core.game import Game
from noughts.files import replacing

PROGRAM = ROOT / "build" / "checker" / "noughts-checker"
PAGE = ROOT / "docs" / "proof.md"
BEGIN = "<!-- verdicts: written by `python -m benchmarks.proved_checker` -->\n"
END = "<!-- verdicts: end -->\n"


@dataclass(frozen=True)
class Verdict:
    """What the checker said of a certificate that holds, and the seconds of processor time that it took."""

    game: Game
    value: str
    entries: str
    seconds: float


def verdict(path: Path) -> Verdict:
    """Return the verdict on a certificate. Raises CalledProcessError where it does not hold."""
    before = os.times()
    said = subprocess.run([PROGRAM, path], capture_output=True, text=True, check=True).stdout.splitlines()
    after = os.times()
    value, _, place = said[0].removeprefix("holds: ").partition(" on ")
    seconds = after.children_user - before.children_user + after.children_system - before.children_system
    entries = said[1].split(": ")[1].split(" ")[0]
    return Verdict(Game.from_text(place.partition(", ")[0]), {"draw": "draw", "X wins": "win"}[value], entries, seconds)


def table(verdicts: Iterable[Verdict]) -> str:
    """Return a row for each certificate that took a second, and a sentence with the others, by k, columns and rows."""
    found = sorted(verdicts, key=lambda each: (each.game.k, each.game.m, each.game.n))
    rows = [[str(one.game), one.value, one.entries, f"{one.seconds:.1f}"] for one in found if one.seconds >= 1]
    others = "; ".join(str(one.game) for one in found if one.seconds < 1)
    long = markdown(["holds", "value", "entries", "seconds"], rows)
    return f"{long}\n\nThese hold too, each in less than a second: {others}."


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the table into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    found = table(map(verdict, [*KEPT.iterdir(), *parser.parse_args(arguments).files]))
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    with replacing(PAGE) as file:
        file.write(f"{head}{BEGIN}{found}\n{END}{rest.partition(END)[2]}".encode())


if __name__ == "__main__":
    main()
