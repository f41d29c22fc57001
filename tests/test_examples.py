"""The programs in examples/: each is run as a player, and its verdict is the one that its page gives."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.app.players import load_player
from noughts.core.game import Game
from noughts.core.notation import parse_cell, parse_position
from noughts.core.position import Position, Side
from noughts.engines.pipe import PipeStrategy
from noughts.players.player import NO_DICE, consult, supports
from noughts.prove import prove
from noughts.testing import check_strategy

EXAMPLES = Path(__file__).parent.parent / "examples"
STANDARD = Game(3, 3, 3)


LONG = [pytest.param(name, marks=pytest.mark.slow) for name in ("player.mjs", "player.c")]  # Node and a C compiler


@pytest.fixture(scope="module", params=["player.sh", *LONG])
def player(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PipeStrategy]:
    source = EXAMPLES / request.param
    tool = {".mjs": "node", ".c": "cc", ".sh": "sh"}[source.suffix]
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool}")
    if tool == "cc":
        target = tmp_path_factory.mktemp("player") / "player"
        subprocess.run(["cc", "-std=c99", "-O2", "-o", str(target), str(source)], check=True)
        command = shlex.quote(str(target))
    else:
        command = shlex.join([tool, str(source)])
    with PipeStrategy(command, seconds=60) as pipe:
        yield pipe


def test_verdicts(player: PipeStrategy) -> None:
    found = [prove(player, STANDARD, side).never_loses for side in Side]
    assert found == ([True, False] if "player.sh" in player.command else [True, True])


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("mine.py", [False, False]),
        ("mine.rules", [True, True]),
        pytest.param("board_class.py", [True, True], marks=pytest.mark.slow),
        pytest.param("console.py", [True, False], marks=pytest.mark.slow),
    ],
)
def test_programs_as_they_are(spec: str, expected: list[bool]) -> None:
    player = load_player(str(EXAMPLES / spec))
    assert [prove(player, STANDARD, side).never_loses for side in Side] == expected


def test_a_game_at_the_terminal() -> None:
    """Its computer falls into a fork."""
    player, position = load_player(f"console:{sys.executable} {EXAMPLES / 'console.py'}"), Position(STANDARD)
    for name in ["a1", "b2", "c3", "c1", "a3", "b3", "a2"]:
        move = parse_cell(STANDARD, name)
        if position.side is Side.O:
            assert consult(player, position, NO_DICE).moves == (move,)
        position = position.play(move)
    assert str(position.outcome) == "X wins"


def test_in_an_exact_game_a_longer_row_does_not_win(player: PipeStrategy) -> None:
    """On b2 X would make four in a row; on a3 three."""
    game = Game(4, 3, 3, exact=True)
    if supports(player, game):
        assert consult(player, parse_position("X.OO/X.XX/.OO.", game), NO_DICE).moves == (8,)


def test_other_games(player: PipeStrategy) -> None:
    """The shell plays 3,3,3 alone, and says so; the others play all games."""
    games = [Game(4, 3, 3), Game(3, 5, 4), Game(6, 1, 3), Game(15, 15, 5), Game(26, 26, 5)]
    if "player.sh" in player.command:
        assert not any(supports(player, game) for game in games)
    else:
        check_strategy(player, games, positions=3)
