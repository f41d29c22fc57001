"""The page as static files below a folder of a plain web host: played, explored, proved; offline; a new version."""

import functools
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from noughts.web.browser.files import NoPython, pyodide_folder
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.slow

FOLDER = "/someone/noughts"  # of the host
WAITING = """async () => {
  const registration = await navigator.serviceWorker.ready;
  while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
}"""  # a new version has been fetched
PATIENT = 90_000.0  # milliseconds for what waits for Python, on a busy machine


class AtSite(Visitor):
    """A visitor of the site: all its places are below the folder."""

    def open(self, path: str) -> None:
        """Go to a place."""
        super().open(FOLDER + path)

    def go(self, path: str) -> None:
        """Go to a place as a link does, in the same document: Python goes on."""
        step = "place => { history.pushState(null, '', place); dispatchEvent(new PopStateEvent('popstate')) }"
        self.page.evaluate(step, FOLDER + path)

    def wait_for_copy(self) -> None:
        """Wait until the service worker has a copy of every file."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a host serves."""
    try:
        pyodide_folder()
    except NoPython as missing:
        pytest.skip(str(missing))
    folder = tmp_path_factory.mktemp("host")
    subprocess.run([sys.executable, "-m", "noughts", "site", f"{folder}{FOLDER}"], check=True, capture_output=True)
    return folder


class Silent(ThreadingHTTPServer):
    """A server that says nothing of clients who leave in the middle of a file."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def host(root: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """Serve a folder as `python -m http.server` does, but silently: return the address and the server."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    with Silent(("127.0.0.1", 0), functools.partial(Handler, directory=str(root))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", server
        finally:
            server.shutdown()
            thread.join()


def test_the_page_is_there_before_python(browser: Browser, root: Path) -> None:
    """Board, levels, gallery, the first lesson and the teachers' sheets do not wait for Python; without it the page
    says so; every link holds."""
    with host(root) as (url, _), AtSite(browser, url, service_workers="block") as visitor:
        visitor.context.route("**/python/pyodide/**", lambda route: route.abort())
        visitor.open("/")
        expect(visitor.cell("b2")).to_be_enabled()
        expect(visitor.page.get_by_role("radio", name="perfect")).to_be_attached()
        visitor.page.get_by_role("link", name="Prove").click()
        expect(visitor.page).to_have_url(f"{url}{FOLDER}/prove/")
        expect(visitor.page.get_by_role("button", name="weights", exact=True)).to_be_visible()
        visitor.page.reload()
        expect(visitor.page.get_by_role("button", name="weights", exact=True)).to_be_visible()
        visitor.page.get_by_role("link", name="noughts, home").click()
        expect(visitor.page).to_have_url(f"{url}{FOLDER}/")
        visitor.page.get_by_role("radio", name="a friend").check(force=True)
        expect(visitor.page.get_by_text("The two of you take turns at this board.")).to_be_visible()
        visitor.cell("b2").click()
        expect(visitor.message).to_contain_text("Python could not be loaded")
        visitor.open("/board/index.html?game=4,3,3")
        expect(visitor.grid).to_have_accessible_name(re.compile("4 × 3"))
        visitor.open("/learn/")
        visitor.cell("c3").click()
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Right: a1 b2 c3 is a line, and a line wins.")
        expect(visitor.page.get_by_role("button", name="Win by fours")).to_be_visible()
        visitor.page.get_by_role("link", name="For teachers").click()
        expect(visitor.page).to_have_url(f"{url}{FOLDER}/teachers/")
        expect(visitor.page.get_by_text("move 2: opposite own corner").first).to_be_visible()
        for link in visitor.page.locator(".downloads").get_by_role("link").all():
            with visitor.page.expect_popup() as opened:
                link.click()
            expect(opened.value.locator("svg > title")).to_be_attached()
        visitor.open("/embed/?moves=a1,b1,a2,b2,a3&lang=de")  # a game to step through needs no Python
        expect(visitor.status).to_have_text("X gewinnt")
        visitor.open("/nothing/")
        expect(visitor.page.get_by_role("heading", name="Error response")).to_be_visible()
        visitor.forgive("blocked by Playwright|404|ERR_FAILED")


