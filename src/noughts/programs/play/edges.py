"""The edges of a program that runs as it does at its author's: what it asks, shows, waits for, reads off a clock.

Each is replaced in this process, for good, by what leads to the program's person.
"""

import builtins
import getpass
import importlib
import io
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Never

from noughts.programs.load.user_module import roots_of, run_in
from noughts.programs.play.stage import Offer, Person, Typed

_PACKAGE = str(Path(__file__).parents[2])
_TICK = 0.001  # seconds by which a clock goes on each time that it is read
_START = 1_700_000_000.0  # what a clock shows at first
_CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")


class _Screen(io.TextIOBase):
    """The standard output: what is written to it is shown to the person."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, person: Person) -> None:
        self._person = person
        self.buffer = _Bytes(self)

    def write(self, text: str) -> int:
        """Show a text."""
        self._person.show(str(text))
        return len(text)

    def writable(self) -> bool:
        """Return True."""
        return True

    def isatty(self) -> bool:
        """Return True: a person looks on."""
        return True

    def fileno(self) -> int:
        """Return the number of the real standard output."""
        return 1

    def reconfigure(self, **settings: Any) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Stay open."""


class _Bytes(io.RawIOBase):
    """The bytes below a screen."""

    def __init__(self, screen: _Screen) -> None:
        self._screen = screen

    def write(self, data: Any) -> int:
        """Show a text."""
        self._screen.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class _Keyboard(io.TextIOBase):
    """The standard input: each line is asked for."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, person: Person) -> None:
        self._person = person

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Return the line that the person types."""
        return f"{_line(self._person, '')}\n"

    def read(self, size: int | None = -1, /) -> str:
        """Return the line that the person types."""
        return self.readline()

    def __next__(self) -> str:  # type: ignore[override]
        return self.readline()

    def isatty(self) -> bool:
        """Return True: a person types."""
        return True

    def fileno(self) -> int:
        """Return the number of the real standard input."""
        return 0

    def close(self) -> None:
        """Stay open."""


class _Clock:
    """Clocks that go on by a little each time that they are read, and by what the program sleeps."""

    def __init__(self) -> None:
        self.now = _START

    def read(self) -> float:
        """Return the time in seconds."""
        self.now += _TICK
        return self.now

    def sleep(self, seconds: float) -> None:
        """Pass some seconds at once."""
        self.now += max(0.0, float(seconds))


def _line(person: Person, prompt: object) -> str:
    """Return what the person types; an act of another kind is an empty line."""
    act = person.ask(Offer(str(prompt)))
    return act.text if isinstance(act, Typed) else ""


def install(person: Person) -> None:
    """Let what the program asks, shows and waits for lead to its person."""

    def ask(prompt: object = "", *more: object, **named: object) -> str:
        return _line(person, prompt)

    builtins.input = ask
    getpass.getpass = ask
    sys.stdin, sys.stdout = _Keyboard(person), _Screen(person)
    vars(sys).update(stderr=sys.stdout, __stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stdout)
    importlib.import_module("noughts.programs.play.windows").install(person)  # only where a game is played
    _replace_clocks(person)
    for name in ("msvcrt", "getch", "readchar"):
        sys.modules[name] = _keys(name, person)


def _replace_clocks(person: Person) -> None:
    clock = _Clock()

    def sleep(seconds: float = 0.0) -> None:
        clock.sleep(seconds)
        person.glance()

    vars(time)["sleep"] = sleep
    for name in _CLOCKS:
        setattr(time, name, clock.read)
        setattr(time, f"{name}_ns", lambda: int(clock.read() * 1e9))


def _keys(name: str, person: Person) -> ModuleType:
    """Return a module whose functions wait for a single key."""
    module = ModuleType(name)

    def key(*arguments: Any, **named: Any) -> str:
        return _line(person, "") or "\n"

    def key_bytes(*arguments: Any, **named: Any) -> bytes:
        return key().encode()

    for function in ("getch", "getche", "getwch", "getwche", "readchar", "readkey"):
        setattr(module, function, key_bytes if name == "msvcrt" and "w" not in function else key)
    vars(module)["kbhit"] = lambda: True
    return module


def run_as_main(file: Path, person: Person, prepare: Callable[[], None]) -> Never:
    """Run a file as its author does, in its folder or as a module of its package, up to its end. `prepare` is called
    before its first statement."""
    where, package = run_in(file)
    folder = str(where)
    os.chdir(folder)
    sys.path[:0] = dict.fromkeys([folder, *map(str, roots_of(file))])
    sys.argv, sys.orig_argv = [file.name], [sys.executable, file.name]
    module = ModuleType("__main__")
    vars(module).update(__file__=str(file), __builtins__=builtins, __package__=package)
    sys.modules["__main__"] = module
    vars(os)["_exit"] = lambda status=0: person.end("it ended", fault=False)
    prepare()
    try:
        source = file.read_bytes()
        exec(compile(source, str(file), "exec", dont_inherit=True), vars(module))
        how, fault = "it ended", False
    except SystemExit:
        how, fault = "it ended", False
    except BaseException as error:  # whatever it is, the person sees it
        how, fault = f"it raised {_words(error, folder)}", _is_to_blame(error)
    person.end(how, fault)


def _is_to_blame(error: BaseException) -> bool:
    """Return whether an exception is the program's own: none of a stand-in, of a module that is missing, of a limit."""
    last = traceback.extract_tb(error.__traceback__)[-1].filename
    return not last.startswith(_PACKAGE) and not isinstance(error, ImportError | PermissionError | MemoryError)


def _words(error: BaseException, folder: str) -> str:
    """Return an exception in one line, with the line of the program's own code in which it arose."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(folder)]
    where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{text[:300]}{where}"
