"""Strategies from proofs are replayed here by the rules of core alone: every reply, every leaf."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.strong.strategy import StrategyStep, holding, winning
from tests.witnesses import every_position, forced


def boards(position: Position, side: Side) -> tuple[int, int]:
    return (position.x, position.o) if side is Side.X else (position.o, position.x)


def gaps(position: Position, side: Side) -> list[int]:
    """The cells that complete a line of `side`."""
    own, theirs = boards(position, side)
    missing = [line & ~own for line in position.game.line_masks if not line & theirs]
    return sorted({mask.bit_length() - 1 for mask in missing if mask.bit_count() == 1})


def lines_of(position: Position, attacker: Side) -> list[int]:
    """The free cells of every line that is open to the attacker."""
    own, theirs = boards(position, attacker)
    return [line & ~own for line in position.game.line_masks if not line & theirs]


def is_closed(step: StrategyStep, attacker: Side) -> bool:
    lines = lines_of(step.position, attacker)
    if step.pairs:
        assert all(len(pair) == 2 and not set(pair) & set(other) for pair, other in combinations(step.pairs, 2))
        assert all(step.position.empty >> cell & 1 for pair in step.pairs for cell in pair)
        return all(any(all(line >> cell & 1 for cell in pair) for pair in step.pairs) for line in lines)
    weights = [Fraction(1, 1 << line.bit_count()) for line in lines]
    worst = sum(weights, Fraction(0))
    if step.position.side is attacker:
        worst += max(
            sum((w for w, line in zip(weights, lines, strict=True) if line >> cell & 1), Fraction(0))
            for cell in step.position.legal_moves
        )
    return worst < 1


def replay(start: Position, steps: list[StrategyStep], owner: Side, attacker: Side) -> None:
    """Play the strategy against everything. Forced moves are looked for here once more."""
    known = {step.position.canonical(): step for step in steps}
    assert len(known) == len(steps)
    ahead, seen = [start], set()
    while ahead:
        position = ahead.pop()
        key = position.canonical()
        if key in seen:
            continue
        seen.add(key)
        if position.outcome is not None:
            assert position.outcome.winner is owner or (owner is not attacker and position.outcome.winner is None)
            continue
        mine, theirs = gaps(position, position.side), gaps(position, position.side.opponent)
        if key in known and known[key].move is None:
            assert is_closed(known[key], attacker)
        elif mine:
            ahead += [position.play(move) for move in mine]
        elif position.side is owner:
            step = known[key]
            assert step.move is not None
            ahead.append(step.position.play(step.move))
        else:
            ahead += [position.play(move) for move in (theirs or position.legal_moves)]


@pytest.mark.parametrize("name", ["4,3,3", "4,4,3", "6,3,3", "6,5,4", "7,5,4"])
def test_a_winning_strategy_wins(name: str) -> None:
    start = Position(Game.from_text(name))
    steps = list(winning(start, Side.X))
    assert all(step.move is not None for step in steps)
    replay(start, steps, Side.X, Side.X)


def test_the_second_player_has_winning_strategies_where_minimax_says_so() -> None:
    third = {position.canonical() for position in every_position(Game(4, 3, 3)) if position.ply == 3}
    wins = Counter(forced(position, Side.O) is not None for position in third)
    assert wins == {True: 76, False: 96}
    for position in third:
        if forced(position, Side.O) is not None:
            replay(position, list(winning(position, Side.O)), Side.O, Side.O)
        else:
            with pytest.raises(ValueError, match="cannot force"):
                list(winning(position, Side.O))


@pytest.mark.parametrize(
    ("name", "attacker"),
    [
        ("3,3,3", Side.X),
        ("3,3,3", Side.O),
        ("4,4,4", Side.X),
        ("5,4,4", Side.X),
        ("5,4,4", Side.O),
        ("5,5,4", Side.X),
    ],
)
def test_a_holding_strategy_holds(name: str, attacker: Side) -> None:
    start = Position(Game.from_text(name))
    replay(start, list(holding(start, attacker)), attacker.opponent, attacker)


def test_there_is_no_strategy_for_what_is_not_so() -> None:
    with pytest.raises(ValueError, match="cannot force"):
        list(winning(Position(Game(3, 3, 3)), Side.X))
    with pytest.raises(ValueError, match="can force"):
        list(holding(Position(Game(4, 3, 3)), Side.X))


def test_a_spent_budget_is_said() -> None:
    with pytest.raises(LimitExceeded):
        list(holding(Position(Game(7, 4, 4)), Side.X, Budget(nodes=100)))


def test_a_position_in_the_middle_of_a_game() -> None:
    start = parse_position("X../.../...")
    replay(start, list(holding(start, Side.X)), Side.O, Side.X)
