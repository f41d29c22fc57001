"""Strategies from proofs are replayed here by the rules of core alone: every reply, every leaf."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game, cells_of, mask_of
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.certificates import write_certificate
from noughts.solve.portfolio import Portfolio
from noughts.solve.strong.strategy_steps import StrategyStep, strategy_steps
from noughts.solve.strong.strong_search import StrongSearch
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


def is_closed(position: Position, pairs: Sequence[tuple[int, int]], attacker: Side) -> bool:
    """Whether the pairs and the potential of the lines without a pair suffice, in fractions."""
    assert all(position.empty >> cell & 1 for pair in pairs for cell in pair)
    paired = mask_of(tuple(cell for pair in pairs for cell in pair))
    assert paired.bit_count() == 2 * len(pairs)
    free = [line for line in lines_of(position, attacker) if not any(line >> a & line >> b & 1 for a, b in pairs)]
    weights = [Fraction(1, 1 << (line & ~paired).bit_count()) for line in free]
    shares = [
        sum((w for w, line in zip(weights, free, strict=True) if line >> cell & 1), Fraction(0))
        for cell in cells_of(position.empty & ~paired)
        if position.side is attacker
    ]
    return sum(weights, max(shares, default=Fraction(0))) < 1


def replay(start: Position, steps: list[StrategyStep], owner: Side, attacker: Side) -> None:
    """Play the strategy against everything. Forced moves are looked for here once more."""
    known = {Position.from_boards(start.game, step.x, step.o): step for step in steps}
    assert len(known) == len(steps)
    assert all(position == position.canonical() for position in known)
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
            assert is_closed(key, known[key].pairs, attacker)
        elif mine:
            ahead += [position.play(move) for move in mine]
        elif position.side is owner:
            step = known[key]
            assert step.move is not None
            ahead.append(key.play(step.move))
        else:
            ahead += [position.play(move) for move in (theirs or position.legal_moves)]


@pytest.mark.parametrize("name", ["4,3,3", "4,4,3", "6,3,3", "6,5,4", "7,5,4"])
def test_a_winning_strategy_wins(name: str) -> None:
    start = Position(Game.from_text(name))
    steps = list(strategy_steps(start, Side.X, True))
    assert all(step.move is not None for step in steps)
    replay(start, steps, Side.X, Side.X)


def test_the_second_player_has_winning_strategies_where_minimax_says_so() -> None:
    third = {position.canonical() for position in every_position(Game(4, 3, 3)) if position.ply == 3}
    wins = Counter(forced(position, Side.O) is not None for position in third)
    assert wins == {True: 76, False: 96}
    for position in third:
        if forced(position, Side.O) is not None:
            replay(position, list(strategy_steps(position, Side.O, True)), Side.O, Side.O)
        else:
            with pytest.raises(ValueError, match="cannot force"):
                list(strategy_steps(position, Side.O, True))


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
    replay(start, list(strategy_steps(start, attacker, False)), attacker.opponent, attacker)


def test_there_is_no_strategy_for_what_is_not_so() -> None:
    with pytest.raises(ValueError, match="cannot force"):
        list(strategy_steps(Position(Game(3, 3, 3)), Side.X, True))
    with pytest.raises(ValueError, match="can force"):
        list(strategy_steps(Position(Game(4, 3, 3)), Side.X, False))


def test_a_spent_budget_is_said() -> None:
    with pytest.raises(LimitExceeded):
        list(strategy_steps(Position(Game(7, 4, 4)), Side.X, False, Budget(nodes=100)))


def test_a_position_in_the_middle_of_a_game() -> None:
    start = parse_position("X../.../...")
    replay(start, list(strategy_steps(start, Side.X, False)), Side.O, Side.X)


def test_a_search_that_has_answered_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Position(Game(6, 5, 4))
    search = StrongSearch(start.game, Side.X)
    assert search.ask(start).forces
    monkeypatch.setattr(search, "ask", None)
    steps = list(strategy_steps(start, Side.X, True, search=search))
    monkeypatch.undo()
    assert steps == list(strategy_steps(start, Side.X, True))
    replay(start, steps, Side.X, Side.X)


def test_what_the_table_has_forgotten_is_asked_again() -> None:
    start = Position(Game(6, 5, 4))
    search = StrongSearch(start.game, Side.X)  # nothing is in its table
    replay(start, list(strategy_steps(start, Side.X, True, search=search)), Side.X, Side.X)


def test_a_writer_that_is_interrupted_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    def interrupt(entries: int) -> None:
        if entries > 100:
            raise KeyboardInterrupt

    file, start = tmp_path / "c.gz", Position(Game(6, 5, 4))
    file.write_bytes(b"older")
    with pytest.raises(KeyboardInterrupt):
        write_certificate(file, start, Value(1), UNLIMITED, progress=interrupt)
    assert file.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [file]


def test_a_search_for_a_certificate_says_that_it_goes_on() -> None:
    """`beat` is called between the slices of a search, and can end it."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(strategy_steps(Position(Game(8, 4, 4)), Side.X, False, beat=stop))


def test_a_game_that_is_over_needs_no_step() -> None:
    position = parse_position("XXXX../OOO.../....../....../......", Game(6, 5, 4))
    assert list(strategy_steps(position, Side.X, True)) == []
    with pytest.raises(ValueError, match="can force"):
        list(strategy_steps(position, Side.X, False))


def test_a_race_hands_over_the_search_that_has_answered_last() -> None:
    """Only for the position that was asked last, and only a compiled search with its whole table."""
    start = Position(Game(6, 5, 4))
    race = Portfolio(start.game, Side.X, UNLIMITED)
    assert race.answered(start) is None
    for contestant in race.contestants:
        contestant.engine.compile()
    assert race.run(start, Meter(UNLIMITED)).engine == "depth-first search"
    search = race.answered(start)
    assert isinstance(search, StrongSearch)
    assert list(strategy_steps(start, Side.X, True, search=search)) == list(strategy_steps(start, Side.X, True))
    child = start.play(0)
    race.run(child, Meter(UNLIMITED))
    assert race.answered(start) is None
