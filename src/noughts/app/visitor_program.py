"""A visitor's program: its proof and its decisions, which are asked for in the visitor's browser alone.

The server's workers have no job that takes source text.
"""

import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from noughts.app.application import Application
from noughts.app.explanation import explained_decision
from noughts.app.questions import Jobs, open_position
from noughts.core.game import Game
from noughts.core.player import Player, require_support
from noughts.core.position import SEATS
from noughts.errors import NoughtsError, StrategyError
from noughts.processes.channel import JSON, Report
from noughts.results.decision import ChosenMove
from noughts.results.notes import notes
from noughts.strategies import registry

PROGRAM = "program.py"  # the file of a visitor's program, in the browser's memory


class VisitorJobs(Jobs):
    """The jobs, with those for a program; they take `source`, and `read`: how it is read."""

    def __init__(self, services: Application) -> None:
        super().__init__(services)
        self.table |= {"program-proof": self.program_proof, "program-decision": self.program_decision}
        self._loaded: tuple[JSON, Player] | None = None

    def program_proof(self, asked: JSON, report: Report) -> JSON:
        """Return the document of `noughts prove FILE.py --json`; without a second process, which a browser lacks."""
        with _lines_named():
            game, strategy = Game.from_text(asked["game"]), load_program(asked["source"], asked.get("read"))
            require_support(strategy, game)
            found = self.services.prove(strategy, game, SEATS[asked["seat"]], report)
            return found | notes([strategy])

    def program_decision(self, asked: JSON, report: Report) -> ChosenMove:
        """Return a program's decision in a position, explained; `seed` determines the move that it draws."""
        with _lines_named():
            position = open_position(asked["game"], asked["position"])
            return explained_decision(self._program(asked), position, asked.get("seed", 0)).chosen_move()

    def _program(self, asked: JSON) -> Player:
        """Return the strategy of a program; the last one is kept, so that a game does not load it for every move."""
        key = {"source": asked["source"], "read": asked.get("read")}
        if self._loaded is None or self._loaded[0] != key:
            self._loaded = None
            self._loaded = key, load_program(**key)
        return self._loaded[1]


def load_program(source: str, read: str | None = None) -> Player:
    """Return the one program of a source text as a strategy, as `noughts prove FILE.py` loads it. Raises
    StrategyError."""
    sys.dont_write_bytecode = True  # the next program may have the same size and be written in the same second
    Path(PROGRAM).write_text(source, encoding="utf-8")
    linecache.clearcache()
    return registry.load(f"{PROGRAM}:read={read}" if read else PROGRAM)


@contextmanager
def _lines_named() -> Iterator[None]:
    """Let an error that a program's code raises end with the line of it."""
    try:
        yield
    except NoughtsError as error:
        line = _line_of(error.__cause__)
        if line is None or "line" in str(error).rpartition("(")[2]:  # a SyntaxError names it itself
            raise
        raise StrategyError(f"{error} ({PROGRAM}, line {line})") from error


def _line_of(error: BaseException | None) -> int | None:
    """Return the last line of the program that an exception passed, or None."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    return next((frame.lineno for frame in reversed(frames) if Path(frame.filename).name == PROGRAM), None)
