"""Exact results against other ways to the same numbers."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest

from noughts.arena.exact_match import exact
from noughts.arena.openings import generate
from noughts.arena.play import Contestant, play_game
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import NoAnswer, StrategyError
from noughts.players.player import Strategy
from noughts.strategies import registry
from tests.arena.fakes import BadBatch, Cheat, Crash, Dice, Silent
from tests.refusals import refused

STANDARD = Game(3, 3, 3)
load = registry.load


def minimax_walk(players: Mapping[Side, Strategy], position: Position) -> tuple[Fraction, Fraction, Fraction]:
    """X wins, draw, O wins: game by game, without layers, batches or merging."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return tuple(Fraction(winner is side) for side in (Side.X, None, Side.O))  # type: ignore[return-value]
    moves = players[position.side].decide(position, random.Random(0)).moves
    below = [minimax_walk(players, position.play(move)) for move in moves]
    return tuple(sum(shares, Fraction(0)) / len(moves) for shares in zip(*below, strict=True))  # type: ignore[return-value]


def test_random_against_random() -> None:
    chances = exact(load("random"), load("random"), STANDARD).chances
    assert chances == Tally(Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert chances.score == float(Fraction(737, 1260) + Fraction(4, 63))


@pytest.mark.parametrize(("x", "o"), [("weights", "potential"), ("potential", "weights"), ("tactical", "ring")])
def test_two_strategies_game_by_game(x: str, o: str) -> None:
    players = {Side.X: load(x), Side.O: load(o)}
    chances = exact(players[Side.X], players[Side.O], STANDARD).chances
    assert tuple(vars(chances).values()) == minimax_walk(players, Position(STANDARD))


def test_sampled_games_agree() -> None:
    x, o, games = load("weights"), load("tactical"), 2000
    chances = exact(x, o, Game(4, 3, 3)).chances
    results = [play_game(Game(4, 3, 3), x, o, (), f"sample {number}").result for number in range(games)]
    for expected, result in zip(vars(chances).values(), ("X", "draw", "O"), strict=True):
        error = (float(expected) * (1 - float(expected)) / games) ** 0.5
        assert abs(results.count(result) / games - float(expected)) < 4 * error + 1e-9


def test_openings_are_equally_likely() -> None:
    openings = ((), (0,), (4, 0), (4, 0))  # one of them twice
    each = [exact(load("random"), load("ring"), STANDARD, [opening]).chances for opening in openings]
    together = exact(load("random"), load("ring"), STANDARD, openings).chances
    for name in ("win", "draw", "loss"):
        assert getattr(together, name) == sum(getattr(chances, name) for chances in each) / 4


def test_a_contestant_has_every_form_of_its_decisions() -> None:
    contestant = Contestant(load("weights"))
    assert (contestant.in_batches, contestant.scores_lines) == (True, True)


def test_a_bad_batch_form_has_no_exact_result() -> None:
    with pytest.raises(StrategyError, match="decide_batch names no move or one that is not legal"):
        exact(load("random"), BadBatch(), Game(4, 3, 3))


@pytest.mark.parametrize(
    ("player", "reason"),
    [(Crash(), "out of cheese"), (Cheat(), "a1 is taken"), (Silent(by_clock=False), "it gave no answer")],
)
def test_a_player_that_fails_loses_there(player: Strategy, reason: str) -> None:
    found = exact(load("first"), player, STANDARD)
    assert found.chances == Tally(Fraction(1), Fraction(0), Fraction(0))
    assert found.forfeits[Side.O][0] == 1
    assert reason in found.forfeits[Side.O][1]


def test_the_chance_to_fail_is_part_of_the_result() -> None:
    found = exact(Crash(), load("random"), STANDARD)
    assert found.forfeits[Side.X][0] == found.chances.loss == 1


def test_what_cannot_be_computed() -> None:
    with refused("error.noisy-match"):
        exact(load("paths:level=easy"), load("first"), STANDARD)
    with pytest.raises(StrategyError, match="drew a random number"):
        exact(Dice(), load("first"), STANDARD)
    with refused("error.many-positions-between", most=50):
        exact(load("random"), load("first"), STANDARD, max_positions=50)
    with refused("error.long-to-compute"):
        exact(load("ring"), load("first"), STANDARD, seconds=0)
    with refused("error.does-not-play-because", "error.on-333-alone", player="'ring'"):
        exact(load("ring"), load("first"), Game(4, 3, 3))


def test_who_has_lost_only_by_the_clock_has_no_result() -> None:
    with pytest.raises(NoAnswer, match=r"^it gave no answer$"):
        exact(load("first"), Silent(by_clock=True), STANDARD)


def test_progress_counts_positions() -> None:
    seen: list[int] = []
    found = exact(load("random"), load("first"), STANDARD, generate(STANDARD, 1, 9), progress=seen.append)
    assert seen[-1] == found.positions
    assert seen == sorted(seen)
