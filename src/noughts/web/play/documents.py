"""What a store of games keeps, and the store of a page without a server: games in the browser, sent with a request.

A game is one row: its document, and beside it what a store asks for. `noughts.web.play.store` has them in a database.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Self

from noughts.errors import NotationError, NoughtsError
from noughts.processes.channel import JSON
from noughts.web.play.live import SWAPPED, LiveGame, Seat, Stand
from noughts.words import Said

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CURSOR: Final = re.compile(r"([0-9]{1,17})-([A-Za-z0-9_-]{1,22})")


class StoreError(NoughtsError):
    """A database that cannot be used, or not now. The message is one line for the operator, with the address but no
    password."""


class NoSuchGame(NoughtsError):
    """An id that no game has."""

    def __init__(self, game_id: str) -> None:
        super().__init__(Said("error.no-game", {"game": repr(game_id)}))


@dataclass(frozen=True)
class Row:
    """A stored game. `updated` is in microseconds since 1970."""

    id: str
    version: int
    updated: int
    rematch: str | None
    document: JSON

    @classmethod
    def of(cls, game: LiveGame) -> Self:
        """Return the row of a game."""
        updated = (game.updated - _EPOCH) // timedelta(microseconds=1)
        return cls(game.id, game.version, updated, game.rematch, game.document)

    @property
    def game(self) -> LiveGame:
        """The game."""
        return LiveGame.read(self.document, self.rematch)


Listed = tuple[list[tuple[Row, tuple[Seat, ...]]], str | None]  # a page of games, and the cursor of the next


def cursor(row: Any) -> str:
    """Return the cursor of a list of games, the last changed first, after a game."""
    return f"{row.updated}-{row.id}"


def parse_cursor(text: str) -> tuple[int, str]:
    """Return when the game of a cursor was changed, and its id. Raises NotationError."""
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise NotationError(Said("error.cursor", {"cursor": repr(text)}))
    return int(match[1]), match[2]


class DocumentStore:
    """The games that the page sends with a request, by their ids; `changed` are those that are new or have changed.

    Its methods are those of `Store`, and they raise the same; there is one owner only, the visitor, with the seats
    `mine`.
    """

    def __init__(self, games: Mapping[str, JSON]) -> None:
        self._games = dict(games)
        self.changed: dict[str, JSON] = {}

    def create(self, row: Row, owner: str | None, owned: Sequence[Seat]) -> None:
        """Store a new game."""
        self._keep(vars(row) | {"mine": list(owned)})

    def load(self, game_id: str) -> Row:
        """Return a game."""
        return _row(self._known(game_id))

    def save(self, changes: Sequence[tuple[Row, int]]) -> list[bool]:
        """Store games, each in place of a version; return of which that was the version."""
        return [self._replace(row, before) for row, before in changes]

    def claim(self, game_id: str, seats: Sequence[Seat], owner: str) -> None:
        """Add seats to the visitor's."""
        known = self._known(game_id)
        self._keep(known | {"mine": sorted({*known["mine"], *seats}, reverse=True)})

    def mine(self, owner: str, limit: int, before: str | None) -> Listed:
        """Return a page of the visitor's games with their seats, the last changed first."""
        places = sorted(((each["updated"], name) for name, each in self._games.items() if each["mine"]), reverse=True)
        if before is not None:
            places = [place for place in places if place < parse_cursor(before)]
        rows = [(self.load(name), tuple(self._games[name]["mine"])) for _, name in places[:limit]]
        return rows, cursor(rows[-1][0]) if len(places) > limit else None

    def rematch(self, game_id: str, row: Row) -> str:
        """Store the rematch of a game, unless there is one, and return its id."""
        known = self._known(game_id)
        if known["rematch"] is None:
            self.create(row, None, [SWAPPED[seat] for seat in known["mine"]])
            self._keep(known | {"rematch": row.id})
        return str(self._known(game_id)["rematch"])

    def stands(self, game_ids: Sequence[str]) -> dict[str, Stand]:
        """Return how games stand, by their ids."""
        return {game_id: self.load(game_id).game.stand for game_id in game_ids}

    def _replace(self, row: Row, before: int) -> bool:
        known = self._known(row.id)
        if known["version"] == before:
            self._keep(known | vars(row) | {"rematch": known["rematch"]})
        return bool(known["version"] == before)

    def _known(self, game_id: str) -> JSON:
        if game_id not in self._games:
            raise NoSuchGame(game_id)
        document: JSON = self._games[game_id]
        return document

    def _keep(self, document: JSON) -> None:
        self._games[document["id"]] = self.changed[document["id"]] = document


def _row(document: JSON) -> Row:
    return Row(**{name: document[name] for name in Row.__dataclass_fields__})
