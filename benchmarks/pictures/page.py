"""Pictures of the page in Chromium, each in light and in dark colours."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from playwright.sync_api import Browser, expect

from tests.browser import views
from tests.browser.visitor import Visitor

Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Shot:
    """What is pictured: how a visitor comes to see it, and the size in pixels; a part of the page by its selector."""

    view: Callable[[Visitor], None]
    width: int
    height: int
    part: str = ""


def _phone(visitor: Visitor) -> None:
    """Open the first screen: the levels of the board come after the board."""
    visitor.open("/")
    expect(visitor.page.get_by_text("perfect", exact=True)).to_be_visible()


def _proof(visitor: Visitor) -> None:
    """Open the proof of what most people know: it can be beaten when it moves second."""
    visitor.open("/prove?strategy=centre-corner&game=3,3,3&seat=second")
    expect(visitor.page.get_by_role("region", name="can be beaten when it moves second")).to_be_visible()


def _cards(visitor: Visitor) -> None:
    """Open a list of rules that loses, and ask what it would be without its second card."""
    visitor.open("/prove?rules=win, block, centre, corner, side")
    expect(visitor.page.get_by_role("list", name="Losing line")).to_be_visible()
    visitor.button("What if I drop this?").nth(1).click()
    expect(visitor.button("Keep it")).to_be_visible()
    visitor.page.get_by_role("heading", name="Your sheet", exact=True).evaluate(
        "it => scrollBy(0, it.getBoundingClientRect().y - 160)"
    )


def _review(visitor: Visitor) -> None:
    """Open the review of a game at its first mistake."""
    views.review(visitor)
    visitor.button("Previous mistake").click()
    expect(visitor.page.get_by_text("2 / 8")).to_be_visible()


SHOTS = {
    "page": Shot(views.truth, 1100, 760),
    "phone": Shot(_phone, 390, 720),
    "prove": Shot(_proof, 1000, 800, "#results section"),
    "cards": Shot(_cards, 1100, 700),
    "lesson": Shot(views.learn, 1000, 640),
    "review": Shot(_review, 1000, 640),
}


def pictures(browser: Browser, url: str) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures as PNG, with the names of their files."""
    for name, shot in SHOTS.items():
        for scheme in get_args(Scheme):
            yield f"{name}-{scheme}.png", pictured(browser, url, shot, scheme)


def pictured(browser: Browser, url: str, shot: Shot, scheme: Scheme) -> bytes:
    """Return a picture of the page, in PNG."""
    size = {"width": shot.width, "height": shot.height}
    with Visitor(browser, url, viewport=size, color_scheme=scheme, reduced_motion="reduce") as visitor:
        shot.view(visitor)
        expect(visitor.page.locator("#progress")).to_be_hidden()
        return visitor.page.locator(shot.part).screenshot() if shot.part else visitor.page.screenshot()
