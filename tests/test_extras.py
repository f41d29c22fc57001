"""The extras that pyproject.toml offers are those that the program asks for."""

import re
import tomllib
from pathlib import Path

import pytest

from benchmarks.extras import BEGIN, END, EXTRAS, PAGE
from noughts import extras
from noughts.errors import MissingExtraError

OFFERED = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]["optional-dependencies"]
FOR_CONTRIBUTORS = {"all", "dev", "docs"}
DISTRIBUTIONS = {"psycopg": "psycopg[binary]"}


def test_every_extra_is_known_and_brings_its_libraries() -> None:
    assert set(OFFERED) == {*extras.LIBRARIES, *FOR_CONTRIBUTORS}
    for extra, libraries in extras.LIBRARIES.items():
        brought = {line.split(">=")[0] for line in [*OFFERED[extra], *OFFERED["fast"]]}
        assert {DISTRIBUTIONS.get(library, library) for library in libraries} <= brought


def test_all_means_all_of_them() -> None:
    assert OFFERED["all"] == [f"noughts[{','.join(extras.LIBRARIES)}]"]


def test_a_missing_one_is_asked_for_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "installed", lambda library: library != "numba")
    assert (extras.has_extra("tui"), extras.has_extra("fast")) == (True, False)
    extras.require_extra("tui", "a board")
    with pytest.raises(MissingExtraError, match=r"^a table needs an extra: pip install 'noughts\[fast\]'$"):
        extras.require_extra("fast", "a table")


def test_it_is_an_import_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "installed", lambda library: False)
    with pytest.raises(ImportError, match="needs an extra"):
        extras.require_extra("rl", "noughts_v0")


def test_a_library_is_found_and_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert extras.installed("antigravity")
    assert not extras.installed("no_such_library_of_a_test")


def test_the_page_says_what_each_weighs() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    listed = re.findall(r"^\| `(\w+)` \| (.+?) \| (\d+) \| (\d+) MB \|$", table, re.MULTILINE)
    assert [(extra, what) for extra, what, _, _ in listed] == [*EXTRAS.items()][1:]
    assert {extra for extra, *_ in listed} == {*extras.LIBRARIES, "all"}
