"""A list of rules as a sheet of paper for a class: each rule in large type, with a board; or a blank worksheet."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.drawing.board import CELL, board, grid, placed
from noughts.drawing.svg import WIDE, Svg, Theme, document, element, fitting, number, words
from noughts.words import Said

PAGE = (210.0, 297.0)  # millimetres: A4
_EDGE = 15.0  # millimetres
_TITLE, _LARGEST, _LEAST = 9.0, 7.5, 3.0  # the sizes of fonts
_TOP, _BOTTOM = 34.0, 12.0
_BLANK = 8  # rules of a worksheet
_LINE = 1.25  # of a line of text, as a part of its font's size


@dataclass(frozen=True)
class RulePicture:
    """A rule of a sheet: its condition, its limits, what it means, a position, and the cells that it names there."""

    rule: str
    limits: str
    meaning: str
    position: Position
    cells: Sequence[Move]


def rule_sheet(title: str, claim: str, rules: Sequence[RulePicture], theme: Theme = "auto") -> Svg:
    """Return a list of rules as a page (A4); without rules a blank worksheet.

    >>> rule_sheet("My list", "", []).count("</text>")
    10
    """
    width, height = PAGE
    count = len(rules) or _BLANK
    row = min(34.0, (height - _TOP - _BOTTOM) / count)
    body = [
        element("rect", class_="card", x=0, y=0, width=width, height=height),
        words(title, _EDGE, 16, fitting(title, width - 2 * _EDGE, _TITLE), anchor=None, bold=True),
        words(claim, _EDGE, 26, fitting(claim, width - 2 * _EDGE, 4.5), anchor=None, class_="soft"),
    ]
    for index in range(count):
        top = _TOP + index * row
        body.append(_rule(index + 1, rules[index], top, row) if rules else _blank(index + 1, top, row))
    numbered = [f"{index}. {_lead(each)}{each.rule}: {each.meaning}" for index, each in enumerate(rules, 1)]
    across, along = (f"{number(length)}mm" for length in PAGE)
    described = ". ".join([claim.rstrip("."), *numbered]) if rules else str(Said("sheet.rules-blank"))
    return document("".join(body), (0, 0, *PAGE), across, along, title, described, theme)


def _rule(place: int, picture: RulePicture, top: float, row: float) -> str:
    """Return one rule: its number, its words, what it means, and its board on the right."""
    side = row - 6
    left = _EDGE + 12
    room = PAGE[0] - _EDGE - side - 8 - left
    size = fitting(picture.rule, room, min(_LARGEST, row / 4))
    small = max(_LEAST, min(4.2, row / 8))
    lines = textwrap.wrap(picture.meaning, int(room / (WIDE * small)))
    limits = _lead(picture)
    first = small * 1.3 if limits else 0.0  # above the rule
    middle = top + first + size * 0.8
    game = picture.position.game
    cell = side / max(game.m, game.n)
    return "".join(
        [
            words(limits, left, top + small / 2, small, anchor=None) if limits else "",
            words(f"{place}.", _EDGE, middle, size, anchor=None, bold=True),
            words(picture.rule, left, middle, size, anchor=None, bold=True),
            *(
                words(line, left, middle + size * 0.8 + small * (0.9 + _LINE * at), small, anchor=None, class_="soft")
                for at, line in enumerate(lines)
            ),
            board(picture.position, PAGE[0] - _EDGE - cell * game.m, top, cell, chosen=picture.cells),
        ]
    )


def _lead(picture: RulePicture) -> str:
    """Return the limits of a rule as they stand before it."""
    return f"{picture.limits}: " if picture.limits else ""


def _blank(place: int, top: float, row: float) -> str:
    """Return a numbered place for a rule: two lines to write on, and an empty board."""
    side = row - 6
    right = PAGE[0] - _EDGE - side - 8
    rules = "".join(
        element("rect", class_="soft", x=_EDGE + 12, y=top + row * at, width=right - _EDGE - 12, height=0.25)
        for at in (0.3, 0.62)
    )
    empty = placed(grid(Game(3, 3, 3)), PAGE[0] - _EDGE - side, top, side / (3 * CELL))
    return words(f"{place}.", _EDGE, top + row * 0.24, 6, anchor=None, bold=True) + rules + empty
