"""A console game as a strategy: it is driven at a terminal as a person would, through its own questions.

In each position the game is started anew and played up to it: the person's moves are those of the other side. Its
questions are known by their words; how it takes a move is found by trying; its own move is read from the board that it
prints, or from the sentence that says it.
"""

import random
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.notation import STANDARD
from noughts.core.player import Decision, Notes, Player
from noughts.core.position import Position, Side
from noughts.errors import EngineError, NoAnswer, StrategyError, StrategyFault
from noughts.processes.command import words_of
from noughts.processes.line_cutter import printable
from noughts.programs.consoles.screen import Board, last_board, plain_text
from noughts.programs.consoles.terminal import Terminal

_START_SECONDS = 20.0  # until its first question
_MOST_QUESTIONS = 12  # before its first move
_TRIED = 3  # moves, to find out how one is typed
_SHOWN = 100  # characters of the screen in a message


def _row_column(cell: Move) -> tuple[int, int]:
    return STANDARD.row_column(cell)


def _apart(cell: Move, first: int, turned: bool = False) -> list[str]:
    numbers = [str(number + first) for number in _row_column(cell)]
    return numbers[::-1] if turned else numbers


def _pair(cell: Move, first: int, between: str, turned: bool = False) -> list[str]:
    return [between.join(_apart(cell, first, turned))]


