"""A judge's program as a strategy: it reads one position from its standard input, writes one move, and ends.

HackerRank, HackerEarth and Kattis ask for such programs. Every decision starts the command; its input is a template
that its user names, filled with the position.
"""

import random
import re
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.errors import EngineError, NoAnswer, StrategyError, StrategyFault
from noughts.players.player import Decision, Notes, Player
from noughts.processes.child import Child, words_of
from noughts.processes.line_cutter import printable
from noughts.programs.reading.move_forms import FALLING, MOVES, PAIRS, move_in_words
from noughts.programs.reading.probe import positions_of

_FORMS = ("row column", "index", "index1", "row1 column1", "column row", "column1 row1")  # of answers
_FIELD = re.compile(r"\{([^{}]*)\}")
_FREE = re.compile(r"free=(.)")
_NUMBER = re.compile(r"(?<![\w.-])[0-9]{1,9}(?![\w.])")
_LINES = 100  # of its output that are kept, the last ones
_LONGEST = 60  # characters of its output in an error

# The fields of a template: what each is in a position, with the mark of a free cell.
FIELDS: Mapping[str, Callable[[Position, str], str]] = {
    "mark": lambda position, free: position.side.value,
    "other": lambda position, free: position.side.opponent.value,
    "rows": lambda position, free: "\n".join(_rows(position, free)),
    "flat": lambda position, free: "".join(_rows(position, free)),
    "moves": lambda position, free: "\n".join(
        f"{move // position.game.m} {move % position.game.m}" for move in position.legal_moves
    ),
    "count": lambda position, free: str(len(position.legal_moves)),
}


def _rows(position: Position, free: str) -> list[str]:
    """Return the rows of a board, from the top.

    >>> from noughts.board_text.position_text import parse_position
    >>> _rows(parse_position("XO./.X./..."), "_")
    ['XO_', '_X_', '___']
    """
    return [row.replace(".", free) for row in str(position).split("/")]


class Template:
    r"""What a program reads in a position: a text with `FIELDS` in braces; `\n` ends a line, `{free=.}` is the mark of
    a free cell, else `_`. Raises StrategyError for another field, and without a board.

    >>> from noughts.board_text.position_text import parse_position
    >>> Template("{mark}\\n{rows}{free=-}").filled(parse_position("XO./.X./..."))
    'O\nXO-\n-X-\n---\n'
    """

    def __init__(self, text: str) -> None:
        self.text = text.replace("\n", "\\n")  # in one line
        self._free = "_"
        for name in _FIELD.findall(text):
            if free := _FREE.fullmatch(name):
                self._free = free[1]
            elif name not in FIELDS:
                fields = ", ".join(f"{{{known}}}" for known in FIELDS)
                raise StrategyError(
                    f"no field {{{name}}} of a turn, expected {fields} or {{free=.}}: a program that has to "
                    "remember earlier turns cannot be asked for a position"
                )
        if not {"rows", "flat"} & {*_FIELD.findall(text)}:
            raise StrategyError(f"the turn {text!r} shows no board: expected {{rows}} or {{flat}} in it")

    def filled(self, position: Position) -> str:
        """Return the input of a program in a position; its last line has an end."""

        def value(field: re.Match[str]) -> str:
            return "" if _FREE.fullmatch(field[1]) else FIELDS[field[1]](position, self._free)

        return _FIELD.sub(value, self.text.replace("\\n", "\n")).rstrip("\n") + "\n"


