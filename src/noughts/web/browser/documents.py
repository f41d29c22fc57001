"""Games as documents: what the page keeps in the browser's storage, and sends along with a request."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from noughts.processes.channel import JSON
from noughts.results.codec import decode, encode
from noughts.web.play.events import Event, Header, Seat
from noughts.web.play.stored import KeyReused, NoSuchGame, Repeated, Stale, Stored, cursor, parse_cursor
from noughts.words import Said

_SWAPPED: dict[str, str] = {"X": "O", "O": "X"}


class DocumentStore:
    """A store of games that are documents; `changed` are those that are new or have changed, by their ids."""

    def __init__(self, games: Mapping[str, JSON]) -> None:
        self._games = dict(games)
        self.changed: dict[str, JSON] = {}

    async def create(
        self, header: Header, tokens: Mapping[Seat, str], owner: str | None = None, owned: Iterable[Seat] = ()
    ) -> None:
        """Store a new game; there is one owner only, the visitor."""
        self._keep(
            {
                "id": header.id,
                "header": encode(header),
                "events": [],
                "tokens": dict(tokens),
                "mine": list(owned),
                "rematch": None,
                "updated": header.created.isoformat(),
            }
        )

    def load(self, game_id: str) -> Stored:
        """Return a game. Raises NoSuchGame."""
        document = self._find(game_id)
        return Stored(
            decode(Header, document["header"]),
            tuple(decode(Event, event) for event in document["events"]),
            document["tokens"],
            document["rematch"],
        )

    async def append(
        self, game_id: str, version: int, *added: Event, key: str | None = None, fingerprint: str = ""
    ) -> None:
        """Add events to a game. Raises Repeated, KeyReused, Stale, NoSuchGame."""
        document = self._find(game_id)
        if key is not None and self.repeats(game_id, key, fingerprint):
            raise Repeated(Said("error.repeated", {"game": repr(game_id)}))
        if version != len(document["events"]) + 1:
            raise Stale(Said("error.stale", {"game": repr(game_id), "number": version}))
        events = [encode(event) for event in added]
        if key is not None:
            events[0] |= {"key": key, "fingerprint": fingerprint}
        updated = added[-1].at.isoformat()
        self._keep({**document, "events": [*document["events"], *events], "updated": updated})

    def repeats(self, game_id: str, key: str, fingerprint: str) -> bool:
        """Return whether a game has seen a request. Raises KeyReused where its key came with another fingerprint."""
        seen = [event["fingerprint"] for event in self._find(game_id)["events"] if event.get("key") == key]
        if seen and seen[0] != fingerprint:
            raise KeyReused(Said("error.key-reused", {"key": repr(key)}))
        return bool(seen)

    async def claim(self, game_id: str, seat: Seat, owner: str) -> None:
        """Add a seat to the visitor's, unless it is there."""
        document = self._find(game_id)
        if seat not in document["mine"]:
            self._keep({**document, "mine": sorted([*document["mine"], seat], reverse=True)})

    async def rematch(self, header: Header) -> str:
        """Store the rematch of `header.rematch_of`, unless there is one, and return its id. Raises NoSuchGame."""
        old = self._find(str(header.rematch_of))
        if old["rematch"] is None:
            tokens = {_SWAPPED.get(seat, seat): token for seat, token in old["tokens"].items()}
            await self.create(header, tokens, None, [_SWAPPED.get(seat, seat) for seat in old["mine"]])
            self._keep({**old, "rematch": header.id})
        return str(self._find(str(header.rematch_of))["rematch"])

    def mine(
        self, owner: str, limit: int = 20, before: str | None = None
    ) -> tuple[list[tuple[Stored, tuple[Seat, ...]]], str | None]:
        """Return a page of the visitor's games with their seats, the last changed first, and the cursor of the next.

        Raises NotationError for an invalid cursor.
        """
        places = sorted(((_moment(one["updated"]), name) for name, one in self._games.items() if one["mine"]))[::-1]
        if before is not None:
            end = parse_cursor(before)
            places = [place for place in places if place < end]
        found = [(self.load(name), tuple(self._games[name]["mine"])) for _, name in places[:limit]]
        return found, cursor(*places[limit - 1]) if len(places) > limit else None

    def _find(self, game_id: str) -> JSON:
        if game_id not in self._games:
            raise NoSuchGame(Said("error.no-game", {"game": repr(game_id)}))
        document: JSON = self._games[game_id]
        return document

    def _keep(self, document: JSON) -> None:
        self._games[document["id"]] = self.changed[document["id"]] = document


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
