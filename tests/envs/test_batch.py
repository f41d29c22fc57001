"""The environments, games in a batch and that of PettingZoo, against the rules of core, game by game."""

import importlib
import math
import random
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.position import Position
from noughts.envs import noughts_v0
from noughts.envs.batch import NO_MOVE, Batch, BatchStep
from noughts.errors import GameError, IllegalMoveError, MissingExtraError
from noughts.testing import GAMES
from tests.core.brute import played
from tests.refusals import refused

BOARDS = [*GAMES, Game(15, 15, 5), Game(26, 26, 6), Game(9, 4, 4), Game(4, 9, 4), Game(1, 1, 1), Game(26, 1, 26)]

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def same(batch: Batch, number: int, position: Position) -> None:
    """Assert that a game of a batch stands as a position does."""
    game = position.game
    assert batch.position(number) == position
    assert batch.plies[number] == position.ply
    assert batch.mask[number].nonzero()[0].tolist() == list(position.legal_moves)
    planes = batch.observation()[number]
    assert planes.shape == (2, game.n, game.m)
    for plane, board in zip(planes, (position.own, position.theirs), strict=True):
        assert [bool(board >> cell & 1) for cell in range(game.cells)] == plane.astype(bool).ravel().tolist()


@pytest.mark.parametrize("game", BOARDS, ids=str)
@pytest.mark.parametrize("auto_reset", [True, False])
def test_random_games_as_core_plays_them(game: Game, auto_reset: bool) -> None:
    rng, size = random.Random(1), 7 if game.cells < 400 else 2
    batch = Batch(game, size, auto_reset)
    positions = [Position(game)] * size
    for _ in range(game.cells + 5):
        moves = [rng.choice(p.legal_moves) if p.outcome is None else NO_MOVE for p in positions]
        rewards, done = batch.step(moves)
        after = [p if move == NO_MOVE else p.play(move) for p, move in zip(positions, moves, strict=True)]
        outcomes = [p.outcome if move != NO_MOVE else None for p, move in zip(after, moves, strict=True)]
        assert done.tolist() == [outcome is not None for outcome in outcomes]
        assert rewards.tolist() == [int(outcome is not None and outcome.winner is not None) for outcome in outcomes]
        positions = [Position(game) if auto_reset and p.outcome else p for p in after]
        assert batch.over.tolist() == [p.outcome is not None for p in positions]
        number = rng.randrange(size)
        same(batch, number, positions[number])
    if not auto_reset:
        assert batch.over.all()
        assert not batch.mask.any()


def ends(game: Game, games: int, seed: int) -> Counter[str]:
    """Return how random games end, played in a batch."""
    batch, rng = Batch(game, 1000), np.random.default_rng(seed)
    found: Counter[str] = Counter()
    while found.total() < games:
        x_moved = batch.plies % 2 == 0
        rewards, done = batch.step(batch.random_actions(rng))
        found["X"] += int((x_moved & (rewards == 1)).sum())
        found["O"] += int((~x_moved & (rewards == 1)).sum())
        found["draw"] += int((done & (rewards == 0)).sum())
    return found


def test_random_games_of_333_end_as_their_exact_chances_say() -> None:
    found = ends(Game(3, 3, 3), 200_000, 1)
    games = found.total()
    for end, chance in {"X": 737 / 1260, "O": 121 / 420, "draw": 8 / 63}.items():
        # Games in flight when counting stops are the longer ones; a thousand of 200,000 at most.
        assert abs(found[end] / games - chance) < 5 * math.sqrt(chance * (1 - chance) / games) + 1000 / games * 0.2


@pytest.mark.parametrize("game", [Game(3, 3, 3), Game(26, 3, 3), Game(5, 4, 4)], ids=str)
def test_every_free_cell_is_chosen_equally_often(game: Game) -> None:
    size, draws = 400, 100
    batch, rng = Batch(game, size), np.random.default_rng(7)
    position = Position(game)
    taken = [0, game.cells - 1, 1]
    for cell in taken:
        position = position.play(cell)
        batch.step([cell] * size)
    counts = np.zeros(game.cells)
    for _ in range(draws):
        counts += np.bincount(batch.random_actions(rng), minlength=game.cells)
    expected = size * draws / len(position.legal_moves)
    for cell in range(game.cells):
        if cell in taken:
            assert counts[cell] == 0
        else:
            assert abs(counts[cell] - expected) < 5 * math.sqrt(expected)


