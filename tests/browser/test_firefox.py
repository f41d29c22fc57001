"""What differs between browsers, in Firefox: keys, streams, downloads. The same tests as in Chromium, in one browser.

Left out is what Playwright cannot do over WebDriver BiDi: screens for fingers, the system's colours and motion, errors
of the console about failed requests.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser import firefox, test_addresses, test_play
from tests.browser.conftest import Visit


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser."""
    path = firefox.program()
    if path is None:
        pytest.skip(firefox.MISSING)
    with firefox.launched(playwright, path) as browser:
        yield browser


def test_firefox(visit: Visit) -> None:
    """A game by keyboard, and the file of another."""
    test_play.test_keyboard(visit)
    test_addresses.test_downloading_a_reviewed_game(visit)
