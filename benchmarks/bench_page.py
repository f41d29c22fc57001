"""The first load of the page in Chromium, with nothing in its cache: how many bytes, and how long until one can play.

The time runs from the start of the navigation, by the browser's own clock, to the first frame in which the board takes
a move. The peer is a small file of the same server, until the browser shows it; both are loaded by turns.
"""

import statistics
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession
from pytest_benchmark.fixture import BenchmarkFixture

from tests.browser import chromium
from tests.browser.conftest import quiet
from tests.web.process import Server

LIMITS = {"home": 50_000, "game": 60_000}  # bytes of a first load
ROUNDS = 15

READY = {
    "home": "[role=grid] button[aria-disabled=false]",
    "game": "[role=grid] button[aria-disabled=false]",
}
SHOWN = "pre"  # how the browser shows the text of a file
WATCH = """
    window.ready = new Promise((resolve) => {
        const look = () => {
            if (document.querySelector(%r)) resolve(performance.now());
            else requestAnimationFrame(look);
        };
        look();
    });
"""


class Load:
    """One load in a fresh context: its bytes as they came over the wire, with their headers, and its milliseconds."""

    def __init__(self, browser: Browser, address: str, ready: str, seat: dict[str, Any]) -> None:
        context = browser.new_context(storage_state={"origins": [seat]} if seat else None)  # type: ignore[arg-type]
        try:
            context.add_init_script(WATCH % ready)
            page = context.new_page()
            self.bytes, self.files = 0, 0
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            self._count(session)
            page.goto(address)
            self.milliseconds: float = page.evaluate("window.ready")
            page.wait_for_load_state("load")
        finally:
            context.close()

    def _count(self, session: CDPSession) -> None:
        def finished(event: dict[str, Any]) -> None:
            self.bytes += round(event["encodedDataLength"])
            self.files += 1

        session.on("Network.loadingFinished", finished)


def game(browser: Browser, server: Server) -> tuple[str, dict[str, Any]]:
    """Return the address of a game in which X is to move, and what a browser remembers that may move."""
    context = browser.new_context(base_url=server.url)
    body = {"game": "3,3,3", "x": "human", "o": "ring"}
    made = context.request.post("/api/v1/games", data=body).json()
    context.close()
    (token,) = made["tokens"].values()
    name = made["game"]["id"]
    kept = {"name": f"noughts.seats.{name}", "value": f'{{"mine": {{"X": "{token}"}}}}'}
    return f"{server.url}/game/{name}", {"origin": server.url, "localStorage": [kept]}


@pytest.mark.parametrize("kind", READY)
def bench_page(benchmark: BenchmarkFixture, kind: str, tmp_path: Path) -> None:
    """The page for a new game, and the page of a game."""
    path = chromium.program()
    if path is None:
        pytest.skip(chromium.MISSING)
    with quiet(tmp_path) as server, chromium.browsing(path) as browser:
        address, seat = game(browser, server) if kind == "game" else (server.url, {})
        loads: list[Load] = []
        small: list[float] = []

        def by_turns() -> None:
            small.append(Load(browser, f"{server.url}/static/theme.js", SHOWN, {}).milliseconds)

        def load() -> None:
            loads.append(Load(browser, address, READY[kind], seat))

        benchmark.pedantic(load, setup=by_turns, rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call]
        peer = statistics.median(small[1:])
    heaviest = max(load.bytes for load in loads)
    assert loads[0].files > 3
    assert heaviest < LIMITS[kind]
    milliseconds = statistics.median(load.milliseconds for load in loads[1:])
    benchmark.extra_info |= {
        "bytes": heaviest,
        "files": loads[-1].files,
        "ms to interactive": round(milliseconds, 1),
        "slowest ms": round(max(load.milliseconds for load in loads[1:]), 1),
        "ms of a small file": round(peer, 1),
        "ratio": round(milliseconds / peer, 2),
    }
