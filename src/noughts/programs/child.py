"""A user's program in a process of its own, which answers positions: `python -m noughts.programs.jail.start START`.

START is a JSON object: {"spec": "mine.py", "folder": "...", "limits": {...}}. First of all the process limits itself,
and says which layers of the kernel hold: {"layers": {...}}, as in `jail.layers`. Then each request is a line
of JSON, as in `processes.channel`:

    {"load": "mine.py", "read": ""}                                           answer: what it is
    {"plays": "3,3,3"}                                                        answer: whether, and why not
    {"game": "3,3,3", "boards": [[x, o], ...], "seed": null, "all": true}     progress, answer: the decisions
    {"lines": "3,3,3", "board": [x, o]}                                       answer: what each line adds

`all`: whether what follows a decision will be asked for too. A decision is [moves, chances, scores, reason, saw,
fault], or an object that says what went wrong. The parent takes none of it on trust: an answer is a move, and nothing
else depends on this process.
"""

import json
import os
import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import NotRead, NoughtsError, StrategyError, StrategyFault
from noughts.players.player import (
    NO_DICE,
    DiceError,
    Player,
    consult,
    consult_lines,
    supports,
)
from noughts.players.traces import own_trace, with_line
from noughts.processes.channel import JSON, Report, serve
from noughts.programs import choosing as _loading  # noqa: F401 - loaded before the first request comes
from noughts.programs import file_program
from noughts.programs.calls import Watch
from noughts.programs.jail import jail, refusals
from noughts.programs.jail.home import Home
from noughts.programs.jail.limits import COPY, Limits

_OF_MISSING = "FileNotFoundError", "Errno 13", "ModuleNotFoundError"
_TOGETHER = 0.005  # seconds: quick answers are sent together


