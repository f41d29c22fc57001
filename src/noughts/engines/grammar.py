"""The lines of the Gomocup protocol as values: commands of a manager and replies of an engine.

No line raises an exception: an unreadable one is `Malformed`, `Unknown` or `TEXT`. Points are
`x,y` = column,row from 0 at the top left. Source: the protocol's page, http://petr.lastovicka.sweb.cz/protocl2en.htm.
"""

import re
from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.processes.line_cutter import MAX_LINE

# The commands and how many numbers each takes. INFO and the lines of a BOARD have their own forms.
NUMBERS = {
    "START": 1,
    "RECTSTART": 2,
    "RESTART": 0,
    "BEGIN": 0,
    "TURN": 2,
    "BOARD": 0,
    "DONE": 0,
    "TAKEBACK": 2,
    "ABOUT": 0,
    "END": 0,
}
OWN, THEIRS, OTHER = 1, 2, 3  # the owner of a stone in a BOARD; OTHER belongs to rules that are not played here

# The kinds of an engine's lines: a move, the OK, lines allowed at any time, and any other text.
MOVE, OK, TEXT = "MOVE", "OK", "TEXT"
_TALK = ("MESSAGE", "DEBUG", "SUGGEST", "UNKNOWN", "ERROR")

_BLANKS = " \t\r\n\v\f"  # those that `\s` means in ASCII; Unicode has more, which `int` refuses
_EDGES = _BLANKS + "\0\ufeff"  # what is cut off at the ends of a line
_WORD = re.compile(r"([A-Za-z][A-Za-z0-9]*)\s*(.*)", re.ASCII | re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_STONE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})", re.ASCII)
_POINT = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", re.ASCII)
_BETWEEN = re.compile(r"\s*,\s*|\s+", re.ASCII)
_GAP = re.compile(r"\s+", re.ASCII)
_ABOUT = re.compile(r'(\w+)\s*=\s*"([^"]*)"', re.ASCII)


@dataclass(frozen=True)
class ManagerCommand:
    """A command that takes numbers, or none: `TURN 7,8`."""

    verb: str
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(filter(None, (self.verb, ",".join(map(str, self.numbers)))))


@dataclass(frozen=True)
class Info:
    """`INFO key value`; keys are in lower case."""

    key: str
    value: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, ("INFO", self.key, self.value)))


@dataclass(frozen=True)
class Stone:
    """A line of a BOARD: the point and whose stone it is, OWN, THEIRS or OTHER."""

    column: int
    row: int
    owner: int

    def __str__(self) -> str:
        return f"{self.column},{self.row},{self.owner}"


@dataclass(frozen=True)
class Malformed:
    """A known command with wrong arguments."""

    verb: str
    text: str


@dataclass(frozen=True)
class Unknown:
    """A line that is not a command; its text is empty for a blank line."""

    text: str


Line = ManagerCommand | Info | Stone | Malformed | Unknown


def parse_command(line: str) -> Line:
    """Return the command in a manager's line; any case, blanks and line ends are accepted.

    >>> parse_command("turn 7, 8\\r"), parse_command("TURN h8")
    (ManagerCommand(verb='TURN', numbers=(7, 8)), Malformed(verb='TURN', text='TURN h8'))
    >>> str(parse_command("3,4,1")), parse_command("HELLO")
    ('3,4,1', Unknown(text='HELLO'))
    """
    text = line.strip(_EDGES)
    if len(line) >= MAX_LINE:
        return Unknown(text)
    if stone := _STONE.fullmatch(text):
        return Stone(*map(int, stone.groups()))
    match = _WORD.fullmatch(text)
    verb, rest = (match[1].upper(), match[2]) if match else ("", "")
    if verb == "INFO":
        key, value = (*_GAP.split(rest, maxsplit=1), "")[:2]
        return Info(key.lower() if key.isascii() else key, value)
    if verb not in NUMBERS:
        return Unknown(text)
    words = _BETWEEN.split(rest) if rest else []
    if verb == "START" and len(words) == 2 and words[0] == words[1]:
        words.pop()  # as some managers say a square board
    if len(words) != NUMBERS[verb] or not all(map(_NUMBER.fullmatch, words)):
        return Malformed(verb, text)
    return ManagerCommand(verb, tuple(map(int, words)))


@dataclass(frozen=True)
class Reply:
    """An engine's line: its kind (MOVE, OK, one of `_TALK`, or TEXT), its text, and its point, if it has one."""

    kind: str
    text: str = ""
    point: tuple[int, int] | None = None

    def __str__(self) -> str:
        return self.text if self.kind in (MOVE, TEXT) else " ".join(filter(None, (self.kind, self.text)))


def parse_reply(line: str) -> Reply:
    """Return the reply in an engine's line.

    >>> parse_reply("7,8\\r").point, parse_reply("message depth 5"), parse_reply("7;8").kind
    ((7, 8), Reply(kind='MESSAGE', text='depth 5', point=None), 'TEXT')
    """
    text = line.strip(_EDGES)
    if match := _POINT.fullmatch(text):
        return Reply(MOVE, text, (int(match[1]), int(match[2])))
    if text.upper() == OK:
        return Reply(OK)
    head, _, rest = text.partition(" ")
    kind = head.upper() if head.isascii() else ""
    if kind not in _TALK:
        return Reply(TEXT, text)
    named = _POINT.fullmatch(rest) if kind == "SUGGEST" else None
    return Reply(kind, rest.strip(_BLANKS), (int(named[1]), int(named[2])) if named else None)


def parse_about(text: str) -> dict[str, str]:
    """Return the entries of an answer to ABOUT, in its order.

    >>> parse_about('name="five", version="1.0"')
    {'name': 'five', 'version': '1.0'}
    """
    return dict(_ABOUT.findall(text))


def point_text(game: Game, cell: Move) -> str:
    """Return a cell as `x,y`.

    >>> point_text(Game(4, 3, 3), 4)
    '0,1'
    """
    row, column = game.row_column(cell)
    return f"{column},{row}"


def cell_at(game: Game, column: int, row: int) -> Move | None:
    """Return the cell at a point, or None off the board.

    >>> cell_at(Game(4, 3, 3), 0, 1), cell_at(Game(4, 3, 3), 0, 3)
    (4, None)
    """
    return game.cell(row, column) if 0 <= column < game.m and 0 <= row < game.n else None
