"""Questions over the API: decisions, hints, values, reviews, lessons, lists of rules, drawings, games as texts."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.requests import Request
from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.app.lessons import lessons_in
from noughts.app.questions import Jobs
from noughts.app.rule_lists import printed_sheet, study
from noughts.board_text.position_text import parse_position
from noughts.cli.group import noughts
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import LimitExceeded
from noughts.lessons.reply_tree import reply_tree
from noughts.processes.channel import JSON
from noughts.records import FORMATS, read_record
from noughts.results.codec import encode
from noughts.solve.minimax import Plain
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Busy
from noughts.web.problems import Problem
from noughts.web.reading import RequestReader
from noughts.web.requests import NewGame
from noughts.web.streams import until_disconnected
from tests.refusals import refused
from tests.web.serving import API, Seated, problem


def answered(client: Any, path: str, **query: Any) -> Any:
    response = client.get(API + path, params=query)
    assert response.status_code == 200, response.text
    return response.json()


def ask(client: Any, what: str, **query: Any) -> Any:
    return answered(client, f"/analysis/{what}", **query)


def test_a_decision_with_its_scores_and_lines(client: Any) -> None:
    told = ask(client, "decision", position="XX./.../O..", strategy="weights")
    assert (told["moves"], told["side"], told["saw"]) == (["c1"], "O", "greatest score 11")
    assert told["reason"] == "stopping a1-c1 is worth most to it"
    assert told["effect"] == {"kind": "threat", "stops": True, "cells": ["b2"], "count": 0}
    assert told["does"] == "It stops 3 in a row, and makes a threat: X must answer at b2."
    assert told["scores"]["c1"] == 11
    through = [line["score"] for line in told["lines"] if "c1" in line["cells"]]
    assert sum(through) == 11


def test_a_slow_strategys_decision_comes_from_the_pool(client: Any) -> None:
    told = ask(client, "decision", game="4,3,3", position="X.../..../....", strategy="perfect")
    assert told["reason"].startswith("loses in")


def test_a_hint_is_perfect_where_that_costs_nothing(client: Any) -> None:
    assert ask(client, "hint", position="XX./OO./...")["moves"] == ["c1"]
    assert ask(client, "hint", game="15,15,5", position="/".join(["." * 15] * 15))["strategy"] != "perfect"


@pytest.mark.parametrize("text", [".../.../...", "X../.O./...", "XX./.../O..", "XOX/.O./..."])
def test_exact_values_are_those_of_the_solver(client: Any, text: str) -> None:
    told = ask(client, "values", position=text)
    position = parse_position(text)
    expected = {
        position.game.name(move): {"value": value.word, "distance": value.distance}
        for move, value in Plain().values(position).items()
    }
    assert told["moves"] == expected
    assert {"value": told["value"], "distance": told["distance"]} in expected.values()


def test_what_is_not_known_is_said(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = server.app.state.services.answers  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        patch.setattr(answers, "pool", Hurried(answers.pool))
        told = ask(server, "values", position="..X/.../..O")
        assert (told["value"], told["reason"]) == (None, "no answer within 0 seconds")
        assert problem(server.get(f"{API}/analysis/hint", params={"position": "..X/.../..O"})) == (504, "timed-out")
    with serving_without_values(server):
        told = ask(server, "values", game="6,6,5", position="/".join(["......"] * 6))
    assert (told["value"], told["distance"], told["moves"], told["reason"]) == (None, None, {}, "out of reach")
    assert len(told["unknown"]) == 36


class Hurried:
    """A pool that leaves its workers no time."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    async def run(self, job: str, asked: JSON, seconds: float, **more: Any) -> JSON:
        return await self.pool.run(job, asked, 0.0, **more)


@contextmanager
def serving_without_values(client: Any) -> Iterator[None]:
    """Let the pool say of every value that it is out of reach."""

    class Limited:
        async def run(self, *asked: object, **more: object) -> Any:
            raise LimitExceeded("out of reach")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client.app.state.services.answers, "pool", Limited())
        yield


def test_a_review_judges_every_move(client: Any) -> None:
    told = ask(client, "review", moves="b2,a2,a1,c3,c1")
    assert [move["words"] for move in told["moves"]] == [
        "kept the draw",
        "lost the draw; a1 (or 3 other moves) would have kept it",
        "kept the win",
        "lost already, whatever the move",
        "kept the win",
    ]
    assert told["mistakes"] == [1]
    assert (told["moves"][1]["before"], told["moves"][1]["after"]) == ("draw", "loss")
    assert told["course"] == [{"good": good, "estimate": None} for good in (0, 1, 1, 1, 1)]
    words = "could have held the draw with a1 (or 3 other moves) at move 2: a2 lost the game."
    said = {"words": f"O {words}", "to_mover": f"You {words}"}
    assert told["turned"] == {"number": 2, "side": "O", "estimated": False, **said}


