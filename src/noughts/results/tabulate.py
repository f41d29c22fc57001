"""A table of all positions, when it has been written."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from noughts.core.game import Game

if TYPE_CHECKING:
    from noughts.solve.tables.retrograde import Summary


@dataclass(frozen=True)
class TabulateDocument:
    """A table: the value of the game, its positions by value for the side to move, and its folder.

    `longest`: the plies of the longest forced win or loss.
    """

    schema: Literal["noughts/tabulate/1"]
    game: Game
    value: str
    plies: int | None
    positions: int
    win: int
    draw: int
    loss: int
    longest: int
    file: str
    bytes: int
    seconds: float


def table_written(found: "Summary", file: str, size: int, seconds: float) -> TabulateDocument:
    """Return the document of a table in a folder of `size` bytes."""
    return TabulateDocument(
        schema="noughts/tabulate/1",
        game=found.game,
        value=found.value.word,
        plies=found.value.distance,
        positions=found.positions,
        win=found.win,
        draw=found.draw,
        loss=found.loss,
        longest=found.longest,
        file=file,
        bytes=size,
        seconds=seconds,
    )
