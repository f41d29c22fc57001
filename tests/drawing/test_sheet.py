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
    root = ElementTree.fromstring(picture)
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    one_x, one_y, one_width, one_height = map(
        float, ElementTree.fromstring(sheet([(START, 0)], "one")).attrib["viewBox"].split()
    )
    assert (x, y, width, height) == (one_x, one_y, 3 * one_width, 3 * one_height)
    places = re.findall(r"translate\(([^)]*)\)", picture)
    assert len(set(places)) >= 8
    assert picture.count("a1 (O)</text>") == 8


def test_the_description_says_every_move() -> None:
    picture = sheet([(START, 4), (START.play(4).play(0), 8)], "two")
    assert "1. b2 (X) at .../.../.... 2. c3 (X) at O../.X./..." in picture
    assert picture == sheet([(START, 4), (START.play(4).play(0), 8)], "two")


def test_no_cell() -> None:
    with pytest.raises(IllegalMoveError):
        sheet([(START, 9)], "a plan")
