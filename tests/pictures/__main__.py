"""Write anew the pictures of the documents that are taken from the running program: `make pictures`."""

import sys
import tempfile
from pathlib import Path

from noughts.files import replacing
from tests.browser import chromium
from tests.browser.serving import Server
from tests.pictures.animation import moving
from tests.pictures.page import SHOTS, pictured
from tests.pictures.recording import LINE, PLAYER, recorded

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "program"
TERMINAL = FOLDER / "terminal.svg"


def terminal() -> str:
    """Return the moving picture of the terminal."""
    screens = recorded()
    words = (
        f"noughts prove finds a line that beats {PLAYER}; then a game against it is won by that line: {' '.join(LINE)}"
    )
    return moving(screens, len(screens) - 1, "noughts in a terminal", words)


def main() -> None:
    """Write them all."""
    if (browser := chromium.program()) is None:
        sys.exit(chromium.MISSING)
    with replacing(TERMINAL) as file:
        file.write(terminal().encode())
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, chromium.browsing(browser) as chrome:
        for name, shot in SHOTS.items():
            with replacing(FOLDER / name) as file:
                file.write(pictured(chrome, server.url, shot))


if __name__ == "__main__":
    main()
