"""The side of the program's own process: it reports what is seen at a prompt, and is copied for each act there.

A copy that waits is never left by an exception, which the program could catch, but by the end of its process.
"""

import gc
import json
import os
import random
import select
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from time import process_time
from typing import Any, Never

from noughts.programs.chance import Draws, hidden_state, set_hidden_state
from noughts.programs.play.edges import run_as_main
from noughts.programs.play.sight import Sight
from noughts.programs.play.stage import Act, Clicked, Contents, Keyed, Offer, PressedButton, Typed, stones_of
from noughts.programs.rejection import Visits

JSON = dict[str, Any]
_CHUNK = 1 << 16
_exit, _fork = os._exit, os.fork  # a program may have others in their place
_NUMBER = 4  # bytes


class Wires:
    """Pipes: from the copies, one for what they report; to them, one for answers to reports and one for each place in
    which a copy can wait."""

    def __init__(self, places: int) -> None:
        self.reports, self._reporting = os.pipe()
        self._replies, self._replying = os.pipe()
        self._commands = [os.pipe() for _ in range(places)]
        self._pending = b""

    # The keeper's side.

    def taken(self) -> JSON | None:
        """Return the next report that has come, or None if there is none yet. It waits for a whole one."""
        while b"\n" not in self._pending:
            chunk = os.read(self.reports, _CHUNK)
            if not chunk:
                return None
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        report = json.loads(line)
        return report if isinstance(report, dict) else {}

    def waits(self, seconds: float) -> bool:
        """Wait for a report for so long at most; return whether there is one."""
        poll = select.poll()
        poll.register(self.reports, select.POLLIN)
        return bool(poll.poll(1000 * seconds))

    @property
    def has_more(self) -> bool:
        """Whether a whole report is there already."""
        return b"\n" in self._pending

    def reply(self, number: int) -> None:
        """Answer the last report with a number."""
        os.write(self._replying, number.to_bytes(_NUMBER, "big", signed=True))

    def command(self, place: int, command: JSON) -> None:
        """Tell the copy in a place what to do."""
        os.write(self._commands[place][1], json.dumps(command).encode() + b"\n")

    def close(self) -> None:
        """Close the keeper's side: every copy that waits ends."""
        for file in (self._replying, self._reporting, *(pair[1] for pair in self._commands)):
            os.close(file)
        for file in (self.reports, self._replies, *(pair[0] for pair in self._commands)):
            os.close(file)

    # A copy's side.

    def take_side(self) -> None:
        """Keep the side of a copy alone, and no other file of this process but the first three."""
        kept = sorted({0, 1, 2, self._reporting, self._replies, *(pair[0] for pair in self._commands)})
        for low, high in zip(kept, [*kept[1:], os.sysconf("SC_OPEN_MAX")], strict=True):
            os.closerange(low + 1, high)

    def report(self, message: JSON) -> None:
        """Tell the keeper something. Without a keeper this process ends: an exception would reach the program."""
        rest = json.dumps(message).encode() + b"\n"
        try:
            while rest:
                rest = rest[os.write(self._reporting, rest) :]
        except OSError:
            _exit(1)

    def replied(self) -> int:
        """Return the keeper's answer to a report; -1 once there is no keeper."""
        reply = os.read(self._replies, _NUMBER)
        return int.from_bytes(reply, "big", signed=True) if reply else -1

    def commanded(self, place: int) -> JSON | None:
        """Wait for a command in a place; None once there is no keeper."""
        line = b""
        while not line.endswith(b"\n"):
            chunk = os.read(self._commands[place][0], 1 << 12)
            if not chunk:
                return None
            line += chunk
        command: JSON = json.loads(line)
        return command


WINDOW = "its window"  # the place of a board that is seen there
ENDS = -1  # an answer to a report: this copy ends
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (Typed, PressedButton, Clicked, Keyed)}
_LONGEST = 20_000  # characters of what was printed
_MOST_DRAWS = 40  # after one act: more are those of a loop that draws until it likes the number
_LARGEST_DRAW = 5_000  # outcomes
_TOO_MANY = "its draws need more copies of its process than there may be"


def as_json(act: Act) -> JSON:
    """Return an act as JSON."""
    return {"kind": type(act).__name__, **asdict(act)}


def _from_json(document: JSON) -> Act:
    values = dict(document)
    act: Act = _KINDS[values.pop("kind")](**values)
    return act