def test_the_same_seed_gives_the_same_games() -> None:
    assert ends(Game(4, 3, 3), 2000, 3) == ends(Game(4, 3, 3), 2000, 3)


def test_games_that_are_over_wait() -> None:
    batch = Batch(Game(3, 1, 1), 3, auto_reset=False)
    rewards, done = batch.step(np.array([0, 1, 2], np.uint8))
    assert (rewards.tolist(), done.tolist()) == ([1, 1, 1], [True, True, True])
    assert batch.random_actions(np.random.default_rng(0)).tolist() == [NO_MOVE] * 3
    rewards, done = batch.step([NO_MOVE] * 3)
    assert not rewards.any()
    assert not done.any()
    batch.reset([1])
    assert batch.over.tolist() == [True, False, True]
    assert batch.step([NO_MOVE, 0, NO_MOVE]).done.tolist() == [False, True, False]
    batch.reset(np.array([True, False, False]))
    assert batch.over.tolist() == [False, True, True]
    batch.reset()
    assert batch.mask.all()
    assert not batch.plies.any()


def test_views_are_for_reading() -> None:
    batch = Batch(Game(3, 3, 3), 2)
    for view in (batch.mask, batch.plies, batch.over):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1


@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        ([1, 4, 4], "game 1: b2 is taken by X"),
        ([1, 1, 9], "game 2: no cell 9: expected 0 to 8"),
        ([-2, 1, 1], "game 0: no cell -2: expected 0 to 8"),
        ([1, 1, -1], "game 2: no cell -1: expected 0 to 8"),
        ([2**32 + 1, 1, 1], "game 0: no cell 4294967297: expected 0 to 8"),
        (np.array([2**63 + 1, 1, 1], np.uint64), "game 0: no cell 9223372036854775809: expected 0 to 8"),
        ([1, 1], "expected 3 cells as whole numbers, not int64 of shape (2,)"),
        ([1.0, 1.0, 1.0], "expected 3 cells as whole numbers, not float64 of shape (3,)"),
        ([[1, 1, 1]], "expected 3 cells as whole numbers, not int64 of shape (1, 3)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_illegal_moves_are_refused_before_any_is_made(actions: Any, complaint: str) -> None:
    batch = Batch(Game(3, 3, 3), 3)
    batch.step([0, 4, 8])
    before = batch.observation()
    with pytest.raises(IllegalMoveError) as caught:
        batch.step(actions)
    assert str(caught.value) == complaint
    assert (batch.observation() == before).all()
    assert batch.plies.tolist() == [1, 1, 1]


def test_a_game_that_is_over_takes_no_move() -> None:
    batch = Batch(Game(1, 1, 1), 2, auto_reset=False)
    assert isinstance(batch.step([0, 0]), BatchStep)
    with pytest.raises(IllegalMoveError, match="game 1: it is over, and its action is -1, not 0"):
        batch.step([-1, 0])


def test_a_batch_has_a_game() -> None:
    with pytest.raises(GameError, match="a batch has at least one game, not 0"):
        Batch(Game(3, 3, 3), 0)
    with pytest.raises(GameError, match="batches are for games without options, and '3,3,3-exact' has some"):
        Batch(Game(3, 3, 3, exact=True), size=1)


# The environment of PettingZoo.


SIZES = [(3, 3, 3), (4, 3, 3), (3, 5, 4), (7, 7, 5), (1, 2, 1)]


# What api_test says of every environment with a dict for an observation, but for those it knows by name; of a mask that
# is all zeros because it is not the agent's turn; and of an empty board.
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_pettingzoo_s_own_tests(sizes: tuple[int, int, int], capsys: pytest.CaptureFixture[str]) -> None:
    m, n, k = sizes
    api_test(noughts_v0.env(m=m, n=n, k=k), num_cycles=300, verbose_progress=False)
    api_test(noughts_v0.raw_env(m=m, n=n, k=k), num_cycles=300, verbose_progress=False)
    seed_test(lambda: noughts_v0.env(m=m, n=n, k=k), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


def stones(position: Position, board: int) -> list[list[int]]:
    game = position.game
    return [[board >> game.cell(row, column) & 1 for column in range(game.m)] for row in range(game.n)]


@pytest.mark.parametrize("game", [*(Game(*sizes) for sizes in SIZES), Game(5, 3, 3, exact=True)], ids=str)
def test_games_as_core_plays_them(game: Game) -> None:
    environment = noughts_v0.env(m=game.m, n=game.n, k=game.k, exact=game.exact)
    for seed in range(5):
        positions = played(game, random.Random(seed))
        environment.reset(seed=seed)
        for ply, position in enumerate(positions):
            agent, waiting = [("player_1", "player_2"), ("player_2", "player_1")][ply % 2]
            outcome = position.outcome
            assert environment.agent_selection == agent
            seen, reward, terminated, truncated, _ = environment.last()
            assert isinstance(seen, dict)
            assert seen["observation"][..., 0].tolist() == stones(position, position.own)
            assert seen["observation"][..., 1].tolist() == stones(position, position.theirs)
            assert seen["action_mask"].nonzero()[0].tolist() == list(position.legal_moves)
            assert seen["action_mask"].dtype == np.int8
            other = environment.observe(waiting)
            assert isinstance(other, dict)
            assert not other["action_mask"].any()
            assert (other["observation"] == seen["observation"][..., ::-1]).all()
            assert (terminated, truncated) == (outcome is not None, False)
            if outcome is not None:
                expected = 0.0 if outcome.winner is None else -1.0  # whoever is to move has lost
                assert (reward, environment.rewards[waiting]) == (expected, -expected)
                break
            environment.step(((position.empty ^ positions[ply + 1].empty).bit_length()) - 1)


def test_an_illegal_move_loses_the_game(caplog: pytest.LogCaptureFixture) -> None:
    environment = noughts_v0.env()
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert "Illegal move" in caplog.text
    assert environment.terminations == {"player_1": True, "player_2": True}
    assert environment.rewards == {"player_1": 0, "player_2": -1}


def test_an_observation_stays_as_it_is() -> None:
    environment = noughts_v0.env()
    environment.reset()
    before = environment.observe("player_1")
    assert isinstance(before, dict)
    environment.step(4)
    assert not before["observation"].any()
    assert before["action_mask"].all()
    before["action_mask"][:] = before["observation"][:] = 1
    after = environment.observe("player_2")
    assert isinstance(after, dict)
    assert (after["observation"].sum(), after["action_mask"].sum()) == (1, 8)
    assert after["observation"].flags.c_contiguous


def test_the_environment_itself_refuses_an_illegal_move() -> None:
    environment = noughts_v0.raw_env()
    environment.step(np.int64(4))
    with refused("error.cell-taken", cell="b2", side="X"):
        environment.step(4)
    assert environment.agent_selection == "player_2"


def test_it_is_drawn_as_text() -> None:
    environment = noughts_v0.env(m=4, n=3, k=3, render_mode="ansi")
    environment.reset()
    position = Position(Game(4, 3, 3))
    for move in (0, 4, 1, 5, 2):
        environment.step(move)
        position = position.play(move)
    assert environment.render() == diagram(position, (0, 1, 2))
    assert "[X][X][X]" in str(environment.render())
    environment.close()
    assert noughts_v0.raw_env().render() is None
    assert noughts_v0.raw_env(render_mode="ansi").render() == diagram(Position(Game(3, 3, 3)))


def test_what_is_no_environment() -> None:
    with pytest.raises(ValueError, match="no render mode 'human': expected 'ansi' or None"):
        noughts_v0.raw_env(render_mode="human")
    with refused("error.line-too-long", game="'3,3,4'", given=4, most=3):
        noughts_v0.env(k=4)


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.extras.installed", lambda library: library != "pettingzoo")
    monkeypatch.delitem(sys.modules, "noughts.envs.noughts_v0")
    with pytest.raises(MissingExtraError) as caught:
        importlib.import_module("noughts.envs.noughts_v0")
    assert str(caught.value) == "noughts_v0 needs an extra: pip install 'noughts[rl]'"
