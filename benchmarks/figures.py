"""Measure and solve again what the documents and the page say, where it is out of date: `make figures`. `python -m
benchmarks.figures NAME...` does what is named.

What a figure depends on is kept as a digest, figures.json: what is asked for, and the lines of the signature (node
counts and digests of proofs, tests/signature) that stand for the players and searches. `make current` compares it. A
figure whose digest is null was measured with other players: `make current` names it, and does not fail.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from benchmarks import gallery, ladder, losing_lines, proofs
from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.files import replacing
from noughts.strategies import registry
from tests.signature.signature import FILE as SIGNATURE
from tests.signature.signature import read

DIGESTS = Path(__file__).with_name("figures.json")


@dataclass(frozen=True)
class Figure:
    """What is written: by which function, what is asked for, and the groups of the signature that it depends on."""

    write: Callable[[], None]
    asked: object
    groups: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 digest of what it depends on."""
        lines = read(SIGNATURE.read_text(encoding="utf-8"))
        inputs = [self.asked, {group: lines[group] for group in self.groups}]
        return sha256(json.dumps(inputs, default=str, sort_keys=True).encode()).hexdigest()


PLAYERS = ("proofs", "search", "fours", "within")
FIGURES = {
    "lines": Figure(
        losing_lines.look_again, [losing_lines.GAMES, losing_lines.STRATEGIES, losing_lines.SEARCHES], PLAYERS
    ),
    "matchboxes": Figure(gallery.main, [gallery.STEPS, gallery.RULES, len(gallery.SEEDS)], ("proofs",)),
    "proofs": Figure(proofs.main, [proofs.BOARDS, sorted(registry.shipped(STANDARD)), proofs.GAMES], ("proofs",)),
    **{
        f"levels:{board}": Figure(
            partial(ladder.main, [board]), [registry.levels(Game.from_text(board)), ladder.GAMES], PLAYERS
        )
        for board in ladder.BOARDS
    },
}


def outdated() -> list[str]:
    """Return the figures that depend on something else than when they were written."""
    known = digests()
    return [name for name, figure in FIGURES.items() if known.get(name, "") != figure.digest]


def digests() -> dict[str, str | None]:
    """Return what is kept: a figure's name -> the digest of what it depended on."""
    kept: dict[str, str | None] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return kept


def main(names: list[str]) -> None:
    """Write the figures named, by default those that are out of date, and their digests."""
    for name in names or outdated():
        print(name, flush=True)
        FIGURES[name].write()
        with replacing(DIGESTS, "w") as file:
            file.write(json.dumps(digests() | {name: FIGURES[name].digest}, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
