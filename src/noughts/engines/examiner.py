"""A session with an engine under test: the steps that the checks of `conformance` share."""

import random
import re
import time
from contextlib import suppress
from typing import Final

from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.engines.external import started
from noughts.engines.grammar import OWN, THEIRS, cell_at, parse_reply, point_text
from noughts.engines.server import EXACT_RULE, STANDARD_K, STANDARD_SIZES
from noughts.errors import EngineError, IllegalMoveError
from noughts.processes.line_cutter import quote

START_SECONDS = 10.0  # managers wait from 4 s (c-gomoku-cli) to 30 s for an OK
_ANSWER_SECONDS = 2.0  # also for a late move, to tell it from a missing one
_SILENCE_SECONDS = 0.2  # for an extra line to appear
_PAUSE = 0.003  # from its line to our next one: some engines drop what comes within 0.2 ms of their move

_POINT = re.compile(r"(0|[1-9][0-9]*),(0|[1-9][0-9]*)")


class UnsupportedError(EngineError):
    """The engine does not know an optional command."""


class Examiner:
    """A new process of the engine under test, and the steps of a check."""

    def __init__(self, command: str, game: Game, seconds: float) -> None:
        self.process: Final = started(command)
        self.game, self.seconds = game, seconds
        self.rng = random.Random(1)
        self.end = "\r\n"  # as from managers on Windows
        self._has_spoken = False
        self._spoke = 0.0  # when its last line came

    def say(self, *lines: object) -> None:
        """Send some lines."""
        self.send("".join(f"{line}{self.end}" for line in lines).encode())

    def send(self, data: bytes) -> None:
        """Send any bytes, a moment after the engine's last line."""
        time.sleep(max(0.0, self._spoke + _PAUSE - time.monotonic()))
        self.process.send(data)

    def hear(self, what: str = "an answer", seconds: float | None = None) -> str:
        """Return the next line that is neither MESSAGE nor DEBUG; the first may take as long as a start."""
        if seconds is None:
            seconds = _ANSWER_SECONDS if self._has_spoken else START_SECONDS
        line = self._line(seconds)
        if line is None:
            raise self._too_late(f"did not give {what} within {seconds:g} s")
        self._has_spoken = True
        return line

    def silence(self, after: str) -> None:
        """Raise EngineError if the engine writes a line where no answer is due."""
        line = self._line(_SILENCE_SECONDS)
        if line is not None:
            raise self.fault(f"said {quote(line)} after {after}")

    def _line(self, seconds: float) -> str | None:
        """Return the next line that is neither MESSAGE nor DEBUG, or None if there is none in time."""
        deadline = time.monotonic() + seconds
        while (line := self.process.read(deadline - time.monotonic())) is not None:
            self._spoke = time.monotonic()
            text = line.decode("utf-8", "backslashreplace").removesuffix("\r")
            if parse_reply(text).kind not in ("MESSAGE", "DEBUG"):
                return text
        return None

    def fault(self, what: str) -> EngineError:
        """Return the error for a fault of the engine."""
        return self.process.error(what, "protocol")

    def open(self) -> Position:
        """Begin a game; return the empty board."""
        game = self.game
        self.tell_rules()
        command = f"START {game.m}" if game.m == game.n else f"RECTSTART {game.m},{game.n}"
        self.say(command)
        if (line := self.hear("OK", START_SECONDS)) != "OK":
            raise self.fault(f"answered {quote(line)} to {command}, expected OK and nothing else on the line")
        return Position(game)

    @property
    def rule(self) -> str:
        """The line that gives the rule."""
        return f"INFO rule {EXACT_RULE if self.game.exact else 0}"

    def tell_rules(self) -> None:
        """Send the rule if the game is exact, and k if the protocol does not have the board."""
        if self.game.exact:
            self.say(self.rule)
        if self.game.k != STANDARD_K or self.game.m not in STANDARD_SIZES:
            self.say(f"INFO k {self.game.k}")

    def start(self) -> Position:
        """Begin a game and send the time for a move; return the empty board."""
        position = self.open()
        self.tell_time()
        return position

    def tell_time(self) -> None:
        """Send the time for a move."""
        self.say(f"INFO timeout_turn {round(self.seconds * 1000)}", "INFO timeout_match 0")

    def move(self, position: Position, *lines: object) -> Position:
        """Send the lines that ask for a move; return the position after it. Raises EngineError if none comes."""
        self.say(*lines)
        line = self.hear("a move", self.seconds + _ANSWER_SECONDS)
        if not (match := _POINT.fullmatch(line)):
            raise self.fault(f"answered {quote(line)} to {lines[-1]}, expected a move x,y and nothing else on the line")
        cell = cell_at(position.game, int(match[1]), int(match[2]))
        try:
            return position.play(-1 if cell is None else cell)
        except IllegalMoveError as error:
            reason = "that is off the board" if cell is None else str(error)
            raise self.fault(f"played {line}: {reason}") from None

    def turn(self, position: Position) -> Position:
        """Make our move; return the position after the engine's. Either move may end the game."""
        move = self.rng.choice(position.legal_moves)
        position = position.play(move)
        return position if position.outcome else self.move(position, f"TURN {point_text(position.game, move)}")

    def board(self, position: Position) -> Position:
        """Send the stones of a position, in random order; return the position after the engine's move."""
        lines = [
            f"{point_text(position.game, cell)},{owner}"
            for stones, owner in ((position.own, OWN), (position.theirs, THEIRS))
            for cell in cells_of(stones)
        ]
        self.rng.shuffle(lines)
        self.say("BOARD", *lines)
        return self.move(position, "DONE")

    def optional(self, command: str) -> None:
        """Send an optional command and expect OK; raise UnsupportedError if the engine does not know it."""
        self.say(command)
        line = self.hear()
        if parse_reply(line).kind in ("UNKNOWN", "ERROR"):
            raise UnsupportedError(f"it answers {command} with {quote(line)}")
        if line != "OK":
            raise self.fault(f"answered {quote(line)} to {command}, expected OK")

    def recover(self) -> None:
        """Begin a game after any input, ignoring late answers to it."""
        self.say(f"START {self.game.m}" if self.game.m == self.game.n else f"RECTSTART {self.game.m},{self.game.n}")
        for _ in range(100):
            if self.hear("OK", START_SECONDS) == "OK":
                return
        raise self.fault("never said OK again")

    def _too_late(self, what: str) -> EngineError:
        """Return the error for a late answer: no answer, or one that was not flushed."""
        self.process.end_input()
        with suppress(EngineError):
            if self.process.read(_SILENCE_SECONDS) is not None:
                what = f"{what}, but at once when its input ended: does it flush its lines?"
        return self.process.error(what, "time-out")
