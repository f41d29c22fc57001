"""Files from memory."""

import os
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from noughts.web.http.files import route

TEXT = "export const a = 1;\n" * 50


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two files."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a.js").write_text(TEXT)
    (tmp_path / "b.svg").write_text("<svg/>")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> TestClient:
    """A client of a server that has nothing else."""
    return TestClient(Starlette(routes=[route("/static", {name: folder / name for name in ("parts/a.js", "b.svg")})]))


def test_a_file(client: TestClient) -> None:
    """Its type; compressed for who can read that; checked before every use."""
    answer = client.get("/static/parts/a.js")
    assert answer.text == TEXT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert int(answer.headers["content-length"]) < len(TEXT)
    plain = client.get("/static/parts/a.js", headers={"Accept-Encoding": "identity"})
    assert plain.text == TEXT
    assert int(plain.headers["content-length"]) == len(TEXT)
    assert client.get("/static/b.svg").headers["content-type"] == "image/svg+xml"


def test_a_file_that_the_client_has(client: TestClient, folder: Path) -> None:
    """It is not sent again until it changes."""
    etag = client.get("/static/parts/a.js").headers["etag"]
    again = client.get("/static/parts/a.js", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    (folder / "parts" / "a.js").write_text("export const b = 2;\n")
    os.utime(folder / "parts" / "a.js", ns=(1, 1))
    changed = client.get("/static/parts/a.js", headers={"If-None-Match": etag})
    assert (changed.status_code, changed.text) == (200, "export const b = 2;\n")


@pytest.mark.parametrize(
    "path", ["/static/", "/static/c.js", "/static/parts", "/static/..%2Fsecret", "/static/parts/../../secret"]
)
def test_no_file(client: TestClient, folder: Path, path: str) -> None:
    """Nothing but the files of the folder, even beside it."""
    (folder.parent / "secret").write_text("secret")
    assert client.get(path).status_code == 404