class CopyDraws(Draws):
    """The draws of a copy: it is copied for every outcome; or, with a generator, they are drawn."""

    def __init__(self, copy: "Copy") -> None:
        super().__init__()
        self._copy = copy
        self.forced: list[int] = []  # outcomes of the next draws, which were followed before
        self.drawn = 0
        self._visits, self._outcomes = _visits(), list[int]()  # since the last act
        self.generator: random.Random | None = None
        self.made: list[Any] = []  # NumPy's generators that it has made without a seed

    def begin(self, forced: list[int], seed: int | None) -> None:
        """Begin a new act; the copies of a stage share NumPy's numbers: with a seed each act has others."""
        self.forced, self.drawn = forced, 0
        self._visits, self._outcomes = _visits(), []
        self.generator = None if seed is None else random.Random(seed)
        arrays = sys.modules.get("numpy.random")
        if seed is not None and arrays is not None:
            if not self.numpy_set:
                arrays.mtrand._rand.seed(seed)  # the generator itself: its function `seed` is followed
            for number, generator in enumerate(self.made):
                generator.bit_generator.state = type(generator.bit_generator)([seed, number]).state

    def draw(self, function: str, size: int, chances: Sequence[Fraction] | None = None) -> int:
        """Return the outcome of the next draw, from 0."""
        if self.generator is not None:
            weights = None if chances is None else [float(chance) for chance in chances]
            return self.generator.choices(range(size), weights)[0]
        if size <= 1:
            return 0
        self.drawn += 1
        if self.forced:
            self._outcomes.append(self.forced.pop(0))
            return self._outcomes[-1]
        if (back := self._visits.again(sys._getframe(1), tuple(self._outcomes), size)) is not None:
            self._copy.reject(back)
        if size > _LARGEST_DRAW:
            self.refuse(f"it draws one of {size:,} by {function}: more than can be followed")
        if self.drawn > _MOST_DRAWS:
            self.refuse(f"it draws more than {_MOST_DRAWS} times for one move, by {function} last")
        shares = [str(Fraction(1, size))] * size if chances is None else list(map(str, chances))
        self._outcomes.append(self._copy.branch(shares))
        return self._outcomes[-1]

    def unit(self, function: str) -> Any:
        """Return a number from 0 to 1."""
        return self.generator.random() if self.generator is not None else super().unit(function)

    def other(self, function: str, plain: Any) -> Any:
        """Return what a function returns that draws in a way which cannot be followed."""
        if self.generator is None:
            return super().other(function, plain)
        result = plain()
        if hasattr(result, "bit_generator"):
            result.bit_generator.state = type(result.bit_generator)(self.generator.getrandbits(32)).state
            self.made.append(result)
        return result

    def refuse(self, why: str) -> Never:
        """End this copy, and all that wait for it."""
        self._copy.refuse(why)


def _visits() -> Visits:
    return Visits(run_as_main.__code__, always=True)


