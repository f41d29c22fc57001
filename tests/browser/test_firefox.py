"""What differs between browsers, in Firefox: keys, streams, downloads, Python. The same tests as in Chromium.

Left out is what Playwright cannot do over WebDriver BiDi: screens for fingers, the system's colours and motion, errors
of the console about failed requests.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser import firefox
from tests.browser.conftest import Visit
from tests.browser.test_play import test_keyboard
from tests.browser.test_python import LOADING, editing, installed
from tests.browser.test_records import test_downloading_a_reviewed_game

__all__ = [
    "installed",
    "test_downloading_a_reviewed_game",
    "test_keyboard",
]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser."""
    path = firefox.program()
    if path is None:
        pytest.skip(firefox.MISSING)
    with firefox.launched(playwright, path) as browser:
        yield browser


def test_a_template_is_proved(visit: Visit) -> None:
    """Python runs here too, in a module worker. The proof's tables are read in Chromium: here that ends the browser."""
    visitor = visit()
    editing(visitor)
    visitor.button("Prove").click()
    for verdict in ("never loses when it moves first", "can be beaten when it moves second"):
        section = visitor.page.get_by_role("region", name=f"Your program {verdict}")
        expect(section).to_be_visible(timeout=LOADING)
