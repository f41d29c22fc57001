"""Drawings of the strategies in the gallery: the plan and the poster of one in a seat, as SVG."""

from noughts.app.application import JSON
from noughts.app.shipped import proof_of
from noughts.core.game import Game
from noughts.errors import StrategyError
from noughts.web.ask.pool import PATIENCE, Pool

_SECONDS = 60.0
_KINDS, _SEATS = ("plan", "poster"), ("first", "second")
_EXPECTED = "a plan or a poster, moving first or second"


class Drawings:
    """The service for drawings; it keeps each, of which there are a few for each strategy of the gallery."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: dict[tuple[str, ...], str] = {}

    async def drawing(self, kind: str, strategy: str, game: str, seat: str) -> str:
        """Return a drawing as SVG. Raises NoughtsError where there is none."""
        asked = question(kind, strategy, game, seat)
        key = tuple(asked.values())
        if key not in self._known:
            self._known[key] = (await self._pool.run("drawing", asked, _SECONDS, patience=PATIENCE))["svg"]
        return self._known[key]


def question(kind: str, strategy: str, game: str, seat: str) -> JSON:
    """Return what a worker is asked. Raises NoughtsError for a strategy that the gallery of the game does not show."""
    rules = Game.from_text(game)
    if kind not in _KINDS or seat not in _SEATS:
        raise StrategyError(f"no drawing {kind!r} of a strategy moving {seat!r}: expected {_EXPECTED}")
    if proof_of(strategy, rules) is None:
        raise StrategyError(f"no strategy {strategy!r} in the gallery of {rules}")
    return {"kind": kind, "strategy": strategy, "game": str(rules), "seat": seat}


def file_name(kind: str, strategy: str, seat: str) -> str:
    """Return the name of the file of a drawing."""
    return f"noughts-{kind}-{strategy.replace(':', '-').replace('=', '-').replace(',', '-')}-{seat}.svg"
