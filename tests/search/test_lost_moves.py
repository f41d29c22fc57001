"""A move that the search has found lost is not played where another one holds."""

import random

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.search.finding import DECIDED
from noughts.strategies.search import Search
from noughts.words import Said

LATE = "X..OX.O/...XX.O/.O...XX/.X.OXOX/.O...X./.X.O.O./......O"
ALL_LOST = "........./........X/..XO....X/........./........./.O......./.O..O..../...XO...X/........."


def by_chance(game: Game, seed: int) -> Position:
    """Return a position of a random game that is on."""
    rng = random.Random(seed)
    while True:
        position = Position(game)
        for _ in range(rng.randrange(6, game.cells - 6)):
            position = position.play(rng.choice(position.legal_moves))
            if position.outcome is not None:
                break
        else:
            return position


@pytest.mark.parametrize(
    ("search", "game", "text"),
    [
        (Search(), Game(7, 7, 5), LATE),
        (Search(nodes=3000, plain=True), Game(7, 7, 5), LATE),
        (Search(nodes=200), Game(3, 3, 3), "X../.../..."),
        (Search(nodes=200, plain=True), Game(3, 3, 3), "X../.../..."),
    ],
)
def test_a_search_that_ends_in_the_middle_of_a_depth(search: Search, game: Game, text: str) -> None:
    finding = search.find(parse_position(text, game))
    assert finding.score > -DECIDED
    assert finding.scores[finding.move] == finding.score


@pytest.mark.parametrize(
    ("search", "game", "text"),
    [
        (Search(plain=True), Game(4, 3, 3), "X.../..../...."),
        (Search(), Game(9, 9, 5), ALL_LOST),
    ],
)
def test_where_every_move_searched_loses_the_reason_says_so(search: Search, game: Game, text: str) -> None:
    position = parse_position(text, game)
    finding = search.find(position)
    assert finding.result is None
    assert max(finding.scores.values()) <= -DECIDED
    reason = search.decide(position, random.Random()).reason
    assert isinstance(reason, Said)
    assert reason.kind == "reason.looks-lost"


@pytest.mark.parametrize("game", [Game(7, 7, 5), Game(9, 9, 5)], ids=str)
@pytest.mark.parametrize("search", [Search(nodes=3000), Search(nodes=200, plain=True)], ids=str)
def test_in_positions_of_random_games(search: Search, game: Game) -> None:
    for seed in range(8):
        finding = search.find(by_chance(game, seed))
        if finding.result is None and finding.score <= -DECIDED:
            assert max(finding.scores.values()) <= -DECIDED
