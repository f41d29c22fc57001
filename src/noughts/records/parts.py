"""Shared by the text formats: names and endings on one line, and the game that a board size implies."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from noughts.core.game import OPTIONS, Game, Move, not_a_game
from noughts.core.notation import STANDARD
from noughts.core.record import BOARD_ENDINGS, Record
from noughts.errors import GameError, NotationError
from noughts.words import Said

_UNFINISHED: Final = "unfinished"
UNSAID: Final = "not by the rules"  # the ending if a file gives a result without a reason
LIMIT: Final = 1 << 18  # characters or bytes of one game: half a second to read at worst
_FIVE: Final = 5  # in a row: the usual game in SGF and Piskvork files

# The rules of Gomoku in the files of other programs, by their names in letters alone and by their numbers: whether only
# exactly five in a row win. The first name is the one that is written.
_RULES: Final = {
    False: ("freestyle", "", "0", "free", "fastgame", "fiveormore", "tictactoe", "noughtsandcrosses", "五子棋"),
    True: ("standard", "1", "exact", "exactly", "exactfive", "exactlyfive"),
}
_EXACT_BY_RULE: Final = {name: exact for exact, names in _RULES.items() for name in names}

BLANKS: Final = " \t\xa0"  # white space within a line, including the no-break space of web pages
GAP: Final = f"[{BLANKS}]*"  # of a regular expression

Point = tuple[int, int]  # column and row, as written
Result = tuple[str | None, str]  # as in a Record: "X", "O", "draw" or None, and the ending

_LINE = re.compile(r"[^\n]+")
_SAID = re.compile(rf"(game|X|O|result)[{BLANKS}]+(.*)", re.DOTALL)
_GAME = re.compile(rf"{GAP}[,xX]{GAP}".join(["[1-9][0-9]{0,8}"] * 3) + f"(?:-(?:{'|'.join(OPTIONS)}))*")
_RESULT = re.compile(rf"(X|O|draw|none){GAP}(?::{GAP}(.*))?", re.IGNORECASE | re.DOTALL)
_RESULTS = {"x": "X", "o": "O", "draw": "draw", "none": None}


def quoted(text: str, unfit: str = '"') -> str:
    """Return a text unchanged if it fits on a line and begins with no character of `unfit`, else as a JSON string.

    >>> print(quoted("ring"), quoted("two\\nlines"), quoted("-1", unfit='"-'))
    ring "two\\nlines" "-1"
    """
    plain = text.isprintable() and text == text.strip() and text[:1] not in unfit  # an empty text is quoted
    return text if plain else json.dumps(text)


def unquoted(text: str) -> str:
    """Return the text that `quoted` wrote; quotation marks of other programs are kept.

    >>> unquoted("ring"), unquoted('"-1"'), unquoted('"Rapfi" 2')
    ('ring', '-1', '"Rapfi" 2')
    """
    try:
        value = json.loads(text) if text.startswith('"') else text
    except ValueError:
        return text
    assert isinstance(value, str)  # JSON that begins with a quotation mark is a string
    return value


def bounded(text: str) -> str:
    """Return the text of one game. Raises NotationError if it is too long."""
    if len(text) > LIMIT:
        raise NotationError(Said("error.long-game", {"count": len(text), "most": LIMIT}))
    return text


def lines_of(text: str, blanks: str = BLANKS) -> Iterator[str]:
    """Yield the lines of a text that are not blank, one by one, because a list would be larger than the text.

    >>> [*lines_of(" b2\\n\\n a1 ")]
    ['b2', 'a1']
    """
    return filter(None, (match[0].strip(blanks) for match in _LINE.finditer(text)))


def said_by(lines: Iterable[str], words: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Return the values of lines such as `game 3,3,3` by their first word, and the lines without such a word.

    Raises NotationError if two lines begin with the same word.
    """
    values: dict[str, str] = {}
    others = []
    for line in lines:
        match = _SAID.fullmatch(line)
        if match is None or match[1] not in words:
            others.append(line)
        elif match[1] in values:
            raise NotationError(Said("error.two-lines", {"word": repr(match[1])}))
        else:
            values[match[1]] = match[2]
    return values, others


def parse_game(text: str) -> Game:
    """Return the game of a line `game`; signs and leading zeros are refused. Raises GameError."""
    if _GAME.fullmatch(text) is None:
        raise not_a_game(text)
    return Game.from_text(text)


