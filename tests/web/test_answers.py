"""Where an answer is computed: what costs little here, all else by a worker, which answers one job a line."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.app.questions import QUESTIONS, TABLE, Jobs, decides_here
from noughts.app.requests import OfStrategy
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.processes.channel import JSON
from noughts.strategies.registry import load, shipped
from noughts.strategies.search import Search
from noughts.web import describe
from noughts.web.ask.answers import Answers
from noughts.web.ask.queue import client_now
from noughts.web.ask.timespent import TimeSpent, time_spent
from noughts.web.operations import OPERATIONS, ROOT
from noughts.web.problems import KINDS

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
        ("rules: win, block, fork, block fork, any", SMALL, True),
        ("weights", Game(15, 15, 5), True),
        ("weights", LARGE, False),
        ("rules: fork, block fork, any", LARGE, False),
        ("rules: " + "block fork, " * 80 + "any", SMALL, False),
        ("menace", SMALL, False),
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


def answers(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    jobs, told = Jobs(Application()), list[dict[str, Any]]()
    for request in requests:
        told.append(jobs.answer(request, lambda progress: told.append({"progress": progress})))
    sent: list[dict[str, Any]] = json.loads(json.dumps(told))
    return sent


def test_the_same_seed_is_the_same_choice() -> None:
    asked = {"game": "3,3,3", "position": "X../.../...", "strategy": "random"}
    told = answers(*({"job": "move", "asked": asked | {"seed": str(seed)}} for seed in (1, 1, 2, 3, 4, 5)))
    choices = [one["answer"]["choice"] for one in told]
    assert choices[0] == choices[1]
    assert len(set(choices)) > 1


@pytest.mark.parametrize("strategy", ["paths:override=off", "paths:level=easy"])
def test_progress_comes_before_the_answer(strategy: str) -> None:
    *progress, last = answers({"job": "proof", "asked": {"game": "3,3,3", "strategy": strategy, "seat": "both"}})
    assert [list(one) for one in progress] == [["progress"]] * len(progress)
    assert {one["progress"]["seat"] for one in progress} == {"first", "second"}
    assert set(last["answer"]["seats"]) == {"first", "second"}


def test_a_review_that_has_no_time_left_says_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.app.questions.REVIEW_SECONDS", 0.0)
    game = {"game": "5,5,4", "moves": "a1"}
    *_, told = answers({"job": "review", "asked": game})
    assert not told["answer"]["moves"][0]["known"]
    assert told["answer"]["moves"][0]["reason"] == "0 s are over"
    *_, told = answers({"job": "review", "asked": {"game": "3,3,3", "moves": "a1"}})
    assert told["answer"]["moves"][0]["known"]


def test_a_decision_that_needs_compiled_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = list[str]()

    def wait(modules: list[str], report: Callable[[list[str]], None]) -> None:
        for module in modules:
            needed.append(module)
            report([module])

    monkeypatch.setattr("noughts.jit.wait", wait)
    asked = {"game": "3,3,3", "position": "XX./OO./..."}
    compiling, told = answers({"job": "decision", "asked": asked | {"strategy": "search"}})
    assert (needed, compiling) == (["noughts.search.player"], {"progress": {"compiling": True}})
    assert told["answer"]["moves"] == ["c1"]
    [told] = answers({"job": "decision", "asked": asked | {"strategy": "search:seconds=1"}})
    assert told["answer"]["moves"] == ["c1"]


def test_a_live_game_does_not_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """`search` by nodes is replaced by plain Python until its kernels are there, in exact games too."""
    monkeypatch.setattr("noughts.search.kernel_loading.ready", lambda module: False)
    monkeypatch.setattr("noughts.search.kernel_loading.is_loaded", lambda seconds: False)
    waited = list[str]()
    monkeypatch.setattr("noughts.jit.wait", lambda modules, report: waited.extend(modules))
    asked = {"game": "4,4,4", "position": "X.../.O../..../....", "strategy": "search", "seed": "1:1"}
    [told] = answers({"job": "move", "asked": asked})
    assert told["answer"]["saw"].endswith("; the compiled search is not ready yet")
    assert not waited
    assert Search().meanwhile(Game(15, 15, 5, exact=True)) == Search().meanwhile(Game(4, 4, 4)) != Search()
    assert Search(plain=True).meanwhile(Game(4, 4, 4)) == Search(plain=True)
    monkeypatch.setattr("noughts.search.kernel_loading.ready", lambda module: True)
    assert Search().meanwhile(Game(4, 4, 4)) == Search()


def test_an_error_is_an_answer() -> None:
    [told] = answers({"job": "values", "asked": {"game": "3,3,3", "position": "XXX/OO./..."}})
    assert told["error"][0] == "InvalidPositionError"
    assert json.loads(told["error"][1])["kind"] == "error.nothing-to-decide"


def test_the_document_has_every_operation() -> None:
    document = describe.openapi("1")
    listed = {
        (method.upper(), path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert listed.keys() == {(one.method, ROOT + one.path) for one in OPERATIONS}
    text = json.dumps(document)
    models = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert models == document["components"]["schemas"].keys() - {"Fault"} | {"Fault"}
    for one in OPERATIONS:
        operation = listed[one.method, ROOT + one.path]
        given = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
        assert given == set(re.findall(r"\{(\w+)\}", one.path))
        assert {*one.problems} <= KINDS.keys()
