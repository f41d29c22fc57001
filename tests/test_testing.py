"""Random positions, and a strategy broken in every way that `check_strategy` should see."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import Decision
from noughts.testing import (
    GAMES,
    ContractError,
    check_strategy,
    random_position,
    random_positions,
)

GAME = Game(3, 3, 3)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_positions_are_on_and_on_this_game(game: Game) -> None:
    positions = random_positions(game, random.Random(3), 50)
    assert (len(positions), positions[0]) == (50, Position(game))
    assert all(position.game == game and position.outcome is None for position in positions)
    assert positions == random_positions(game, random.Random(3), 50)
    assert random_positions(game, random.Random(3), 0) == []


def test_random_positions_have_either_side_to_move_and_any_number_of_stones() -> None:
    positions = random_positions(GAME, random.Random(3), 300)
    assert {position.side for position in positions} == set(Side)
    assert {position.ply for position in positions} == set(range(9))
    assert len(set(positions)) > 150


@pytest.mark.parametrize("plies", range(9))
def test_the_number_of_plies_is_kept(plies: int) -> None:
    position = random_position(GAME, random.Random(plies), plies)
    assert (position.ply, position.outcome) == (plies, None)


@pytest.mark.parametrize(("game", "plies"), [(GAME, 9), (GAME, 10), (Game(3, 3, 1), 1)])
def test_a_game_that_is_always_over_by_then(game: Game, plies: int) -> None:
    with pytest.raises(LimitExceeded, match=f"random games of '{game}' is over after {plies} plies"):
        random_position(game, random.Random(1), plies)


class Sound:
    """The lowest free cell, in all three forms: each cell scores as many lines as it lies on."""

    name: Any = "sound"

    def supports(self, game: Game) -> Any:
        return True

    def decide(self, position: Position, rng: random.Random) -> Any:
        counts: list[float | None] = [float(len(through)) for through in position.game.lines_through]
        return Decision(position.legal_moves[:1], counts, "the lowest")

    def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
        assert own.dtype == theirs.dtype == np.uint8
        assert own.shape == theirs.shape == (len(own), game.cells)
        free = (own | theirs) == 0
        return free & (np.cumsum(free, axis=1) == 1)

    def line_scores(self, position: Position, rng: random.Random) -> Any:
        return [(line, 1.0) for line in position.game.lines]


def complaints(strategy: Any, **options: Any) -> str:
    with pytest.raises(ContractError) as caught:
        check_strategy(strategy, **options)
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, StrategyError)
    assert all(complaint in str(caught.value) for complaint in caught.value.complaints)
    return str(caught.value)


def test_a_sound_strategy_passes() -> None:
    check_strategy(Sound())
    check_strategy(Sound(), games=[Game(15, 15, 5)], positions=5, seed=9)


def test_the_batch_and_line_forms_are_optional() -> None:
    class Plain:
        name = "plain"

        def supports(self, game: Game) -> bool:
            return True

        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision(position.legal_moves, reason="any")

    check_strategy(Plain())


@pytest.mark.parametrize("name", ["", "  ", None, 7])
def test_names(name: object) -> None:
    class Broken(Sound):
        pass

    Broken.name = name
    assert f"its name is {name!r}, expected a non-empty string" in complaints(Broken())


@pytest.mark.parametrize("answer", [None, 1, "yes", np.True_])
def test_support_is_a_bool(answer: object) -> None:
    class Broken(Sound):
        def supports(self, game: Game) -> Any:
            return answer

    assert f"supports(3,3,3) is {answer!r}, expected True or False" in complaints(Broken())


def test_support_that_raises() -> None:
    class Broken(Sound):
        def supports(self, game: Game) -> Any:
            raise KeyError(game.m)

    assert "supports(3,3,3) raised KeyError: 3" in complaints(Broken())


def test_a_strategy_for_none_of_the_games() -> None:
    class Broken(Sound):
        def supports(self, game: Game) -> Any:
            return game.m == 26

    assert "it plays none of the games it was tried on: 3,3,3 4,3,3" in complaints(Broken())
    check_strategy(Broken(), games=[GAME, Game(26, 1, 3)])


def deciding(answer: Any) -> Sound:
    """Return a strategy that answers `answer(position, rng)`."""

    class Broken(Sound):
        def decide(self, position: Position, rng: random.Random) -> Any:
            return answer(position, rng)

    return Broken()


Loose: Any = Decision  # with fields of any type


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (lambda position, rng: Loose((), None, "none"), "named no move at '.../.../...'"),
        (lambda position, rng: Loose(position.legal_moves), "the reason is '', expected words"),
        (
            lambda position, rng: Loose((rng.choice(position.legal_moves),), None, "drawn"),
            "and asked again Decision(moves=",
        ),
        (
            lambda position, rng: Loose(position.legal_moves, [rng.random()] * position.game.cells, "x"),
            "but it is not noisy",
        ),
    ],
)
def test_decisions(answer: Any, complaint: str) -> None:
    """What breaks the contract of a decision is refused by `consult`: see tests/players."""
    assert complaint in complaints(deciding(answer))


def test_the_order_of_the_moves_says_nothing() -> None:
    class Shuffling(Sound):
        def decide(self, position: Position, rng: random.Random) -> Any:
            moves = rng.sample(position.legal_moves, len(position.legal_moves))
            return Decision(tuple(moves), None, "any")

        def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
            return (own | theirs) == 0

    check_strategy(Shuffling())


def test_chances_are_part_of_a_decision() -> None:
    class Unequal(Sound):
        decide_batch: Any = None
        most = 1

        def decide(self, position: Position, rng: random.Random) -> Any:
            first, *others = position.legal_moves[:2]
            chance = Fraction(rng.randint(1, self.most), 9)
            return Decision((first, *others), None, "either", (chance, 1 - chance) if others else (Fraction(1),))

    class Fickle(Unequal):
        most = 4

    check_strategy(Unequal())
    assert "but it is not noisy" in complaints(Fickle(), games=[GAME])

    class Batching(Unequal):
        def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
            free = (own | theirs) == 0
            return free & (free.cumsum(axis=1) <= 2)

    expected = "at '.../.../...' decide gives unequal chances, which decide_batch cannot"
    assert expected in complaints(Batching(), games=[GAME])


def test_a_noisy_strategy_may_answer_otherwise_when_asked_again() -> None:
    class Noisy(Sound):
        noisy = True

        def decide(self, position: Position, rng: random.Random) -> Any:
            return Decision((rng.choice(position.legal_moves),), None, "drawn")

    check_strategy(Noisy())


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (
            lambda free: free[:, :-1],
            "decide_batch returned bool of shape (40, 8), expected bool of shape (40, 9)",
        ),
        (lambda free: free[:1], "of shape (1, 9), expected bool of shape (40, 9)"),
        (lambda free: free.astype(np.uint8), "decide_batch returned uint8 of shape (40, 9), expected bool"),
        (lambda free: free.tolist(), "decide_batch returned list of shape None"),
        (lambda free: None, "decide_batch returned NoneType of shape None"),
        (lambda free: free, "at '.../.../...' decide_batch chose ['a1', 'b1', 'c1', "),
        (lambda free: ~free, "at '.../.../...' decide_batch chose [], decide ['a1']"),
        (lambda free: 1 // 0, "decide_batch raised ZeroDivisionError: "),
    ],
)
def test_batches(answer: Any, complaint: str) -> None:
    class Broken(Sound):
        def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
            return answer((own | theirs) == 0)

    assert complaint in complaints(Broken(), games=[GAME])


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (
            lambda lines: [((0, 1, 3), 0.0), *((line, 1.0) for line in lines)],
            "line_scores names (0, 1, 3), which is not a line",
        ),
        (lambda lines: [(line, 2.0) for line in lines], "the lines give a1 6 in all, but its score is 3"),
        (lambda lines: [], "the lines give a1 0 in all, but its score is 3"),
        (lambda lines: None, "at '.../.../...' line_scores raised or caused TypeError: "),
        (lambda lines: 1 // 0, "line_scores raised or caused ZeroDivisionError: "),
    ],
)
def test_line_scores(answer: Any, complaint: str) -> None:
    class Broken(Sound):
        def line_scores(self, position: Position, rng: random.Random) -> Any:
            return answer(position.game.lines)

    assert complaint in complaints(Broken(), games=[GAME])


def test_one_fault_is_not_told_for_every_position() -> None:
    with pytest.raises(ContractError) as caught:
        check_strategy(deciding(lambda position, rng: None), games=[GAME])
    assert len(caught.value.complaints) == 3
    assert all(complaint.startswith("on 3,3,3: ") for complaint in caught.value.complaints)
