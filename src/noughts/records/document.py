"""JSON: a game as one document (schema noughts/record/1), and JSON Lines, a game on each line."""

from collections.abc import Iterator
from typing import Final

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import GameError, NotationError
from noughts.records.parts import bounded, lines_of
from noughts.words import Said

_JSON_BLANKS: Final = " \t"


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Return the one game of a JSON document. Raises NotationError, GameError, IllegalMoveError.

    A document names its game: another `game` is a GameError.
    """
    yield _record(text, game)


def read_lines(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of JSON Lines. Raises as `read` does."""
    line = None
    for line in lines_of(text, _JSON_BLANKS):
        yield _record(line, game)
    if line is None:
        raise NotationError(Said("error.empty-file", {"format": "JSON Lines"}))


def write(record: Record) -> str:
    """Return a game as a JSON document."""
    return record.to_json() + "\n"


def write_line(record: Record) -> str:
    """Return a game as one line of JSON."""
    return record.to_json(indent=None) + "\n"


def _record(text: str, game: Game | None) -> Record:
    record = Record.from_json(bounded(text))
    if game not in (None, record.game):
        raise GameError(Said("error.other-game", {"game": repr(str(record.game)), "expected": repr(str(game))}))
    return record
