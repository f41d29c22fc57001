"""Strategies that fail: where, how often, the line that leads there, and what it costs them."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from noughts.arena.exact_match import exact
from noughts.core.game import Game
from noughts.core.position import Position, Side, positions_after
from noughts.core.strategy import NO_DICE, Decision
from noughts.errors import StrategyError
from noughts.prove import prove
from noughts.prove.faults import RecordedStrategy, RememberedStrategy, find_failing
from noughts.strategies.simple import First, Random, Tactical

GAMES = (Game(3, 3, 3), Game(4, 2, 2), Game(3, 2, 3))


@dataclass
class Sometimes:
    """Plays the first three free cells, or fails: `fails` says where, `how` what it does there."""

    fails: Callable[[Position], bool]
    how: Callable[[Position], Decision]
    name: str = "sometimes"
    asked: int = 0

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        self.asked += 1
        return self.how(position) if self.fails(position) else Decision(position.legal_moves[:3])


def taken(position: Position) -> Decision:
    return Decision((next(cell for cell in range(position.game.cells) if position.stone(cell)),))


def raised(position: Position) -> Decision:
    raise KeyError("no\nsuch cell")


def middle_is_theirs(position: Position) -> bool:
    """Every tenth position or so, and none of the first two plies."""
    return position.ply > 1 and (5 * position.x + 3 * position.o) % 7 == 0


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seat", Side)
@pytest.mark.parametrize(("how", "verdict"), [(taken, "breaks the rules"), (raised, "raises")])
def test_where_it_fails(game: Game, seat: Side, how: Callable[[Position], Decision], verdict: str) -> None:
    strategy = Sometimes(middle_is_theirs, how)
    watched = RecordedStrategy(strategy)
    failing = find_failing(watched, game, seat)
    assert failing is not None
    assert failing.verdict == verdict
    failures = watched.list_failures()
    assert failing.first == failures[0]
    assert all(failure.position.side is seat and middle_is_theirs(failure.position) for failure in failures)
    *before, last = positions_after(game, failing.line)
    assert last == failing.first.position
    for position, move in zip(before, failing.line, strict=True):
        assert position.side is not seat or move in position.legal_moves[:3]
    assert last.ply == min(failure.position.ply for failure in failures)
    x, o = (strategy, Random()) if seat is Side.X else (Random(), strategy)
    chances = exact(x, o, game).chances
    assert failing.against_random == (chances if seat is Side.X else chances.reversed)


def test_who_never_fails_is_not_broken() -> None:
    assert find_failing(RecordedStrategy(Tactical()), GAMES[0], Side.X) is None


def test_illegal_answers_and_exceptions_are_told_apart() -> None:
    watched = RecordedStrategy(Sometimes(lambda position: True, lambda position: Decision(())))
    assert (failing := find_failing(watched, GAMES[0], Side.X)) is not None
    assert (failing.first.kind, failing.line) == ("illegal", ())
    assert "named no move at" in failing.first.message
    watched = RecordedStrategy(Sometimes(lambda position: True, raised))
    assert (failing := find_failing(watched, GAMES[0], Side.O)) is not None
    assert failing.first.kind == "raised"
    assert "raised KeyError at" in failing.first.message
    assert len(watched.list_failures()) == 9


def test_first_answers_are_recalled() -> None:
    strategy = Sometimes(middle_is_theirs, taken)
    watched = RecordedStrategy(strategy)
    with pytest.raises(StrategyError):
        prove(watched, GAMES[0], Side.X)
    find_failing(watched, GAMES[0], Side.X)
    asked, recalled = strategy.asked, RememberedStrategy(watched)
    assert find_failing(watched, GAMES[0], Side.X)
    exact(recalled, First(), GAMES[0])
    assert strategy.asked == asked
    assert asked == len(watched.decisions) + len(watched.failures)


def test_a_strategy_that_draws_random_numbers_is_no_failure() -> None:
    class Drawing(First):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision((rng.choice(position.legal_moves),))

    watched = RecordedStrategy(Drawing())
    with pytest.raises(StrategyError, match="drew a random number"):
        find_failing(watched, GAMES[0], Side.X)
    assert watched.list_failures() == []


def test_it_is_watched_as_it_is() -> None:
    noisy = type("Noisy", (First,), {"noisy": True})()
    assert (RecordedStrategy(First()).name, RecordedStrategy(First()).noisy, RecordedStrategy(noisy).noisy) == (
        "first",
        False,
        True,
    )
    assert RememberedStrategy(RecordedStrategy(First())).supports(GAMES[0])
    assert prove(RecordedStrategy(Tactical()), GAMES[0], Side.O) == prove(Tactical(), GAMES[0], Side.O)
    assert RecordedStrategy(First()).decide(Position(GAMES[0]), NO_DICE).moves == (0,)
