"""A game in Python whose process is copied at each prompt, for each act there, and at each draw for each outcome.

So a thought of the program is thought once, however slow it is. The copies that wait at a prompt are kept, as long as
there is place; a stage whose copy has ended is played up to again, from the nearest one before it that is there.
"""

import importlib
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Never

from noughts.core.budget import ANSWER_SECONDS
from noughts.core.game import Game
from noughts.errors import NoAnswer, NoughtsError, StrategyError
from noughts.programs.chance import Unenumerable, followed
from noughts.programs.load.files import imports_of, is_own, with_imports
from noughts.programs.load.user_module import roots_of
from noughts.programs.play.copy_side import ENDS, JSON, Copy, Wires, as_json
from noughts.programs.play.edges import install, run_as_main
from noughts.programs.play.sight import Sight
from noughts.programs.play.stage import ESCAPE, Act, Button, GameSession, Offer, Outcomes, Stage
from noughts.programs.rejection import Run, learn, shared

PLACES = 40  # copies that wait at a prompt at the same time
_MOST_FIRST = 20  # first prompts: they stay, and leave places for others
_AHEAD = 1 / 6  # of its time for an answer, in which it goes on with what will be asked for next
_FIRST = 3  # acts: copies that have done no more are the last to be ended
_NEARLY = 0.5  # of its processor time: a copy that was seen with more and has died was ended by its limit
_GLANCE = 0.2  # seconds between two looks at a copy that has not reported
_WAITING = 10.0  # seconds on the clock, at least, in which a busy machine may give it no processor
_fork = getattr(os, "fork", None)  # a program is refused it


@dataclass
class _Node:
    """How a stage was reached: the stage before it, the act there, the outcomes of the draws after it, or the seed with
    which they were drawn; its place.

    `depth`: the number of acts that led to it.
    """

    before: int
    act: Act | None
    depth: int = 0
    seed: int | None = None
    draws: list[int] = field(default_factory=list)
    place: int | None = None


