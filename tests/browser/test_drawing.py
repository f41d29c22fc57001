"""The page draws what `noughts.draw` draws: the same stones, and a winning line that leaves each of them whole."""

from base64 import b64encode
from typing import Literal

from playwright.sync_api import Browser, expect

from noughts import Game, Position, draw
from noughts.drawing.shapes import colours
from tests.browser.conftest import Visit
from tests.drawing.reading import Mark, marks, parse

PIXEL = """async ([url, points]) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return points.map(([x, y]) => [...canvas.getImageData(x * image.width, y * image.height, 1, 1).data.slice(0, 3)]);
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
ARMS = [
    (0.324, 0.276),
    (0.724, 0.676),
    (0.324, 0.724),
    (0.724, 0.324),
]  # near the edge of each arm of an X, in its cell


def drawn(line: list[int]) -> list[Mark]:
    """What `noughts.draw` draws of a game."""
    return list(marks(parse(draw(Position(Game(3, 3, 3)), line=line))))


def test_a_winning_line_leaves_every_stone_whole(visit: Visit, browser: Browser) -> None:
    visitor = visit(fresh=True, color_scheme="light", reduced_motion="reduce")
    visitor.new_game(o="human")
    visitor.play("a1", "b1", "b2", "c1", "c3")
    page, ours = visitor.page, drawn([0, 1, 4, 2, 8])
    expect(page.locator(".strike")).to_have_count(1)
    for kind in ("x", "o"):
        (shape,) = {mark.given["d"] for mark in ours if mark.kind == kind}
        assert visitor.grid.locator(f".{kind}").first.get_attribute("d") == shape
    (strike,) = [mark for mark in ours if mark.kind == "strike"]
    for name in ("x1", "y1", "x2", "y2", "stroke-width"):
        assert page.locator(".strike").get_attribute(name) == strike.given[name]
    page.mouse.move(0, 0)
    with browser.new_page() as blank:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            ink = [*bytes.fromhex(colours(scheme)["ink"][1:])]
            for cell in ("a1", "b2", "c3"):
                url = f"data:image/png;base64,{b64encode(visitor.cell(cell).screenshot()).decode()}"
                assert blank.evaluate(PIXEL, [url, ARMS]) == [ink] * 4