def test_a_review_of_no_moves(client: Any) -> None:
    assert ask(client, "review", moves="") == {"moves": [], "mistakes": [], "course": [], "turned": None}


def test_how_a_value_comes_about(client: Any) -> None:
    told = ask(client, "tree", position="XXO/OOX/X..")
    assert told == encode(reply_tree(parse_position("XXO/OOX/X..")))


@pytest.mark.parametrize(
    ("what", "query", "kind"),
    [
        ("tree", {"position": "XXX/OO./..."}, "invalid-request"),
        ("values", {"position": "XXX/OO./..."}, "invalid-request"),
        ("values", {}, "invalid-request"),
        ("decision", {"position": ".../.../...", "strategy": "nobody"}, "invalid-request"),
        ("decision", {"game": "4,4,4", "position": "..../..../..../....", "strategy": "ring"}, "invalid-request"),
        ("review", {"moves": "a1,a1"}, "illegal-move"),
    ],
)
def test_what_is_asked_wrongly(client: Any, what: str, query: dict[str, str], kind: str) -> None:
    assert problem(client.get(f"{API}/analysis/{what}", params=query)) == (422, kind)


def test_an_answer_is_remembered(server: TestClient) -> None:
    first = ask(server, "values", position="..X/.O./...")
    with serving_without_values(server):
        assert ask(server, "values", position="..X/.O./...") == first


async def test_work_is_given_up_when_nobody_waits() -> None:
    ended: list[str] = []

    async def work() -> dict[str, Any]:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("cancelled")
        return {}

    messages = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

    async def receive() -> Any:
        await asyncio.sleep(0)
        return next(messages)

    assert await until_disconnected(work(), receive) is None
    assert ended == ["cancelled"]


def test_the_listing_says_what_is_proved(client: Any) -> None:
    listed = {one["name"]: one for one in client.get(f"{API}/strategies").json()["strategies"]}
    assert listed["ring"]["verdicts"] == {"first": "never loses", "second": "never loses"}
    assert listed["weights"]["verdicts"] == {"first": "can lose", "second": "can lose"}
    assert {name: one["usual"] for name, one in listed.items() if one["usual"]} == {"ring": "ring"}
    lists = ("ring", "newell-simon", "centre-corner", "centre-block", "tactical", "first")
    assert {name: one["view"] for name, one in listed.items() if one["view"]} == {
        **dict.fromkeys(lists, "rules"),
        "weights": "grid",
        "paths": "matrix",
        "potential": "grid",
    }
    options = listed["paths"]["options"]
    assert options["level"] == {"choices": "easy|medium|hard", "default": "hard"}
    assert (options["growth"]["choices"], options["override"]["choices"]) == ("N", "on|off")
    assert "table" not in listed["perfect"]["options"]
    assert "ring" not in [one["name"] for one in client.get(f"{API}/strategies?game=4,4,4").json()["strategies"]]


async def test_a_client_that_leaves_before_its_body_has_come() -> None:
    sent: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    messages = iter(sent)

    async def receive() -> dict[str, Any]:
        return next(messages)

    reader = RequestReader[NewGame](NewGame, "POST", "/games")
    with pytest.raises(Problem, match="client disconnected"):
        await reader.read(Request({"type": "http", "method": "POST", "headers": [], "path_params": {}}, receive))


# Lessons


def test_the_lessons_of_a_game(client: Any) -> None:
    moves = "a1,b1,b2,c3,a3,a2,c1"
    answer = answered(client, "/analysis/lessons", moves=moves, seat="second")
    expected = lessons_in(Record(Game(3, 3, 3), (0, 1, 4, 8, 6, 3, 2)), "second")
    assert answer == {"lessons": [encode(one) for one in expected]}
    assert [one["answer"] for one in answer["lessons"]] == ["b2"]
    assert answered(client, "/analysis/lessons", moves=moves, seat="first") == {"lessons": []}


@pytest.mark.parametrize(
    ("path", "query", "kind", "words"),
    [
        ("/lessons/froks", {}, "invalid-request", "no grade 'froks': did you mean fork?"),
        ("/lessons/fork", {"seed": -1}, "invalid-request", "seed"),
        ("/analysis/lessons", {"moves": "a1,a1", "seat": "first"}, "illegal-move", "a1 is taken by X"),
        ("/analysis/lessons", {"moves": "a1", "seat": "third"}, "invalid-request", "seat"),
    ],
)
def test_lessons_that_are_refused(client: Any, path: str, query: dict[str, Any], kind: str, words: str) -> None:
    response = client.get(f"{API}{path}", params=query)
    assert problem(response) == (422, kind)
    assert words in response.json()["detail"]


