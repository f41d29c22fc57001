"""The files of /python/: their policy, their types, how they are kept; and what the archive of sources holds."""

import asyncio
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.cli.web import say_what_is_missing
from noughts.web.browser import files as browser
from noughts.web.browser.worker import answer
from noughts.web.http import files as served
from noughts.web.site.build import build
from tests.refusals import refused
from tests.web.serving import problem, serving, sqlite

FAKE = {name: f"the file {name}".encode() for name in browser._PYODIDE} | {"package.json": b'{"version": "9.9"}'}


GAME = {"game": "3,3,3"}
POSITION = GAME | {"position": "X../.O./..."}
ASKED: list[tuple[str, Any]] = [
    ("program_proof", GAME | {"source": "def move(board):\n    return board.index(' ')\n", "seat": "first"}),
    ("decision", POSITION | {"strategy": "ring"}),
    ("move", POSITION | {"strategy": "random", "seed": "1:1"}),
    ("read_record", {"text": "XX./.../O..", "game": None}),
    ("hint", POSITION),
    ("values", POSITION),
    ("review", GAME | {"moves": "a1,b1,b2"}),
    ("tree", GAME | {"position": "XO./.X./..O"}),
    ("make_lesson", {"grade": "fork", "seed": 1}),
    ("lessons_of_a_game", GAME | {"moves": "a1,b1,b2,c3", "seat": "second"}),
    ("proof", GAME | {"strategy": "ring", "seat": "second"}),
    ("draw_strategy", GAME | {"kind": "poster", "strategy": "ring", "seat": "first"}),
    ("study_rules", GAME | {"rules": "win, block, any"}),
    ("draw_sheet", {"rules": "win, block, any"}),
    ("draw_strategy", GAME | {"kind": "plan", "strategy": "ring", "seat": "first"}),
]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server that has some files for Pyodide's."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name, content in FAKE.items():
        (folder / name).write_bytes(content)
    monkeypatch.setattr(browser, "_FOLDERS", (folder,))
    forget()
    with serving(sqlite(tmp_path)) as client:
        yield client
    forget()


def forget() -> None:
    served._python_files.cache_clear()
    served._held.cache_clear()


def test_only_the_worker_may_compile(client: TestClient) -> None:
    index = client.get("/python/files.json").json()
    others = ["/", "/prove", "/docs", "/static/main.js", "/static/python/worker.js", "/api/v1/games", "/python/nothing"]
    for address in [*others, *(f"/python/{name}" for name in index["sizes"]), "/python/files.json"]:
        assert "unsafe-eval" not in client.get(address).headers["content-security-policy"], address
    policy = client.get("/python/worker.js").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "'unsafe-eval'" not in policy


def test_without_the_files_it_says_how_to_get_them(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "_FOLDERS", ())
    forget()
    answer = client.get("/python/files.json")
    assert problem(answer) == (404, "not-found")
    assert f"pyodide@{browser.VERSION}" in answer.json()["detail"]


def test_without_the_files_the_commands_say_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(browser, "_FOLDERS", ())
    say_what_is_missing()
    command = f"npm install --prefix {platformdirs.user_data_path('noughts')} pyodide@{browser.VERSION}"
    assert capsys.readouterr().err == f"Python for the browser is not installed: {command}\n"
    with refused("error.no-browser-python", command=command):
        build(tmp_path / "site", {})


def test_the_version_asked_for_is_that_of_the_lock() -> None:
    package = json.loads((Path(__file__).parents[2] / "package.json").read_text(encoding="utf-8"))
    assert package["dependencies"]["pyodide"] == browser.VERSION


@pytest.mark.gate
def test_the_archive_is_the_same_each_time_and_is_enough(tmp_path: Path) -> None:
    """A Python without site-packages proves a program with nothing but the archive."""
    archive = tmp_path / "noughts.zip"
    archive.write_bytes(browser.sources())
    browser.sources.cache_clear()
    assert browser.sources() == archive.read_bytes()
    names = zipfile.ZipFile(archive).namelist()
    assert archive.stat().st_size < 980_000
    assert not [name for name in names if "/click" in name or "/static/" in name]
    assert "noughts/solve/gravity/book.txt" in names  # the best level of connect-four asks it first
    zipfile.ZipFile(archive).extractall(tmp_path / "there")  # as the worker does
    code = "import asyncio, json, sys; sys.path.insert(0, 'there'); from noughts.web.browser.worker import answer\n"
    code += "for asked in json.load(sys.stdin): print(asyncio.run(answer(json.dumps(asked), lambda progress: None)))"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        input=json.dumps([{"job": job, "asked": asked} for job, asked in ASKED]),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stderr
    own, *others = map(json.loads, ran.stdout.splitlines())
    assert own["answer"]["seats"]["first"]["verdict"] == "can lose"
    jobs = Jobs(Application())
    assert {job for job, _ in ASKED[1:]} == jobs.table.keys()
    for (job, asked), told in zip(ASKED[1:], others, strict=True):
        assert told == {"answer": json.loads(json.dumps(jobs.run(job, asked, lambda _: None)))}, job


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_error_says_where_in_every_language(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows the board and the call: it takes them from what the error is made of, not from its words."""
    monkeypatch.chdir(tmp_path)
    asked = {"source": "def move(board):\n    return 0\n", "read": None, "game": "3,3,3", "seat": "second"}
    request = json.dumps({"job": "program_proof", "asked": asked, "language": language})
    name, words, facts = json.loads(asyncio.run(answer(request, lambda progress: None)))["error"]
    assert (name, facts["answer"], facts["position"]) == ("NotPlayed", "0", "'X.X/O.O/XO.'")
    assert facts["deed"] in words
    assert facts["reading"] in words
