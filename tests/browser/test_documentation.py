"""The documentation as a site: built with every warning an error, so that each link leads somewhere; it loads nothing
from elsewhere. `make docs` builds the same."""

import importlib
import inspect
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

import noughts
from noughts.cli.group import COMMANDS
from noughts.web import operations
from noughts.web.site.build import build
from tests.browser.test_static_site import host
from tests.browser.test_views import ALL, COLOURS, assert_clean

pytestmark = pytest.mark.slow  # the build alone takes ten seconds
ROOT = Path(__file__).parents[2]
ROOMS = ("prove", "records", "solve", "strategies")  # whose names are in the reference: docs/reference/stability.md
HOME = '<a class="to-the-page" href="([^"]*)"'


class Page(HTMLParser):
    """What a page loads, and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.anchors = {"", "top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors.add(values.get("id", ""))
        if tag == "link" and values.get("rel") in {"stylesheet", "icon", "preload"}:
            self.loaded.append(values["href"])
        elif "src" in values:
            self.loaded.append(values["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's folder."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(folder / "doctrees")]
    built = subprocess.run(
        [*command, str(ROOT / "docs"), str(folder / "html")], capture_output=True, text=True, check=False, timeout=300
    )
    assert built.returncode == 0, built.stderr
    assert not built.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """All pages."""
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_page_leads_to_the_page(site: Path, tmp_path: Path) -> None:
    """Here to how it is opened, in `noughts site` to the board."""
    build(tmp_path / "new", {}, site)
    found = sorted(path.relative_to(site) for path in site.rglob("*.html"))
    assert len(found) > 30
    for path in found:
        (home,) = re.findall(HOME, (site / path).read_text(encoding="utf-8"))
        assert home == "#" if path.name == "web.html" else (site / path.parent / home).resolve() == site / "web.html"
        (home,) = re.findall(HOME, (tmp_path / "new" / "docs" / path).read_text(encoding="utf-8"))
        assert (tmp_path / "new" / "docs" / path.parent / home).resolve() == tmp_path / "new"


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page], site: Path) -> None:
    assert [one for page in pages.values() for one in page.loaded if urlsplit(one).netloc] == []
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert styles
    assert [found for style in styles for found in re.findall(r"url\(\s*[\"']?(?:https?:)?//[^)]*", style)] == []


def described(site: Path) -> set[str]:
    """Return the Python names that the reference describes."""
    data = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(data).decode().splitlines()
    return {name for name, kind, *_ in map(str.split, lines) if kind.startswith("py:")}


def public(room: str) -> Iterator[set[str]]:
    """Yield the names under which each public class and function of a room may be described."""
    package = importlib.import_module(f"noughts.{room}")
    for name in getattr(package, "__all__", ()):
        thing: Any = getattr(package, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield {f"noughts.{room}.{name}", f"noughts.{name}", f"{thing.__module__}.{thing.__qualname__}"}


def test_every_public_name_is_described(site: Path) -> None:
    known = described(site)
    assert {f"noughts.{name}" for name in noughts.__all__} <= known
    assert [names for room in ROOMS for names in public(room) if not names & known] == []


def test_every_command_is_described(site: Path) -> None:
    anchors = Page(site / "reference" / "commands.html").anchors
    assert {f"noughts-{name}" for name in COMMANDS} <= anchors


def test_every_operation_is_described(site: Path) -> None:
    text = re.sub(r"<[^>]+>", "", (site / "reference" / "server.html").read_text(encoding="utf-8"))
    for operation in operations.OPERATIONS:
        assert f"{operation.method} {operations.ROOT}{operation.path}¶" in text


@pytest.mark.parametrize("name", ["index", "reference/server", "reference/commands", "gallery"])
def test_it_fits_on_a_phone_and_can_be_read(browser: Browser, site: Path, name: str) -> None:
    """Axe finds nothing serious in light, nor in dark, where only the colours differ."""
    with host(site) as (url, _), browser.new_page(viewport={"width": 360, "height": 640}) as page:
        page.goto(f"{url}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if name != "reference/server":  # which is so long that axe takes half a minute
            assert_clean(page, ALL, ("serious", "critical"))
            page.emulate_media(color_scheme="dark")
            assert_clean(page, COLOURS, ("serious", "critical"))
