"""What a document says of players from outside: fields that it has only where there is something to say."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from noughts.core.sparse import Sparse
from noughts.players.notes import list_notes
from noughts.players.player import Player


@dataclass(frozen=True, kw_only=True)
class PlayerNotes(Sparse):
    """`read`: how a program is called, or how the sentences of a list of rules were read, a line each. `inferred`: how
    sure that is, if it was found out. `left_out`: what of its file was not run. `unlisted`: why its random numbers
    cannot be enumerated. `assumed`: the assumptions under which a proof holds. `printed`: how much they have printed,
    and the last line. `limits`: which limits of their processes do not hold on this machine.

    >>> from noughts.results.codec import encode
    >>> encode(PlayerNotes(read="a function of the board"))
    {'read': 'a function of the board'}
    """

    read: str | None = None
    inferred: str | None = None
    left_out: str | None = None
    unlisted: str | None = None
    assumed: str | None = None
    printed: str | None = None
    limits: str | None = None

    def __post_serialize__(self, document: dict[str, Any]) -> dict[str, Any]:
        last = {field.name: document.pop(field.name) for field in fields(PlayerNotes)}
        return super().__post_serialize__(document | last)


def notes(players: Iterable[Player]) -> dict[str, Any]:
    """Return the notes about players from outside, as the fields of a document: see `PlayerNotes`."""
    return {field: "; ".join(texts) for field, _, texts in list_notes(list(players))}
