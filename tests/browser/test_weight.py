"""How much the page weighs, without a browser."""

from pathlib import Path

import noughts

STATIC = Path(noughts.__file__).parent / "web" / "static"


def test_the_whole_page_is_light() -> None:
    """All that a browser can ever load of the page: less than a first load may weigh, without any compression."""
    sizes = {path.name: path.stat().st_size for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".ts"}
    assert {"index.html", "style.css", "main.js"} <= sizes.keys()
    assert sum(sizes.values()) < 150_000, sizes
