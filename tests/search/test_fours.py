"""Wins by fours: each that is claimed wins against every defence, and none is missed."""

import random
from functools import cache

import pytest

from noughts.core.game import Game, Move
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.search.fours import new_fours, win_by_fours
from noughts.search.patterns import COMPLETES
from noughts.search.search_board import board_of
from noughts.testing import random_position
from tests.search.witness import answers, completing, wins_by


def found(position: Position, nodes: int = 20_000) -> tuple[Move, ...]:
    b, f = board_of(position), new_fours()
    before = [table.copy() for table in (b.placed, b.counts, b.rank, b.stone, b.lines, b.key)]
    plies = win_by_fours(b, f, int(position.side is Side.O), nodes)
    after = (b.placed, b.counts, b.rank, b.stone, b.lines, b.key)
    assert all((old == new).all() for old, new in zip(before, after, strict=True))
    return tuple(f.line[:plies].tolist())


@cache
def wins_with_fours(position: Position) -> bool:
    """Return whether the side to move wins by fours alone: the witness, without any bound."""
    own = completing(position, position.own)
    if own:
        return True
    theirs = completing(position, position.theirs)
    side = int(position.side is Side.O)
    for move, replies in answers(position, side).items():
        if theirs <= {move}:
            after = position.play(move)
            if len(replies) > 1:
                return True
            if wins_with_fours(after.play(min(replies))):
                return True
    return False


@pytest.mark.parametrize(
    ("game", "least"),
    [(Game(3, 3, 3), 10), (Game(5, 4, 3), 10), (Game(6, 6, 4), 10), (Game(9, 9, 5), 5), (Game(8, 8, 6), 0)],
    ids=str,
)
def test_every_claim_holds_and_nothing_is_missed(game: Game, least: int) -> None:
    rng, wins = random.Random(7), 0
    for _ in range(120):
        position = random_position(game, rng)
        line = found(position)
        assert bool(line) == wins_with_fours(position), position
        if line:
            assert wins_by(position, line), (position, line)
            wins += len(line) > 1
    assert wins >= least


def test_long_runs_on_the_large_board(full: bool) -> None:
    rng, lengths = random.Random(3), []
    for _ in range(400 if full else 100):
        position = random_position(Game(15, 15, 5), rng, rng.randrange(60, 130))
        if line := found(position):
            assert wins_by(position, line), (position, line)
            lengths.append(len(line))
    assert max(lengths) >= (9 if full else 5)


@pytest.mark.slow
def test_the_defenders_four_is_answered_by_a_four(full: bool) -> None:
    rng, answered = random.Random(11), 0
    for _ in range(1500 if full else 500):
        position = random_position(Game(12, 12, 5), rng, rng.randrange(50, 90))
        line, now = found(position), position
        for attack, answer in zip(line[0:-1:2], line[1:-1:2], strict=False):
            now = now.play(attack)
            now = now.play(answer) if now.outcome is None else now
            answered += now.outcome is None and bool(completing(now, now.theirs))
    assert answered > 0


def test_a_spent_budget_claims_nothing() -> None:
    rng = random.Random(3)
    tried = (random_position(Game(15, 15, 5), rng, rng.randrange(60, 130)) for _ in range(1000))
    position = next(position for position in tried if len(found(position)) > 5)
    assert found(position, nodes=1) == ()
    b, f = board_of(position), new_fours()
    win_by_fours(b, f, int(position.side is Side.O), 20_000)
    assert f.now[0]["nodes"] > 1


@pytest.mark.parametrize(
    ("x", "o", "line"),
    [
        ("c5 d5 e5", "a1 i1 a9", "b5 a5 f5"),  # an open three: a stone beside it makes two fours
        ("c5 d5 e5 f1 f2 f3", "b5 a1 a9 i1 i9 h8", "f5 g5 f4 f6 f8"),  # a four, then a four with the stone that made it
    ],
)
def test_by_hand(x: str, o: str, line: str) -> None:
    game = Game(9, 9, 5)
    stones = [[parse_cell(game, name) for name in names.split()] for names in (x, o)]
    position = Position.from_stones(game, *stones)
    claimed = found(position)
    assert wins_by(position, claimed)
    assert len(claimed) <= len(line.split())


def test_nothing_on_an_empty_board() -> None:
    for game in (Game(15, 15, 5), Game(4, 4, 4)):
        assert found(Position(game)) == ()
        assert board_of(Position(game)).counts[0, COMPLETES] == 0
