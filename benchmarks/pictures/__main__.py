"""Write the pictures of the terminal and of the page (`make pictures`); `make current` writes the drawings."""

import sys
import tempfile
from pathlib import Path

from benchmarks.pictures.animation import moving
from benchmarks.pictures.drawings import DOCS
from benchmarks.pictures.page import pictures
from benchmarks.pictures.recording import LINE, PLAYER, recorded
from noughts.files import replacing
from tests.browser import chromium
from tests.browser.conftest import quiet

FOLDER = DOCS / "pictures" / "program"
TERMINAL = FOLDER / "terminal.svg"


def terminal() -> str:
    """Return the moving picture of the terminal."""
    screens = recorded()
    words = (
        f"noughts prove finds a line that beats {PLAYER}; then a game against it is won by that line: {' '.join(LINE)}"
    )
    return moving(screens, len(screens) - 1, "noughts in a terminal", words)


def main() -> None:
    """Write them."""
    if (browser := chromium.program()) is None:
        sys.exit(chromium.MISSING)
    with replacing(TERMINAL) as file:
        file.write(terminal().encode())
    with tempfile.TemporaryDirectory() as folder, quiet(Path(folder)) as server, chromium.browsing(browser) as chrome:
        for name, picture in pictures(chrome, server.url):
            with replacing(FOLDER / name) as file:
                file.write(picture)


if __name__ == "__main__":
    main()
