"""The lines of benchmarks/losing_lines.json: each is a game that the strategy loses, by the rules and its answers."""

import pytest

from benchmarks.losing_lines import GAMES, SEARCHES, STRATEGIES, KnownLine, known_lines
from noughts.core.game import Game
from noughts.core.position import SEATS, Side
from noughts.strategies import registry
from tests.witnesses import assert_loses

LINES = known_lines()


def test_every_cell_of_the_table_is_there() -> None:
    cells = {(line.strategy, line.game, line.seat) for line in LINES}
    expected = [(name, game) for game in GAMES for name in STRATEGIES] + list(SEARCHES)
    assert cells == {(name, game, side.seat) for name, game in expected for side in Side}


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(line, marks=[pytest.mark.slow] if line.strategy.startswith("search") else [])
        for line in LINES
        if line.line
    ],
    ids=lambda line: f"{line.strategy}-{line.game}-{line.seat}",
)
def test_a_line_is_lost(known: KnownLine) -> None:
    [seat] = SEATS[known.seat]
    assert_loses(registry.load(known.strategy), Game.from_text(known.game), seat, known.line or ())
