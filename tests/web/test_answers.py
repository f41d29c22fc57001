"""Where an answer is computed: what costs little here, all else by a worker, and so for who has had a share."""

import asyncio
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.app.questions import QUESTIONS, TABLE, Jobs, decides_here
from noughts.app.requests import OfStrategy
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.processes.channel import JSON
from noughts.strategies.registry import load, shipped
from noughts.web.ask.answers import Answers
from noughts.web.ask.queue import client_now
from noughts.web.ask.timespent import TimeSpent, time_spent
from noughts.web.operations import OPERATIONS

SMALL, LARGE = Game(3, 3, 3), Game(26, 26, 4)


class Counting:
    """A pool that answers nothing of importance."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def run(self, job: str, asked: JSON, seconds: float, **more: Any) -> JSON:
        self.asked.append(job)
        return {"choice": "a1"}


def asked(strategy: str, game: Game) -> OfStrategy:
    return OfStrategy(strategy=strategy, game=str(game), position=str(Position(game)))


@pytest.mark.parametrize(
    ("strategy", "game", "here"),
    [
        ("ring", SMALL, True),
        ("tactical", SMALL, True),
        ("rules: win, block, fork, block fork, any", SMALL, True),
        ("weights", Game(15, 15, 5), True),
        ("weights", LARGE, False),
        ("rules: any", LARGE, True),
        ("rules: fork, block fork, any", LARGE, False),
        ("rules: " + "block fork, " * 80 + "any", SMALL, False),
        ("menace", SMALL, False),
        ("menace:games=0", SMALL, True),
        ("search:nodes=30", SMALL, False),
    ],
)
def test_what_a_visitor_can_scale_is_computed_by_a_worker(strategy: str, game: Game, here: bool) -> None:
    pool = Counting()
    answers = Answers(Application(), pool)  # type: ignore[arg-type]
    asyncio.run(answers.ask(TABLE["decision"], asked(strategy, game)))
    assert pool.asked == ([] if here else ["decision"])


def test_on_the_largest_board_only_one_look_at_it_is_here() -> None:
    at_once = {name for name, player in shipped(LARGE).items() if decides_here(player, LARGE)}
    assert at_once == {"first", "random"}
    assert not decides_here(load("tactical"), LARGE)


def test_who_has_had_a_share_of_the_time_here_waits_for_a_worker() -> None:
    pool = Counting()
    answers, spent = Answers(Application(), pool), TimeSpent()  # type: ignore[arg-type]
    time_spent.set(spent)
    client_now.set("one")
    spent.add("one", 1.0)
    asyncio.run(answers.ask(TABLE["decision"], asked("ring", SMALL)))
    assert pool.asked == ["decision"]
    client_now.set("another")
    asyncio.run(answers.ask(TABLE["decision"], asked("ring", SMALL)))
    assert pool.asked == ["decision"]


def test_answers_are_remembered_up_to_a_number_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One answer on a large board has a hundred kilobytes, and as objects more than a megabyte."""
    monkeypatch.setattr("noughts.web.ask.answers._REMEMBERED", 5000)
    pool = Counting()
    answers = Answers(Application(), pool)  # type: ignore[arg-type]
    asked_of = [asked(f"search:nodes={number}", Game(9, 9, 5)) for number in range(100, 150)]
    for request in (asked_of[0], asked_of[0], *asked_of, asked_of[-1], asked_of[0]):
        assert asyncio.run(answers.ask(TABLE["decision"], request)) == {"choice": "a1"}
    assert len(pool.asked) == len(asked_of) + 1  # the first one again, and no other
    assert sum(len(key) + len(answer) for key, answer in answers._known.items()) == answers._length <= 5000


def test_every_question_of_the_table_has_its_address() -> None:
    addresses = {f"{operation.method} {operation.path}": operation for operation in OPERATIONS}
    for question in QUESTIONS:
        if question.address:
            operation = addresses[question.address]
            assert (operation.request, operation.about) == (question.request, question.about)
    assert {question.name for question in QUESTIONS if not question.address} == {"move"}


def test_a_move_in_a_game_is_the_move_alone() -> None:
    """A worker sends no scores: on a board of 26 by 26 they are thousands, which the server reads while others wait."""
    asked = {"game": "26,26,5", "position": "/".join(["." * 26] * 26), "strategy": "paths", "seed": "1:0"}
    told = Jobs(Application()).run("move", asked, lambda progress: None)
    assert told.keys() == {"choice", "reason", "saw"}
    assert len(str(told)) < 300
