"""What the page says in its own words of things that Python lists: none is left out, and none means something else."""

import re
from pathlib import Path

import noughts
from noughts.app.rule_cards import shelf
from noughts.core.game import Game
from noughts.strategies.registry import names_for

STATIC = Path(noughts.__file__).parent / "web" / "static"
GAME = Game(3, 3, 3)


def entries(module: str) -> dict[str, str]:
    """Return the texts by name in the tables of a module."""
    text = (STATIC / module).read_text()
    return {
        plain or quoted: words
        for plain, quoted, words in re.findall(r'^  (?:(\w+)|"(.*)"):\s+(?:t\(\s*)?"(.+?)"(?:,?\s*\))?,$', text, re.M)
    }


def test_what_strategies_do() -> None:
    """Each strategy and each sheet to begin with has a sentence."""
    listed = {*names_for(GAME), *(each.name for each in shelf(GAME).sheets)}
    assert entries("controls/strategypicker.js").keys() == listed
