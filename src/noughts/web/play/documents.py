"""What a store of games keeps, and the store of a page without a server: games in the browser, sent with a request.

`noughts.web.play.store` has them in a database.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from noughts.errors import NotationError, NoughtsError
from noughts.processes.channel import JSON
from noughts.web.play.live import SWAPPED, LiveGame, Place, Stand
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


Listed = tuple[list[tuple[LiveGame, tuple[Place, ...]]], str | None]  # a page of games, and the cursor of the next


def microseconds(moment: datetime) -> int:
    """Return a moment in microseconds since 1970: a database sorts and compares it."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def cursor(game: LiveGame) -> str:
    """Return the cursor of a list of games, the last changed first, after a game."""
    return f"{microseconds(game.updated)}-{game.id}"


def parse_cursor(text: str) -> tuple[int, str]:
    """Return when the game of a cursor was changed, and its id. Raises NotationError."""
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise NotationError(Said("error.cursor", {"cursor": repr(text)}))
    return int(match[1]), match[2]


class DocumentStore:
    """The games that the page sends with a request, by their ids; `changed` are those that are new or have changed.

    Its methods are those of `Store`, and they raise the same; there is one owner only, the visitor, with the places
    `mine`.
    """

    def __init__(self, games: Mapping[str, JSON]) -> None:
        self._games = dict(games)
        self.changed: dict[str, JSON] = {}

    def create(self, game: LiveGame, owner: str | None, owned: Sequence[Place]) -> None:
        """Store a new game."""
        self._keep(game.document | {"rematch": None, "mine": list(owned)})

    def load(self, game_id: str, known: Mapping[str, LiveGame]) -> LiveGame:
        """Return a game."""
        document = self._known(game_id)
        return LiveGame.read(document, document["rematch"])

    def save(self, changes: Sequence[tuple[LiveGame, int]]) -> list[bool]:
        """Store games, each in place of a version; return of which that was the version."""
        return [self._replace(game, before) for game, before in changes]

    def claim(self, game_id: str, places: Sequence[Place], owner: str) -> None:
        """Add places to the visitor's."""
        document = self._known(game_id)
        self._keep(document | {"mine": sorted({*document["mine"], *places}, reverse=True)})

    def mine(self, owner: str, limit: int, before: str | None, known: Mapping[str, LiveGame]) -> Listed:
        """Return a page of the visitor's games with their places, the last changed first."""
        places = [
            (microseconds(datetime.fromisoformat(document["updated"])), name)
            for name, document in self._games.items()
            if document["mine"]
        ]
        end = None if before is None else parse_cursor(before)
        places = sorted((place for place in places if end is None or place < end), reverse=True)
        games = [(self.load(name, known), tuple(self._games[name]["mine"])) for _, name in places[:limit]]
        return games, cursor(games[-1][0]) if len(places) > limit else None

    def rematch(self, game_id: str, game: LiveGame) -> str:
        """Store the rematch of a game, unless there is one, and return its id."""
        document = self._known(game_id)
        if document["rematch"] is None:
            self.create(game, None, [SWAPPED[place] for place in document["mine"]])
            self._keep(document | {"rematch": game.id})
        return str(self._known(game_id)["rematch"])

    def stands(self, game_ids: Sequence[str]) -> dict[str, Stand]:
        """Return how games stand, by their ids."""
        return {game_id: self.load(game_id, {}).stand for game_id in game_ids}

    def _replace(self, game: LiveGame, before: int) -> bool:
        document = self._known(game.id)
        if document["version"] == before:
            self._keep(document | game.document)
        return bool(document["version"] == before)

    def _known(self, game_id: str) -> JSON:
        if game_id not in self._games:
            raise NoSuchGame(game_id)
        document: JSON = self._games[game_id]
        return document

    def _keep(self, document: JSON) -> None:
        self._games[document["id"]] = self.changed[document["id"]] = document
