"""The page in two languages: every text is in the table, in the modules' source and in the browser."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import noughts
from noughts.words import catalogue
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.slow  # without a browser it starts node
STATIC = Path(noughts.__file__).parent / "web" / "static"
TYPESCRIPT = Path(__file__).parents[2] / "node_modules" / "typescript" / "lib" / "typescript.js"
SCRIPT = Path(__file__).with_name("words.mjs")
NODE = shutil.which("node")
NOT_WORDS = {  # texts that no visitor reads as words of a language, by how they begin
    "main.ts": ("{} · noughts",),
    "python/worker.js": ("AggregateError Array ", "Error", "import sys; ", "files", "network", "webassembly"),
    "transport/local.ts": ("Bearer {}",),
    "transport/server.ts": ("Bearer {}", "Retry-After", "noughts_language={}; "),
    "controls/verdictline.ts": ("can lose", "no loss seen"),  # verdicts of the API, which are put in words there
    "views/embed/challenge.ts": ("noughts",),
    "views/game/players.ts": ("noughts web --host 0.0.0.0",),
    "views/prove/checklist.ts": ("win to ", "draw to "),  # kinds of a document
    "views/prove/editor.ts": ("flat X O ' ' (board mark) -> column", "rows X O None -> row column", "too long"),
    "views/prove/view.ts": ("(min-width: ", "Control+Enter"),
    "views/prove/rulesheet.ts": ("(min-width: ", "rules: {}"),
    "views/teachers/view.ts": ("......... ", "def move(", "first = 4", "noughts grade ", "win, block, "),
}
OPAQUE = {"header.ts"}  # where index.html has the texts


@dataclass
class Words:
    """What the script finds: the texts that go through the table, those that do not, and the tables."""

    keys: list[dict[str, Any]]
    opaque: list[dict[str, Any]]
    bare: list[dict[str, Any]]
    tables: dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def words() -> Words:
    """The texts of all modules of the page."""
    if NODE is None or not TYPESCRIPT.exists():
        pytest.skip("there is no node, or no TypeScript in node_modules (npm ci)")
    command = [NODE, str(SCRIPT), str(TYPESCRIPT), str(STATIC), str(catalogue.FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Words(**json.loads(done.stdout))


class Texts(HTMLParser):
    """The texts of a document's body: what it shows, and the names of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the name of an element."""
        self.inside.append(tag)
        self.found |= {text for name, text in attrs if name in {"aria-label", "title"} and text}

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Take a text; what stands in <noscript> is read where no language can be chosen."""
        if "body" in self.inside and "noscript" not in self.inside and data.strip() not in {"", "noughts"}:
            self.found.add(data.strip())


def test_no_text_is_outside_the_table(words: Words) -> None:
    assert NOT_WORDS.keys() <= {each["file"] for each in words.bare}  # the script finds those that are
    bare = [
        f"{each['file']}:{each['line']}: {each['text']}"
        for each in words.bare
        if not each["text"].startswith(NOT_WORDS.get(each["file"], ()))
    ]
    assert not bare, "\n".join(["not in t(), counted() or parts():", *bare])


def test_texts_are_written_where_they_are_used(words: Words) -> None:
    opaque = [f"{each['file']}:{each['line']}: {each['text']}" for each in words.opaque if each["file"] not in OPAQUE]
    assert not opaque, "\n".join(["the text is not a literal:", *opaque])


def test_values_of_texts(words: Words) -> None:
    """A text is given a value for each of its names, and no other."""
    wrong = [
        f"{each['file']}:{each['line']}: {each['text']}"
        for each in words.keys
        if each["values"] is not None and not names(each["text"]) <= set(each["values"])
    ]
    assert not wrong, "\n".join(wrong)


def test_german_has_every_text_and_no_other(words: Words) -> None:
    document = Texts()
    document.feed((STATIC / "index.html").read_text(encoding="utf-8"))
    used = {each["text"] for each in words.keys} | document.found
    assert len(used) > 200
    for language, table in words.tables.items():
        assert not used - table.keys(), "\n".join([f"not in words/{language}.json:", *sorted(used - table.keys())])
        assert not table.keys() - used, "\n".join([f"only in words/{language}.json:", *sorted(table.keys() - used)])


def test_translations_have_the_names_of_their_texts(words: Words) -> None:
    wrong = [
        f"{text}: {other}"
        for table in words.tables.values()
        for text, other in table.items()
        if names(text) != names(other)
    ]
    assert not wrong, "\n".join(wrong)


def names(text: str) -> set[str]:
    """Return the names of the values that stand in a text."""
    return set(re.findall(r"\{(\w+)\}", text))


# In the browser


PLACES = {  # addresses, and the views there
    "/?x=human&o=friend&load=1": "home",
    "/review?game=3,3,3&moves=a1,b1,a2,b2,c3,c1,b3,a3&ply=4": "board",
    "/board?game=3,3,3&moves=a1,b2,c3&strategy=ring": "board",
    "/tree?position=..X/..O/X..&step=56": "tree",
    "/learn?grade=fork&seed=1": "learn",
    "/prove?strategy=weights&game=3,3,3&seat=both": "prove",
    "/teachers": "teachers",
    "/review?game=3,3,3&moves=a1,a1": "lost",
}
NAMES = ("first", "win")  # of a strategy and a rule too, in every language
FIGURES = {"prove": ("81\u00a0% gewonnen", "2.752")}  # of the result, which comes later
SEEN = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element.checkVisibility() || element.closest("noscript")) continue;
    if (node instanceof Text) texts.push(node.data);
    else texts.push(...["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""  # the texts on the page that are seen or spoken


def test_places_in_german(visit: Visit, words: Words) -> None:
    """The language of the browser, until another is chosen: no English text of the table is on any page."""
    visitor = visit(viewport={"width": 360, "height": 640}, reduced_motion="reduce", locale="de-AT")
    visitor.open("/?game=3,3,3&x=human&o=first")
    visitor.button("Partie beginnen").click()
    expect(visitor.page.locator("[data-view=game]")).to_be_visible()
    visitor.play("c2", "b2", "a2")
    expect(visitor.status).to_have_text("Du gewinnst mit a2 b2 c2")
    expect(visitor.page.locator("#decided")).not_to_be_empty()
    assert_german(visitor, words)
    for address, place in PLACES.items():
        visitor.open(address)
        expect(visitor.page.locator(f"[data-view={place}]")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        for text in FIGURES.get(place, ()):
            expect(visitor.page.get_by_text(text).first).to_be_visible()
        assert_german(visitor, words)
    visitor.button("English").click()
    visitor.open("/review?game=3,3,3&moves=a1,b2")
    expect(visitor.page).to_have_title("Look at it · noughts")
    expect(visitor.button("Deutsch")).to_have_attribute("lang", "de")


def assert_german(visitor: Visitor, words: Words) -> None:
    """Assert that no English text of the table is on the page, and that it fits the screen."""
    seen: list[str] = visitor.page.evaluate(SEEN)
    english = [key for key, other in words.tables["de"].items() if key != other and key not in NAMES]
    for key in english:
        pattern = re.compile(r"\{\w+\}".join(map(re.escape, re.split(r"\{\w+\}", key))).replace(r"\{\w+\}", ".+"))
        whole = len(key.split()) < 4  # a short text may be a part of any other
        assert not [text for text in seen if (pattern.fullmatch if whole else pattern.search)(text)], key
    assert len(seen) > 10
    assert not [text for text in seen if "NaN" in text or "undefined" in text]
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
