"""What the text formats share: names and endings in one line, and which game a board's size means."""

import json
import re
from typing import Final

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.record import Record
from noughts.errors import GameError, NotationError

UNFINISHED: Final = "unfinished"
UNSAID: Final = "not by the rules"  # the ending where a file gives a result and no reason
LIMIT: Final = 1 << 18  # characters or bytes of one game: half a second to read at worst
FIVE: Final = 5  # in a row: what both SGF's and Piskvork's games are about

Result = tuple[str | None, str]  # as in a Record: "X", "O", "draw" or None, and the ending

_RESULT = re.compile(r"(X|O|draw|none)\s*(?::\s*(.*))?", re.IGNORECASE | re.DOTALL)
_RESULTS = {"x": "X", "o": "O", "draw": "draw", "none": None}


def quoted(text: str, unfit: str = '"') -> str:
    """Return a text as it is where it fits on a line and begins with no character of `unfit`, else as a JSON string.

    >>> print(quoted("ring"), quoted("two\\nlines"), quoted("-1", unfit='"-'))
    ring "two\\nlines" "-1"
    """
    plain = text.isprintable() and text == text.strip() and text[:1] not in unfit  # "" is in every text
    return text if plain else json.dumps(text)


def unquoted(text: str) -> str:
    """Return the text that `quoted` wrote; other programs' quotation marks stay.

    >>> unquoted("ring"), unquoted('"-1"'), unquoted('"Rapfi" 2')
    ('ring', '-1', '"Rapfi" 2')
    """
    try:
        said = json.loads(text) if text.startswith('"') else text
    except ValueError:
        return text
    assert isinstance(said, str)  # JSON that begins with a quotation mark is a string
    return said


def bounded(text: str) -> str:
    """Return the text of one game. Raises NotationError where it is too long for one."""
    if len(text) > LIMIT:
        raise NotationError(f"too long for a game: {len(text):,} characters, at most {LIMIT:,}")
    return text


def result_text(record: Record) -> str:
    """Return how a game ended, on one line.

    >>> result_text(Record(STANDARD, (0,), result="O", ending="X resigned"))
    'O: X resigned'
    """
    return f"{record.result or 'none'}: {quoted(record.ending)}"


def parse_result(text: str) -> Result:
    """Return the result and the ending that `result_text` wrote. Raises NotationError.

    >>> parse_result("draw: agreed"), parse_result("none")
    (('draw', 'agreed'), (None, 'unfinished'))
    """
    match = _RESULT.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"no result {text!r}: expected X, O, draw or none, as in 'O: X resigned'")
    result = _RESULTS[match[1].lower()]
    return result, unquoted(match[2]) if match[2] else ending_of(result)


def ending_of(result: str | None) -> str:
    """Return the ending of a game where its file says none."""
    return UNFINISHED if result is None else UNSAID


def game_of(m: int, n: int, k: int | None, game: Game | None) -> Game:
    """Return the game of an m x n board; `game`, where it is given, overrides k and must have that board.

    Without k it is five in a row where five fit, and 3,3,3 on 3x3. Raises GameError.

    >>> str(game_of(15, 15, None, None)), str(game_of(3, 3, None, None))
    ('15,15,5', '3,3,3')
    """
    if game is not None:
        if (game.m, game.n) != (m, n):
            raise GameError(f"the board is {m}x{n} (columns x rows), not one of {str(game)!r}")
        return game
    if k is None and (m, n) == (STANDARD.m, STANDARD.n):
        return STANDARD
    if k is None and max(m, n) < FIVE:
        raise GameError(f"how many in a row win on {m}x{n} (columns x rows)? Name the game as m,n,k")
    return Game(m, n, FIVE if k is None else k)
