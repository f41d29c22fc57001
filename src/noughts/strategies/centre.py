"""Two short rule lists for 3,3,3 that begin with the centre: `centre-corner` and `centre-block`."""

import random
from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.core.notation import STANDARD
from noughts.core.position import Position, completions
from noughts.core.strategy import Decision
from noughts.strategies.strategy_options import NamedByOptions

_CENTRE = 4
_CORNERS = (0, 2, 6, 8)


@dataclass(frozen=True)
class CentreCorner(NamedByOptions):
    """Win, else block, else the centre, else any corner, else any free cell."""

    title = "centre-corner"
    origin = "the rule of thumb of many tutorials"

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: random.Random) -> Decision:
        free = position.legal_moves
        rules = (
            ("win: completes a line", completions(position, position.own)),
            ("block: fills a cell that would complete their line", completions(position, position.theirs)),
            ("the centre", (_CENTRE,)),
            ("any corner", _CORNERS),
            ("any free cell", free),
        )
        return next(
            Decision(moves, reason=f"{number}. {words}")
            for number, (words, cells) in enumerate(rules, start=1)
            if (moves := tuple(cell for cell in cells if cell in free))
        )


@dataclass(frozen=True)
class CentreBlock(NamedByOptions):
    """The centre, else the free cell of the first line in which they lack one, else the first free cell.

    The lines come in the order rows, columns, diagonals. It never looks for its own win.
    """

    title = "centre-block"
    origin = "a program with a badge 'proven', by a proof in a proof assistant that has holes"

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: random.Random) -> Decision:
        free = position.legal_moves
        if _CENTRE in free:
            return Decision((_CENTRE,), reason="1. the centre")
        if (block := _first_block(position)) is not None:
            return Decision((block,), reason="2. block: the first line in which they lack one cell")
        return Decision(free[:1], reason="3. the first free cell")


def _first_block(position: Position) -> Move | None:
    """Return the free cell of the first line that holds two of their stones, or None."""
    for line in position.game.lines:
        free = [cell for cell in line if position.stone(cell) is None]
        if len(free) == 1 and all(position.theirs >> cell & 1 for cell in line if cell not in free):
            return free[0]
    return None
