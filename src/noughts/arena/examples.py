"""Example games of a pairing: a few different ones, with each result."""

from collections.abc import Iterable, Sequence

from noughts.arena.openings import EMPTY, Opening
from noughts.arena.play import play_game
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.players.player import Player

_DRAWN = 12  # games, of which the examples are chosen
_SHOWN = 6


def drawn(
    x: Player, o: Player, game: Game, openings: Sequence[Opening] = (EMPTY,), names: tuple[str, str] | None = None
) -> list[Record]:
    """Return examples of what X and O play; always the same ones.

    >>> from noughts.strategies.registry import load
    >>> [record.result for record in drawn(load("first"), load("first"), Game(3, 3, 3))]
    ['X']
    """
    return chosen(
        play_game(game, x, o, openings[number % len(openings)], f"example {number}", names) for number in range(_DRAWN)
    )


def chosen(records: Iterable[Record]) -> list[Record]:
    """Return a few of these games, no two alike: the first of each result, then others in their order."""
    different: dict[tuple[int, ...], Record] = {}
    for record in records:
        if record.result is not None:
            different.setdefault(record.moves, record)
    results: dict[str | None, Record] = {}
    for record in different.values():
        results.setdefault(record.result, record)
    first = list(results.values())
    return [*first, *(record for record in different.values() if record not in first)][:_SHOWN]
