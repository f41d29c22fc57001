"""Positions side by side: what is drawn, and where."""

import re
from xml.etree import ElementTree

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.drawing.sheet import sheet
from noughts.errors import IllegalMoveError

START = Position(Game(3, 3, 3))


def test_rows_and_columns() -> None:
    """Eight positions in rows of three: three rows, and no two boards in one place."""
    picture = sheet([(START.play(4), 0)] * 8, "a plan", columns=3)
    (_, _, width, height), (_, _, one_width, one), (_, _, _, two) = (
        map(float, ElementTree.fromstring(each).attrib["viewBox"].split())
        for each in (picture, sheet([(START, 0)], "one"), sheet([(START, 0)] * 2, "two", columns=1))
    )
    assert (width, height) == (3 * one_width, two + (two - one))
    places = re.findall(r"translate\(([^)]*)\)", picture)
    assert len(set(places)) >= 8
    assert picture.count("a1 (O)</text>") == 8


def test_the_description_says_every_move() -> None:
    picture = sheet([(START, 4), (START.play(4).play(0), 8)], "two")
    assert "1. b2 (X) at .../.../.... 2. c3 (X) at O../.X./..." in picture
    assert picture == sheet([(START, 4), (START.play(4).play(0), 8)], "two")


def test_it_says_what_it_is() -> None:
    """Its title, and in a sentence what it shows, above the first board and within the width of a single one too."""
    root = ElementTree.fromstring(sheet([(START, 4)], "the title", "What it shows. " * 9))
    title, about, first = root.findall(".//{*}text")[:3]
    assert (title.text, about.text) == ("the title", "What it shows. " * 9)
    assert float(title.attrib["y"]) < float(about.attrib["y"]) < float(first.attrib["y"])
    width = float(root.attrib["viewBox"].split()[2])
    assert all(0.5 * float(each.attrib["font-size"]) * len(each.text or "") < width for each in (title, about))


def test_no_cell() -> None:
    with pytest.raises(IllegalMoveError):
        sheet([(START, 9)], "a plan")
