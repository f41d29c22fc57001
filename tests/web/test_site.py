"""The page as static files, without a browser: every address in it leads to a file, and the list of files is true."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from posixpath import join, normpath
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.errors import FileError
from noughts.web.browser.files import browser_files
from noughts.web.browser.host import BrowserHost
from noughts.web.http.page import VIEWS, page_files
from noughts.web.site.build import build, handouts, known_answers
from noughts.words import catalogue

BOARDS = ("3,3,3", "4,4,3")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    docs = tmp_path_factory.mktemp("docs")
    (docs / "how-to").mkdir()
    for name in ("index.html", "how-to/index.html"):
        (docs / name).write_text('<a class="to-the-page" href="web.html">the page</a> of the documentation')
    folder = tmp_path_factory.mktemp("sites") / "new" / "site"
    host = BrowserHost(Jobs(Application()))
    build(folder, known_answers(host, BOARDS), docs, "/noughts/", handouts(host))
    return folder


def files_of(site: Path) -> dict[str, bytes]:
    """Return all files of a folder by their paths."""
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def answers_of(files: dict[str, bytes]) -> dict[str, Any]:
    """Return the answers that came with a site, by languages."""
    return {code: json.loads(files[f"answers/{code}.json"]) for code in catalogue.languages()}


def links(html: str) -> Iterator[str]:
    """Return what a document refers to."""
    yield from re.findall(r' (?:href|src)="([^"#]*)"', html)


def listed(site: Path) -> dict[str, str]:
    """Return the service worker's list of files, with their digests."""
    found = re.search(r"const FILES = /\*\*.*?\*/ \((\{.*?\})\);", (site / "sw.js").read_text(), re.DOTALL)
    assert found is not None
    files: dict[str, str] = json.loads(found[1])
    return files


@pytest.mark.gate
def test_every_view_has_a_document_whose_links_lead_somewhere(site: Path) -> None:
    for address in (address for address, view in VIEWS.items() if view):
        folder = address.strip("/").split("/")[0]
        html = (site / folder / "index.html").read_text()
        assert "<html data-site " in html
        for link in links(html):
            assert not link.startswith("/")
            path = normpath(join(folder, link))
            assert (site / path / "index.html" if link.endswith("/") else site / path).is_file(), link
    assert 'href="/noughts/"' in (site / "404.html").read_text()
    for name in ("docs/index.html", "docs/how-to/index.html"):  # and back
        assert "documentation" in (site / name).read_text()
        (link,) = links((site / name).read_text())
        assert normpath(join(Path(name).parent, link)) == "."
    assert 'href="docs/"' in (site / "index.html").read_text()


def test_files_are_those_of_the_package(site: Path) -> None:
    for folder, files in {"static": page_files(), "python": browser_files()}.items():
        for name, content in files.items():
            expected = content if isinstance(content, bytes) else content.read_bytes()
            assert (site / folder / name).read_bytes() == expected


def test_the_service_worker_lists_every_file_but_the_documentation(site: Path) -> None:
    files = files_of(site)
    expected = {name for name in files if not name.startswith(("docs/", ".")) and name not in ("sw.js", "404.html")}
    assert {name: sha256(files[name]).hexdigest()[:16] for name in expected} == listed(site)


def test_known_answers_are_what_is_asked(site: Path) -> None:
    answers: dict[str, Any] = json.loads((site / "answers" / "en.json").read_text())
    of_boards = {f"/{what}?game={board}" for what in ("strategies", "gallery", "rules") for board in BOARDS}
    assert answers.keys() == {"/lessons", *of_boards}
    assert answers["/strategies?game=3,3,3"]["levels"][0]["name"] == "easy"
    german = answers_of(files_of(site))["de"]["/rules?game=3,3,3"]
    assert german["conditions"][0]["meaning"] == "vollendet eine Reihe"


def test_pictures_of_the_page_for_teachers_are_files(site: Path) -> None:
    """Each in the reader's language, and no two the same."""
    for code, title in (("en", "Sheet A"), ("de", "Blatt A")):
        pictures = {path.stem: path.read_text("utf-8") for path in (site / "handouts" / code).iterdir()}
        assert len(pictures) == len({*pictures.values()}) == 8
        assert all(text.startswith("<svg") for text in pictures.values())
        assert f"<title>{title}</title>" in re.sub("<title [^>]*>", "<title>", pictures["sheet-a"])
    assert "Spiele in den Rahmen" in (site / "handouts" / "de" / "plan-first.svg").read_text("utf-8")


def test_a_folder_of_others_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(FileError, match="not empty"):
        build(tmp_path, {})
    with pytest.raises(FileError, match="not empty"):
        build(tmp_path / "thesis.txt", {})
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    (tmp_path / "sw.js").touch()  # other pages have service workers too
    with pytest.raises(FileError, match="not empty"):
        build(tmp_path, {})
    (tmp_path / "manifest.webmanifest").write_text('{"name": "another"}')
    with pytest.raises(FileError, match="not empty"):
        build(tmp_path, {})
    assert len(list(tmp_path.iterdir())) == 3


def test_a_site_under_version_control_is_left_alone(site: Path) -> None:
    (site / ".git").mkdir()
    try:
        with pytest.raises(FileError, match="is a repository"):
            build(site, {})
    finally:
        (site / ".git").rmdir()


def test_a_folder_keeps_its_old_site_where_the_new_one_cannot_take_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site.old").mkdir()  # no name of ours
    folder, rename = tmp_path / "site.x", Path.rename
    folder.mkdir()

    def interrupted(self: Path, target: Path) -> Path:
        if self != folder and Path(target) == folder and not self.name.endswith(".old"):
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(folder, {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site.old", "site.x"]


def test_the_manifest_names_icons_that_are_drawn(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    for icon in manifest["icons"]:
        data = (site / icon["src"]).read_bytes()
        size = int.from_bytes(data[16:20], "big")
        assert data.startswith(b"\x89PNG")
        assert icon["sizes"] == f"{size}x{size}"
