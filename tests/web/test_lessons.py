"""Lessons over the API: the documents of the command line, and clear refusals."""

from typing import Any

import pytest

from noughts.app.lessons import lesson_grades, lessons_in, made_lesson
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.results.codec import encode
from tests.web.serving import API, problem


def ask(client: Any, path: str, **query: Any) -> Any:
    response = client.get(f"{API}{path}", params=query)
    assert response.status_code == 200, response.text
    return response.json()


def test_the_grades(client: Any) -> None:
    assert ask(client, "/lessons") == encode(lesson_grades())


@pytest.mark.parametrize("grade", ["fork", "4,3,3", "five"])
def test_a_lesson_is_that_of_the_command(client: Any, grade: str) -> None:
    assert ask(client, f"/lessons/{grade}", seed=1) == encode(made_lesson(grade, 1))


def test_the_lessons_of_a_game(client: Any) -> None:
    moves = "a1,b1,b2,c3,a3,a2,c1"
    told = ask(client, "/analysis/lessons", moves=moves, seat="second")
    expected = lessons_in(Record(Game(3, 3, 3), (0, 1, 4, 8, 6, 3, 2)), "second")
    assert told == {"lessons": [encode(one) for one in expected]}
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
def test_what_is_refused(client: Any, path: str, query: dict[str, Any], kind: str, words: str) -> None:
    response = client.get(f"{API}{path}", params=query)
    assert problem(response) == (422, kind)
    assert words in response.json()["detail"]
