"""The depth-first search against plain minimax, known values, and itself."""

import random
from collections import Counter
from itertools import product

import pytest

from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.search_engine import Status
from noughts.solve.strong.distance import distance
from noughts.solve.strong.plain_search import PlainSearch
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.tables.retrograde import solve_all
from tests.witnesses import every_position, forced, random_position

FIRST_PLAYER_WINS = [
    "4,3,3",
    "5,3,3",
    "6,3,3",
    "3,4,3",
    "4,4,3",
    "5,4,3",
    "6,5,4",
    "7,5,4",
    "6,6,4",
    "7,6,4",
    "7,7,4",
    "8,8,4",
]
DRAWS = ["3,3,3", "4,4,4", "5,4,4", "6,4,4", "7,4,4", "5,5,4", "4,3,4", "7,3,4", "10,3,4", "12,3,4", "5,5,5"]


def strong(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Status:
    """Ask with an empty table."""
    return StrongSearch(position.game, attacker, budget.memory).ask(position, None, budget)


ENGINES = [StrongSearch, PlainSearch]  # they share no code


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["3,3,3", pytest.param("4,3,3", marks=pytest.mark.slow)])
def test_every_position_agrees_with_minimax(name: str, engine: type[StrongSearch | PlainSearch]) -> None:
    game = Game.from_text(name)
    for attacker in Side:
        search = engine(game, attacker)
        for position in every_position(game):
            expected = forced(position, attacker)
            answer = search.ask(position)
            assert answer.forces is (expected is not None), (position, attacker)
            if expected is not None and answer.plies is not None:
                assert expected <= answer.plies


@pytest.mark.parametrize(
    ("name", "fewest"), [("4,4,3", 5), ("4,4,4", 6), ("5,3,3", 4), ("5,4,4", 9), ("6,3,4", 7), ("5,4,5", 9)]
)
def test_random_positions_agree_with_minimax(name: str, fewest: int, full: bool) -> None:
    game, rng = Game.from_text(name), random.Random(name)
    for _ in range(30 if full else 15):
        position = random_position(game, rng.randint(fewest, game.cells - 1), rng)
        for engine, attacker in product(ENGINES, Side):
            expected = forced(position, attacker)
            search = engine(game, attacker)
            assert search.ask(position).forces is (expected is not None), (position, attacker)
            for limit in range(8):
                within = expected is not None and expected <= limit
                assert search.ask(position, limit).forces is within, (position, attacker, limit)
            assert distance(engine(game, attacker), position) == expected
            if engine(game, attacker, narrow=True).ask(position).forces:
                assert expected is not None


@pytest.mark.parametrize(("name", "fewest"), [("4,4,3", 3), ("5,4,3", 5), ("6,3,4", 4)])
def test_random_positions_agree_with_the_table_of_all_positions(name: str, fewest: int, full: bool) -> None:
    game, rng, table = Game.from_text(name), random.Random(name), solve_all(Game.from_text(name)).table
    for _ in range(60 if full else 20):
        position = random_position(game, rng.randint(fewest, game.cells - 1), rng)
        for attacker, result in ((position.side, 1), (position.side.opponent, -1)):
            assert strong(position, attacker).forces is (table.value(position).result == result), (position, attacker)


@pytest.mark.parametrize(
    "name",
    [
        *["5,5,4", "6,6,4", "5,5,5", "8,8,4", "9,8,5", "12,10,5"],
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("15,15,5",)),  # see tests/kernels.py
    ],
)
def test_boards_of_one_word_and_more_agree_with_minimax(name: str, full: bool) -> None:
    game, rng = Game.from_text(name), random.Random(name)
    for _ in range(20 if full else 8):
        position = random_position(game, game.cells - rng.randint(4, 9), rng)
        for attacker in Side:
            search = StrongSearch(position.game, attacker)
            assert distance(search, position) == forced(position, attacker), (position, attacker)


def test_answers_do_not_change_under_symmetries() -> None:
    game, rng = Game(4, 4, 4), random.Random(1)
    for _ in range(20):
        position = random_position(game, rng.randint(5, 12), rng)
        for attacker in Side:
            answers = {strong(position.image(image), attacker).forces for image in game.symmetries}
            assert len(answers) == 1


@pytest.mark.parametrize("name", FIRST_PLAYER_WINS)
def test_the_first_player_wins(name: str) -> None:
    assert strong(Position(Game.from_text(name)), Side.X).forces is True


@pytest.mark.parametrize("name", DRAWS)
def test_neither_side_can_force_a_line(name: str) -> None:
    for attacker in Side:
        assert strong(Position(Game.from_text(name)), attacker).forces is False


