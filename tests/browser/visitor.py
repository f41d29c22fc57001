"""Somebody at the page: a browser context of their own, in which nothing may go wrong unseen."""

import re
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, WebError, expect

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position

PATIENCE = 60_000.0  # milliseconds: on a shared machine time says nothing
expect.set_options(timeout=PATIENCE)


class Visitor:
    """A page in a fresh context. What it must not do is kept in `troubles`, and at its end there may be none:
    errors in the console (those of the content security policy too), uncaught exceptions, requests to other machines.
    """

    def __init__(self, browser: Browser, home: str, **options: Any) -> None:
        self.home = home
        options.setdefault("reduced_motion", "reduce")  # else moves are shown one after the other, for seconds
        self.context = browser.new_context(base_url=home, **options)
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self.context.on("console", self._console)
        self.context.on("weberror", self._exception)
        self.context.on("request", self._request)
        self.page: Page = self.context.new_page()
        self._size = self.page.viewport_size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.context.close()
        if kind is None:
            assert not self.troubles, self.troubles

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.troubles.append(f"{message.type}: {message.text} {message.location['url']}")

    def _exception(self, error: WebError) -> None:
        self.troubles.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and f"{parts.scheme}://{parts.netloc}" != self.home:
            self.troubles.append(f"request to {request.url}")

    def forgive(self, pattern: str) -> None:
        """Forget troubles that a test has brought about itself; there must be some."""
        kept = [trouble for trouble in self.troubles if not re.search(pattern, trouble)]
        assert len(kept) < len(self.troubles), (pattern, self.troubles)
        self.troubles = kept

    def forget(self) -> None:
        """Have the browser forget this visitor, and end what the page was doing: it is another visitor's next."""
        self.open("/static/theme.js")  # of the same machine: the page keeps its process
        for page in self.context.pages[1:]:
            page.close()
        self.page.unroute_all()
        self.context.unroute_all()
        self.context.clear_cookies()
        self.page.evaluate("localStorage.clear()")
        if self._size and self.page.viewport_size != self._size:
            self.page.set_viewport_size(self._size)
        self.page.mouse.move(0, 0)

    def without_python(self) -> None:
        """Let Python in the browser never come: a page with an editor starts it at once, which takes seconds."""
        self.context.route("**/python/worker.js", lambda route: None)

    # Going somewhere

    def open(self, path: str) -> None:
        """Go to an address."""
        self.page.goto(path)

    def remember(self, name: str, text: str) -> None:
        """Let the browser have a text in its storage, as the page keeps it."""
        self.page.evaluate("([name, text]) => localStorage.setItem('noughts.' + name, text)", [name, text])

    def new_game(self, game: str = "3,3,3", x: str = "human", o: str = "ring", moves: str = "") -> None:
        """Start a game with the form, which the address fills in."""
        self.open(f"/?game={game}&x={x}&o={o}" + (f"&moves={moves}" if moves else ""))
        expect(self.page.get_by_role("option", name="Computer: ").first).to_be_attached()
        self.start()

    def more(self) -> None:
        """Open the form for any game."""
        self.page.get_by_text("More: every strategy").click()

    def open_menu(self) -> None:
        """Open what stands behind a game: why the computer moved, the links to share."""
        self.page.get_by_text("Why, sharing").click()

    def start(self) -> None:
        """Press the form's button, and wait for the game."""
        self.page.get_by_role("button", name="Start the game").click()
        expect(self.page.locator("[data-view=game]")).to_be_visible()

    # What is on the page

    @property
    def status(self) -> Locator:
        """The heading, which says how the game stands."""
        return self.page.get_by_role("heading", level=1)

    @property
    def grid(self) -> Locator:
        """The board."""
        return self.page.get_by_role("grid")

    @property
    def said(self) -> Locator:
        """What was last said to a screen reader."""
        return self.page.locator("#announcer")

    @property
    def message(self) -> Locator:
        """The line in which the page says what went wrong."""
        return self.page.locator("#messages")

    def cell(self, name: str) -> Locator:
        """A cell of the board."""
        return self.grid.get_by_role("button", name=re.compile(rf"^{name},"))

    def button(self, name: str) -> Locator:
        """A button."""
        return self.page.get_by_role("button", name=name, exact=True)

    def field(self, label: str) -> str:
        """What stands in a text field."""
        return self.page.get_by_role("textbox", name=label).input_value()

    def names(self) -> list[str]:
        """The names of the cells, row by row: "b2, X, last move"."""
        names: list[str] = self.grid.get_by_role("button").evaluate_all("all => all.map(each => each.ariaLabel)")
        return names

    def stones(self) -> list[str]:
        """The stones on the board, row by row: "X", "O" or "empty"."""
        return [name.split(", ")[1] for name in self.names()]

    def position(self, game: Game) -> Position:
        """The position on the board; its cells stand where they belong."""
        names = self.names()
        assert [name.split(",")[0] for name in names] == [game.name(cell) for cell in range(game.cells)]
        return parse_position("".join(self.stones()).replace("empty", "."), game)

    # Doing something

    def play(self, *cells: str) -> None:
        """Play in cells, one after the other, waiting for each move to be on the board."""
        for cell in cells:
            self.cell(cell).click()
            expect(self.cell(cell)).to_have_accessible_name(re.compile(f"^{cell}, [XO]"))

    def switch(self, name: str, on: bool = True) -> None:
        """Turn a switch."""
        self.page.get_by_role("switch", name=name).set_checked(on)

    def expect_stone(self, cell: str, stone: str) -> None:
        """Wait until a cell shows "X", "O" or "empty"."""
        expect(self.cell(cell)).to_have_accessible_name(re.compile(f"^{cell}, {stone}"))
