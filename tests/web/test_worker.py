"""A worker answers one job a line."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.core.game import Game
from noughts.strategies.search import Search


def answers(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    jobs, told = Jobs(Application()), list[dict[str, Any]]()
    for request in requests:
        told.append(jobs.answer(request, lambda progress: told.append({"progress": progress})))
    sent: list[dict[str, Any]] = json.loads(json.dumps(told))
    return sent


def test_jobs_are_answered_one_after_the_other() -> None:
    told = answers(
        {"job": "values", "asked": {"game": "3,3,3", "position": "XX./OO./..."}},
        {"job": "hint", "asked": {"game": "3,3,3", "position": "XX./OO./..."}},
        {"job": "move", "asked": {"game": "3,3,3", "position": "X../.../...", "strategy": "random", "seed": "1:1"}},
    )
    values, hint, move = (one for one in told if "progress" not in one)
    assert values["answer"]["moves"]["c1"] == {"value": "win", "distance": 1}
    assert hint["answer"]["moves"] == ["c1"]
    assert move["answer"]["choice"] in {"b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}


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


def test_a_review_reports_how_far_it_is() -> None:
    *progress, last = answers({"job": "review", "asked": {"game": "3,3,3", "moves": "b2,a2"}})
    assert sorted({one["progress"]["judged"] for one in progress}) == [0, 1, 2]
    assert last["answer"]["mistakes"] == [1]


def test_a_review_that_has_no_time_left_says_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.app.questions.REVIEW_SECONDS", 0.0)
    game = {"game": "5,5,4", "moves": "a1"}
    *_, told = answers({"job": "review", "asked": game})
    assert not told["answer"]["moves"][0]["known"]
    assert told["answer"]["moves"][0]["reason"] == "0 s are over"
    *_, told = answers({"job": "review", "asked": {"game": "3,3,3", "moves": "a1"}})
    assert told["answer"]["moves"][0]["known"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["15,15,5", "15,15,5-exact"])
def test_a_review_of_a_large_board_judges_the_end(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost game is said to be lost: the line that ended it, and the wins that a search proves before."""
    monkeypatch.setattr("noughts.app.questions.REVIEW_SECONDS", 8.0)
    monkeypatch.setattr("noughts.app.review._LARGE_SECONDS", 0.1)
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)  # as in a browser
    moves = "h8,g9,i9,h10,i11,j10,i10,j11,i8,i12,i7"
    *_, told = answers({"job": "review", "asked": {"game": game, "moves": moves}})
    review = told["answer"]
    *early, fours, _, last = [move["search"] for move in review["moves"]]
    assert (last["words"], last["before"], last["after"]) == ("completes a line", "win", "win")
    assert (fours["words"], fours["after"]) == ("kept a proved win by fours in 3 moves", "win")
    assert 7 in review["mistakes"]
    assert review["moves"][7]["search"]["words"].startswith("gave X a proved win by fours in 3 moves")
    assert isinstance(early[0]["estimate"], int)


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
