"""The PettingZoo environment, by PettingZoo's own tests and against the rules of core."""

import importlib
import random
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from noughts.core.game import Game
from noughts.core.notation import diagram
from noughts.core.position import Position
from noughts.envs import noughts_v0
from noughts.errors import MissingExtraError
from tests.core.brute import played
from tests.refusals import refused

SIZES = [(3, 3, 3), (4, 3, 3), (3, 5, 4), (7, 7, 5), (1, 2, 1)]

# What api_test says of every environment with a dict for an observation, but for those it knows by name; of a mask that
# is all zeros because it is not the agent's turn; and of an empty board.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


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
