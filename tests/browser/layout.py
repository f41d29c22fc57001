"""Whether a page can be read: at no width is a text cut, squeezed, or written over another."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SIZES = {320: 640, 360: 640, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1600: 900}  # phones, a tablet, and screens

_FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


def assert_laid_out(page: Page) -> None:
    """Assert that at each size every word is whole, no text stands in a column too narrow for it, out of its box or
    over another, and nothing scrolls sideways."""
    faults: dict[int, Any] = {}
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        faults[width] = page.evaluate(_FAULTS)
    assert not any(faults.values()), {width: found for width, found in faults.items() if found}
