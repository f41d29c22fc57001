"""The table of words: every list and pattern that the code asks for is there, and is what the comments say."""

import re
import tomllib
from pathlib import Path

import pytest

import noughts.programs
from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.programs import vocabulary
from noughts.programs.reading.readings import Reader, Reading

ROOM = Path(noughts.programs.__file__).parent
TABLES = tomllib.loads((ROOM / "vocabulary.toml").read_text("utf-8"))
PATTERNS = {("marks", key) for key in ("mine", "theirs", "end", "computer", "person", "turn")} | {
    ("functions", key) for key in ("likely", "helpers", "no_movers", "building")
}
LISTS = {(table, key) for table, keys in TABLES.items() for key in keys} - PATTERNS


def test_each_word_is_asked_for() -> None:
    asked = set[tuple[str, str]]()
    for file in ROOM.rglob("*.py"):
        asked |= set(re.findall(r'vocabulary\.(?:words|pattern)\(\s*"(\w+)", "(\w+)"', file.read_text("utf-8")))
    assert asked == {(table, key) for table, key in LISTS | PATTERNS if table != "parameters" or key == "board"}


@pytest.mark.parametrize(("table", "key"), sorted(LISTS))
def test_names_are_plain(table: str, key: str) -> None:
    found = vocabulary.words(table, key)
    assert len(set(found)) == len(found) > 0
    if key not in ("answers", "boards"):  # as they are written, and methods of Python
        assert all(name == name.lower() and "_" not in name for name in found)


def test_parameters_are_words_of_readings() -> None:
    meant = set(vocabulary.meanings().values()) - {"most"}  # True, or whether X is to move
    for word in meant:
        reader = Reader(Reading.from_text(f"rows X O ' ' (board {word}) -> index"), STANDARD)
        assert len(reader.arguments(Position(STANDARD), "shown")) == 2
    assert not {"board", "grid"} & vocabulary.meanings().keys() - {"board"}


def test_line_breaks_in_a_pattern_mean_nothing() -> None:
    helpers = vocabulary.pattern("functions", "helpers")
    for name in ("checkwinner", "free", "available", "full", "getboard"):  # at the ends of its lines
        assert helpers.search(name)
    assert not helpers.search("move")