class _Program:
    """The program, once it is loaded."""

    strategy: Player
    watch: Watch
    clocks = 0  # how often the program had read one when it was loaded

    def __init__(self, home: Home, limits: Limits) -> None:
        self.home, self.limits = home, limits
        self._copies = os.path.join(os.getcwd(), COPY)

    def answer(self, request: JSON, report: Report) -> JSON:
        """Return the answer to a request, or its error; its texts have the paths that the program's author knows."""

        def report_shown(progress: JSON) -> None:
            report(_without(self._copies, progress))

        try:
            answer = {"answer": self._found(request, report_shown) | {"notes": self._notes()}}
        except NoughtsError as error:
            answer = self._said(error)
        shown: JSON = _without(self._copies, answer)
        return shown

    def _found(self, request: JSON, report: Report) -> JSON:
        if "load" in request:
            return self._load(request)
        if "plays" in request:
            return self._plays(Game.from_text(request["plays"]), request["read"], request["played"])
        if "lines" in request:
            return self._lines(Position.from_boards(Game.from_text(request["lines"]), *request["board"]))
        return self._decide(request, report)

    def _load(self, request: JSON) -> JSON:
        """Load the program. Raises StrategyError."""
        if self.home.refused:
            raise StrategyError(self.home.refused)
        sys.dont_write_bytecode = True
        time.sleep = lambda seconds: None  # a program pauses for a person who looks on
        self.watch = Watch()
        sys.argv = [self.home.spec.partition(":")[0]]
        sys.orig_argv = [sys.executable, *sys.argv]  # as its person starts it
        refusals.install()
        os.chdir(self.home.folder)
        sys.path += map(str, self.home.beside)
        self.strategy = strategy = file_program.load(self.home.spec, request["read"], self.limits)
        folder = Path(sys.argv[0]).parent
        if folder.is_dir():  # where the program expects its files
            os.chdir(folder)
        self.clocks = self.watch.clocks
        return {
            "name": strategy.name,
            "cost": strategy.cost,
            "lines": strategy.scores_lines,
            "inferred": strategy.is_inferred,
        }

    def _plays(self, game: Game, read: str, played: int) -> JSON:
        """Return whether the program plays a game; `read` says how it is read, `played` the number of the file whose
        game is played, if that is known."""
        file = self.strategy if isinstance(self.strategy, file_program.FileProgram) else None
        if read:
            self.strategy.set_reading(game, read)
        if file is not None and played >= 0:
            file.play(game, played)
        plays = supports(self.strategy, game)
        return {
            "plays": plays,
            "why_not": self._hinted(str(self.strategy.why_not(game))),
            "read": self.strategy.reading(game),
            "played": file.number_of_its_game(game) if file is not None else -1,
            "once": self.strategy.decides_once,
            "noisy": self.strategy.noisy or bool(self.watch.noise),
            "name": self.strategy.name,
            "seats": [side.seat for side in self.strategy.seats(game)] if plays else [],
        }

    def _decide(self, request: JSON, report: Report) -> JSON:
        """Return the decisions in some positions, in order; those that come slowly are reported before."""
        game, ready, sent = Game.from_text(request["game"]), list[Any](), monotonic()
        if request["all"]:
            self.strategy.expect_all(game)
        for boards in request["boards"]:
            ready.append(self._decision(Position.from_boards(game, *boards), request["seed"]))
            if monotonic() - sent > _TOGETHER:
                report({"decided": ready, "notes": self._notes()})
                ready, sent = [], monotonic()
        return {"decided": ready}

    def _decision(self, position: Position, seed: int | None) -> list[Any] | JSON:
        try:
            decision = consult(self.strategy, position, NO_DICE if seed is None else random.Random(seed))
        except NoughtsError as error:
            return {"noisy": str(error)} if isinstance(error.__cause__, DiceError) else self._said(error)
        if self.watch.noise and seed is None:
            return {"noisy": self._unlisted}
        scores = decision.scores and [None if score is None else float(score) for score in decision.scores]
        chances = decision.chances and list(map(str, decision.chances))
        fault = None if decision.fault is None else self._said(decision.fault)
        return [list(decision.moves), chances, scores, str(decision.reason), str(decision.saw), fault]

    def _said(self, error: NoughtsError) -> JSON:
        kind = error.kind if isinstance(error, StrategyFault) else None
        name = NotRead.__name__ if isinstance(error, NotRead) else type(error).__name__
        return {"error": name, "kind": kind, "text": self._hinted(with_line(error)), "trace": list(own_trace(error))}

    def _hinted(self, text: str) -> str:
        """Return a text with the reason why a file or a module may not be there, if it speaks of one."""
        return f"{text}; {self.home.missing}" if self.home.missing and any(map(text.count, _OF_MISSING)) else text

    def _lines(self, position: Position) -> JSON:
        scored = consult_lines(self.strategy, position, NO_DICE) or []
        return {"scored": [[list(line), float(score)] for line, score in scored]}

    def _notes(self) -> JSON:
        notes, assumed = self.strategy.notes, ""
        if self.watch.clocks > self.clocks:
            assumed = f"the answers of {self.strategy.name} do not depend on the clock, which it reads"
        assumes = "; ".join(filter(None, (assumed, notes.assumes)))
        return vars(replace(notes, unlisted=notes.unlisted or self._unlisted, assumes=assumes))

    @property
    def _unlisted(self) -> str:
        """Why the random numbers that it has read cannot be listed; empty if it has read none."""
        return f"it draws from {self.watch.noise}, whose numbers cannot be listed" if self.watch.noise else ""


def _without(root: str, answer: Any) -> Any:
    """Return an answer in whose texts a folder is left out."""
    if isinstance(answer, str):
        return answer.replace(root, "")
    if isinstance(answer, dict):
        return {key: _without(root, value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [_without(root, value) for value in answer]
    return answer


def main() -> None:
    """Limit this process, which is below a guard, then answer requests."""
    start = json.loads(sys.argv[1])
    limits = Limits(**start["limits"])
    home, layers = jail.enter(limits, start["spec"], Path(start["folder"]))
    print(json.dumps({"layers": vars(layers)}), flush=True)
    serve(_Program(home, limits).answer)
