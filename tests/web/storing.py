"""Games in a store, for tests."""

import asyncio
from datetime import UTC, datetime, timedelta

from noughts.core.game import Game
from noughts.web.play.events import SEATS, Event, Header
from noughts.web.play.live import LiveGame
from noughts.web.play.store import Store

THEN = datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
OWNER, OTHER = "a" * 64, "b" * 64
GAME = Game(3, 3, 3)


def new_header(number: int = 0, players: tuple[str, str] = ("human", "friend"), game: Game = GAME) -> Header:
    """Return the header of a game with a number of its own."""
    return Header(f"game-{number:017}", game, players, (), 5, THEN + timedelta(seconds=number))


def tokens(header: Header) -> dict[str, str]:
    """Return something in place of the hashes of a game's tokens."""
    return {seat: f"{header.id}-{seat}" for seat in header.seats}


def create(store: Store, header: Header) -> LiveGame:
    """Create a game of OWNER's."""
    asyncio.run(store.create(header, tokens(header), OWNER, header.seats[:1]))  # type: ignore[arg-type]
    return LiveGame.start(header)


def append(store: Store, game_id: str, version: int, *events: Event, **more: str | None) -> None:
    """Add events to a game, and wait for it."""
    asyncio.run(store.append(game_id, version, *events, **more))  # type: ignore[arg-type]


def play(store: Store, game: LiveGame, *cells: int) -> LiveGame:
    """Make moves of whoever's turn it is, each on its own."""
    for cell in cells:
        event = game.move(SEATS[game.position.side], cell)
        append(store, game.header.id, game.version + 1, event)
        game = game.after(event)
    return game
