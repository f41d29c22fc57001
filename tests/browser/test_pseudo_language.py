"""The page in a language that is made of English, every letter accented and 40 % longer: what a person reads is in the
files of the languages, and it fits."""

import json
import math
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from noughts.strategies import registry
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS
from noughts.words import catalogue, message
from tests.browser.layout import assert_laid_out
from tests.browser.serving import Server
from tests.browser.test_language import PLACES, SEEN
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.slow

CODE = "xx"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = str.maketrans(PLAIN, "áƀćđéƒǵĥíĵķĺɱńóƥɋŕśťúṽŵẋýźÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓƤɊŔŚŤÚṼŴẊÝŹ")
KEPT = re.compile(r"(\{\s*\w+\s*(?:,\s*(?:number\s*|plural\s*,))?\}?|(?:=\d+|one|other)\s*\{(?!\w+\})|[{}#])")
LONGER = 0.4

# What is not a word of a language: names of strategies, formats and people, the words of rules, and of options.
RULES = {word for text in (*CONDITIONS, *LIMITS) for word in re.findall(r"[a-z]+", text, re.IGNORECASE)}
NAMES = {
    *(word for name in (*registry.names(), *catalogue.names().values()) for word in re.findall(r"\w+", name)),
    *("noughts", "human", "level", "average", "gap", "away", "auto", "SGF", "PSQ", "JSON", "TEXT", "SVG", "PNG", "PDF"),
    *("Michie", "Gardner", "Selfridge", "Python", "move", "moving", "careless"),
}
WORD = re.compile(r"(?<![\wÀ-ỹ])[A-Za-z]{3,}(?![\wÀ-ỹ])")


def accented(text: str) -> str:
    """Return a message with accents on all letters of its words, and longer."""
    words = "".join(part if at % 2 else part.translate(ACCENTED) for at, part in enumerate(KEPT.split(text)))
    return f"{words} {'ẋéẋ ' * math.ceil(len(text) * LONGER / 4)}".strip()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the language, from a folder of its own."""
    folder = tmp_path_factory.mktemp("languages")
    english, german = (json.loads(Path(catalogue.files()[code]).read_text(encoding="utf-8")) for code in ("en", "de"))
    content = {
        **english,
        "name": "Ẋẋẋ",
        "sentences": {kind: accented(text) for kind, text in english["sentences"].items()},
        "page": {text: accented(text) for text in german["page"]},
    }
    (folder / f"{CODE}.json").write_text(json.dumps(content), encoding="utf-8")
    os.environ[catalogue.MORE] = str(folder)
    try:
        with Server(tmp_path_factory.mktemp("server")) as server:
            yield server
    finally:
        del os.environ[catalogue.MORE]


def test_it_has_the_values_of_english() -> None:
    for text in catalogue.read(catalogue.files()["en"]).sentences.values():
        assert message.names(accented(text)) == message.names(text)
        assert len(accented(text)) >= (1 + LONGER) * len(text)


def outside(seen: list[str]) -> list[str]:
    """Return the texts with a word that is neither accented nor a name."""
    return [text for text in seen if {*WORD.findall(text)} - NAMES - RULES]


def test_every_word_is_in_the_files_and_fits(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, reduced_motion="reduce", locale=CODE)
    found = {}
    for place, address in PLACES.items():
        visitor.open(address)
        expect(visitor.page.locator(f"[data-view={place}]")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        seen: list[str] = visitor.page.evaluate(SEEN.replace("noscript", "noscript, pre, code, [lang]:not(html)"))
        assert len(seen) > 10
        found[place] = outside(seen)
        assert_laid_out(visitor.page)
    visitor.context.close()
    assert not any(found.values()), found