def test_a_visit(browser: Browser, root: Path) -> None:
    """Python starts once for each document: a game with a reload in between, four levels, a list of rules; then offline
    two people, exact values, a proof and its poster, and another language."""
    with host(root) as (url, server), AtSite(browser, url) as visitor:
        visitor.context.set_default_timeout(PATIENT)
        visitor.open("/")
        play_with_a_reload(visitor)
        take_the_dare(visitor)
        the_best_level_of_each_board_replies(visitor)
        judge_a_list_of_rules(visitor)
        visitor.go("/")
        games = visitor.page.locator("#my-games").get_by_role("link")
        expect(games.first).to_be_visible()
        kept = games.count()
        visitor.wait_for_copy()
        visitor.context.set_offline(True)
        server.shutdown()
        visitor.open("/learn?grade=basics")  # which a host answers with the folder's address
        expect(visitor.page).to_have_url(f"{url}{FOLDER}/learn/?grade=basics")
        expect(visitor.cell("c3")).to_be_enabled()
        visitor.open("/")
        expect(games).to_have_count(kept, timeout=PATIENT)
        play_and_prove_offline(visitor)
        play_in_a_frame_offline(visitor)
        read_german_offline(visitor)


def play_with_a_reload(visitor: AtSite) -> None:
    """A game to its end."""
    visitor.page.get_by_role("radio", name="perfect").check(force=True)
    visitor.cell("b2").click()
    expect(visitor.page.locator("[data-view=game]")).to_be_visible(timeout=PATIENT)
    expect(visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(2)
    stones = visitor.stones()
    visitor.page.reload()
    expect(visitor.page.locator("[data-view=game]")).to_be_visible(timeout=PATIENT)
    assert visitor.stones() == stones
    while not re.search("wins|draw", visitor.status.inner_text()):
        name = next(name for name in visitor.names() if "empty" in name).split(",")[0]
        visitor.cell(name).click()
        expect(visitor.cell(name)).to_have_accessible_name(re.compile(f"^{name}, X"), timeout=PATIENT)
    expect(visitor.button("Play again")).to_be_visible()


def take_the_dare(visitor: AtSite) -> None:
    """The dare of the day: a strategy that begins after some moves."""
    visitor.go("/")
    visitor.button("Take the dare").click()
    expect(visitor.page.locator("#dare")).to_contain_text("The day's dare", timeout=PATIENT)
    stones = visitor.page.locator(".cell .stone")
    before = stones.count()
    visitor.page.locator(".cell[aria-disabled=false]").first.click()
    expect(stones).to_have_count(before + 2)


def the_best_level_of_each_board_replies(visitor: AtSite) -> None:
    """Those that search think in the second worker."""
    visitor.go("/")
    boards = visitor.page.get_by_role("group", name="Board", exact=True).get_by_role("radio")
    expect(boards).to_have_count(6)  # the last one is any other
    for board in range(5):
        visitor.go("/")
        boards.nth(board).check(force=True)
        visitor.page.get_by_role("radio", name=re.compile("^(hard|perfect|strongest)$")).last.check(force=True)
        visitor.cell("b2").click()
        moves = visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")
        expect(moves, f"board {board}").to_have_count(2, timeout=PATIENT)


def judge_a_list_of_rules(visitor: AtSite) -> None:
    """Python proves each change of the cards, and plays as the list does."""
    visitor.go("/prove/")
    visitor.page.get_by_text("a list of rules", exact=True).click()
    expect(visitor.page.get_by_role("list", name="The cards of your sheet").get_by_role("heading")).to_have_text(
        ["win", "block", "centre", "corner", "any"]
    )
    verdict = visitor.page.get_by_role("group", name="Verdict")
    expect(verdict).to_contain_text("Moving second: can lose", timeout=PATIENT)
    visitor.page.get_by_text("Begin with another sheet").click()
    visitor.page.get_by_role("button", name="school-both").click()
    expect(verdict).to_contain_text("Moving second: never loses", timeout=PATIENT)
    visitor.button("What if I drop this?").nth(1).click()
    expect(visitor.page.locator(".what-if:visible")).to_contain_text("Moving first: it could lose.")
    visitor.button("Play against it").click()
    expect(visitor.page.locator("[data-view=game]")).to_be_visible(timeout=PATIENT)
    visitor.play("a1")
    visitor.expect_stone("b2", "O")
    expect(visitor.page.locator("#said")).to_contain_text("centre")


def play_and_prove_offline(visitor: AtSite) -> None:
    """Two people, exact values, a proof and its poster."""
    visitor.page.get_by_role("group", name="Board", exact=True).get_by_role("radio").first.check(force=True)
    visitor.page.get_by_role("radio", name="a friend").check(force=True)
    visitor.cell("a1").click()
    visitor.expect_stone("a1", "X")
    expect(visitor.page.locator("[data-view=game]")).to_be_visible(timeout=PATIENT)
    visitor.play("b1", "a2", "b2", "a3")
    expect(visitor.status).to_contain_text("win")

    visitor.go("/board/?game=3,3,3&moves=b2&strategy=ring")
    visitor.switch("Exact values on the board")
    expect(visitor.page.get_by_text("With best play it is a draw.")).to_be_visible(timeout=PATIENT)

    visitor.go("/tree/?game=3,3,3&position=XXO/OOX/X..")
    expect(visitor.page.get_by_text("O to move. Its moves are looked at in turn: b3 c3.")).to_be_visible()

    visitor.go("/prove/?strategy=weights&game=3,3,3&seat=second")
    expect(visitor.page.get_by_role("region", name="weights can be beaten when it moves second")).to_be_visible(
        timeout=PATIENT
    )
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name=re.compile("^Poster: weights, moving second")).click()
    assert "<svg" in download.value.path().read_text(encoding="utf-8")


