"""A played game as readable text.

    game 3,3,3
    X ring
    O human
    1. b2 a1 2. c3 c1 3. b1 b3
    result none: unfinished

Only the moves are needed: `b2 a1 c3` is a game of 3,3,3, and so is `1. b2 a1 2. c3`. The blanks between moves may be
missing, as in `h8i9g7`, or be commas or `_`. PGN's tags may stand before them, the players and `GameType "gomoku"`, and
comments among them, `{...}`, and `;` or `#` to the end of a line. A file may hold several games, each from one line
`game` to the next. The lines of a game may be in any order, each of the lines `game`, `X`, `O` and `result` at most
once.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.record import Record, parse_moves
from noughts.errors import GameError, NotationError
from noughts.records.parts import (
    BLANKS,
    GAP,
    LIMIT,
    bounded,
    game_of,
    lines_of,
    parse_game,
    parse_result,
    quoted,
    record_of,
    result_text,
    said_by,
    unquoted,
)
from noughts.words import Said

WIDTH = 10  # moves of each side on a line

_NUMBER = re.compile(r"[0-9]{1,4}\.+")
_JOINED = re.compile(r"[a-z][0-9]{1,2}(?:_?[a-z][0-9]{1,2})+", re.IGNORECASE | re.ASCII)
_NAME = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE | re.ASCII)
_GAME = re.compile(rf"game[{BLANKS}]")  # begins a game
_SAID = re.compile(rf"(?:game|X|O|result)[{BLANKS}]")  # a line that does not hold moves
_LATER = re.compile(r"(?:[2-9]|[1-9][0-9]+)\.|1\.\.")  # the number of a move that is not the first
_COMMENT = re.compile(r"\{[^}]*(\}?)|[;#].*")
_GAPS = re.compile(rf"[,{BLANKS}]+")  # between moves
_MOVES = re.compile(rf";[;,{BLANKS}]*(?:[a-z][0-9]{{1,2}}(?:[_;,{BLANKS}]+|$))+", re.IGNORECASE | re.ASCII)
_PAIR = re.compile(rf"([0-9]{{1,2}})[{BLANKS}]+([0-9]{{1,2}})")
_TRIPLE = re.compile(rf"[0-9]+{GAP},{GAP}[0-9]+{GAP},{GAP}[0-9]+")
_TAG = re.compile(rf'\[([A-Za-z]+)[{BLANKS}]+"([^"]*)"\]')  # of PGN
_SCORE = re.compile(r"\*|1-0|0-1|1/2-1/2|½-½")  # that ends a game in PGN: whose win 1-0 is differs between programs
_GOMOKU = Game(15, 15, 5)


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of a text; `game` overrides the one in the text.

    Raises NotationError, GameError or IllegalMoveError.

    >>> next(read("1. b2 a1 2. c3")).cell_names
    ['b2', 'a1', 'c3']
    """
    _refuse_triples(text)
    lines: list[str] = []
    length = 0  # characters of the game: a long one is refused before it fills the memory
    for line in _lines(text):
        begins = _TAG.fullmatch(line) or _GAME.match(line)
        if begins and lines and not _TAG.fullmatch(lines[-1]):  # tags stand before the rest of a game
            yield _record(lines, game)
            lines, length = [], 0
        lines.append(line)
        length += len(line) + 1
        if length > LIMIT:
            bounded("\n".join(lines))
    yield _record(lines, game)


def read_lines(text: str, game: Game) -> Iterator[Record]:
    """Yield the games of a text of which every line is one; as `read` does if it has tags, words or later moves.

    Raises as `read` does.

    >>> [record.cell_names for record in read_lines("b2 a1\\nb2a2 # a side\\n", Game(3, 3, 3))]
    [['b2', 'a1'], ['b2', 'a2']]
    """
    if any(_TAG.fullmatch(line) or _SAID.match(line) or _LATER.match(line) for line in _lines(text)):
        yield from read(text, game)
    else:
        _refuse_triples(text)
        yield from (_record([bounded(line)], game) for line in _lines(text))


def _refuse_triples(text: str) -> None:
    """Raise NotationError for lines of three numbers each: they may be a PSQ that has lost its first line."""
    lines = _lines(text)
    first = next(lines, "")
    if _TRIPLE.fullmatch(first) and all(map(_TRIPLE.fullmatch, chain([next(lines, "")], lines))):
        raise NotationError(Said("error.triples", {"line": repr(first)}))


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


