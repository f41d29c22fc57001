"""The pictures of docs/drawing.md: each is the value that the page's examples give the variable of its name."""

import doctest
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "drawing.md"


def drawings() -> dict[str, str]:
    """Return the pictures that the page shows, by the name of their file."""
    text = PAGE.read_text(encoding="utf-8")
    known: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples(text):
        exec(example.source, known)
    return {name: str(known[name.removesuffix(".svg")]) for name in re.findall(r"\]\(pictures/(\w+\.svg)\)", text)}
