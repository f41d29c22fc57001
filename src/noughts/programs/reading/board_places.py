"""Where a program keeps its board if it is not an argument: in its own object, a global, an object that it is passed.

rows X O ' ' in self.board () -> changed               the attribute `board` of the program's own object
flat X O ' ' in global board (mark) -> index           a variable of its module
flat X O ' ' in Game.squares (board) -> index          an object of the class Game is passed in place of the board
flat X O ' ' in Game.squares:make_move(index,mark) (board) -> index    and brought to the position by its moves
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.programs import vocabulary
from noughts.programs.reading.board_forms import form_of
from noughts.programs.reading.evidence import plain

_PLACE = re.compile(
    r"global (?P<name>\w+)|(?P<owner>\w+)(\.(?P<part>\w+(\.\w+)?))?(:(?P<mover>\w+)\((?P<words>[\w,]*)\))?"
)
_MOST_OTHERS = 8
RESULT = "result"  # the mover of a game whose states are passed, as in AIMA: `result(state, move)` from `initial`


@dataclass(frozen=True)
class Place:
    """A place of the board.

    `owner` is "self", "global" or a class; `part` is an attribute of it, or of an object in it, as `grid.cells`.
    A `mover` is a method that brings it to the position, with arguments of `words`: index, index1, row, column, row1,
    column1, pair, pair1, mark.
    """

    owner: str
    part: str
    mover: str = ""
    words: tuple[str, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> "Place | None":
        """Return the place that a text describes, or None.

        >>> Place.from_text("Game.squares:make_move(index,mark)")
        Place(owner='Game', part='squares', mover='make_move', words=('index', 'mark'))
        """
        match = _PLACE.fullmatch(text)
        if match is None or not (match["name"] or match["part"] or match["mover"]):
            return None
        if match["name"]:
            return cls("global", match["name"])
        words = tuple(filter(None, (match["words"] or "").split(",")))
        return cls(match["owner"], match["part"] or "", match["mover"] or "", words)

    def __str__(self) -> str:
        if self.owner == "global":
            return f"global {self.part}"
        part = f".{self.part}" if self.part else ""
        return f"{self.owner}{part}" + (f":{self.mover}({','.join(self.words)})" if self.mover else "")

    def in_words(self) -> str:
        """Return the place as a part of a sentence."""
        if self.owner == "global":
            return f"in the global {self.part}"
        where = f"in {self.owner}.{self.part}" if self.part else f"in a state of {self.owner}"
        return where + (f", which {self.mover} brings there" if self.mover else "")


@dataclass(frozen=True)
class Container:
    """What may hold a board: its name, its form (a key of FORMS), and the word of a free cell."""

    name: str
    form: str
    free: str


def moves_to(position: Position) -> Iterator[int]:
    """Yield moves that lead to a position: X's and O's stones in turn, the lowest first."""
    x, o = ([cell for cell in range(position.game.cells) if stones >> cell & 1] for stones in (position.x, position.o))
    for ply in range(position.ply):
        yield (o if ply % 2 else x)[ply // 2]


def containers(things: Mapping[str, Any], game: Game) -> list[Container]:
    """Return what of some variables may hold the board of a game: as many cells, all of them free."""
    named = {name: value for name, value in things.items() if not name.startswith("__")}
    found = {name: form_of(value, game) for name, value in named.items()}
    return [Container(name, *known) for name, known in found.items() if known is not None]


def movers(cls: type) -> list[str]:
    """Return the names of a class's methods that may make a move: those of the vocabulary in its order, then others."""
    names = {plain(name): name for name in dir(cls) if not name.startswith("_")}
    likely = [names[mover] for mover in vocabulary.words("functions", "movers") if mover in names]
    others = [
        name
        for known, name in names.items()
        if name not in likely and not vocabulary.pattern("functions", "no_movers").match(known)
    ]
    return [name for name in (*likely, *others[:_MOST_OTHERS]) if callable(getattr(cls, name, None))]