def _lines(text: str) -> Iterator[str]:
    """The lines of a text, those of moves without comments. Raises NotationError for one that does not end."""
    commented = False
    for line in lines_of(text):
        moves = line
        if commented:
            _, end, moves = line.partition("}")
            commented = not end
        elif _TAG.fullmatch(line) or _SAID.match(line):
            yield line
            continue
        if listed := next(filter(_MOVES.fullmatch, (comment[0] for comment in _COMMENT.finditer(moves))), None):
            raise NotationError(Said("error.comment-moves", {"comment": repr(listed)}))
        if "{" in moves:
            commented = any(comment[1] == "" for comment in _COMMENT.finditer(moves))
        if moves := _COMMENT.sub(" ", moves).strip(BLANKS):
            yield moves
    if commented:
        raise NotationError(Said("error.comment-open"))


def _record(lines: list[str], game: Game | None) -> Record:
    tags = {match[1].lower(): match[2] for match in map(_TAG.fullmatch, lines) if match}
    lines = [line for line in lines if not _TAG.fullmatch(line)]
    values, others = said_by(lines, ("game", "X", "O", "result"))
    words = [word for line in others for word in _GAPS.split(line)]
    if tags and words and _SCORE.fullmatch(words[-1]):
        words.pop()
    if game is None and "game" not in values:
        game = _tagged(tags)
    names, numbers = _names(words)
    if not names and "game" not in values:
        raise NotationError(Said("error.no-game-in", {"text": repr(" ".join(lines))}))
    own = parse_game(values["game"]) if "game" in values else None
    chosen = (own if game is None else game_of(own.m, own.n, own.k, game)) if own else game or STANDARD
    _refuse_pairs(others, chosen)
    _require_in_order(numbers)
    try:
        moves = parse_moves(chosen, names)
    except NotationError as error:
        if own or game:
            raise
        raise NotationError(Said("error.name-the-game", {"reason": error.said, "game": chosen})) from None
    x, o = (next((tags[tag] for tag in both if tag in tags), "?") for both in (("x", "black"), ("o", "white")))
    players = unquoted(values.get("X", x)), unquoted(values.get("O", o))
    if "result" not in values:
        return Record(chosen, moves, players)
    return record_of(chosen, moves, players, parse_result(values["result"]), overridden=own not in (None, chosen))


def _tagged(tags: Mapping[str, str]) -> Game | None:
    """Return the game that PGN's tags name, None if they name none. Raises GameError for one that is not known here."""
    for tag in ("variant", "rule", "rules", "size", "boardsize", "fen", "setup"):
        if tag in tags:
            raise GameError(Said("error.unknown-rule", {"rule": repr(tags[tag])}))
    kind = tags.get("gametype")
    if kind is not None and kind.lower() != "gomoku":
        raise GameError(Said("error.unknown-rule", {"rule": repr(kind)}))
    return None if kind is None else _GOMOKU


def _names(words: Iterable[str]) -> tuple[list[str], list[tuple[int, str]]]:
    """The cells' names, and which of them have a number before them: how many stand before, and the number."""
    names, numbers = list[str](), list[tuple[int, str]]()
    for word in words:
        if number := _NUMBER.match(word):
            numbers.append((len(names), number[0]))
        name = word[number.end() :] if number else word
        if name:
            names += _NAME.findall(name) if _JOINED.fullmatch(name) else [name]
    return names, numbers


def _require_in_order(numbers: Sequence[tuple[int, str]]) -> None:
    """Raise NotationError if moves are numbered neither one by one nor in pairs: some are missing, or of another game.

    `2...` may stand before the second move of a pair alone.
    """
    each = [(at, number) for at, number in numbers if int(number.rstrip(".")) != at + 1 or number.endswith("..")]
    pairs = [
        (at, number)
        for at, number in numbers
        if int(number.rstrip(".")) != at // 2 + 1 or (number.endswith("..") and at % 2 == 0)
    ]
    if each and pairs:
        at, number = max(each[0], pairs[0])
        raise NotationError(Said("error.numbered-move", {"move": at + 1, "number": number}))


def _refuse_pairs(lines: Sequence[str], game: Game) -> None:
    """Raise NotationError for lines of two small numbers each: they may be columns and rows, or numbers of cells."""
    pairs = [*map(_PAIR.fullmatch, lines)]
    if len(pairs) > 1 and all(pair and max(int(pair[1]), int(pair[2])) <= max(game.m, game.n) for pair in pairs):
        column, row = lines[0].split()
        raise NotationError(Said("error.pairs", {"line": repr(lines[0]), "point": f"{column},{row}"}))