@pytest.mark.parametrize(
    ("name", "plies"),
    [("4,3,3", 7), ("5,3,3", 7), ("6,3,3", 7), ("4,4,3", 5), ("5,4,3", 5), ("6,5,4", 11), ("3,3,3", None)],
)
def test_distance_of_the_empty_board(name: str, plies: int | None) -> None:
    assert distance(StrongSearch(Game.from_text(name), Side.X), Position(Game.from_text(name))) == plies


def test_distance_says_when_the_budget_is_spent() -> None:
    with pytest.raises(LimitExceeded):
        distance(StrongSearch(Game(7, 4, 4), Side.X), Position(Game(7, 4, 4)), Meter(Budget(nodes=100)))


def test_a_finished_game_needs_no_search() -> None:
    position = parse_position("XXX/OO./...")
    assert [strong(position, side).forces for side in Side] == [True, False]
    assert strong(position, Side.X).plies == strong(position, Side.X).nodes == 0


def test_a_spent_budget_is_no_answer() -> None:
    empty = Position(Game(8, 4, 4))
    for budget in (Budget(nodes=1000), Budget(seconds=0.0)):
        answer = strong(empty, Side.X, budget)
        assert answer.forces is None
    assert strong(empty, Side.X, Budget(nodes=1000)).nodes == 1000


def test_a_small_table_changes_the_cost_and_not_the_answer() -> None:
    answer = strong(Position(Game(6, 4, 4)), Side.X, Budget(memory=1 << 16))
    assert answer.forces is False


def test_slices_and_checkpoints_change_nothing() -> None:
    empty = Position(Game(5, 5, 4))
    whole = StrongSearch(empty.game, Side.X)
    nodes = whole.ask(empty).nodes
    sliced = StrongSearch(empty.game, Side.X)
    sliced.start(empty)
    shares = [sliced.status.share]
    while not (status := sliced.advance(500)).over:
        shares.append(status.share)
        saved = {name: array.copy() for name, array in sliced.checkpoint().items()}
        sliced = StrongSearch(empty.game, Side.X)
        sliced.restore(saved)
    assert (status.forces, status.nodes, status.share) == (False, nodes, 1.0)
    assert shares == sorted(shares)
    assert 0 < status.fill <= 1


def test_continuous_threats_win_on_a_large_board() -> None:
    game = Game(11, 11, 5)  # of two words: no test of the quick tier needs the search of wider boards
    row, column = [game.cell(7, c) for c in (4, 5, 6)], [game.cell(r, 8) for r in (4, 5, 6)]
    far = [
        game.cell(0, 0),
        game.cell(0, 10),
        game.cell(10, 0),
        game.cell(10, 10),
        game.cell(0, 5),
        game.cell(10, 5),
    ]
    position = Position.from_stones(game, row + column, far)
    search = StrongSearch(game, Side.X, narrow=True)
    assert search.ask(position).forces is True
    assert search.ask(Position(game)).forces is False
    assert search.proves == (True,)


@pytest.mark.parametrize("name", ["5,5,4", "6,4,4", "5,5,5", "9,3,3", "9,9,5"])
def test_the_search_in_plain_python_agrees_with_the_compiled_one(name: str) -> None:
    game, rng = Game.from_text(name), random.Random(name)
    engines = [(PlainSearch(game, side), StrongSearch(game, side)) for side in Side]
    answers = Counter[bool | None]()
    for _ in range(40):
        position = random_position(game, rng.randint(game.cells - 18, game.cells - 1), rng)
        for plain, compiled in engines:
            for plies in (None, rng.randint(1, 8)):
                answer = plain.ask(position, plies)
                assert answer.forces is compiled.ask(position, plies).forces, (position, plain.attacker, plies)
                answers[answer.forces] += 1
    assert min(answers[True], answers[False]) > 0, answers


def test_the_search_in_plain_python_stops_at_any_node_and_goes_on() -> None:
    position = Position(Game(4, 4, 3))
    whole = PlainSearch(position.game, Side.X).ask(position)
    sliced = PlainSearch(position.game, Side.X)
    sliced.start(position)
    shares = [sliced.status.share]
    while not sliced.advance(1).over:
        shares.append(sliced.status.share)
    assert sliced.status == whole
    assert len(shares) == whole.nodes
    assert (shares[0], whole.share) == (0, 1)


def test_a_full_table_of_the_search_in_plain_python_is_begun_again() -> None:
    position = Position(Game(5, 4, 4))
    search = PlainSearch(position.game, Side.X, memory=40_000)
    answer = search.ask(position)
    assert answer.forces is False
    assert 0 < answer.fill <= 1
