"""Lessons over the API: the documents of the command line, and clear refusals."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from noughts.app.application import Application
from noughts.app.lessons import grade_documents, lessons_in, made_lesson
from noughts.app.questions import Jobs
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.web.local.program import LocalProgram
from tests.web.serving import API, problem, serving, sqlite


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(sqlite(tmp_path_factory.mktemp("lessons"))) as client:
        yield client


def ask(client: TestClient, path: str, **query: Any) -> Any:
    response = client.get(f"{API}{path}", params=query)
    assert response.status_code == 200, response.text
    return response.json()


def test_the_grades(client: TestClient) -> None:
    assert ask(client, "/lessons") == {"grades": grade_documents()}


@pytest.mark.parametrize("grade", ["fork", "4,3,3", "five"])
def test_a_lesson_is_that_of_the_command(client: TestClient, grade: str) -> None:
    assert ask(client, f"/lessons/{grade}", seed=1) == made_lesson(grade, 1)


def test_the_lessons_of_a_game(client: TestClient) -> None:
    moves = "a1,b1,b2,c3,a3,a2,c1"
    told = ask(client, "/analysis/lessons", moves=moves, seat="second")
    assert told == {"lessons": lessons_in(Record(Game(3, 3, 3), (0, 1, 4, 8, 6, 3, 2)), "second")}
    assert [one["answer"] for one in told["lessons"]] == ["b2"]
    assert ask(client, "/analysis/lessons", moves=moves, seat="first") == {"lessons": []}


@pytest.mark.parametrize(
    ("path", "query", "kind", "words"),
    [
        ("/lessons/froks", {}, "invalid-request", "no grade 'froks': known are win"),
        ("/lessons/fork", {"seed": -1}, "invalid-request", "seed"),
        ("/analysis/lessons", {"moves": "a1,a1", "seat": "first"}, "illegal-move", "a1 is taken by X"),
        ("/analysis/lessons", {"moves": "a1", "seat": "third"}, "invalid-request", "seat"),
    ],
)
def test_what_is_refused(client: TestClient, path: str, query: dict[str, Any], kind: str, words: str) -> None:
    response = client.get(f"{API}{path}", params=query)
    assert problem(response) == (422, kind)
    assert words in response.json()["detail"]


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/lessons", {}),
        ("/lessons/stop", {"seed": 3}),
        ("/lessons/froks", {}),
        ("/analysis/lessons", {"moves": "a1,b1,b2,c3", "seat": "second"}),
        ("/analysis/lessons", {"moves": "a1,a1", "seat": "second"}),
    ],
)
def test_the_program_without_a_server_answers_the_same(client: TestClient, path: str, query: dict[str, Any]) -> None:
    theirs = client.get(f"{API}{path}", params=query)
    request = {"method": "GET", "path": path, "query": query}
    ours = LocalProgram(Jobs(Application())).answer(request, print)
    assert (ours["status"], ours["document"]) == (theirs.status_code, theirs.json())
    assert (
        path == "/lessons"
        or LocalProgram(Jobs(Application())).answer({**request, "quick": True}, print)["status"] == 202
    )