class Copies(GameSession):
    """The copies of a game. `answer_seconds`: of processor time, from an act to the next prompt.

    Raises StrategyError where processes cannot be copied.
    """

    def __init__(self, file: Path, game: Game, answer_seconds: float = ANSWER_SECONDS) -> None:
        if _fork is None:
            raise StrategyError("a whole game is played where processes can be copied: on Linux or macOS")
        self._file, self._game, self._seconds = file.absolute(), game, answer_seconds
        self._wires = Wires(PLACES)
        self._nodes: dict[int, _Node] = {}
        self._kept: OrderedDict[int, None] = OrderedDict()  # the stages whose copies wait, the one used last at the end
        self._free = list(range(PLACES))
        self._first: Outcomes = []
        self._process, self._spent = 0, 0.0  # of the copy that goes on
        self._lost: NoughtsError | None = None  # once it is set, late reports of copies answer no question
        self.spent, self.ahead_seconds = 0.0, _AHEAD * answer_seconds

    def begin(self, seed: int | None = None) -> Outcomes:
        """Return the first prompts of the game, which stay; with a seed, one of a new game, as it is drawn."""
        if seed is None and self._first:
            return self._first
        self._check()
        learn(with_imports(self._file))
        self._process = 0  # the copy says its number
        assert _fork is not None
        if _fork() == 0:
            self._become_the_game(seed)
        outcomes = self._gathered(_Node(-1, None, seed=seed))
        if seed is None:
            self._first = outcomes
        return outcomes

    def after(self, stage: Stage, act: Act, seed: int | None = None) -> Outcomes:
        """Return the next prompts after an act at a stage; with a seed, one of them, as it is drawn."""
        self._check()
        place, is_last = self._revived(stage.number), stage.number == self.leaving and self._may_end(stage.number)
        self._command(place, act, [], seed, is_last)
        if is_last:  # no copy of its copy is needed
            self._free_place(stage.number)
        return self._gathered(_Node(stage.number, act, self._nodes[stage.number].depth + 1, seed))

    def is_waiting(self, stage: Stage) -> bool:
        """Return whether a copy waits at a stage."""
        node = self._nodes.get(stage.number)
        return node is not None and node.place is not None

    def leave(self, stage: Stage) -> None:
        """End the copy that waits at a stage."""
        if self.is_waiting(stage) and self._may_end(stage.number):
            self._end(stage.number)

    def _may_end(self, number: int) -> bool:
        """Return whether the copy at a stage may end: a first prompt cannot be played up to again."""
        return self._nodes[number].before >= 0 or self._nodes[number].seed is not None

    def close(self) -> None:
        """End all copies."""
        with suppress(OSError):
            self._wires.close()

    def _check(self) -> None:
        """Raise why nothing can be asked any more: a report would be taken for another one's."""
        if self._lost is not None:
            raise self._lost

    def _become_the_game(self, seed: int | None) -> Never:
        """Run the program, in the process that was copied from the keeper's."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so a copy is gone when it ends, before its parent asks
        folders = roots_of(self._file)
        _forget_modules(folders)
        self._wires.take_side()
        copy = Copy(self._wires, Sight(self._game, folders), self._seconds)
        install(copy)
        drawn = followed(copy.draws)

        def prepare() -> None:
            imported = (each for file in with_imports(self._file) for each in imports_of(file))
            if any(each.top == "numpy" for each in imported):
                with suppress(ImportError):  # its draws are followed if it is there before
                    importlib.import_module("numpy")
            drawn.__enter__()
            copy.start(seed)

        run_as_main(self._file, copy, prepare)

    def _command(self, place: int, act: Act, forced: list[int], seed: int | None, is_last: bool = False) -> None:
        self._process = 0  # the copy says its number
        look = {"watched": self.watched, "marks": self.marks}
        self._wires.command(place, {"act": as_json(act), "forced": forced, "seed": seed, "is_last": is_last, **look})

    def _revived(self, number: int) -> int:
        """Return the place of the copy that waits at a stage; one that has ended is played up to again."""
        node = self._nodes[number]
        if node.place is None:
            if node.act is None:
                raise StrategyError("its first prompt is gone")
            self._command(self._revived(node.before), node.act, list(node.draws), node.seed)
            self._watch_one(number)
        assert node.place is not None
        if number in self._kept:
            self._kept.move_to_end(number)
        return node.place

    def _watch_one(self, number: int) -> None:
        """Take the report of a copy that was played up to a stage again."""
        while True:
            message = self._next()
            if message is None or "unlisted" in message or "draw" in message:
                self._lost = StrategyError("it did not play the same game again after the same moves")
                raise self._lost
            if "process" in message:
                self._process = message["process"]
                continue
            self.spent += message["spent"]
            self._keep(number)
            return

    def _gathered(self, start: _Node) -> Outcomes:
        """Return the stages to which an act leads, each with its chance, once all copies have settled."""
        runs = list[Run[Stage | None]]()
        branches: list[tuple[list[str], list[int], Fraction]] = []  # of draws: chances, outcomes so far, their chance
        path, chance, pending = list[int](), Fraction(1), 1
        stops, most = "", min(self.most_outcomes, _MOST_FIRST if start.before < 0 else self.most_outcomes)
        while pending:
            message = self._next()
            if message is None:
                pending -= 1
                runs.append(Run(Stage(-1, end=self._death(others=bool(branches))), chance, tuple(path)))
            elif "process" in message:
                self._process = message["process"]
                if (outcome := message.get("outcome")) is not None:
                    chances, before, above = branches[-1]
                    path, chance = [*before, outcome], above * Fraction(chances[outcome])
                    if outcome == len(chances) - 1:
                        branches.pop()
            elif "draw" in message:
                pending += len(message["draw"]) - 1
                self.spent += message["spent"]
                branches.append((message["draw"], path, chance))
                is_over = len(runs) + pending > most
                self._wires.reply(ENDS if is_over else 0)
                if is_over:
                    what = "one move of it may lead to" if start.before >= 0 else "before its first prompt it draws"
                    stops = f"{what} more than {most:,} outcomes"
                    break
            elif "unlisted" in message:
                stops = str(message["unlisted"])
                break
            elif "rejected" in message:
                pending, self._process = pending - 1, 0  # another copy goes on now, or none
                self.spent += message["spent"]
                runs.append(Run(None, chance, tuple(path), message["rejected"]))
            else:
                pending -= 1
                node = _Node(start.before, start.act, start.depth, start.seed, path)
                runs.append(Run(self._settled(message, node), chance, tuple(path)))
        outcomes = shared(runs) if not stops else None
        if outcomes is None:
            self._forget([run.result.number for run in runs if run.result is not None])
            raise Unenumerable(stops or "it draws until it likes the number, and likes none")
        return [(chance, stage) for stage, chance in outcomes if stage is not None]

    def _forget(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            if number in self._kept:
                self._end(number)

    def _settled(self, message: JSON, node: _Node) -> Stage:
        """Return the stage that a report describes; its copy waits if there is something to do at it."""
        number = len(self._nodes)
        self._nodes[number] = node
        self.spent += message["spent"]
        stage = _stage(message, number)
        if stage.end:
            self._answer(ENDS)
        else:
            self._keep(number)
        return stage

    def _keep(self, number: int) -> None:
        """Give the copy that has reported a place; the one that was not used for the longest time ends for it."""
        if not self._free:
            self._end(self._least_needed())
        self._nodes[number].place = place = self._free.pop()
        self._kept[number] = None
        self._answer(place)

    def _least_needed(self) -> int:
        """Return the stage whose copy ends for another: the first thoughts take longest, and are kept; a first prompt
        cannot be played up to again."""
        later = (number for number in self._kept if self._nodes[number].depth > _FIRST)
        return next(later, next(number for number in self._kept if self._nodes[number].before >= 0))

    def _answer(self, number: int) -> None:
        """Answer a copy that has settled, and wait until it has read the answer: the next one is another's."""
        self._process = 0  # another copy goes on now, or none
        self._wires.reply(number)
        self._wires.taken()

    def _end(self, number: int) -> None:
        node = self._nodes[number]
        assert node.place is not None
        self._wires.command(node.place, {})
        self._wires.taken()  # that it has left: nobody else reads what is written for its place now
        self._free_place(number)

    def _free_place(self, number: int) -> None:
        node = self._nodes[number]
        assert node.place is not None
        self._free.append(node.place)
        node.place = None
        del self._kept[number]

    def _next(self) -> JSON | None:
        """Return the next report; None if the copy that goes on has died. Raises NoAnswer where it only waits."""
        idle, before = 0.0, -1.0
        while not self._wires.has_more:
            if self._wires.waits(_GLANCE):
                break
            spent = _processor_seconds(self._process) if self._process else 0.0
            if self._process and not _is_alive(self._process):
                if self._wires.waits(0):
                    break
                return None
            self._spent = spent
            idle = idle + _GLANCE if spent == before else 0.0
            before = spent
            if idle > max(self._seconds, _WAITING):
                self._lost = NoAnswer(f"it has waited for {idle:.0f} s without using the processor", by_clock=True)
                raise self._lost
        return self._wires.taken()

    def _death(self, others: bool) -> str:
        """Return how a copy ended that did not report; `others`: whether copies wait for it, and go on now."""
        self.spent += self._spent
        if self._spent < _NEARLY * self._seconds:
            return "its process died"
        late = NoAnswer(f"it did not move within {self._seconds:g} s of processor time", by_clock=False)
        self._lost = late if others else self._lost
        raise late