# How a move may be typed: in words, and the lines.
_WRITTEN: Mapping[str, Callable[[Move], list[str]]] = {
    "its number, from 1": lambda cell: [str(cell + 1)],
    "its number, from 0": lambda cell: [str(cell)],
    "its number on a key pad": lambda cell: [str((2 - _row_column(cell)[0]) * 3 + _row_column(cell)[1] + 1)],
    "row and column, from 1": lambda cell: _pair(cell, 1, " "),
    "row and column, from 0": lambda cell: _pair(cell, 0, " "),
    "row,column, from 1": lambda cell: _pair(cell, 1, ","),
    "row,column, from 0": lambda cell: _pair(cell, 0, ","),
    "column and row, from 1": lambda cell: _pair(cell, 1, " ", True),
    "column and row, from 0": lambda cell: _pair(cell, 0, " ", True),
    "column,row, from 1": lambda cell: _pair(cell, 1, ",", True),
    "column,row, from 0": lambda cell: _pair(cell, 0, ",", True),
    "row, then column, from 1": lambda cell: _apart(cell, 1),
    "row, then column, from 0": lambda cell: _apart(cell, 0),
    "column, then row, from 1": lambda cell: _apart(cell, 1, True),
    "column, then row, from 0": lambda cell: _apart(cell, 0, True),
    "its name, as a1": lambda cell: [STANDARD.name(cell)],
    "its name, as A1": lambda cell: [STANDARD.name(cell).upper()],
    "its name, as A1, the letter for the row": lambda cell: ["ABC"[cell // 3] + str(cell % 3 + 1)],
}
# Words of a question for a move, and which ways to write it they make likely.
_HINTS = (
    (re.compile(r"0\s*(-|to|and|\.\.)\s*8"), "from 0"),
    (re.compile(r"0\s*(-|to|and|,|\.\.)\s*2|0,\s*1,?\s*(or)?\s*2"), "from 0"),
    (re.compile(r"row.*col|\bx\b.*\by\b|coordinate", re.I | re.S), "column"),
    (re.compile(r"\brow\b(?!.*col)", re.I | re.S), "row, then"),
    (re.compile(r"\bcol(umn)?\b(?!.*row)", re.I | re.S), "column, then"),
    (re.compile(r"\d\s*,\s*\d"), "row,"),
    (re.compile(r"\b[a-c][1-3]\b"), "as a1"),
    (re.compile(r"\b[A-C][1-3]\b"), "as A1"),
)

# What a question is about, by its words; the first that fits.
_ABOUT = (
    ("again", re.compile(r"again|another (game|round)|rematch|new game|play more", re.I)),
    ("enter", re.compile(r"press|hit (enter|return|any)|enter to (start|continue|begin)", re.I)),
    ("name", re.compile(r"\bname\b", re.I)),
    ("level", re.compile(r"level|difficult|\beasy\b", re.I)),
    ("players", re.compile(r"players|single player|\bmode\b|against (the )?(computer|ai|human)", re.I)),
    ("first", re.compile(r"\bfirst\b|who (goes|starts|begins|plays)|\bstarts?\b.*\?|\bbegins?\b.*\?", re.I)),
    ("mark", re.compile(r"\bx\b.{0,16}\bo\b|x/o|(choose|pick|select).*(mark|symbol|letter|side)|play as", re.I)),
)
_STRONG = re.compile(r"hard|impossible|expert|unbeat|perfect|master|difficult", re.I)
_COMPUTER = re.compile(r"computer|\bai\b|\bbot\b|cpu|machine|single|one player|1 player", re.I)
_PERSON = re.compile(r"\byou\b|human|player|\bme\b|\bi\b", re.I)
_MENU = re.compile(r"^\W*(\w)\s*[\]).:=-]+\s*(.+)$", re.M)
_YOURS = re.compile(r"\byou\b\W*(?:are|play|will be|have)?\W*(?:playing\W*)?(?:as\W*|with\W*)?\b([XO])\b", re.I)
_ITS = re.compile(r"\b(?:computer|ai|bot|cpu|machine)\b\W*(?:is|plays|has)?\W*(?:as\W*|with\W*)?\b([XO])\b", re.I)
_SAID = re.compile(r"(?:computer|ai|bot|cpu|machine|\bi\b|\bo\b|\bx\b)\D{0,40}?(\d)(?:\s*,?\s*(\d))?", re.I)


class ConsoleStrategy(Player):
    """A console game of 3 by 3. `command` is written as in a shell, `seconds` are those for a move.

    A decision depends on the position alone if the game's computer does. In each position its own earlier moves must be
    its own: others do not arise.
    """

    seconds: float
    prefix, what = "console", "program"
    runs_here = False

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        words_of(command, self.what)
        self.command, self.seconds = command, seconds
        self._answers: dict[Position, Move] = {}
        self._manners: dict[Side, _Manner] = {}
        self._lock = threading.RLock()

    @property
    def name(self) -> str:
        """The player as a user writes it."""
        return f"{self.prefix}:{self.command}"

    @property
    def notes(self) -> Notes:
        """The assumption of a proof about the game."""
        typed = "".join(f"; a move is typed as {way}" for way in {one.way for one in self._manners.values()})
        return Notes(assumes=f"{self.name} is deterministic (played anew for every position{typed})")

    def supports(self, game: Game) -> bool:
        """Return whether it is a game of 3 by 3: others are not driven."""
        return game == STANDARD

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command, self.seconds)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the computer's move.

        Raises StrategyFault if it fails, NoAnswer when its seconds are over, StrategyError if it cannot be driven.
        """
        with self._lock:
            return Decision((self._asked(position),))

    def _asked(self, position: Position) -> Move:
        """Return its move in a position, played anew."""
        moves = self._line_to(position)
        if moves is None:
            raise StrategyError(f"{self.name} does not come to {str(position)!r}: its own moves lead elsewhere")
        move = self._played(position, moves)
        self._answers.setdefault(position, move)
        return move

    def _known(self, position: Position) -> Move:
        """Return its first answer in a position."""
        return self._answers[position] if position in self._answers else self._asked(position)

    def _line_to(self, position: Position) -> list[Move] | None:
        """Return moves that lead to a position, the computer's own being those that it makes; None without any."""

        def below(at: Position) -> list[Move] | None:
            if at.ply == position.ply:
                return []
            moves = (self._known(at),) if at.side is position.side else at.legal_moves
            stones = position.x if at.side is Side.X else position.o
            for move in moves:
                if stones >> move & 1 and (rest := below(at.play(move))) is not None:
                    return [move, *rest]
            return None

        return below(Position(position.game))

    def _played(self, position: Position, moves: Sequence[Move]) -> Move:
        """Return its move after some others."""
        if position.side not in self._manners:
            self._manners[position.side] = self._tried(position.side)
        with closing(self._begun(position.side, self._manners[position.side])) as play:
            try:
                return play.answer(position, moves)
            except _NotTaken as error:
                raise StrategyFault(f"{self.name}: {error} at {str(position)!r}; {play.seen}", "illegal") from None

    def _begun(self, side: Side, manner: "_Manner") -> "_Play":
        return _Play(self.name, words_of(self.command, self.what), side, self.seconds, manner)

    def _tried(self, side: Side) -> "_Manner":
        """Return how a move is typed, and the person's mark: the first of each with which some moves are taken."""
        with closing(self._begun(side, _Manner("", ""))) as play:
            play.begin()
            ways, marks = play.likely_ways(), play.likely_marks()
        for mark, way in product(marks, ways):
            manner = _Manner(way, mark)
            with closing(self._begun(side, manner)) as play, suppress(_NotTaken, StrategyFault, NoAnswer):
                play.try_out()
                return manner
        raise StrategyError(f"{self.name} takes no move, however it is typed; {play.seen}")


@dataclass(frozen=True)
class _Manner:
    """How a person plays: how a move is typed, a key of _WRITTEN, and the mark of the stones."""

    way: str
    mark: str


class _NotTaken(Exception):
    """A move was typed, and its stone is not on the board."""


@dataclass
class _Play:
    """One game at a terminal, in which the computer has a side."""

    name: str
    command: Sequence[str]
    side: Side
    seconds: float
    manner: _Manner
    asked: dict[str, int] = field(default_factory=dict)
    read: int = 0  # characters of the output that were answered
    is_over: bool = False

    def __post_init__(self) -> None:
        try:
            self.terminal = Terminal(self.command, self.name)
        except OSError as error:
            raise StrategyError(f"{self.name} cannot be started: {error.strerror or error}") from None

    def close(self) -> None:
        """End it."""
        self.terminal.close()

    @property
    def seen(self) -> str:
        """The end of what is on the screen, in words."""
        lines = [line.strip() for line in plain_text(self.terminal.output).splitlines() if line.strip()]
        return f"on its screen: {printable(' / '.join(lines[-3:]), _SHOWN)}" if lines else "it wrote nothing"

    def begin(self) -> None:
        """Come to the first move of the person. Raises StrategyError if the other side would begin."""
        self._go_on(_START_SECONDS)
        if self.is_over:
            raise StrategyError(f"{self.name} ended without asking for a move; {self.seen}")
        if any(mark != " " for mark in self._board() or ()) is not (self.side is Side.X):
            seat, other = self.side.seat, self.side.opponent.seat
            raise StrategyError(f"{self.name} cannot be had moving {seat}; {self.seen}: try --seat {other}")

    def answer(self, position: Position, moves: Sequence[Move]) -> Move:
        """Return the computer's move after some moves. Raises _NotTaken, StrategyFault, StrategyError."""
        self.begin()
        at, own = Position(position.game), set[Move]()
        for move in moves:
            if at.side is self.side:
                own.add(move)
                if self._stones() != own:
                    raise StrategyError(f"{self.name} answered otherwise when it was asked again at {str(at)!r}")
            else:
                self._type(move)
            at = at.play(move)
        return self._new_stone(position, own)

    def try_out(self) -> None:
        """Type moves to free cells. Raises _NotTaken if one is not taken, or changes more than it should."""
        self.begin()
        for number in range(1, _TRIED + 1):
            if self.is_over:
                return
            if number > 1 and self._board() is None:
                raise StrategyError(f"{self.name} shows no board of three rows of three; {self.seen}")
            free = [cell for cell, mark in enumerate(self._board() or " " * 9) if mark == " "]
            try:
                self._type(free[0])
            except _NotTaken:
                if self.is_over and number > 1:  # it ended without showing the last move
                    return
                raise
            stones = [mark for mark in self._board() or () if mark == self.manner.mark]
            if len(stones) != number and not self.is_over:
                raise _NotTaken("its board has other stones")

    def likely_ways(self) -> list[str]:
        """Return the ways to type a move, the likelier ones by its question first."""
        return _likely(self._question())

    def likely_marks(self) -> list[str]:
        """Return the marks that the person may have, the likelier one first."""
        said = _YOURS.search(plain_text(self.terminal.output))
        if said is None and (theirs := _ITS.search(plain_text(self.terminal.output))) is not None:
            return ["O", "X"] if theirs[1].upper() == "X" else ["X", "O"]
        stones = [mark for mark in self._board() or () if mark != " "]
        first = said[1].upper() if said else ("O" if stones == ["X"] else "X")
        return [first, "XO"[first == "X"]]

    def _new_stone(self, position: Position, own: set[Move]) -> Move:
        new = self._stones() - own
        if len(new) == 1:
            return new.pop()
        if not new and (said := self._said(position)) is not None:
            return said
        what = "made no move" if not new else "made several moves"
        raise StrategyFault(f"{self.name} {what} at {str(position)!r}; {self.seen}", "illegal")

    def _said(self, position: Position) -> Move | None:
        """Return the move that a sentence says, where the board was not printed again."""
        found = list(_SAID.finditer(plain_text(self.terminal.output[self.read :])))
        if not found or found[-1][2] is not None:
            return None
        cell = int(found[-1][1]) - 1
        return cell if cell in position.legal_moves else None

    def _board(self) -> Board | None:
        return last_board(plain_text(self.terminal.output)) or last_board(plain_text(self.terminal.output[: self.read]))

    def _stones(self) -> set[Move]:
        """Return the cells of the computer's stones on the screen."""
        board = self._board() or ()
        return {cell for cell, mark in enumerate(board) if mark not in (" ", self.manner.mark)}

    def _type(self, move: Move) -> None:
        """Type the person's move. Raises _NotTaken if its stone is not there afterwards."""
        for line in _WRITTEN[self.manner.way](move):
            self._send(line)
            self._wait(self.seconds)
        self._go_on(self.seconds)
        board = self._board()
        if (board is None or board[move] != self.manner.mark) and not (self.is_over and self._said_more()):
            raise _NotTaken(f"it does not take {STANDARD.name(move)}")

    def _said_more(self) -> bool:
        """Return whether it told its last move, and ended in good order."""
        said = _SAID.search(plain_text(self.terminal.output[self.read :]))
        return said is not None and not self.terminal.has_failed

    def _question(self) -> str:
        """Return the last lines that it wrote since it was answered."""
        lines = plain_text(self.terminal.output[self.read :]).splitlines()
        return "\n".join([line for line in lines if line.strip()][-8:])

    def _go_on(self, seconds: float) -> None:
        """Answer its questions up to one for a move, or to the end."""
        self._wait(seconds)
        for _ in range(_MOST_QUESTIONS):
            if self.is_over:
                return
            question = self._question()
            about = next((about for about, words in _ABOUT if words.search(_last(question))), "")
            if about == "again":
                self.is_over = True
                return
            if not about or (self._board() is not None and about != "enter"):
                return
            times = self.asked[about] = self.asked.get(about, -1) + 1
            answers = list(self._answers(about, question))
            self._send(answers[min(times, len(answers) - 1)])
            self._wait(seconds)
        raise StrategyError(f"{self.name} asks and asks before the first move; {self.seen}")

    def _answers(self, about: str, question: str) -> Iterator[str]:
        """Yield the answers to a question, the likelier ones first; a later one if it is asked again."""
        person = self.side is Side.O  # whether the person begins
        menu = _MENU.findall(question)
        wanted = {"level": _STRONG, "players": _COMPUTER, "first": _PERSON if person else _COMPUTER}.get(about)
        if wanted is not None:
            yield from (key for key, text in menu if wanted.search(text))
        match about:
            case "name":
                yield "Ann"
            case "level":
                yield from ("hard", "3", "h")
            case "players":
                yield from ("1", "2", "y")
            case "mark":
                mark = "X" if person else "O"
                yield from (mark, mark.lower(), "1" if person else "2")
            case "first":
                yield from ("y", "yes", "1", "X") if person else ("n", "no", "2", "O")
            case _:
                yield ""

    def _send(self, line: str) -> None:
        self.read = len(self.terminal.output) + len(line) + len("\r\n")  # it is echoed
        self.terminal.send(line)

    def _wait(self, seconds: float) -> None:
        """Wait for its next question, or its end. Raises NoAnswer when its seconds are over."""
        if self.is_over:
            return
        try:
            self.is_over = not self.terminal.wait(seconds)
        except EngineError as error:
            raise NoAnswer(f"{error}; {self.seen}", by_clock=True) from None


def _last(question: str) -> str:
    """Return the end of a question, where it says what it is about: its last four lines."""
    return "\n".join(question.splitlines()[-4:])


def _likely(question: str) -> list[str]:
    """Return the ways to type a move, those first that its question makes likely."""
    weights = dict.fromkeys(_WRITTEN, 0)
    last = question.splitlines()[-1] if question else ""
    for words, part in _HINTS:
        if words.search(last):
            weights |= {way: weight + 1 for way, weight in weights.items() if part in way}
    return sorted(_WRITTEN, key=lambda way: -weights[way])
