"""The page about which players can lose says what holds."""

import re

import pytest

from benchmarks import gallery
from noughts.core.notation import STANDARD
from noughts.core.record import Record
from noughts.strategies import registry

COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def test_every_player_that_decides_at_once_is_there() -> None:
    assert [one.name for one in gallery.EXHIBITS] == [name for name in registry.SHIPPED if name != "search"]


def test_every_loss_is_a_game_that_is_lost() -> None:
    for found in gallery.losses():
        assert found.losing_line is not None
        assert Record(STANDARD, found.losing_line).result == str(found.seat.opponent)


@pytest.mark.slow
def test_the_least_step_of_learning() -> None:
    row = gallery.learning_row(map, "michie", 100)
    assert f"| {row} |\n" in gallery.matchboxes_on_the_page()


def test_what_the_readme_says_that_was_found() -> None:
    """Counted from the page: its exhibits, their claims, and the rows of the table with a seat that can lose."""
    readme = " ".join((gallery.DOCS.parent / "README.md").read_text(encoding="utf-8").split())
    rows = [line for line in gallery.PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    losing = {row.split("`")[1] for row in rows if "**can lose**" in row}
    known = [one for one in gallery.EXHIBITS if one.claim]
    claimed = [one for one in known if re.search("cannot be beaten|never loses|proven", one.claim)]
    assert f"of {COUNT[len(known)]} well-known strategies" in readme
    assert f"[{COUNT[len(losing & {one.name for one in known})]} can lose]" in readme
    assert f"{COUNT[len(claimed)].capitalize()} are called unbeatable where they were published" in readme
    assert [one.name for one in claimed if one.name in losing] == ["centre-block"]
    # The source of `paths` has its exception, so only the words of the other two can be read in two ways.
    loose = [one.name for one in claimed if one.name not in losing and losing.intersection(one.specs)]
    assert loose == ["ring", "paths", "newell-simon"]