def record_of(
    game: Game, moves: tuple[Move, ...], players: tuple[str, str], stated: Result, overridden: bool
) -> Record:
    """Return the record of a file with a stated result, which must agree with the moves.

    `overridden`: the file is of another game on the same board, so its result may differ.
    Raises NotationError and IllegalMoveError.
    """
    if not overridden:
        return Record.confirmed(game, moves, players, *stated)
    result, ending = stated
    return Record(game, moves, players, result, ending_of(result) if ending in BOARD_ENDINGS else ending)


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
    match = _RESULT.fullmatch(text.strip(BLANKS))
    if match is None:
        raise NotationError(Said("error.result-line", {"result": repr(text)}))
    result = _RESULTS[match[1].lower()]
    return result, unquoted(match[2]) if match[2] else ending_of(result)


def ending_of(result: str | None) -> str:
    """Return the ending of a game if its file gives none."""
    return _UNFINISHED if result is None else UNSAID


def exact_by_rule(rule: str) -> bool:
    """Return whether only exactly five in a row win, by a rule as other programs name it. Raises GameError for a rule
    that is not known here: a record is of another game by it.

    >>> exact_by_rule("Freestyle15_1"), exact_by_rule("Standard_1"), exact_by_rule("1")
    (False, True, True)
    """
    words = re.sub(r"[0-9]+ ?x ?[0-9]+|gomoku|rules?", "", rule.lower())
    words = re.sub(r"(?<=[a-z])_?[0-9]+|_[0-9]+", "", words)  # the number of a tournament's group: Freestyle15_1
    known = _EXACT_BY_RULE.get(re.sub(r"[\W_]", "", words.replace("5", "five")))
    if known is None:
        raise GameError(Said("error.unknown-rule", {"rule": repr(rule)}))
    return known


def rule_of(game: Game) -> str | None:
    """Return the name of a rule of five, by which `exact_by_rule` reads it; None for another number in a row, and for
    a rule that other programs do not name.

    >>> rule_of(Game(15, 15, 5)), rule_of(Game(15, 15, 5, exact=True)), rule_of(Game(4, 4, 4))
    ('Freestyle', 'Standard', None)
    """
    return _RULES[game.exact][0].capitalize() if game.k == _FIVE and game.blocking_suffices else None


def cell_at(
    game: Game, number: int, point: Point, first: Point = (0, 0), written: str | None = None, by_rows: bool = False
) -> Move:
    """Return the cell of the move with this number, a column and a row; `first` is how the cell a1 is written.

    `written`: the point as errors quote it; `by_rows`: whether they quote points as row and column. Raises
    NotationError.
    """
    column, row = point[0] - first[0], point[1] - first[1]
    if 0 <= column < game.m and 0 <= row < game.n:
        return game.cell(row, column)
    last = first[0] + game.m - 1, first[1] + game.n - 1
    texts = ["{},{}".format(*(pair[::-1] if by_rows else pair)) for pair in (point, first, last)]
    raise off_board(number, written or texts[0], texts[1], texts[2])


def off_board(number: int, point: str, first: str, last: str) -> NotationError:
    """Return the error for a move whose point is not between those of the first and the last cell."""
    reason = Said("error.off-board", {"point": repr(point), "first": first, "last": last})
    return NotationError(Said("error.move-number", {"number": number, "reason": reason}))


def game_of(m: int, n: int, k: int | None, game: Game | None, exact: bool = False) -> Game:
    """Return the game of an m x n board; `game`, if given, overrides k and `exact`, and must have that board.

    Without k it is five in a row if five fit, and 3,3,3 on 3x3. Raises GameError.

    >>> str(game_of(15, 15, None, None)), str(game_of(3, 3, None, None))
    ('15,15,5', '3,3,3')
    """
    if game is not None:
        if (game.m, game.n) != (m, n):
            raise GameError(Said("error.board-of-other", {"m": m, "n": n, "game": repr(str(game))}))
        return game
    if k is None and (m, n) == (STANDARD.m, STANDARD.n):
        return STANDARD  # a rule of five says nothing of it
    if k is None and max(m, n) < _FIVE:
        raise GameError(Said("error.how-many", {"m": m, "n": n}))
    return Game(m, n, _FIVE if k is None else k, exact=exact)
