"""The strategy `search`: its words, its options, and what it promises of its decisions."""

import pickle
import random

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.players.player import Decision, consult
from noughts.prove import prove
from noughts.search import kernel_loading
from noughts.search import plain_search as plain
from noughts.search.finding import Finding
from noughts.strategies.registry import load
from noughts.strategies.search import Search
from noughts.testing import GAMES, check_strategy, random_position
from tests.refusals import refused

LARGE = Game(15, 15, 5)
RNG = random.Random(0)


def decided(x: str, o: str, game: Game = LARGE) -> Decision:
    stones = [[parse_cell(game, name) for name in text.split()] for text in (x, o)]
    return consult(Search(nodes=2000), Position.from_stones(game, *stones), RNG)


@pytest.mark.parametrize(
    ("x", "o", "reason"),
    [
        ("e5 f5 g5 h5", "d5 a1 o15 a15", "completes e5-i5"),
        ("e5 f5 g5 h5", "d5 a1 o15", "stops e5-i5"),
        ("e5 f5 g5 h5", "a15 a1 o15", "stops d5-h5, though the other side has another line"),
        ("h8 h9 h10", "a15 a1 o15", "wins by fours in 3 moves, beginning h7 h6 h11"),
    ],
)
def test_it_says_why(x: str, o: str, reason: str) -> None:
    assert str(decided(x, o).reason) == reason


def test_it_says_what_it_has_proved() -> None:
    assert str(consult(Search(), parse_position("X.O/.X./..O"), RNG).reason) == "stops c1-c3"
    drawn = consult(Search(), Position(Game(3, 3, 3)), RNG)
    assert (str(drawn.reason), str(drawn.saw)[:17]) == ("keeps the draw, beginning b2 a1 b1", "searched 9 moves,")
    won = consult(Search(), parse_position("XO./.../..."), RNG)
    assert str(won.reason) == "wins by fours in 5 moves, beginning b2 c3 a2"
    assert str(won.saw).endswith("line b2 c3 a2 c2 a3")
    without = Search(fours=False)
    assert str(consult(without, parse_position("XO./.../..."), RNG).reason) == "wins in 5 moves, beginning b2 c3"
    assert str(consult(Search(), parse_position("X.X/O../X.O"), RNG).reason).endswith(
        "though the other side has another line"
    )
    assert str(consult(Search(), parse_position("XOX/XOO/OX."), RNG).reason).startswith(
        "any cell draws: no line is open"
    )


def test_the_first_move_is_the_centre() -> None:
    for game, centre in ((LARGE, "h8"), (Game(20, 20, 5), "k11"), (Game(19, 15, 5), "j8")):
        decision = Search().decide(Position(game), RNG)
        assert decision.moves == (parse_cell(game, centre),)


@pytest.mark.parametrize("side", [Side.X, pytest.param(Side.O, marks=pytest.mark.slow)])
def test_it_never_loses_where_it_sees_the_end(side: Side) -> None:
    assert prove(Search(nodes=100_000), Game(3, 3, 3), side).verdict == "never loses"


def test_options() -> None:
    assert load("search").name == "search"
    assert load("search:seconds=0.5").name == "search:seconds=0.5"
    assert load("search:nodes=500,fours=off").name == "search:nodes=500,fours=off"
    for spec, kind in (
        ("search:nodes=0", "error.option-range:nodes"),
        ("search:seconds=-1", "error.option-seconds:-1.0"),
        ("search:seconds=nan", "error.option-seconds:nan"),
        ("search:slips=1.5", "error.option-range:slips"),
        ("search:plain=on,fours=off", "error.plain-fours"),
    ):
        with refused("error.of-strategy", kind, strategy=f"'{spec}'"):
            load(spec)


def test_only_a_clock_makes_it_noisy() -> None:
    assert not Search().noisy
    assert Search(seconds=0.1).noisy
    check_strategy(Search(seconds=0.001), GAMES[-2:], positions=10)
    check_strategy(Search(nodes=300, fours=False), GAMES[-2:], positions=10)


