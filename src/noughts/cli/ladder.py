"""Regenerates `ladder.json`, what the named levels are measured to be: `make ladder`.

Each level plays the best one, in both seats. A level whose only chance is in ties is computed, another is sampled.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from noughts.arena.levels import LevelResult, read_level
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import cost
from noughts.files import replacing
from noughts.strategies import registry

_FILE = Path(__file__).parent / "ladder.json"
_BOARDS = ("3,3,3", "4,4,4", "6,5,4", "15,15,5")
_GAMES = {True: 1000, False: 20}  # in a seat, by whether a move takes no search


def main() -> None:
    """Write the file, a line for each level of a board."""
    lines = ",\n".join(json.dumps(rung, separators=(",", ":")) for board in _BOARDS for rung in rungs(board))
    with replacing(_FILE, "w") as file:
        file.write(f"[\n{lines}\n]\n")


def rungs(board: str) -> list[dict[str, Any]]:
    """Return the levels of a board: the shares of games that each wins and loses against the best one."""
    game = Game.from_text(board)
    levels = registry.levels(game)
    *lower, best = levels
    found = []
    for name in lower:
        level, reference = registry.load(levels[name]), registry.load(levels[best])
        games = _GAMES[cost(reference) != "search"]
        seats = [_found(read_level(level, reference, game, side, games=games)) for side in Side]
        won = sum((result.win.value for result in seats), Fraction()) / 2
        lost = sum((result.loss.value for result in seats), Fraction()) / 2
        exact = all(result.is_exact for result in seats)
        found.append(
            {
                "game": board,
                "level": name,
                "against": best,
                "won": round(float(won), 4),
                "lost": round(float(lost), 4),
                "games": None if exact else 2 * games,
            }
        )
    return found


def _found(result: LevelResult | None) -> LevelResult:
    assert result is not None  # the best level never fails
    return result


if __name__ == "__main__":
    main()
