"""Matches as long jobs: everyone against everyone."""

from dataclasses import dataclass
from functools import partial

from noughts.app.application import JSON, Application
from noughts.core.game import Game
from noughts.core.strategy import require_support
from noughts.errors import MatchError
from noughts.web.ask.jobkinds import Enquiry, Kind, NoSuchJob, RequestState

_SECONDS = 300.0  # the match itself stops before
MOST_PLAYERS = 8
MOST_GAMES = 100  # of a sampled pair
_MOST_CELLS = 225


class NoSuchMatch(NoSuchJob):
    """An id that no match has."""


@dataclass(frozen=True, kw_only=True)
class MatchState(RequestState):
    """A request for a match. `result` is the document noughts/table/1 of the pairs that are finished."""

    game: str
    players: list[str]
    games: int
    seed: int


def matches(services: Application) -> Kind[MatchState]:
    """Return matches as a kind of long job: asked with `game`, `players`, `games` and `seed`."""
    return Kind("match", MatchState, partial(_question, services), _SECONDS, missing=NoSuchMatch)


def _question(services: Application, asked: JSON) -> Enquiry:
    game, players, games = Game.from_text(asked["game"]), asked["players"], asked["games"]
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise MatchError(f"a match has 2 to {MOST_PLAYERS} players, not {len(players)}")
    if twice := [player for player in players if players.count(player) > 1]:
        raise MatchError(f"{twice[0]!r} is named twice: each player plays once against every other")
    if games % 2 or not 2 <= games <= MOST_GAMES:
        raise MatchError(f"{games} games of two players: expected an even number from 2 to {MOST_GAMES}")
    if game.cells > _MOST_CELLS:
        raise MatchError(f"the board {game} has {game.cells} cells: a match is played on at most {_MOST_CELLS}")
    for player in players:
        require_support(services.load(player), game)
    named = {"game": str(game), "players": players, "games": games, "seed": asked["seed"]}
    return Enquiry(named, named)
