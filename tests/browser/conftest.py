"""The server and the browser that the tests of the page share, and visitors that come to it.

Playwright keeps its event loop in this thread for as long as a browser runs, and no other can run there meanwhile: so
the browser ends with this package's tests, before others that are coroutines. A worker process runs the files of this
package one after the other: it starts one browser and one server.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser import chromium
from tests.browser.visitor import Visitor
from tests.web.process import Server
from tests.web.process import server as started
from tests.web.serving import sqlite

Visit = Callable[..., Visitor]
Resting = defaultdict[tuple[Browser, str], list[Visitor]]


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """What starts a browser is slow, but for the tests that are marked `gate`: the way through each view."""
    if "browser" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("gate"):
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In worker processes the files of this package follow each other, before all others."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: Path(__file__).parent not in item.path.parents)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers: a thread can have it once."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser."""
    path = chromium.program()
    if path is None:
        pytest.skip(chromium.MISSING)
    with chromium.launched(playwright, path) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for everybody."""
    with quiet(tmp_path_factory.mktemp("server")) as server:
        yield server


@contextmanager
def quiet(folder: Path) -> Iterator[Server]:
    """Run a server that has nothing to complain of, up to its end."""
    with started(sqlite(folder), folder / "server.log", "--workers", "2") as server:
        yield server
        server.stop()


@pytest.fixture(scope="package")
def resting() -> Resting:
    """Visitors whose test is over, by their contexts' options: a page that is used again costs less than a new one."""
    return defaultdict(list)


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Server, resting: Resting) -> Iterator[Visit]:
    """Return a function: an address -> a visitor who is there. Others of its arguments are a context's options.

    The browser keeps nothing of them for the next test. `fresh` is for a test that changes the context itself for good
    (scripts, a clock, colours) or asks what the browser has loaded before.
    """
    here: list[tuple[Visitor, list[Visitor] | None]] = []
    failures = request.session.testsfailed

    def come(path: str | None = None, *, fresh: bool = False, **options: Any) -> Visitor:
        places = resting[browser, json.dumps(options, sort_keys=True)]
        visitor = places.pop() if places and not fresh else Visitor(browser, server.url, **options)
        here.append((visitor, None if fresh else places))
        if path is not None:
            visitor.open(path)
        return visitor

    yield come
    for visitor, places in here:
        if places is None or visitor.troubles or request.session.testsfailed > failures:
            visitor.context.close()
        else:
            visitor.forget()
            places.append(visitor)
    assert not [visitor.troubles for visitor, _ in here if visitor.troubles]