class Copy:
    """This process: one of the copies of the game. The program's person, for whatever stands in for its edges."""

    def __init__(self, wires: Wires, sight: Sight, answer_seconds: float) -> None:
        self._wires, self._sight, self._seconds = wires, sight, answer_seconds
        self.draws = CopyDraws(self)
        self.window: Callable[[], Offer] | None = None
        self._text: list[str] = []
        self._trail: list[Contents] = []
        self._watched, self._marks = "", ("", "")
        self._waiting_for = -1  # the pipe on which another copy waits until this one has settled
        self._start = 0.0  # of the processor time of this process

    def start(self, seed: int | None) -> None:
        """Take note that the program begins; with a seed its draws are made."""
        self.draws.begin([], seed)
        self._began({})

    def show(self, text: str) -> None:
        """Take what the program shows to its person."""
        self._text.append(text)
        if "\n" in text:
            self.glance()

    def glance(self) -> None:
        """Look at the place that is watched."""
        contents = self._look(self._watched) if self._watched else None
        if contents is not None and self._trail[-1:] != [contents]:
            self._trail.append(contents)

    def rest(self) -> None:
        """End a game that is over by what is at the place that is watched."""
        contents = self._look(self._watched) if self._watched else None
        if contents is None:
            return
        stones = [stones_of(contents, mark) for mark in self._marks]
        if stones[0] | stones[1] == self._sight.game.full or any(map(self._sight.game.has_line, stones)):
            self.end("its game is over", fault=False)

    def ask(self, offer: Offer) -> Act:
        """Return what the person does at a prompt: this process waits there, and a copy goes on."""
        if threading.active_count() > 1:
            self.end("it uses threads, which a copy of its process would not have", fault=False)
        return self._settled({"offer": asdict(offer)})

    def end(self, how: str, fault: bool, is_cut: bool = False) -> Never:
        """Report the end of the game, and end."""
        self._settled({"end": how, "fault": fault, "is_cut": is_cut})
        raise AssertionError  # pragma: no cover - an end has no act

    def branch(self, chances: list[str]) -> int:
        """Return in each copy another outcome of a draw, one after the other; this process has the last one, once all
        copies have settled."""
        self._wires.report({"draw": chances, "spent": process_time() - self._start})
        if self._wires.replied() < 0:
            self._leave(stops=True)
        for outcome in range(len(chances) - 1):
            settled, settling = os.pipe()
            if (process := self._copied()) < 0:
                self.refuse(_TOO_MANY)
            if process == 0:
                os.close(settled)
                if self._waiting_for >= 0:
                    os.close(self._waiting_for)
                self._waiting_for = settling
                self._began({"outcome": outcome})
                return outcome
            os.close(settling)
            stops = os.read(settled, 1) != b""
            os.close(settled)
            if stops:
                self._leave(stops=True)
        self._began({"outcome": len(chances) - 1})
        return len(chances) - 1

    def refuse(self, why: str) -> Never:
        """Report that the outcomes of the program's draws cannot be listed, and end with all copies that wait."""
        self._wires.report({"unlisted": why})
        self._leave(stops=True)

    def reject(self, back: int) -> Never:
        """Report that the program draws again as it did after so many draws, and end."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._wires.report({"rejected": back, "spent": process_time() - self._start})
        self._leave()

    def _settled(self, seen: JSON) -> Act:
        """Report what is seen, and wait in the place that the keeper gives for acts. Only copies return."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        seen["spent"] = process_time() - self._start  # the timer's own rest is in ticks, which most copies are below
        self.glance()
        text = "".join(self._text)[-_LONGEST:]
        boards = {} if "end" in seen else self._boards()
        self._wires.report({**seen, "text": text, "boards": boards, "keys": self._sight.keys, "trail": self._trail})
        place = self._wires.replied()
        self._wires.report({"read": place})
        if place < 0:
            self._leave()
        self._let_go()
        return self._wait(place)

    def _boards(self) -> dict[str, Contents]:
        if self._watched and self._trail:
            return {self._watched: self._trail[-1]}
        shown = self._look(WINDOW)
        return self._sight.boards() | ({} if shown is None else {WINDOW: shown})

    def _look(self, place: str) -> Contents | None:
        """Return what is at a place, or on the cells of the window."""
        if place != WINDOW:
            return self._sight.look(place)
        cells = [] if self.window is None else [button for button in self.window().buttons if button.row is not None]
        texts = [repr(button.text) for button in sorted(cells, key=lambda button: (button.row, button.column))]
        return tuple(texts) if len(texts) == self._sight.game.cells else None

    def _wait(self, place: int) -> Act:
        gc.freeze()  # else the first collection of each copy would write to all that it shares
        while True:
            command = self._wires.commanded(place)
            if command is None:
                _exit(0)
            if "act" not in command:
                self._wires.report({"left": place})
                _exit(0)
            if (process := 0 if command["is_last"] else self._copied()) == 0:
                return self._goes_on(command)
            if process < 0:
                self._wires.report({"unlisted": _TOO_MANY})

    @staticmethod
    def _copied() -> int:
        """Copy this process; return 0 in the copy, and -1 where there may be no more. The program sees no error.

        Python seeds the hidden generator in every copy: it goes on as it was.
        """
        state = hidden_state()
        try:
            process = _fork()
        except OSError:
            return -1
        if process == 0:
            set_hidden_state(state)
        return process

    def _goes_on(self, command: JSON) -> Act:
        self._text, self._trail, self._watched, self._marks = [], [], command["watched"], command["marks"]
        self.draws.begin(list(command["forced"]), command["seed"])
        self._began({})
        return _from_json(command["act"])

    def _began(self, more: JSON) -> None:
        """Tell the keeper which process goes on; it ends after so much processor time."""
        signal.setitimer(signal.ITIMER_PROF, self._seconds)
        self._start = process_time()
        self._wires.report({"process": os.getpid(), **more})

    def _let_go(self, stops: bool = False) -> None:
        """Let the copy go on that waits for this one."""
        if self._waiting_for >= 0:
            if stops:
                os.write(self._waiting_for, b"x")
            os.close(self._waiting_for)
            self._waiting_for = -1

    def _leave(self, stops: bool = False) -> Never:
        self._let_go(stops)
        _exit(0)
