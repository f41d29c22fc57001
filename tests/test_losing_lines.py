"""The lines of benchmarks/losing_lines.json: each is a game that the strategy loses, by the rules and its answers."""

import pytest

from benchmarks.losing_lines import GAMES, SEARCHES, STRATEGIES, KnownLine, known_lines
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Side, positions_after
from noughts.core.strategy import NO_DICE, consult
from noughts.strategies import registry

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
    game, strategy = Game.from_text(known.game), registry.load(known.strategy)
    moves = [parse_cell(game, name) for name in known.line or ()]
    *before, final = positions_after(game, moves)
    assert final.outcome is not None
    assert final.outcome.winner is not None
    assert final.outcome.winner.seat != known.seat
    for position, move in zip(before, moves, strict=True):
        if position.side.seat == known.seat:
            assert move in consult(strategy, position, NO_DICE).moves
