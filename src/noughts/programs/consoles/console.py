"""A console game as a strategy: it is played at a terminal as its person would play, and its screen shows its moves.

It is played from any of its prompts: started again, and the lines that lead there are typed. So it may be written in
any language. A game that stands at the prompt that is asked for goes on: one that is played to its end costs one
process.
"""

import random
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.errors import EngineError, NoAnswer, StrategyError
from noughts.players.player import Decision, Notes
from noughts.processes.child import words_of
from noughts.processes.line_cutter import printable
from noughts.programs.consoles.screen import boards, plain_text
from noughts.programs.consoles.terminal import Terminal
from noughts.programs.play.played import PlayedProgram
from noughts.programs.play.stage import Act, Contents, GameSession, Offer, Outcomes, Stage, Typed

SCREEN = "its screen"  # the place of the board
STARTS = 40  # of a game that draws who begins, until it begins as it did before
_START_SECONDS = 20.0  # until its first question
_FREE = repr(" ")
_EMPTY: Contents = (_FREE,) * 9
_FEW = 2  # letters of a last line that is not a question by itself
_ASKS_FOR_A_MOVE = re.compile(
    r"move|row|col|cell|square|position|coord|place|where|number|spot|turn|field|[0-9]\s*[-–,]\s*[0-9]|[a-c][1-3]", re.I
)
_CRASH = re.compile(r"Traceback|Exception|Error\b|panic|[Ff]ault|core dumped|Abort")


@dataclass
class _Node:
    """How a stage was reached: the number of the stage before it, and the line that was typed there."""

    before: int
    line: str | None
    stage: Stage
    following: dict[str, list[Stage]] = field(default_factory=dict)


class TerminalSession(GameSession):
    """A game at a terminal. `seconds` of the clock: from a line to the next prompt; the first has 20 at least."""

    is_slow = True

    def __init__(self, command: Sequence[str], name: str, seconds: float) -> None:
        self._command, self._name, self._seconds = command, name, seconds
        self._nodes: list[_Node] = []
        self._first: list[Stage] = []
        self._terminal: Terminal | None = None
        self.last = 0  # the stage that was asked for last
        self._live = -1  # the stage at which the terminal is
        self._asked: list[tuple[dict[str, list[Stage]], str]] = []  # what was found since the last `mark`
        self.draws_start = False  # whether it was seen to begin in the one and in the other seat
        self._refused = ""  # why nothing can be proved of it

    def begin(self, seed: int | None = None) -> Outcomes:
        """Return its first prompts: several, if it was seen to begin in several ways."""
        if not self._first:
            self._start()
        self.last = self._first[0].number
        return _equal(self._first)

    def after(self, stage: Stage, act: Act, seed: int | None = None) -> Outcomes:
        """Return its next prompt after a line."""
        assert isinstance(act, Typed)
        following = self._nodes[stage.number].following
        if self._refused:
            raise StrategyError(self._refused)
        if act.text not in following:
            if self._live != stage.number:
                self._come_to(stage.number)
            self._asked.append((following, act.text))
            self._type(stage.number, act.text)
        self.last = following[act.text][0].number
        return _equal(following[act.text])

    def repeat(self, number: int) -> None:
        """Play up to a stage by a new process. Raises StrategyError if it answers otherwise than before."""
        self._come_to(number)

    def again(self, stage: Stage) -> Outcomes:
        """Return the same prompt of a game that begins in the other seat, if one does that is started again."""
        lines, stones = [self._nodes[number].line or "" for number in self._path(stage.number)[1:]], _stones(stage)
        for _ in range(STARTS):
            self._start()
            for line in lines:
                self._type(self._live, line)
            prompt = self._nodes[self._live].stage
            if not prompt.end and {_stones(prompt), stones} == {0, 1}:
                return [(Fraction(1), prompt)]
        return []

    def mark(self) -> None:
        """Take note that what was found until now holds."""
        self._asked = []

    def forget(self) -> None:
        """Forget what was found since the last `mark`: it is played again by a new process."""
        for following, line in self._asked:
            following.pop(line, None)
        self._asked = []
        self.close()

    def leave(self, stage: Stage) -> None:
        """Do nothing: no process waits for a stage."""

    def close(self) -> None:
        """End its process."""
        if self._terminal is not None:
            self._terminal.close()
        self._terminal, self._live = None, -1

    def _path(self, number: int) -> list[int]:
        path = [number]
        while (before := self._nodes[path[-1]].before) >= 0:
            path.append(before)
        return path[::-1]

    def _come_to(self, number: int) -> None:
        """Start it, and type what leads to a stage; again while the other seat begins."""
        if self._refused:
            raise StrategyError(self._refused)
        path = self._path(number)
        for _ in range(STARTS):
            self._start()
            for following in path[1:]:
                if self._live not in path:
                    break
                self._type(self._live, self._nodes[following].line or "")
            if self._live == number:
                return
        raise StrategyError(f"{self._name} was started {STARTS} times, and did not begin again as it did before")

    def _start(self) -> None:
        self.close()
        try:
            self._terminal = Terminal(self._command, self._name)
        except OSError as error:
            raise StrategyError(f"{self._name} cannot be started: {error.strerror or error}") from None
        self._settle(-1, None, self._first, max(self._seconds, _START_SECONDS))

    def _type(self, number: int, line: str) -> None:
        """Type a line where the terminal is at a stage; then it is at the next one."""
        assert self._terminal is not None
        node = self._nodes[number]
        if node.stage.end:
            return
        self._terminal.output = ""
        self._terminal.send(line)
        self._settle(number, line, node.following.setdefault(line, []), self._seconds)

    def _settle(self, before: int, line: str | None, known: list[Stage], seconds: float) -> None:
        """Wait for the next prompt: the known stage that it shows, or a new one."""
        assert self._terminal is not None
        self._live = -1
        try:
            ended = not self._terminal.wait(seconds)
        except EngineError as error:
            if not known and before >= 0:
                del self._nodes[before].following[line or ""]
            raise NoAnswer(f"{error}; {_screen(plain_text(self._terminal.output))}", by_clock=True) from None
        stage = self._seen(before, line or "", ended)
        same = next((earlier for earlier in known if _looks_like(earlier, stage)), None)
        if same is None:
            self._check(known, stage)
            known.append(stage)
            self._nodes.append(_Node(before, line, stage))
        self._live = (same or stage).number

    def _check(self, known: list[Stage], stage: Stage) -> None:
        """Raise StrategyError if a game answers otherwise than before, but for who begins."""
        if any(earlier.end or stage.end or {_stones(earlier), _stones(stage)} != {0, 1} for earlier in known):
            self._refused = (
                f"{self._name} answered otherwise when it was asked again: it draws at random, and nothing can be "
                f"proved; {_screen(stage.text + stage.offer.question)}"
            )
            raise StrategyError(self._refused)
        self.draws_start |= bool(known)

    def _seen(self, before: int, line: str, ended: bool) -> Stage:
        assert self._terminal is not None
        output = self._terminal.output
        text = plain_text(output).removeprefix(line)
        trail = tuple(tuple(map(repr, board)) for board in boards(output.replace("\r", "").removeprefix(line)))
        shown, question = _parted(text)
        earlier = self._nodes[before].stage.boards if before >= 0 else {}
        if not trail and not earlier and _ASKS_FOR_A_MOVE.search(question):
            earlier = {SCREEN: _EMPTY}  # a game that shows its board after the first move
        if trail:
            earlier = {SCREEN: trail[-1]}
        if not ended:
            return Stage(len(self._nodes), Offer(question), shown, earlier, trail)
        code = self._terminal.exit_code or 0
        fault = code < 0 or (code > 0 and _CRASH.search(text) is not None)
        end = f"it ended with exit code {code}" if code else "it ended"
        return Stage(len(self._nodes), Offer(), text, {SCREEN: trail[-1]} if trail else {}, trail, end, fault)


