"""Exceptions that mend a strategy: as few as trying every list finds, and proved."""

import random
from functools import cache
from itertools import combinations, product
from math import inf
from typing import Never

import pytest

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Moves
from noughts.core.player import Decision, Player, Strategy
from noughts.core.position import Position, Side
from noughts.errors import GameError, LimitExceeded, StrategyError
from noughts.prove import prove
from noughts.prove.fix import Fix, Overridden, Override, fix
from noughts.prove.terms import ProofTerms
from noughts.prove.verdict import MeasuredGames, Prover
from noughts.strategies.registry import load
from noughts.walk import decided
from tests.witnesses import every_position, minimax

STANDARD = Game(3, 3, 3)


@cache
def standard_fix(name: str, seat: Side) -> Fix:
    """Return the proved exceptions of a strategy on 3,3,3. Each is found once in a run of the tests."""
    return proved(load(name), fix(load(name), STANDARD, seat))


def proved(strategy: Strategy, found: Fix | None) -> Fix:
    """Return exceptions that are proved to be enough, each in another position up to symmetry."""
    assert found is not None
    assert prove(Overridden(strategy, found.overrides), found.game, found.seat).never_loses
    assert len({override.position.canonical() for override in found.overrides}) == len(found.overrides)
    for override in found.overrides:
        assert override.instead_of == decided(strategy, override.position)
        assert override.instead_of != (override.move,)
    return found


def fewest(strategy: Strategy, game: Game, seat: Side) -> int:
    """Return how few exceptions are enough, by proving the strategy with every list of one, of two and so on."""
    positions = {each.canonical() for each in every_position(game) if each.outcome is None and each.side is seat}
    choices = {position: [(position, move) for move in position.legal_moves] for position in positions}
    for count in range(len(positions)):
        for chosen in combinations(choices.values(), count):
            for pairs in product(*chosen):
                overrides = tuple(Override(position, move, Moves(game)) for position, move in pairs)
                if prove(Overridden(strategy, overrides), game, seat, repeat=0).never_loses:
                    return count
    raise AssertionError("no list is enough")


@pytest.mark.parametrize("seat", list(Side))
@pytest.mark.parametrize("game", [Game(3, 1, 2), Game(4, 1, 2), Game(2, 2, 2), Game(3, 2, 3), Game(5, 1, 3)], ids=str)
@pytest.mark.parametrize("name", ["first", "random", "tactical"])
def test_every_list(name: str, game: Game, seat: Side) -> None:
    strategy, result = load(name), minimax(Position(game)).result
    found = fix(strategy, game, seat)
    if result > 0 and seat is Side.O:
        assert found is None
    else:
        found = proved(strategy, found)
        assert found.is_smallest
        if found.at_least < (3 if game.cells < 6 else 2):
            assert len(found.overrides) == fewest(strategy, game, seat)


@pytest.mark.parametrize(
    ("name", "seat", "count"),
    [
        ("ring", Side.O, 0),
        ("paths:override=off", Side.O, 1),
        ("potential", Side.O, 1),
        ("weights", Side.X, 1),
        ("weights", Side.O, 4),
        pytest.param("tactical", Side.X, 3, marks=pytest.mark.slow),
        pytest.param("tactical", Side.O, 7, marks=pytest.mark.slow),
    ],
)
def test_published_strategies(name: str, seat: Side, count: int) -> None:
    found = standard_fix(name, seat)
    assert (len(found.overrides), found.at_least) == (count, count)


def test_the_published_exception_is_found() -> None:
    """The path matrix has one exception, and one is needed: the same position, and the same kind of move."""
    (override,) = standard_fix("paths:override=off", Side.O).overrides
    assert decided(load("paths"), override.position) == (override.move,)
    assert decided(load("paths:override=off"), override.position) == override.instead_of


def test_no_exception_fewer_is_enough() -> None:
    strategy, found = load("weights"), standard_fix("weights", Side.O)
    for override in found.overrides:
        rest = tuple(each for each in found.overrides if each is not override)
        assert not prove(Overridden(strategy, rest), STANDARD, Side.O).never_loses


def test_an_exception_holds_for_all_images() -> None:
    strategy = load("first")
    corner = Position(STANDARD).play(0)
    mended = Overridden(strategy, (Override(corner, 4, Moves(STANDARD, (1,))),))
    assert mended.name == "first with 1 exception"
    for permutation in STANDARD.symmetries:
        assert decided(mended, corner.image(permutation)) == (4,)
    assert decided(mended, Position(STANDARD).play(4)) == (0,)
    assert mended.supports(Game(4, 4, 4))


def test_limits_and_errors() -> None:
    found = proved(load("weights"), fix(load("weights"), STANDARD, Side.O, budget=lambda: Budget(nodes=12)))
    assert found.at_least <= 4 <= len(found.overrides)
    assert not found.is_smallest
    with pytest.raises(LimitExceeded, match="more than 1,000 positions may need a decision"):
        fix(load("weights"), STANDARD, Side.O, max_positions=1000)
    with pytest.raises(StrategyError, match="is noisy"):
        fix(load("paths:level=easy"), STANDARD, Side.O)
    with pytest.raises(GameError, match="does not play"):
        fix(load("ring"), Game(4, 4, 4), Side.O)


class Late(Player):
    """Plays the first free cell, and after a number of questions the last one."""

    def __init__(self, limit: float = inf) -> None:
        self.asked, self.limit = 0, limit

    def decide(self, position: Position, rng: random.Random) -> Decision:
        self.asked += 1
        return Decision((position.legal_moves[0 if self.asked <= self.limit else -1],))


def test_the_player_of_the_exceptions_is_the_player_of_the_proof() -> None:
    game, counting = Game(3, 2, 3), Late()
    assert fix(counting, game, Side.O) is not None
    prover = Prover[MeasuredGames](Late(counting.asked), game, ProofTerms(), unasked, unasked)
    with pytest.raises(StrategyError, match=r"'late' cannot be proved: at .* answered \w\d and, asked again, \w\d\."):
        prover.fixed(Side.O, 1000, lambda: UNLIMITED, lambda decisions: None, lambda progress: None)


def unasked(*terms: object) -> Never:
    raise AssertionError(terms)
