"""What a person has told their system, the page follows: colours, motion."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

RUNNING = "document.getAnimations().filter(each => each.playState === 'running').length"
# Keeps every animation and transition that begins, from before the page's own script.
RECORD = """
    window.begun = [];
    window.moved = new Promise((resolve) => {
        setTimeout(resolve, 10_000, false);
        for (const kind of ["animationstart", "transitionrun"]) {
            document.addEventListener(kind, (event) => {
                window.begun.push(event.animationName ?? event.propertyName);
                resolve(true);
            });
        }
    });
"""


def luminance(visitor: Visitor) -> float:
    """Return how light the page's background is, from 0 to 1."""
    colour: list[int] = visitor.page.evaluate(
        """() => {
            const context = new OffscreenCanvas(1, 1).getContext("2d");
            context.fillStyle = getComputedStyle(document.body).backgroundColor;
            context.fillRect(0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data];
        }"""
    )
    assert colour[3] == 255
    return sum(colour[:3]) / 765


def test_colours(visit: Visit) -> None:
    """The system's colours, unless others are chosen here; the choice is kept."""
    visitor = visit("/", fresh=True, color_scheme="light")
    light = luminance(visitor)
    visitor.page.emulate_media(color_scheme="dark")
    dark = luminance(visitor)
    assert dark < 0.3
    assert light > 0.8
    button = visitor.page.get_by_role("button", name="Colours:")
    expect(button).to_have_accessible_name("Colours: auto")
    button.click()
    expect(button).to_have_accessible_name("Colours: light")
    assert luminance(visitor) == light
    visitor.page.reload()
    assert luminance(visitor) == light
    visitor.page.emulate_media(color_scheme="light")
    button.click()
    expect(button).to_have_accessible_name("Colours: dark")
    assert luminance(visitor) == dark
    button.click()
    assert luminance(visitor) == light


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_motion(visit: Visit, motion: Literal["no-preference", "reduce"]) -> None:
    """Stones and the winning line appear with a movement, or without any for who wants none."""
    visitor = visit(fresh=True, reduced_motion=motion)
    visitor.context.add_init_script(RECORD)
    visitor.new_game(o="first")
    visitor.play("c2", "b2", "a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    if motion == "reduce":
        assert visitor.page.evaluate(RUNNING) == 0
        assert visitor.page.evaluate("window.begun") == []
    else:
        assert visitor.page.evaluate("window.moved")
