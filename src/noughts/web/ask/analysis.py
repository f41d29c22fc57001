"""The service for questions about positions: strategies' decisions, hints, exact values, reviews.

A quick strategy decides at once; all other jobs run in the worker pool, and end when the call is cancelled. Answers are
cached.
"""

import json
from collections import OrderedDict

from noughts.core.strategy import is_noisy
from noughts.documents.values import unknown_values
from noughts.errors import LimitExceeded
from noughts.web.ask.jobs import explained, open_position, record_of
from noughts.web.ask.pool import Pool, TimedOut
from noughts.web.ask.services import JSON, Services

SECONDS = {"decision": 30.0, "hint": 30.0, "values": 60.0, "review": 120.0}
_REMEMBERED = 5000  # answers in the cache


class AnalysisService:
    """The service for positions. Every method raises NoughtsError for invalid input."""

    def __init__(self, services: Services, pool: Pool) -> None:
        self.services = services
        self.pool = pool
        self._known: OrderedDict[str, JSON] = OrderedDict()

    async def decision(self, game: str, position: str, strategy: str) -> JSON:
        """Return a strategy's decision, explained."""
        board, player = open_position(game, position), self.services.load(strategy)
        if self.services.quick(player, board.game):
            return explained(player, board, 0)
        asked = {"game": game, "position": position, "strategy": strategy}
        return await self._ask("decision", asked, remember=not is_noisy(player))

    async def hint(self, game: str, position: str) -> JSON:
        """Return the decision of the best adviser."""
        open_position(game, position)
        return await self._ask("hint", {"game": game, "position": position})

    async def values(self, game: str, position: str) -> JSON:
        """Return the exact value of every move; beyond the budget `known` is false."""
        board = open_position(game, position)
        try:
            return await self._ask("values", {"game": game, "position": str(board)})
        except (LimitExceeded, TimedOut) as limit:
            return unknown_values(board, str(limit))

    async def review(self, game: str, moves: str) -> JSON:
        """Return every move of a game judged by exact values."""
        record_of(game, moves)
        return await self._ask("review", {"game": game, "moves": moves})

    async def _ask(self, job: str, asked: JSON, remember: bool = True) -> JSON:
        key = json.dumps([job, asked])
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        answer = await self.pool.run(job, asked, SECONDS[job])
        if remember:
            self._known[key] = answer
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return answer