class TurnStrategy(Player):
    """A program that is started for every decision.

    `command` is written as in a shell, `turn` is its `Template`, `read` the form of its moves (of `_FORMS`), found out
    where it is empty, `seconds` are those for a move.
    """

    name: str
    seconds: float
    runs_here = False

    def __init__(self, command: str, turn: str, read: str = "", seconds: float = 10.0) -> None:
        self.name, self.seconds = f"console:{command}", seconds
        self._command, self._template = words_of(command, "program"), Template(turn)
        forms = *_FORMS, *FALLING
        if read and read not in forms:
            raise StrategyError(f"{self.name} does not print {read!r}, expected one of {', '.join(forms)}")
        self._given = read
        self._forms: dict[Game, str] = {}
        self._tried = 0

    @property
    def notes(self) -> Notes:
        """How it is asked and read, how sure that is, and the assumption of a proof about it."""
        form = self._given or next(filter(None, self._forms.values()), "")
        if not form:
            return Notes()
        sure = "" if self._given else f"in {self._tried} positions no other way reads legal moves alone"
        return Notes(
            read_as=f"program that reads '{self._template.text}'; prints {move_in_words(form)}",
            inferred=f"sure: {sure}; to say it yourself: {_option(form)}" if sure else "",
            assumes=f"{self.name} is deterministic (a new process for every position)",
        )

    def supports(self, game: Game) -> bool:
        """Return True: it is known how its moves are read. Raises StrategyError where it is not."""
        if game not in self._forms:
            self._forms[game] = self._given or self._found(game)
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return its move. Raises StrategyFault where it prints none, NoAnswer when its seconds are over."""
        self.supports(position.game)
        form = self._forms[position.game]
        written, end = self._written(position)
        move = _move(written, form, position)
        if move is None:
            raise StrategyFault(f"{self._complaint(written, position, end)}; expected {move_in_words(form)}", "illegal")
        return Decision((move,))

    def _found(self, game: Game) -> str:
        """Return the form in which its moves are legal in all positions that are tried.

        Raises StrategyError where there is none, or where two differ.
        """
        moves: dict[str, list[Move]] = {form: [] for form in (_FORMS if game.cells_stay_open else FALLING)}
        for position in positions_of(game):
            written, end = self._written(position)
            read = {form: _move(written, form, position) for form in moves}
            moves = {
                form: [*moves[form], move]
                for form, move in read.items()
                if move is not None and position.playable >> move & 1
            }
            if not moves:
                complaint = self._complaint(written, position, end)
                raise StrategyError(f"{complaint}: no way to read it is a legal move; to say it: {_option(_FORMS[0])}")
        self._tried = len(positions_of(game))
        first, *others = moves
        for other in others:
            if moves[other] != moves[first]:
                raise StrategyError(
                    f"the moves of {self.name} can be read in two ways: {_option(first)} or {_option(other)}"
                )
        return first

    def _written(self, position: Position) -> tuple[str, str]:
        """Return the last lines that it writes in a position, and how it ended if that was no good end."""
        deadline, lines = monotonic() + self.seconds, deque[bytes](maxlen=_LINES)
        try:
            child = Child(self._command, self.name)
        except OSError as error:
            raise StrategyError(f"{self.name} cannot be started: {error.strerror or error}") from None
        try:
            with suppress(EngineError):  # it need not read its input
                child.send(self._template.filled(position).encode())
            child.end_input()
            while (line := child.read(deadline - monotonic())) is not None:
                lines.append(line)
        except EngineError as error:  # the end of its output
            code = child.exit_code
            return b"\n".join(lines).decode("utf-8", "replace"), "" if code in (0, None) else str(error)
        finally:
            child.kill()
        reason = f"{self.name} did not end within {self.seconds:g} s at {str(position)!r}"
        raise NoAnswer(f"{reason}: it is to read one position, print a move and end", by_clock=True)

    def _complaint(self, written: str, position: Position, end: str) -> str:
        last = written.strip().rpartition("\n")[2]
        wrote = f"wrote {printable(last, _LONGEST)!r}" if last else "wrote nothing"
        return f"{self.name} {wrote} at {str(position)!r}" + (f" ({end})" if end else "")


def _move(written: str, form: str, position: Position) -> Move | None:
    """Return the move of the last number, or of the last two; None if there is none.

    >>> start = Position(Game(3, 3, 3))
    >>> _move("row 2, column 1", "row column", start), _move("9", "index", start)
    (7, None)
    """
    numbers = [int(number) for number in _NUMBER.findall(written)]
    if form in PAIRS:
        return MOVES[form].read(numbers[-2:], position.game, position.x | position.o) if len(numbers) > 1 else None
    return MOVES[form].read(numbers[-1], position.game, position.x | position.o) if numbers else None


def _option(form: str) -> str:
    return f'--read "-> {form}"'