def test_plain_python_answers_until_the_kernels_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    position = random_position(LARGE, random.Random(6), 6)
    monkeypatch.setattr(kernel_loading, "is_loaded", lambda seconds: False)
    decision = consult(Search(seconds=0.2), position, RNG)
    assert str(decision.saw).endswith("; the compiled search is not ready yet")
    assert " nodes, " in str(
        consult(Search(nodes=300), position, RNG).saw
    )  # its decisions depend on the position alone
    monkeypatch.setattr(kernel_loading, "is_loaded", lambda seconds: True)
    assert " nodes, " in str(consult(Search(seconds=0.2), position, RNG).saw)


def test_slips() -> None:
    """By chance it makes another move than the best; a line of its own it always completes."""
    position = random_position(LARGE, random.Random(6), 6)
    best = consult(Search(nodes=100, plain=True), position, RNG)
    always, sometimes = Search(nodes=100, plain=True, slips=1.0), Search(nodes=100, plain=True, slips=0.5)
    assert always.noisy
    slip = consult(always, position, RNG)
    assert slip.moves != best.moves
    assert str(slip.reason) == f"a slip, as this level makes them: it found {LARGE.name(best.moves[0])} better"
    assert str(slip.saw) == f"the best is {LARGE.name(best.moves[0])}: {best.saw!s}"
    scores = [score for score in slip.scores or () if score is not None]
    assert (slip.scores or ())[slip.moves[0]] == sorted(scores)[-2]
    rng = random.Random(1)
    seen = [consult(sometimes, position, rng).moves for _ in range(100)]
    assert 30 < seen.count(best.moves) < 70

    block = parse_position("XX./O../...")
    overlooked = consult(always, block, RNG)
    assert overlooked.moves != (2,)
    assert str(overlooked.reason) == "a slip, as this level makes them: overlooks a1-c1"
    seen = [consult(sometimes, block, rng).moves for _ in range(200)]
    assert 130 < seen.count((2,)) < 170  # three of four
    assert consult(always, parse_position("XX./OO./..."), RNG).moves == (2,)
    check_strategy(sometimes, GAMES[-2:], positions=10)


def test_in_a_game_with_a_clock_every_move_has_its_own_budget_and_the_same_memory() -> None:
    strategy, position = Search(), random_position(LARGE, random.Random(6), 6)
    assert strategy.load(600.0)
    first = strategy.within(Budget(seconds=2.0, soft=0.01))
    consult(first, position, RNG)
    second = strategy.within(Budget(seconds=1.0, soft=0.02))
    (player,) = second._players.values()
    assert player.budget == Budget(seconds=2.0, soft=0.01)
    consult(second, position, RNG)
    assert list(first._players.values()) == [player]
    assert player.budget == Budget(seconds=1.0, soft=0.02)
    consult(strategy, position, RNG)
    assert len(strategy._players) == 2  # by nodes a decision depends on the position alone
    assert strategy.within(Budget(seconds=1e9)).seconds == 86_400
    with refused("error.needs-seconds"):
        strategy.within(Budget())


def test_in_plain_python_a_move_takes_its_average(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def find(position: Position, seconds: float) -> Finding:
        given.append(seconds)
        return Finding(position.legal_moves[0], "plain")

    monkeypatch.setattr(kernel_loading, "is_loaded", lambda seconds: False)
    monkeypatch.setattr(plain, "find", find)
    assert not Search().load(0.0)
    Search().within(Budget(seconds=9.0, soft=2.0)).decide(random_position(LARGE, RNG, 6), RNG)
    assert 0 < given[0] <= 2.0


def test_a_copy_starts_without_memory() -> None:
    strategy = Search(seconds=0.01)
    strategy.decide(random_position(LARGE, RNG, 6), RNG)
    copy = pickle.loads(pickle.dumps(strategy))
    assert copy == strategy
    assert len(pickle.dumps(copy)) < 1000
