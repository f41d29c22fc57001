"""The server and the browser that the tests of the page share, and visitors that come to it.

Playwright keeps its event loop in this thread for as long as a browser runs, and no other can run there meanwhile: so
the browser ends with this package's tests, before others that are coroutines.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser import chromium
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]


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
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def traveller(browser: Browser, server: Server) -> Iterator[Visitor]:
    """One visitor for all tests of a module that need no fresh context: each begins at an address."""
    with Visitor(browser, server.url) as visitor:
        yield visitor


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Return a function: an address -> a visitor who is there. Others of its arguments are a context's options."""
    with ExitStack() as visitors:

        def come(path: str | None = None, **options: Any) -> Visitor:
            visitor = visitors.enter_context(Visitor(browser, server.url, **options))
            if path is not None:
                visitor.open(path)
            return visitor

        yield come