def play_in_a_frame_offline(visitor: AtSite) -> None:
    """The small board asks Python, when the first move is made; its link leads to the whole page."""
    visitor.open("/embed/?play=ring&moves=a1,b2")
    visitor.cell("c3").click()
    expect(visitor.page.get_by_role("button", name=re.compile(", O"))).to_have_count(2, timeout=PATIENT)
    expect(visitor.page.get_by_role("link", name="noughts")).to_have_attribute(
        "href", f"{FOLDER}/?game=3,3,3&moves=a1,b2"
    )


def read_german_offline(visitor: AtSite) -> None:
    """The table of a language that was not used before is among the files that the service worker keeps."""
    visitor.open("/review/?game=3,3,3&moves=a1,b2")
    expect(visitor.status).to_have_text("Look at it")
    visitor.button("Deutsch").click()
    expect(visitor.status).to_have_text("Ansehen")
    expect(visitor.page.get_by_role("navigation").get_by_role("link", name="Spielen")).to_be_visible()


def test_a_new_version(browser: Browser, tmp_path: Path, root: Path) -> None:
    """A new version comes in the background, and takes over when the last window is loaded again."""
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    with host(tmp_path) as (url, _), AtSite(browser, url) as visitor:
        visitor.open("/board/")
        visitor.wait_for_copy()
        old = visitor.page.evaluate("caches.keys()")
        page = tmp_path / FOLDER.strip("/") / "board" / "index.html"
        worker = tmp_path / FOLDER.strip("/") / "sw.js"
        before = sha256(page.read_bytes()).hexdigest()[:16]
        page.write_text(page.read_text().replace("Skip to the content", "Go to the content"))
        after = sha256(page.read_bytes()).hexdigest()[:16]
        entry = '"board/index.html": "'
        text = worker.read_text().replace(entry + before, entry + after)
        worker.write_text(re.sub('VERSION = ".*?"', 'VERSION = "new"', text))
        visitor.page.reload()
        visitor.page.evaluate(WAITING)
        expect(visitor.page.locator(".skip")).to_have_text("Skip to the content")
        loaded: list[str] = []
        visitor.page.on("request", lambda it: loaded.append(it.url) if it.is_navigation_request() else None)
        visitor.page.reload()
        expect(visitor.page.locator(".skip")).to_have_text("Go to the content")
        assert visitor.page.evaluate("caches.keys()") == [f"noughts {url}{FOLDER}/ new"] != old
        assert len(loaded) == 2  # the empty page that hands over, and this one
