"""A played game as text that people read and write.

    game 3,3,3
    X ring
    O human
    1. b2 a1 2. c3 c1 3. b1 b3
    result none: unfinished

Every line but the moves may be missing: `b2 a1 c3` is a game of 3,3,3, and so is `1. b2 a1 2. c3`. Moves also stand
without blanks between them, as `h8i9g7`. A file may hold several games, each from one line `game` to the next.
"""

import re
from collections.abc import Iterator

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.record import Record, parse_moves
from noughts.errors import NotationError
from noughts.records.parts import Result, bounded, ending_of, parse_result, quoted, result_text, unquoted

WIDTH = 10  # moves of each side on a line

_NUMBER = re.compile(r"[0-9]{1,4}\.+")
_JOINED = re.compile(r"(?:[a-z][0-9]{1,2}){2,}", re.IGNORECASE)
_NAME = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)
_KEY = re.compile(r"(game|X|O|result)\s+(.*)", re.DOTALL)


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Return the games of a text, each as it is asked for; `game` overrides what the text says.

    Raises NotationError, GameError or IllegalMoveError.

    >>> next(read("1. b2 a1 2. c3")).cell_names
    ['b2', 'a1', 'c3']
    """
    lines: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        if lines and line.startswith("game "):
            yield _record(lines, game)
            lines = []
        lines.append(line)
    yield _record(lines, game)


def write(record: Record) -> str:
    """Return a game as text.

    >>> print(write(Record(Game(4, 3, 3), (5, 0, 6), ("ring", "human"))), end="")
    game 4,3,3
    X ring
    O human
    1. b2 a1 2. c2
    result none: unfinished
    """
    names = record.cell_names
    pairs = [f"{i // 2 + 1}. {' '.join(names[i : i + 2])}" for i in range(0, len(names), 2)]
    lines = [
        f"game {record.game}",
        f"X {quoted(record.players[0])}",
        f"O {quoted(record.players[1])}",
        *(" ".join(pairs[i : i + WIDTH]) for i in range(0, len(pairs), WIDTH)),
        f"result {result_text(record)}",
    ]
    return "\n".join(lines) + "\n"


def _record(lines: list[str], game: Game | None) -> Record:
    said: dict[str, str] = {}
    words: list[str] = []
    for line in bounded("\n".join(lines)).split("\n"):
        if match := _KEY.fullmatch(line):
            said[match[1]] = match[2]
        else:
            words += line.replace(",", " ").split()
    if not words and "game" not in said:
        raise NotationError(f"no game in {' '.join(lines)!r}: expected moves such as 'b2 a1 c3'")
    named = game is not None or "game" in said
    game = game or (Game.from_text(said["game"]) if "game" in said else STANDARD)
    result: Result = parse_result(said["result"]) if "result" in said else (None, ending_of(None))
    try:
        moves = parse_moves(game, _names(words))
    except NotationError as error:
        raise NotationError(str(error) if named else f"{error}; a game but {game} has to be named, as m,n,k") from None
    return Record(game, moves, (unquoted(said.get("X", "?")), unquoted(said.get("O", "?"))), *result)


def _names(words: list[str]) -> Iterator[str]:
    """The cells' names, without the moves' numbers."""
    for word in words:
        name = _NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word
        if name:
            yield from _NAME.findall(name) if _JOINED.fullmatch(name) else [name]
