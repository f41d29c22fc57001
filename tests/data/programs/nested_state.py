"""A frozen state that holds a frozen grid; what is counted of it is kept."""

import enum
from dataclasses import dataclass
from functools import cached_property


class Sign(enum.StrEnum):
    X = "X"
    O = "O"


@dataclass(frozen=True)
class Grid:
    cells: str = " " * 9

    @cached_property
    def crosses(self) -> int:
        return self.cells.count("X")

    @cached_property
    def rings(self) -> int:
        return self.cells.count("O")


@dataclass(frozen=True)
class Choice:
    sign: Sign
    cell_index: int


@dataclass(frozen=True)
class State:
    grid: Grid
    starts: Sign = Sign.X

    def __post_init__(self):
        if abs(self.grid.crosses - self.grid.rings) > 1:
            raise ValueError("too many of one")

    @cached_property
    def to_move(self) -> Sign:
        return Sign.X if self.grid.crosses == self.grid.rings else Sign.O

    def choices(self):
        return [Choice(self.to_move, at) for at, cell in enumerate(self.grid.cells) if cell == " "]


ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


def worth(state: State, choice: Choice) -> int:
    cells = state.grid.cells
    score = 0
    for row in ROWS:
        if str(choice.cell_index) in row:
            held = [cells[int(at)] for at in row]
            if held.count(state.to_move) == 2:
                score += 100
            elif held.count(" ") == 1 and held.count(state.to_move) == 0:
                score += 10
            elif state.to_move in held:
                score += 1
    return score


def find_best_move(state: State) -> Choice:
    return max(state.choices(), key=lambda choice: worth(state, choice))
