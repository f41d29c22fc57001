"""Texts that a user pastes."""

import re
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game
from noughts.core.notation import read_board
from noughts.errors import NotationError, NoughtsError
from noughts.records import how_read, read_record, recognise

_NAMES_A_CELL = re.compile(r"[A-Za-z][0-9]")


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text contains: a game with its moves, or a position alone (then `moves` is null).

    `known`: what was assumed to read it, a sentence each.
    """

    format: str
    game: str
    moves: list[str] | None
    position: str
    players: dict[Literal["X", "O"], str] | None
    result: Literal["X", "O", "draw"] | None
    ending: str | None
    known: list[str]


def pasted(text: str, game: Game | None) -> Pasted:
    """Return the position or the game in a text. Raises NoughtsError where there is neither."""
    try:
        position, known = read_board(text, game)
    except NoughtsError as no_position:
        return _pasted_game(text, game, no_position)
    return Pasted(
        format="position",
        game=str(position.game),
        moves=None,
        position=str(position),
        players=None,
        result=None,
        ending=None,
        known=list(map(str, known)),
    )


def _pasted_game(text: str, game: Game | None, no_position: NoughtsError) -> Pasted:
    try:
        record = read_record(text, game)
    except NoughtsError:
        names_cells = isinstance(no_position, NotationError) and _NAMES_A_CELL.search(text)
        if recognise(text) != "text" or names_cells:
            raise
        raise no_position from None
    return Pasted(
        format=recognise(text),
        game=str(record.game),
        moves=record.cell_names,
        position=str(record.final),
        players={"X": record.players[0], "O": record.players[1]},
        result=record.result,  # type: ignore[arg-type]
        ending=record.ending,
        known=list(map(str, how_read(text, game))),
    )
