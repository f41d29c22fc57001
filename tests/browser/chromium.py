"""The browser that the page is tried in: Debian's Chromium, which reaches nothing but this machine."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright, sync_playwright

# The shell has no windows: the same pages take a third less of the processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = "there is no Chromium (on Debian: apt install chromium-headless-shell), nor does NOUGHTS_CHROMIUM name one"
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-features=LocalNetworkAccessChecks",  # a page of another site may have this machine's in a frame
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def program() -> str | None:
    """Return the Chromium to run: the one that NOUGHTS_CHROMIUM names, else the first on the PATH, else None."""
    return os.environ.get("NOUGHTS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    """Run a Chromium."""
    sandbox = os.geteuid() != 0  # as root Chromium has none
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, chromium_sandbox=sandbox)
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def browsing(path: str) -> Iterator[Browser]:
    """Run a Chromium. While it runs, this thread has Playwright's event loop: nothing else of asyncio can run in it."""
    with sync_playwright() as playwright, launched(playwright, path) as browser:
        yield browser
