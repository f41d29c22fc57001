"""The documentation as a site: `make docs` builds it from the pages of this folder, which GitHub shows too.

index.md lists all pages, and the sidebar is made of its lists: a group for each heading, the pages of an indented list
below the page before them. The reference of the server is written from the application's OpenAPI document.
"""

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # for openapi.py

from openapi import page_of_the_server  # noqa: E402

from noughts import __version__  # noqa: E402

project = "noughts"
author = "the noughts authors"
copyright = author
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["_static"]
nitpicky = True
nitpick_ignore_regex = [
    # The standard library and NumPy: their pages lie outside, and the build reaches nothing outside.
    ("py:.*", r"(collections|fractions|numpy|np|npt|os|pathlib|random)\..*"),
    # Aliases, type variables, and names of rooms that have no page.
    (
        "py:.*",
        r"AlphaBeta|Fraction|GravitySearch|Move|SearchEngine|WeakSolver|Words|(dict|list|tuple)\[.*"
        r"|noughts(\.\w+)*\.(Faults|GivenAway|Move|MoveValues|Number|Said|StrategyFault|Summary|_\w+)",
    ),
]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # links to headings are those of GitHub

default_role = "code"  # docstrings quote `names` as Markdown does
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "noughts"
html_favicon = "../src/noughts/web/static/favicon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

_LIGHT = {"brand-primary": "#0a665e", "brand-content": "#0a665e", "brand-visited": "#0a665e"}
_DARK = {"brand-primary": "#5fd3c4", "brand-content": "#5fd3c4", "brand-visited": "#5fd3c4"}
html_theme_options = {
    "light_css_variables": {f"color-{name}": value for name, value in _LIGHT.items()},
    "dark_css_variables": {f"color-{name}": value for name, value in _DARK.items()},
}


Group = tuple[str, list[str]]  # a caption, which may be empty, and names of pages


def _groups() -> dict[str, list[Group]]:
    """Return the groups of pages that the sidebar has below each page, as index.md lists them."""
    found: dict[str, list[Group]] = {"index": []}
    for line in (HERE / "index.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found["index"].append((line.removeprefix("## "), []))
        elif listed := re.match(r"( *)- .*?\]\((\S+)\.md\)", line):
            if listed[1]:
                parent = found["index"][-1][1][-1]
                found.setdefault(parent, [("", [])])[0][1].append(listed[2])
            else:
                found["index"][-1][1].append(listed[2])
    return found


_GROUPS = _groups()


def _complete(app: Sphinx, name: str, content: list[str]) -> None:
    """Add to a page its part of the sidebar, and what its file does not say."""
    if name == "reference/server":
        content[0] += page_of_the_server()
    for caption, pages in _GROUPS.get(name, []):
        head = ":hidden:\n" + (f":caption: {caption}\n" if caption else "")
        content[0] += f"\n```{{toctree}}\n{head}\n" + "".join(f"/{page}\n" for page in pages) + "```\n"


def _way_home(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Head each page with a link to how the page is opened, which `noughts site` turns into one to the board."""
    link = f'<a class="to-the-page" href="{context["pathto"]("web")}">the page</a>'
    context["theme_announcement"] = f"Play, learn and prove on {link}"


def _as_written(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Show a docstring as it is written: stars and backslashes are no markup, and what is indented is a picture."""
    shown: list[str] = []
    example = picture = False
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        indented = line.startswith("    ") and not example
        if indented and not picture:
            shown += ["", "::", ""]
        elif picture and not indented and line.strip():
            shown += [""]
        picture = indented or (picture and not line.strip())
        shown.append(line if example or picture else line.replace("\\", "\\\\").replace("*", "\\*"))
    lines[:] = shown


def _no_false_links(app: Sphinx, tree: nodes.document) -> None:
    """Leave as text what only looks like a link: `tcp://HOST:8786` in the help of a command."""
    for link in list(tree.findall(nodes.reference)):
        if link.get("refuri", "").startswith("tcp:"):
            link.replace_self(nodes.literal("", link.astext()))


def _both_schemes(app: Sphinx, tree: nodes.document) -> None:
    """Show a picture `NAME-light.png` in light colours only, and `NAME-dark.png` in dark ones."""
    for image in list(tree.findall(nodes.image)):
        if image["uri"].endswith("-light.png"):
            dark = image.deepcopy()
            dark["uri"] = image["uri"].replace("-light.png", "-dark.png")
            image["classes"].append("only-light")
            dark["classes"].append("only-dark")
            image.parent.insert(image.parent.index(image) + 1, dark)


def _for_keyboards(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Let the keyboard reach what may be wider than the screen, and give the headings of the contents their level."""
    for name, old, new in (
        ("body", "<pre>", '<pre tabindex="0">'),
        ("body", '<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
        ("furo_navigation_tree", 'role="heading"', 'role="heading" aria-level="2"'),
    ):
        if name in context:
            context[name] = context[name].replace(old, new)


def setup(app: Sphinx) -> None:
    """Connect them all."""
    app.connect("source-read", _complete)
    app.connect("autodoc-process-docstring", _as_written)
    app.connect("doctree-read", _no_false_links)
    app.connect("doctree-read", _both_schemes, priority=400)  # before the pictures are collected
    app.connect("html-page-context", _way_home)
    app.connect("html-page-context", _for_keyboards, priority=900)  # after the theme
