"""A new game: its header, and the secret tokens of its seats."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from noughts.core.game import Game, Move
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.errors import GameError, IllegalMoveError
from noughts.players.player import Player, require_support
from noughts.web.play.events import PEOPLE, Header, Seat
from noughts.web.play.tokens import hashed, new_secret
from noughts.words import Said


@dataclass(frozen=True)
class Beginning:
    """A game that begins: its header, and the token of each seat that a person takes."""

    header: Header
    tokens: dict[Seat, str]

    @property
    def hashes(self) -> dict[Seat, str]:
        """The hash of each token, for the store."""
        return {seat: hashed(token) for seat, token in self.tokens.items()}

    @property
    def owned(self) -> list[Seat]:
        """The seats of the person who begins the game: not those of a friend."""
        players = self.header.players
        return [seat for seat in self.header.seats if seat == "host" or players["XO".index(seat)] == "human"]


def begin(
    load: Callable[[str], Player],
    game: Game,
    players: tuple[str, str],
    opening: Sequence[str],
    hints: bool = False,
) -> Beginning:
    """Return a new game. Raises NoughtsError for one that cannot be played."""
    if not game.blocking_suffices:
        raise GameError(Said("error.not-on-the-page", {"game": repr(str(game))}))
    header = Header(
        id=new_secret()[:22],
        game=game,
        players=(_player(load, players[0], game), _player(load, players[1], game)),
        opening=_opening(game, opening),
        seed=random.getrandbits(62),
        created=datetime.now(UTC),
        hints=hints,
    )
    return Beginning(header, {seat: new_secret() for seat in header.seats})


def _player(load: Callable[[str], Player], text: str, game: Game) -> str:
    """Return the text of a player. Raises NoughtsError where that cannot play the game."""
    if text not in PEOPLE:
        require_support(load(text), game)
    return text


def _opening(game: Game, names: Sequence[str]) -> tuple[Move, ...]:
    """Return the cells of an opening. Raises NoughtsError, with the number of the move."""
    position, cells = Position(game), list[Move]()
    for number, name in enumerate(names, start=1):
        cell = parse_cell(game, name)
        try:
            position = position.play(cell)
        except IllegalMoveError as error:
            values = {"number": number, "name": repr(name), "reason": error.said}
            raise IllegalMoveError(cell, Said("error.named-move", values)) from None
        cells.append(cell)
    return tuple(cells)
