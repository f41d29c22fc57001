"""What limits a rule: when it counts at all. A limit stands before a rule, with a colon."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.strategies.rules.conditions import centre_of, corners_of, held, opposite_corners, sides_of
from noughts.words import Said

Limit = Callable[[Position], bool]

_MOVE = re.compile(r"move ([1-9][0-9]?)")
MOVE = "move 1"  # as an example of a limit with a number


def _among(cells: Callable[[Game], Iterable[Move]], count: int) -> Callable[[Game, int], bool]:
    return lambda game, stones: len(held(stones, cells(game))) >= count


# What a side holds, in words.
_HOLDINGS: Mapping[str, Callable[[Game, int], bool]] = {
    "the centre": _among(centre_of, 1),
    "a corner": _among(corners_of, 1),
    "two corners": _among(corners_of, 2),
    "two opposite corners": lambda game, stones: bool(held(stones, opposite_corners(game, stones))),
    "a side": _among(sides_of, 1),
    "two sides": _among(sides_of, 2),
    "a corner and a side": lambda game, stones: all(_among(cells, 1)(game, stones) for cells in (corners_of, sides_of)),
}


def _they_hold(holds: Callable[[Game, int], bool]) -> Limit:
    return lambda at: holds(at.game, at.theirs)


def _i_hold(holds: Callable[[Game, int], bool]) -> Limit:
    return lambda at: holds(at.game, at.own)


LIMITS: Mapping[str, Limit] = {
    "moving first": lambda at: at.ply % 2 == 0,
    "moving second": lambda at: at.ply % 2 == 1,
    "if the centre is free": lambda at: any(at.playable >> cell & 1 for cell in centre_of(at.game)),
    **{f"if they hold {words}": _they_hold(holds) for words, holds in _HOLDINGS.items()},
    **{f"if I hold {words}": _i_hold(holds) for words, holds in _HOLDINGS.items()},
    "if they hold the corner opposite mine": lambda at: bool(held(at.theirs, opposite_corners(at.game, at.own))),
}


def is_limit(text: str) -> bool:
    """Return whether a text is a limit: one of the table, or such as `move 2`."""
    return text in LIMITS or _MOVE.fullmatch(text) is not None


def limit_said(text: str) -> Said:
    """Return a limit in the reader's language."""
    if match := _MOVE.fullmatch(text):
        return Said("limit.move", {"number": int(match[1])})
    return Said(f"limit.{text}")


def holds(limit: str, position: Position) -> bool:
    """Return whether a limit holds in a position."""
    return _limit(limit)(position)


@cache
def _limit(text: str) -> Limit:
    if match := _MOVE.fullmatch(text):
        number = int(match[1])
        return lambda at: at.ply // 2 + 1 == number
    return LIMITS[text]
