"""Write every file that follows from the code, or from records that are kept: `make current`, which makes the page's
bundle too. Nothing is measured here, and a second run writes the same; what has to be measured again is named.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import figures, gallery, ladder, page_types, results, rule_lists, schemas
from benchmarks.pictures import rooms
from benchmarks.pictures.drawings import DOCS, drawings
from noughts.files import replacing


def main() -> None:
    """Write them, and say what is written."""
    for what, step in STEPS.items():
        print(what, flush=True)
        step()
    if names := figures.outdated():
        print(f"out of date: {', '.join(names)}; what they depend on has changed: make figures")
        sys.exit(any(figures.digests().get(name, "") is not None for name in names))


def write_drawings() -> None:
    """Write the pictures that the examples of the documents draw, and the map of the rooms."""
    for name, drawing in {**drawings(), "rooms.svg": rooms.drawn()}.items():
        write(DOCS / "pictures" / name, drawing)


def write(path: Path, text: str) -> None:
    """Write a file as a whole."""
    with replacing(path, "w") as file:
        file.write(text)


STEPS: dict[str, Callable[[], object]] = {
    "schemas of the documents": schemas.write,
    "the page's types": page_types.write,
    "results": lambda: results.main([]),
    "gallery, dares": lambda: gallery.write(gallery.matchboxes_on_the_page()),
    "lists of rules": rule_lists.main,
    "levels": lambda: write(ladder.PAGE, ladder.page(ladder.PAGE.read_text(encoding="utf-8"))),
    "drawings, the map of the rooms": write_drawings,
}


if __name__ == "__main__":
    main()