# Lists of rules


LIST = "win, block, centre, corner, any"


@pytest.mark.parametrize("game", ["3,3,3", "4,4,4"])
def test_a_study(client: Any, game: str) -> None:
    found = client.get(f"{API}/rules/study", params={"rules": LIST, "game": game})
    assert (found.status_code, found.json()) == (200, encode(study(LIST, Game.from_text(game))))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("win, blok", "no condition 'blok': did you mean 'block'"),
        ("", "query.rules"),
        ("win, " * 201, "query.rules: it has 1,005 characters, at most 1,000 are accepted"),
        ("mine.rules", "no condition 'mine.rules'"),
    ],
)
def test_lists_of_rules_that_are_refused(client: Any, rules: str, words: str) -> None:
    response = client.get(f"{API}/rules/study", params={"rules": rules})
    assert problem(response) == (422, "invalid-request")
    assert words in response.json()["detail"]


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


def drawn(kind: str, strategy: str, seat: str) -> str:
    """Return a drawing, as a worker makes it."""
    asked = {"kind": kind, "strategy": strategy, "game": "3,3,3", "seat": seat}
    svg: str = Jobs(Application()).run("draw_strategy", asked, lambda document: None)["svg"]
    return svg


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("poster", ["poster", "weights", "--equal", "first", "--seat", "second", "--out"]),
        ("plan", ["plan", "ring", "--seat", "first", "--svg"]),
    ],
)
def test_they_are_what_the_commands_write(kind: str, command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "drawing.svg"
    CliRunner().invoke(noughts, [*command, str(file)])
    strategy, seat = command[1], command[command.index("--seat") + 1]
    assert drawn(kind, strategy, seat) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "strategy", "refusal"),
    [("plan", "weights", "error.no-plan-first"), ("poster", "paths:level=easy", "error.poster-of-draws")],
)
def test_what_there_is_no_drawing_of(kind: str, strategy: str, refusal: str) -> None:
    with refused(refusal, strategy=f"'{strategy}'"):
        drawn(kind, strategy, "first")


def test_a_download(client: Any) -> None:
    """It comes from a worker, once; a wrong question is refused in words."""
    asked = {"strategy": "ring", "seat": "first"}
    answers = [client.get(f"{API}/gallery/poster", params=asked) for _ in range(2)]
    for answer in answers:
        assert answer.text == drawn("poster", "ring", "first")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["content-disposition"] == 'inline; filename="noughts-poster-ring-first.svg"'
        assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]  # it has its style in it
    refused = client.get(f"{API}/gallery/plan", params={"strategy": "weights", "seat": "first"})
    assert problem(refused)[0] == 422
    for kind, wrong in (("sketch", {}), ("plan", {"seat": "both"}), ("plan", {"strategy": "ring:average=plain"})):
        assert problem(client.get(f"{API}/gallery/{kind}", params=asked | wrong)) == (422, "invalid-request")
    gallery = client.get(f"{API}/gallery").json()["proofs"]
    assert gallery[0]["seats"]["first"]["against_perfect"] == {"win": "0", "draw": "1", "loss": "0"}


def test_a_sheet_to_print(client: Any) -> None:
    """A list by its name or its text, with what is proved of it; without one a worksheet; no file is opened."""
    named = client.get(f"{API}/rules/sheet", params={"rules": "school-both"})
    assert named.headers["content-disposition"] == 'inline; filename="noughts-sheet.svg"'
    assert named.text == printed_sheet("school-both")
    assert "it never loses, first or second" in named.text
    told = client.get(f"{API}/rules/sheet", params={"rules": "win, block, any"}).text
    assert "it can lose, moving first b3 a2 c2" in told
    assert "My list of rules" in client.get(f"{API}/rules/sheet").text
    copy = {"rules": "school-first", "title": "Blatt A", "copy": "class"}
    handed_out = client.get(f"{API}/rules/sheet", params=copy, headers={"Accept-Language": "de"}).text
    assert "Blatt A" in handed_out
    assert "school-first" not in handed_out
    assert "erste Regel, die ein freies Feld hat" in handed_out
    assert "verlieren" not in handed_out
    refused = client.get(f"{API}/rules/sheet", params={"rules": "/etc/hosts.rules"})
    assert problem(refused)[0] == 422
