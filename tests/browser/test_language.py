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

import noughts

STATIC = Path(noughts.__file__).parent / "web" / "static"
TYPESCRIPT = Path(__file__).parents[2] / "node_modules" / "typescript" / "lib" / "typescript.js"
SCRIPT = Path(__file__).with_name("words.mjs")
NODE = shutil.which("node")

NOT_YET = (  # modules that do not go through the table yet
    "analysis/",
    "controls/progresspanel.js",
    "controls/stepper.js",
    "controls/strategypicker.js",
    "controls/verdictline.js",
    "views/board/",
    "views/game/announcements.js",
    "views/game/movelist.js",
    "views/learn/",
    "views/matches/",
    "views/prove/",
)
NOT_WORDS = {  # texts that no visitor reads as words of a language, by how they begin
    "language.js": ("English", "Deutsch"),
    "main.js": ("{} · noughts",),
    "python/worker.js": ("AggregateError Array ", "Error", "import sys; ", "files", "network", "webassembly"),
    "transport/local.js": ("Bearer {}",),
    "transport/server.js": ("Bearer {}", "Retry-After"),
    "views/game/players.js": ("noughts web --host 0.0.0.0",),
}
OPAQUE = {"header.js"}  # where index.html has the texts


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
    command = [NODE, str(SCRIPT), str(TYPESCRIPT), str(STATIC)]
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


def texts_of_document() -> set[str]:
    """Return the texts of index.html that have a language."""
    texts = Texts()
    texts.feed((STATIC / "index.html").read_text(encoding="utf-8"))
    return texts.found


def waiting(file: str) -> bool:
    """Return whether a module is not converted yet."""
    return file.startswith(NOT_YET)


def test_no_text_is_outside_the_table(words: Words) -> None:
    bare = [
        f"{each['file']}:{each['line']}: {each['text']}"
        for each in words.bare
        if not waiting(each["file"]) and not each["text"].startswith(NOT_WORDS.get(each["file"], ()))
    ]
    assert not bare, "\n".join(["not in t(), counted() or parts():", *bare])


def test_texts_are_written_where_they_are_used(words: Words) -> None:
    opaque = [f"{each['file']}:{each['line']}: {each['text']}" for each in words.opaque if each["file"] not in OPAQUE]
    assert not opaque, "\n".join(["the text is no literal:", *opaque])


def test_values_of_texts(words: Words) -> None:
    """A text is given a value for each of its names, and no other."""
    wrong = [
        f"{each['file']}:{each['line']}: {each['text']}"
        for each in words.keys
        if each["values"] is not None and not names(each["text"]) <= set(each["values"])
    ]
    assert not wrong, "\n".join(wrong)


def test_german_has_every_text_and_no_other(words: Words) -> None:
    used = {each["text"] for each in words.keys} | texts_of_document()
    assert len(used) > 200
    for language, table in words.tables.items():
        assert not used - table.keys(), "\n".join([f"not in words/{language}.js:", *sorted(used - table.keys())])
        assert not table.keys() - used, "\n".join([f"only in words/{language}.js:", *sorted(table.keys() - used)])


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
