"""The pictures that pages draw: each is the value that the page's examples give the variable of its name."""

import doctest
import re
from contextlib import redirect_stdout
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("drawing.md", "plans.md")


def drawings() -> dict[str, str]:
    """Return the pictures that the pages draw, by the names of their files."""
    return {name: picture for page in PAGES for name, picture in _drawings((DOCS / page).read_text("utf-8")).items()}


def _drawings(text: str) -> dict[str, str]:
    known: dict[str, object] = {}
    with redirect_stdout(None):
        for example in doctest.DocTestParser().get_examples(text):
            exec(example.source, known)
    return {name: str(known[name.removesuffix(".svg")]) for name in re.findall(r"\]\(pictures/(\w+\.svg)\)", text)}
