"""Pictures of the page in Chromium."""

from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor


@dataclass(frozen=True)
class Shot:
    """What is pictured: an address, what is switched on there, the colours, and the size in pixels."""

    address: str
    switch: str | None
    scheme: Literal["light", "dark"]
    width: int
    height: int


_TRUTH = "/board?game=3,3,3&moves=a1,b2,c3&strategy=ring"

SHOTS = {
    "page-light.png": Shot(_TRUTH, "Exact values on the board", "light", 1100, 760),
    "page-dark.png": Shot(_TRUTH, "Exact values on the board", "dark", 1100, 760),
    "page-phone.png": Shot("/", None, "dark", 390, 720),
}


def pictured(browser: Browser, url: str, shot: Shot) -> bytes:
    """Return a picture of the page, in PNG."""
    size = {"width": shot.width, "height": shot.height}
    with Visitor(browser, url, viewport=size, color_scheme=shot.scheme, reduced_motion="reduce") as visitor:
        visitor.open(shot.address)
        expect(visitor.page.locator("[data-view]")).to_be_visible()
        if shot.address == "/":  # the levels of the board come after the board
            expect(visitor.page.get_by_text("perfect", exact=True)).to_be_visible()
        if shot.switch:
            visitor.switch(shot.switch)
            expect(visitor.page.get_by_text("With best play")).to_be_visible()
            expect(visitor.page.get_by_text("would play")).to_be_visible()
        expect(visitor.page.locator("#progress")).to_be_hidden()
        return visitor.page.screenshot()
