"""Regenerates `proofs.json`, the proofs that come with the program: `python -m noughts.cli.shipped`."""

import json
from collections.abc import Iterator
from pathlib import Path

from noughts.cli.prove import shipped
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import has_batch_form
from noughts.documents.proof import proof
from noughts.errors import LimitExceeded
from noughts.files import replacing
from noughts.prove import prove
from noughts.web.ask.services import JSON

_FILE = Path(__file__).parent / "proofs.json"
_BOARDS = ("3,3,3", "4,3,3", "3,4,3", "4,4,3", "4,4,4")
_POSITIONS = {True: 6_000_000, False: 30_000}  # the limit for one seat, by whether the strategy has a batch form


def main() -> None:
    """Write the file, a line for each proof."""
    lines = ",\n".join(json.dumps(proof, separators=(",", ":")) for board in _BOARDS for proof in proofs(board))
    with replacing(_FILE, "w") as file:
        file.write(f"[\n{lines}\n]\n")


def proofs(board: str) -> Iterator[JSON]:
    """Return a proof of every shipped strategy on a board, except the slow ones."""
    game = Game.from_text(board)
    for name, strategy in shipped(game).items():
        limit = _POSITIONS[has_batch_form(strategy)]
        try:
            yield proof(game, name, {side: prove(strategy, game, side, max_positions=limit) for side in Side})
        except LimitExceeded:
            continue


if __name__ == "__main__":
    main()
