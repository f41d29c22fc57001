"""Games in a store, for tests."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from noughts.core.game import Game
from noughts.web.play.live import PLACES, LiveGame, hashed, places_of
from noughts.web.play.store import Store

THEN = datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
OWNER, OTHER = "a" * 64, "b" * 64
GAME = Game(3, 3, 3)


def new_game(number: int = 0, players: tuple[str, str] = ("human", "friend"), game: Game = GAME) -> LiveGame:
    """Return a game with a number of its own; the tokens of its seats are their names."""
    tokens = {seat: hashed(seat) for seat in places_of(players)}
    begun = LiveGame.start(f"game-{number:017}", game, players, tokens, seed=5)
    return replace(begun, created=THEN, updated=THEN + timedelta(seconds=number))


def create(store: Store, game: LiveGame) -> LiveGame:
    """Store a new game of OWNER's."""
    store.create(game, OWNER, game.places[:1])
    return game


def save(store: Store, *games: LiveGame) -> list[bool]:
    """Store games, each in place of the version before."""
    return store.save([(game, game.version - 1) for game in games])


def moved(game: LiveGame, *cells: int) -> LiveGame:
    """Return a game after moves of whoever's turn it is."""
    for cell in cells:
        game = game.move(PLACES[game.position.side], cell)
    return game


def play(store: Store, game: LiveGame, *cells: int) -> LiveGame:
    """Make moves, each on its own."""
    for cell in cells:
        game = moved(game, cell)
        assert save(store, game) == [True]
    return game
