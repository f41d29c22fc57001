"""A visitor's program: its proof and its decisions, which are asked for in the visitor's browser alone.

The server's workers have no job that takes source text.
"""

import linecache
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from noughts.app.application import Application
from noughts.app.explanation import explained_decision
from noughts.app.fixed_program import fixed_program
from noughts.app.proofs import prover
from noughts.app.questions import LONG, QUESTIONS, Question, open_position
from noughts.app.requests import GameText, OfPosition
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.errors import NoughtsError, StrategyError
from noughts.players.player import Player, require_support
from noughts.processes.channel import Report
from noughts.programs.waits import READING
from noughts.prove.regret import REGRET_POSITIONS, Regret
from noughts.prove.seated import MAX_CLASSES
from noughts.results.decision import ChosenMove
from noughts.results.notes import notes
from noughts.results.proof import FixedSeats, SeatsDocument
from noughts.solve.solver import exact_solver
from noughts.strategies import registry
from noughts.words import Said

_FIX_SECONDS = 20.0  # for the proof that no list of exceptions is shorter
PROGRAM = "program.py"  # the file of a visitor's program, in the browser's memory
_FIXED = "fixed.py"  # of the same with exceptions: what is known of a program is kept by its file
_NAMED = re.compile(r"\((?:[^(),]*, )?\w+ \d+\)[^()]*$")  # a line, in any language


@dataclass(frozen=True, kw_only=True)
class ProgramProof:
    """A program and the seats of a proof; `read`: how it is read."""

    source: str
    read: str | None = None
    game: GameText = "3,3,3"
    seat: Literal["first", "second", "both"] = "both"


@dataclass(frozen=True, kw_only=True)
class ProgramDecision(OfPosition):
    """A program in a position; `read`: how it is read, `seed` determines the move that it draws."""

    source: str
    read: str | None = None
    seed: int = 0


def program_proof(application: Application, request: ProgramProof, report: Report) -> SeatsDocument:
    """Prove a program, as `noughts prove FILE.py --json`; without a second process, which a browser lacks."""
    with _lines_named(), _reading(report):
        game, strategy = Game.from_text(request.game), load_program(request.source, request.read)
        require_support(strategy, game)
        return replace(application.prove(strategy, game, SEATS[request.seat], report), **notes([strategy]))


def program_decision(application: Application, request: ProgramDecision, report: Report) -> ChosenMove:
    """Return a program's decision in a position, explained."""
    with _lines_named(), _reading(report):
        return explained_decision(
            _kept(request.source, request.read), open_position(request), request.seed
        ).chosen_move()


@dataclass(frozen=True)
class FixedProgram(FixedSeats):
    """A program's exceptions. `program`: its text with them, proved again; null where it cannot be written so."""

    program: str | None


def program_fix(application: Application, request: ProgramProof, report: Report) -> FixedProgram:
    """Find the fewest exceptions with which a program never loses, as `noughts fix FILE.py --json`, and write it with
    them."""
    with _lines_named(), _reading(report):
        game, player = Game.from_text(request.game), load_program(request.source, request.read)
        require_support(player, game)
        proving, tell = prover(player, game), _telling(report)
        fixes = {
            side.seat: proving.fixed(side, MAX_CLASSES, lambda: Budget(seconds=_FIX_SECONDS), tell, tell)
            for side in SEATS[request.seat]
        }
        text, holds = fixed_program(request.source, player, game, filter(None, fixes.values())), False
        if text is not None:
            with suppress(NoughtsError):  # it plays otherwise than its text says
                proving = prover(load_program(text, player.reading(game), _FIXED), game, report=tell)
                holds = all(proving.finding(side).never_loses for side in SEATS[request.seat])
        return FixedProgram(player.name, game, fixes, text if holds else None)


def program_regret(application: Application, request: ProgramProof, report: Report) -> Regret:
    """Find where a program gives value away, in any position and for both sides, as `noughts regret FILE.py --json`."""
    with _lines_named(), _reading(report):
        game, player = Game.from_text(request.game), load_program(request.source, request.read)
        require_support(player, game)
        return prover(player, game).regret(exact_solver().truth, REGRET_POSITIONS, _telling(report))


def _telling(report: Report) -> Callable[..., None]:
    """Return what takes the progress of a search: a page stops a program of which it hears nothing for long."""

    def tell(*progress: object) -> None:
        report({})

    return tell


VISITORS_QUESTIONS: Final[Sequence[Question[Any]]] = (
    *QUESTIONS,
    Question(answer=program_proof, seconds=LONG),
    Question(answer=program_fix, seconds=LONG),
    Question(answer=program_regret, seconds=LONG),
    Question(answer=program_decision, seconds=LONG),
)


@lru_cache(1)
def _kept(source: str, read: str | None) -> Player:
    """Return the strategy of a program; the last one is kept, so that a game does not load it for every move."""
    return load_program(source, read)


def load_program(source: str, read: str | None = None, file: str = PROGRAM) -> Player:
    """Return the one program of a source text as a strategy, as `noughts prove FILE.py` loads it. Raises
    StrategyError."""
    sys.dont_write_bytecode = True  # the next program may have the same size and be written in the same second
    Path(file).write_text(source, encoding="utf-8")
    linecache.clearcache()
    return registry.load(f"{file}:read={read}" if read else file)


@contextmanager
def _reading(report: Report) -> Iterator[None]:
    """Report how often a program was called, while it is found out how it is called."""
    token = READING.set(lambda spec, calls: report({"calls": calls}))
    try:
        yield
    finally:
        READING.reset(token)


@contextmanager
def _lines_named() -> Iterator[None]:
    """Let an error that a program's code raises end with the line of it."""
    try:
        yield
    except NoughtsError as error:
        line = _line_of(error.__cause__)
        if line is None or _NAMED.search(str(error)):  # a SyntaxError names it itself
            raise
        values = {"reason": error.said, "file": PROGRAM, "line": line}
        raise StrategyError(Said("error.in-line", values)) from error


def _line_of(error: BaseException | None) -> int | None:
    """Return the last line of the program that an exception passed, or None."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    return next((frame.lineno for frame in reversed(frames) if Path(frame.filename).name == PROGRAM), None)
