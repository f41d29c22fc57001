"""Strategies that break the rules: where, how often, the line that leads there, and what it costs them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest

from noughts.arena.exact_match import exact
from noughts.core.game import Game, Move
from noughts.core.player import Decision
from noughts.core.position import Position, Side, positions_after
from noughts.core.tally import Tally
from noughts.errors import FaultKind, StrategyError
from noughts.prove import Refuted, prove
from noughts.strategies.random_player import Random
from noughts.strategies.registry import load

GAMES = (Game(3, 3, 3), Game(4, 2, 2), Game(3, 2, 3))


@dataclass
class Sometimes:
    """Plays the first three free cells, or fails: `fails` says where, `how` what it does there."""

    fails: Callable[[Position], bool]
    how: Callable[[Position], Decision]
    name: str = "sometimes"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return self.how(position) if self.fails(position) else Decision(position.legal_moves[:3])


def taken(position: Position) -> Decision:
    return Decision((next(cell for cell in range(position.game.cells) if position.stone(cell)),))


def raised(position: Position) -> Decision:
    raise KeyError("no\nsuch cell")


def middle_is_theirs(position: Position) -> bool:
    """Every tenth position or so, and none of the first two plies."""
    return position.ply > 1 and (5 * position.x + 3 * position.o) % 7 == 0


def played_out(game: Game, seat: Side, fails: Callable[[Position], bool]) -> tuple[Tally[int], set[Position], int]:
    """Return the distinct games of `Sometimes`, where it fails, and the plies of its shortest lost game: by recursion
    over all games."""
    results: dict[Side | None, int] = dict.fromkeys((*Side, None), 0)
    failed, least = set[Position](), game.cells + 1

    def play(position: Position) -> None:
        nonlocal least
        winner = seat.opponent
        if position.outcome is None:
            if position.side is not seat:
                go_on(position, position.legal_moves)
                return
            if not fails(position):
                go_on(position, position.legal_moves[:3])
                return
            failed.add(position)
        elif position.outcome.winner is not seat.opponent:
            results[position.outcome.winner] += 1
            return
        results[winner] += 1
        least = min(least, position.ply)

    def go_on(position: Position, moves: Sequence[Move]) -> None:
        for move in moves:
            play(position.play(move))

    play(Position(game))
    return Tally(results[seat], results[None], results[seat.opponent]), failed, least


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seat", Side)
@pytest.mark.parametrize(("how", "kind"), [(taken, "illegal"), (raised, "raised")])
def test_where_it_fails(game: Game, seat: Side, how: Callable[[Position], Decision], kind: FaultKind) -> None:
    strategy = Sometimes(middle_is_theirs, how)
    proof = prove(strategy, game, seat)
    games, failed, least = played_out(game, seat, middle_is_theirs)
    assert (proof.games, proof.verdict) == (games, "can lose")
    assert {one: found.positions for one, found in proof.faults.items()} == {kind: len(failed)}
    first = proof.faults[kind]
    assert first.position in failed
    assert first.position.ply == min(position.ply for position in failed)
    assert proof.losing_line is not None
    assert len(proof.losing_line) == least
    *before, last = positions_after(game, proof.losing_line)
    for position, move in zip(before, proof.losing_line, strict=True):
        assert position.side is not seat or move in position.legal_moves[:3]
    assert (last.outcome is None) == (proof.fault is not None)
    assert proof.fault is None or (proof.fault.position, proof.fault.kind) == (last, kind)
    x, o = (strategy, Random()) if seat is Side.X else (Random(), strategy)
    chances = exact(x, o, game).chances
    assert proof.against_random == (chances if seat is Side.X else chances.reversed)


def test_who_keeps_the_rules_has_no_fault() -> None:
    proof = prove(load("tactical"), GAMES[0], Side.X)
    assert (proof.faults, proof.fault) == ({}, None)


def test_illegal_answers_and_exceptions_are_told_apart() -> None:
    proof = prove(Sometimes(lambda position: True, lambda position: Decision(())), GAMES[0], Side.X)
    assert proof.fault is not None
    assert (proof.fault.kind, proof.losing_line, proof.games) == ("illegal", (), Tally(0, 0, 1))
    assert "named no move at" in proof.fault.message
    proof = prove(Sometimes(lambda position: True, raised), GAMES[0], Side.O)
    assert proof.fault is not None
    assert proof.fault.kind == "raised"
    assert "raised KeyError at" in proof.fault.message
    assert "KeyError" in proof.fault.trace[-1]
    assert (proof.faults["raised"].positions, proof.against_random) == (9, Tally(Fraction(0), Fraction(0), Fraction(1)))


def test_a_strategy_that_draws_random_numbers_has_no_fault() -> None:
    class Drawing(Random):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision((rng.choice(position.legal_moves),))

    with pytest.raises(StrategyError, match="drew a random number"):
        prove(Drawing(), GAMES[0], Side.X)


def test_a_limit_leaves_the_fault() -> None:
    with pytest.raises(Refuted) as caught:
        prove(Sometimes(middle_is_theirs, taken), GAMES[0], Side.X, max_positions=1500)
    assert caught.value.fault is not None
    assert len(caught.value.losing_line) == caught.value.fault.position.ply
