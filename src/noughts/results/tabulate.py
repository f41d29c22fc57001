"""A table of all positions, when it has been written."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class TabulateDocument:
    """A table: the value of the game, its positions by value for the side to move, and the file.

    `longest`: the plies of the longest forced win or loss; null in a table without distances, or without such an end.
    """

    schema: Literal["noughts/tabulate/1"]
    game: list[int | str]
    value: str
    plies: int | None
    positions: int
    win: int
    draw: int
    loss: int
    longest: int | None
    file: str
    bytes: int
    seconds: float
