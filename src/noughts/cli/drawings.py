"""The plan and the poster of a strategy as SVG: what `noughts plan --svg` and `noughts poster` write."""

from noughts.cli.plan import title_of
from noughts.cli.poster import OneAnswer, claim_of
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, require_support
from noughts.drawing.poster import Poster
from noughts.drawing.sheet import sheet
from noughts.errors import StrategyError
from noughts.prove import prove
from noughts.prove.plan import NoPlan, plan_of

_SECONDS = 20.0  # for the proof that no plan of the strategy is smaller


def drawing(kind: str, strategy: Strategy, game: Game, side: Side) -> str:
    """Return a `plan` or a `poster`. Raises NoughtsError where there is none: a strategy that can lose has no plan."""
    require_support(strategy, game)
    return _plan(strategy, game, side) if kind == "plan" else _poster(strategy, game, side)


def _plan(strategy: Strategy, game: Game, side: Side) -> str:
    found = plan_of(strategy, game, side, budget=Budget(seconds=_SECONDS))
    if isinstance(found, NoPlan):
        raise StrategyError(f"no plan of {strategy.name!r}: moving {side.seat} it can lose {game}")
    return str(sheet([(lesson.position, lesson.move) for lesson in found.to_learn], title_of(found)))


def _poster(strategy: Strategy, game: Game, side: Side) -> str:
    """Return the poster with the first of equal moves."""
    single = OneAnswer(strategy, "first")
    poster = Poster.of(game, side, single.answer)
    claim = claim_of(prove(single, game, side), strategy)
    return str(poster.svg(f"{single.name} on {game}, moving {side.seat}", claim, "auto"))
