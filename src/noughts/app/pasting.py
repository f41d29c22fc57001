"""Texts that a user pastes."""

from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.errors import NoughtsError
from noughts.records import read_record, recognise


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text contains: a game with its moves, or a position alone (then `moves` is null)."""

    format: str
    game: str
    moves: list[str] | None
    position: str
    players: dict[Literal["X", "O"], str] | None
    result: Literal["X", "O", "draw"] | None
    ending: str | None


def pasted(text: str, game: Game | None) -> Pasted:
    """Return the position or the game in a text. Raises NoughtsError where there is neither."""
    try:
        position = parse_position(text, game)
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
    )


def _pasted_game(text: str, game: Game | None, no_position: NoughtsError) -> Pasted:
    try:
        record = read_record(text, game)
    except NoughtsError:
        if "/" in text and len(text.split()) == 1:  # one word with slashes was meant as a position
            raise no_position from None
        raise
    return Pasted(
        format=recognise(text),
        game=str(record.game),
        moves=record.cell_names,
        position=str(record.final),
        players={"X": record.players[0], "O": record.players[1]},
        result=record.result,  # type: ignore[arg-type]
        ending=record.ending,
    )