def _forget_modules(folders: Sequence[Path]) -> None:
    """Forget the modules that were loaded for a function of the program to be called."""
    for name, module in list(sys.modules.items()):
        if is_own(getattr(module, "__file__", None), folders):
            del sys.modules[name]


def _is_alive(process: int) -> bool:
    """Return whether a process has not ended; one of this process itself is there until it is waited for."""
    try:
        with suppress(ChildProcessError):
            if os.waitpid(process, os.WNOHANG)[0]:
                return False
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _processor_seconds(process: int) -> float:
    """Return the processor time that a process has spent, as far as the system tells."""
    try:
        return time.clock_gettime((~process << 3) | 2)  # its clock, as clock_getcpuclockid(3) numbers it on Linux
    except (OSError, OverflowError):
        return 0.0


def _stage(message: JSON, number: int) -> Stage:
    offer: dict[str, Any] = dict(message.get("offer") or {})
    if offer:
        offer["question"] = ESCAPE.sub("", offer["question"])
        offer["buttons"] = tuple(Button(**button) for button in offer["buttons"])
        offer["size"] = offer["size"] and tuple(offer["size"])
        offer["keys"] = tuple(offer["keys"])
    return Stage(
        number,
        Offer(**offer),
        ESCAPE.sub("", str(message["text"])),
        {str(place): tuple(contents) for place, contents in message["boards"].items()},
        tuple(tuple(contents) for contents in message["trail"]),
        str(message.get("end", "")),
        bool(message.get("fault")),
        bool(message.get("is_cut")),
        {str(place): tuple(keys) for place, keys in message["keys"].items()},
    )
