"""One game."""

import pytest

from noughts.arena.play import forfeit, play_game
from noughts.core.game import Game
from noughts.core.player import Strategy
from noughts.core.position import Side
from noughts.strategies.registry import load
from tests.arena.fakes import Cheat, Crash, Silent

STANDARD = Game(3, 3, 3)


def test_the_same_seed_gives_the_same_game() -> None:
    games = [play_game(STANDARD, load("random"), load("paths:level=easy"), (), seed) for seed in ("1 1", "1 1", "1 2")]
    assert games[0] == games[1]
    assert games[0] != games[2]
    assert games[0].players == ("random", "paths:level=easy")


def test_it_begins_with_the_opening() -> None:
    record = play_game(STANDARD, load("first"), load("first"), (8, 4), "s", ("me", "you"))
    assert record.moves[:3] == (8, 4, 0)
    assert record.players == ("me", "you")
    assert forfeit(record) is None


@pytest.mark.parametrize(
    ("player", "reason"), [(Crash(), "RuntimeError"), (Cheat(), "is taken"), (Silent(by_clock=False), "no answer")]
)
def test_who_fails_loses_with_the_reason(player: Strategy, reason: str) -> None:
    record = play_game(STANDARD, player, load("first"), (), "s")
    assert record.result == "O"
    assert record.ending.startswith("X forfeits: ")
    assert reason in record.ending
    assert forfeit(record) is Side.X
    assert forfeit(play_game(STANDARD, load("first"), player, (), "s")) is Side.O


def test_who_has_lost_only_by_the_clock_has_not_lost() -> None:
    record = play_game(STANDARD, Silent(by_clock=True), load("first"), (), "s")
    assert (record.result, record.ending, record.moves) == (None, "it gave no answer", (0, 1))
    assert forfeit(record) is None
