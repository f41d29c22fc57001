"""A session in a terminal, screen by screen: a shell in a pseudo-terminal, and a terminal that reads what it writes.

Each screen is taken when it is complete, so that a recording is the same each time; how long it is shown is said here.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import pexpect
import pyte

COLUMNS, ROWS = 94, 27
QUIET = 0.5  # seconds without output, after which a screen is complete
PATIENCE = 60  # seconds

LINE = ("c3", "b2", "a1", "c1", "a3", "a2", "b3")  # the proof finds it; X plays it then
PLAYER = "paths:override=off"


class Style(NamedTuple):
    """How a cell looks."""

    fore: str
    back: str
    bold: bool


Row = tuple[tuple[Style, str], ...]  # runs of cells that look alike


@dataclass(frozen=True)
class Screen:
    """A terminal's screen, where its cursor is (None: hidden), and how many seconds it is shown."""

    rows: tuple[Row, ...]
    cursor: tuple[int, int] | None
    seconds: float


class Terminal:
    """A shell in a terminal of fixed size."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)
        unwanted = ("NO_COLOR", "FORCE_COLOR", "PROMPT_COMMAND", "COLUMNS", "LINES")
        environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        environment |= {
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]]),
            "PS1": "$ ",
            "TERM": "xterm-256color",
            "TEXTUAL_ANIMATIONS": "none",
        }
        self._shell: Any = pexpect.spawn(
            "bash",
            ["--norc", "--noprofile"],
            dimensions=(ROWS, COLUMNS),
            env=environment,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._shell.close(force=True)

    def send(self, keys: str) -> None:
        """Press keys."""
        self._shell.send(keys)

    def read(self, seconds: float) -> bool:
        """Read what comes within some seconds; return whether anything came."""
        try:
            self._stream.feed(self._shell.read_nonblocking(1 << 16, seconds))
        except pexpect.TIMEOUT:
            return False
        return True

    def settle(self, text: str) -> None:
        """Read until a text is on the screen and nothing more comes."""
        for _ in range(int(PATIENCE / QUIET)):
            if not self.read(QUIET) and any(text in line for line in self._screen.display):
                return
        raise TimeoutError("\n".join(["this is not what was waited for:", *self._screen.display]))

    def taken(self, seconds: float) -> Screen:
        """Return the screen as it is."""
        rows = tuple(self._row(number) for number in range(ROWS))
        cursor = self._screen.cursor
        return Screen(rows, None if cursor.hidden else (cursor.x, cursor.y), seconds)

    def _row(self, number: int) -> Row:
        runs: list[tuple[Style, str]] = []
        for column in range(COLUMNS):
            cell = self._screen.buffer[number][column]
            fore, back = (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
            style = Style(fore, back, cell.bold)
            if runs and runs[-1][0] == style:
                runs[-1] = style, runs[-1][1] + cell.data
            else:
                runs.append((style, cell.data))
        return tuple(runs)


@dataclass(frozen=True)
class Step:
    """Keys to press, a text that is on the screen then, and for how many seconds the screen is shown (0: left out)."""

    keys: str
    text: str
    seconds: float


def steps() -> Iterator[Step]:
    """Yield what is done: a proof finds a line, and a game is won by it."""
    yield Step("", "$", 0.8)
    yield from typed(f"noughts prove {PLAYER} --seat second")
    yield Step("\r", "replay it", 7)
    yield Step("\x0c", "$", 0.6)
    yield from typed(f"noughts play --o {PLAYER}")
    yield Step("\r", "no moves yet", 1.2)
    for number, cell in enumerate(LINE[::2]):
        answer = LINE[2 * number + 1 : 2 * number + 2]
        yield Step(f"{cell}\r", f"plays {answer[0]}" if answer else "X (human) wins", 1.6 if answer else 4)
    yield Step("q", "$", 0)


def typed(command: str) -> Iterator[Step]:
    """Yield the keys of a command, a few at a time."""
    for end in range(3, len(command) + 3, 3):
        yield Step(command[end - 3 : end], f"$ {command[:end]}".rstrip(), 0.12)


def recorded() -> list[Screen]:
    """Return the screens of the session. Raises TimeoutError where one does not have the text that is expected."""
    screens = []
    with Terminal() as terminal:
        for step in steps():
            terminal.send(step.keys)
            terminal.settle(step.text)
            if step.seconds:
                screens.append(terminal.taken(step.seconds))
    return screens
