"""Texts that a user pastes."""

import re
from dataclasses import dataclass
from typing import Literal

from noughts.board_text.position_text import read_board
from noughts.core.game import Game, Moves
from noughts.core.placing import moves_to
from noughts.core.position import Position
from noughts.errors import LimitExceeded, NotationError, NoughtsError
from noughts.records import how_read, read_record, recognise

_NAMES_A_CELL = re.compile(r"[A-Za-z][0-9]")


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text contains: a game with its moves, or a position alone (then `moves` is null).

    `reach`: moves that lead to the position; null where they are not known. `known`: what was assumed to read it, a
    sentence each.
    """

    format: str
    game: str
    moves: list[str] | None
    reach: list[str] | None
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
        reach=_reach(position),
        position=str(position),
        players=None,
        result=None,
        ending=None,
        known=list(map(str, known)),
    )


def _reach(position: Position) -> list[str] | None:
    """Return moves that lead to a position in which the game is on, None where that takes too long to find out."""
    if position.outcome is not None:
        return None
    try:
        moves = moves_to(position.game, position.x, position.o)
    except LimitExceeded:
        return None
    return None if moves is None else Moves(position.game, moves).names


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
        reach=record.cell_names,
        position=str(record.final),
        players={"X": record.players[0], "O": record.players[1]},
        result=record.result,  # type: ignore[arg-type]
        ending=record.ending,
        known=list(map(str, how_read(text, game))),
    )
