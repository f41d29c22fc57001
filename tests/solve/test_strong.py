"""The depth-first search, compiled and in plain Python: distances of whole games, budgets, slices and checkpoints."""

from functools import partial

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.search_engine import Status
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.threat_search import ThreatSearch

pytestmark = pytest.mark.usefixtures("kernels")

Compiled = partial(StrongSearch, is_compiled=True)


def strong(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Status:
    """Ask with an empty table."""
    return Compiled(position.game, attacker, budget.memory).ask(position, None, budget)


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        *[("4,3,3", 7), ("6,3,3", 7), ("3,4,3", 7), ("4,4,3", 5), ("5,4,3", 5), ("6,5,4", 11), ("3,3,3", None)],
        *[("4,4,4", None), ("5,5,4", None), ("7,4,4", None), ("12,3,4", None), ("5,5,5", None)],
    ],
)
def test_distance_of_the_empty_board(name: str, plies: int | None) -> None:
    position = Position(Game.from_text(name))
    assert Compiled(position.game, Side.X).distance(position) == plies
    assert strong(position, Side.O).forces is False


def test_distance_says_when_the_budget_is_spent() -> None:
    with pytest.raises(LimitExceeded):
        Compiled(Game(7, 4, 4), Side.X).distance(Position(Game(7, 4, 4)), Meter(Budget(nodes=100)))


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
    whole = Compiled(empty.game, Side.X)
    nodes = whole.ask(empty).nodes
    sliced = Compiled(empty.game, Side.X)
    sliced.start(empty)
    shares = [sliced.status.share]
    while not (status := sliced.advance(500)).over:
        shares.append(status.share)
        saved = {name: array.copy() for name, array in sliced.checkpoint().items()}
        sliced = Compiled(empty.game, Side.X)
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
    search = ThreatSearch(game, Side.X)
    assert search.ask(position).forces is True
    assert search.ask(Position(game)).forces is False
    assert search.proves == (True,)


def test_the_search_in_plain_python_stops_at_any_node_and_goes_on() -> None:
    position = Position(Game(4, 4, 3))
    whole = StrongSearch(position.game, Side.X).ask(position)
    sliced = StrongSearch(position.game, Side.X)
    sliced.start(position)
    shares = [sliced.status.share]
    while not sliced.advance(1).over:
        shares.append(sliced.status.share)
    assert sliced.status == whole
    assert len(shares) == whole.nodes
    assert (shares[0], whole.share) == (0, 1)
