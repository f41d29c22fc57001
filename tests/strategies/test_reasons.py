"""The reasons of all strategies: a player's words, with the numbers apart."""

import random
import re
from collections.abc import Iterator

import pytest

from noughts.core.game import Game
from noughts.core.player import Strategy, consult
from noughts.core.position import Position
from noughts.strategies import registry
from noughts.testing import random_position
from noughts.words import Said

BOARDS = [Game(3, 3, 3), Game(4, 3, 3), Game(7, 6, 4), Game(15, 15, 5), Game(5, 5, 4, exact=True)]
OPTIONS = ["paths:level=easy", "paths:level=medium", "search:plain=on,nodes=100,slips=0.5", "search:nodes=500"]
NOISE = re.compile(r"\d\.\d|score|bead|node|[-+]\d", re.IGNORECASE)


def positions(strategy: Strategy, game: Game) -> Iterator[Position]:
    """Yield positions of some random games; few and late ones for a strategy that takes long."""
    slow = game.cells > 9 and strategy.name in ("perfect", "sharp")
    for seed in range(6):
        plies = game.cells - 1 - seed if slow else random.Random(seed).randrange(game.cells // 2)
        yield random_position(game, random.Random(seed), plies)


@pytest.mark.parametrize("spec", [*registry.SHIPPED, *OPTIONS])
def test_a_reason_has_no_numbers_that_say_nothing_to_a_player(spec: str) -> None:
    strategy = registry.load(spec)
    for game in BOARDS:
        small = game.cells <= 12 or strategy.name not in ("perfect", "sharp")
        for position in positions(strategy, game) if small and strategy.supports(game) else ():
            decision = consult(strategy, position, random.Random(0))
            reason = str(decision.reason)
            assert reason
            assert not NOISE.search(reason), (spec, str(position))
            assert not reason.endswith(".")
            assert isinstance(decision.reason, Said), "it has one language"
            assert str(decision.saw) or decision.passed is not None or decision.scores is None, (spec, str(position))
