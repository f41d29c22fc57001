"""Pictures of the page in Chromium. Each file holds the words of the page, so that a test sees when they change."""

import struct
import zlib
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"Description\x00"


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
    """Return a picture of the page, with its words inside."""
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
        return with_words(visitor.page.screenshot(), visitor.page.locator("main").inner_text())


def with_words(picture: bytes, words: str) -> bytes:
    """Return a PNG image with a text chunk (of type tEXt) before its last chunk."""
    end = picture.rindex(b"IEND") - 4
    data = KEYWORD + words.encode("ascii", "backslashreplace")
    chunk = struct.pack(">I", len(data)) + b"tEXt" + data + struct.pack(">I", zlib.crc32(b"tEXt" + data))
    return picture[:end] + chunk + picture[end:]


def words_of(picture: bytes) -> str:
    """Return the words that `with_words` has put into an image. Raises ValueError: there are none."""
    at = len(SIGNATURE)
    while at < len(picture):
        (length,) = struct.unpack_from(">I", picture, at)
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        if kind == b"tEXt" and data.startswith(KEYWORD):
            return data.removeprefix(KEYWORD).decode()
        at += 12 + length
    raise ValueError("the picture holds no words")
