"""The moves of strategies: a quick one replies at once, a slow one is asked in the worker pool."""

import random
from functools import lru_cache

from noughts.app.application import Application
from noughts.app.questions import decides_here
from noughts.core.position import Position
from noughts.errors import NoughtsError
from noughts.players.player import Decision, consult
from noughts.processes.channel import JSON
from noughts.web.play.live import SEATS, LiveGame
from noughts.words import stored

_DECISIONS = 2000  # of quick strategies, in memory: most games begin alike


class Replies:
    """The moves of an application's strategies."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._decision = lru_cache(_DECISIONS)(self._decide)

    def is_quick(self, game: LiveGame) -> bool:
        """Return whether the strategy to move decides at once. Raises StrategyError for an unknown one."""
        return decides_here(self._application.load(game.mover), game.log.game)

    def answered(self, game: LiveGame) -> LiveGame:
        """Return a game with the move of a quick strategy where that is to move, or with why it could not move."""
        try:
            return self.move(game) if game.due and self.is_quick(game) else game
        except NoughtsError as error:
            return game.failing(stored(error.said))

    def move(self, game: LiveGame) -> LiveGame:
        """Return a game after the move of a quick strategy. Raises NoughtsError where it cannot move."""
        rng = random.Random(_seed_of(game))
        player = self._application.load(game.mover)
        decision = consult(player, game.position, rng) if player.noisy else self._decision(game.mover, game.position)
        return game.move(SEATS[game.position.side], decision.choose(rng), stored(decision.reason), stored(decision.saw))

    def _decide(self, player: str, position: Position) -> Decision:
        """Return the decision of a strategy that depends on the position alone."""
        return consult(self._application.load(player), position, random.Random(0))


def thought_of(game: LiveGame) -> JSON:
    """Return what a worker is asked for the next move of a strategy."""
    return {
        "game": str(game.log.game),
        "position": str(game.position),
        "strategy": game.mover,
        "seed": _seed_of(game),
    }


def _seed_of(game: LiveGame) -> str:
    """Return the seed of a strategy's next move: a repeated request gets the same move."""
    return f"{game.seed}:{game.version}"
