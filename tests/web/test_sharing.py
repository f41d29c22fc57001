"""Games and positions as texts over the API."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from noughts.core.game import Game
from noughts.records import FORMATS, read_record
from noughts.web.ask.queue import Busy
from tests.web.serving import API, Seated, problem


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_downloaded_can_be_pasted(client: Any, form: str) -> None:
    game = Seated(client, game="4,3,3", x="human", o="paths")
    game.move("b2")
    file = client.get(f"{API}/games/{game.state['id']}/record/{form}")
    assert file.headers["content-disposition"] == f'attachment; filename="noughts-4-3-3{FORMATS[form].suffix}"'
    read = client.post(f"{API}/records", json={"text": file.text, "game": "4,3,3"}).json()
    assert (read["game"], read["moves"], read["position"]) == ("4,3,3", game.cells, game.state["position"])
    moves = client.get(f"{API}/records/{form}", params={"game": "4,3,3", "moves": ",".join(game.cells), "x": "A"})
    assert read_record(moves.text, Game(4, 3, 3)).cell_names == game.cells


OFFSETS = "points read as offsets from the centre, b2: columns to the right, then rows down"


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("X../.O./...", None, {"format": "position", "moves": None, "game": "3,3,3", "position": "X../.O./..."}),
        ("X...", "2,2,2", {"format": "position", "position": "X./.."}),
        ("-1,-1, 1,0", "3,3,3", {"format": "points", "moves": ["a1", "c2"], "known": [OFFSETS]}),
        ("b2 a1 c3", None, {"known": [], "format": "text", "moves": ["b2", "a1", "c3"], "position": "O../.X./..X"}),
        ("(;FF[4]GM[4]SZ[15];B[hh];W[hi])", None, {"format": "sgf", "game": "15,15,5", "moves": ["h8", "h9"]}),
    ],
)
def test_what_a_text_is(client: Any, text: str, game: str | None, expected: dict[str, Any]) -> None:
    read = client.post(f"{API}/records", json={"text": text, "game": game}).json()
    assert {name: read[name] for name in expected} == expected


def test_a_long_text_is_read_by_a_worker(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = server.post(f"{API}/records", json={"text": "(;GM[4]SZ[15]" + "(;C[x]" * 3000 + ")" * 3001})
    assert (deep.json()["game"], deep.json()["moves"]) == ("15,15,5", [])

    async def busy(*asked: object, **more: object) -> None:
        raise Busy("all workers are busy")

    monkeypatch.setattr(server.app.state.services.answers.pool, "run", busy)  # type: ignore[attr-defined]
    assert problem(server.post(f"{API}/records", json={"text": "b2"})) == (503, "busy")


@pytest.mark.parametrize("text", ["what is this", "XXX/.../...", "(;", "{}", "a1 a1"])
def test_what_is_neither(client: Any, text: str) -> None:
    status, kind = problem(client.post(f"{API}/records", json={"text": text}))
    assert (status, kind) in {(422, "invalid-request"), (422, "illegal-move")}


def test_points_that_are_refused_are_no_board(client: Any) -> None:
    answer = client.post(f"{API}/records", json={"text": "(1,1) (2,2)"})
    assert "counted from 0 or from 1" in answer.json()["detail"]


def test_a_format_that_there_is_not(client: Any) -> None:
    assert problem(client.get(f"{API}/records/doc", params={"moves": "a1"})) == (422, "invalid-request")
    assert problem(client.get(f"{API}/records/sgf", params={"moves": "a1,a1"})) == (422, "illegal-move")
