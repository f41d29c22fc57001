"""How much a first load weighs: the files that a view needs, each compressed, and what a browser asks for."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from noughts.web.http.page import BUNDLE, STATIC, document, page_files
from noughts.words import catalogue
from tests.browser.conftest import Visit

LIMIT = 50_000  # bytes of the files
WIRE, REQUESTS = 50_000, 8  # bytes and requests of the first page, with the answers to its questions
VIEWS = sorted(path.parent.name for path in (STATIC / "views").glob("*/view.js"))


def files_of(view: str) -> dict[str, bytes]:
    """Return the files that the document of a view names, by their paths under /static; the icon is asked for later."""
    names = dict.fromkeys(re.findall(r'(?:href|src)="/static/(.+?\.(?:js|css))"', document(view)))
    files = page_files()
    return {name: file if isinstance(file := files[name], bytes) else file.read_bytes() for name in names}


@pytest.mark.parametrize("view", VIEWS)
def test_first_load_of_a_view(view: str) -> None:
    files = files_of(view)
    assert len(files) in ({2} if view == "embed" else {4, 5})
    sizes = [len(gzip.compress(file)) for file in (*files.values(), document(view).encode(), catalogue.for_page("en"))]
    assert sum(sizes) < LIMIT


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "embed"])
def test_a_view_needs_what_its_modules_import(view: str) -> None:
    """The list is true: no module that is imported is found late."""
    found = [f"views/{view}/view.js"]
    for name in found:
        text = (BUNDLE / name).read_text(encoding="utf-8")
        paths = [(Path(name).parent / each) for each in re.findall(r'(?:from|^import|;import)"(.+?\.js)"', text)]
        found += [path for each in paths if (path := str(Path(*normal(each)))) not in found]
    needed: dict[str, list[str]] = json.loads((BUNDLE / "needed.json").read_text(encoding="utf-8"))
    assert sorted(needed[view]) == sorted(found)


def normal(path: Path) -> list[str]:
    """Return the parts of a path without its steps upwards."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return parts


def test_first_visit_and_second(visit: Visit) -> None:
    """Of the first page: few requests, few bytes; again hardly any but the answers to its questions."""
    visitor = visit(fresh=True)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    asked: list[str] = []
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    session.on("Network.loadingFinished", finished)
    for most in (WIRE, WIRE / 3):
        asked.clear()
        sizes.clear()
        visitor.open("/")
        expect(visitor.page.get_by_role("radio", name="perfect")).to_be_attached()
        visitor.page.wait_for_load_state("networkidle")
        assert len(asked) <= REQUESTS, asked
        assert sum(sizes) < most