def _equal(stages: list[Stage]) -> Outcomes:
    return [(Fraction(1, len(stages)), stage) for stage in stages]


def _stones(stage: Stage) -> int:
    return sum(word != _FREE for word in stage.boards.get(SCREEN, ()))


def _looks_like(first: Stage, second: Stage) -> bool:
    return (first.boards, first.trail[-1:], bool(first.end)) == (second.boards, second.trail[-1:], bool(second.end))


def _parted(text: str) -> tuple[str, str]:
    """Return what is shown, and the question at its end: the last line, with the one before if it has few letters."""
    lines = text.splitlines(keepends=True)
    written = [number for number, line in enumerate(lines) if line.strip()]
    if not written:
        return "", text
    start = written[-1]
    if len(written) > 1 and sum(map(str.isalpha, lines[start])) <= _FEW:
        start = written[-2]
    return "".join(lines[:start]), "".join(lines[start:])


def _screen(text: str) -> str:
    """Return the end of what is on a screen, in words."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return f"on its screen: {printable(' / '.join(lines[-3:]), 100)}" if lines else "it wrote nothing"


class ConsoleStrategy(PlayedProgram):
    """A console game of 3 by 3. `command` is written as in a shell, `seconds` are those for a move.

    A decision depends on the position alone if the game's computer does. In each position its own earlier moves must be
    its own: others do not arise.
    """

    seconds: float
    prefix, what = "console", "program"
    runs_here = False
    decides_once = False

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        self.command, self.seconds = command, seconds
        name = f"{self.prefix}:{command}"
        self._session = TerminalSession(words_of(command, self.what), name, seconds)
        self._lock = threading.RLock()
        self._seen: dict[Position, int] = {}  # the stage at which each decision was seen
        super().__init__(name, lambda game: self._session)

    @property
    def notes(self) -> Notes:
        """The assumption of a proof about the game, and how it was played."""
        manners = self._of(STANDARD).discovery.manners
        words = [
            manners[side].in_words()
            for side in sorted({position.side for position in self._seen}, key=list(Side).index)
        ]
        if self._session.draws_start:
            words.append("it draws who begins: it was started again until it gave the seat")
        played = "; ".join(["played again for every position", *dict.fromkeys(words)])
        return Notes(assumes=f"{self.name} is deterministic ({played})")

    def supports(self, game: Game) -> bool:
        """Return whether it is a game of 3 by 3: others are not driven."""
        return game == STANDARD

    def seats(self, game: Game) -> tuple[Side, ...]:
        """Return the sides that it can have: it is played to find out. Raises StrategyError if it can have neither."""
        reasons = dict[str, None]()
        for side in Side:
            try:
                self._of(game).require(side)
            except StrategyError as error:
                reasons[str(error)] = None
        sides = super().seats(game)
        if not sides:
            raise StrategyError("; ".join(reasons))
        return sides

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command, self.seconds)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the computer's move.

        A position that is asked again, and what looks like a fault, is played by a new process.
        Raises StrategyFault if it fails, NoAnswer when its seconds are over, StrategyError if it cannot be driven.
        """
        with self._lock:
            if position in self._seen:
                self._session.repeat(self._seen[position])
                return super().decide(position, rng)
            decision = self._asked(position, rng)
            self._seen[position] = self._session.last
            return decision

    def _asked(self, position: Position, rng: random.Random) -> Decision:
        self._session.mark()
        try:
            return super().decide(position, rng)
        except StrategyError:
            if position.side not in self.seats(position.game):
                raise
            self._session.forget()
            return super().decide(position, rng)
