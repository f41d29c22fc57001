"""Whether a program waits for a line of its terminal, by the system calls in which its threads are (Linux alone)."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class _Calls:
    """Numbers of system calls of a machine. Those of `polls` and `epolls`: with the argument that is the time-out."""

    read: str
    polls: dict[str, int]
    epolls: dict[str, int]
    pauses: frozenset[str]  # in which a thread waits for another thread or process


_PER_MACHINE = {
    "x86_64": _Calls(
        "0", {"7": 3, "271": 3, "23": 5, "270": 5}, {"232": 4, "281": 4, "441": 4}, frozenset({"202", "61"})
    ),
    "aarch64": _Calls("63", {"73": 3, "72": 5}, {"22": 4, "441": 4}, frozenset({"98", "260"})),
}
_ENDLESS = ("0x0", "0xffffffff", "0xffffffffffffffff")  # time-outs: no pointer to one, or -1
_IN_MILLISECONDS = ("7", "232", "281", "22")  # a time-out of 0 is not a pointer there, but returns at once
_WATCHED = re.compile(r"^tfd:\s*(\d+)\s+events:\s*\w*[13579bdf]\b", re.MULTILINE)  # for what can be read
_TERMINALS = ("/dev/tty", "/dev/pts/", "/dev/console")


def waits_for_a_line(process: int) -> bool | None:
    """Return whether a process, or one that it started, waits for its terminal; None where the system does not tell.

    It waits in a call that reads a terminal. A program that waits for several things at once, as Node does, waits for
    a line where its terminal is one of them, its only time-out is never, and nothing else of it runs.
    """
    calls = _PER_MACHINE.get(os.uname().machine) if sys.platform.startswith("linux") else None
    if calls is None:  # pragma: no cover
        return None
    threads = [(one, is_first, call) for one in _processes(process) for is_first, call in _system_calls(one)]
    if not threads:
        return None
    if any(call[0] == calls.read and _is_terminal(one, call[1]) for one, _, call in threads):
        return True
    idle = {*calls.polls, *calls.epolls, *calls.pauses}
    return all(call[0] in idle for _, _, call in threads) and any(
        _polls(calls, one, is_first, call) for one, is_first, call in threads
    )


def _polls(calls: _Calls, process: int, is_first: bool, call: list[str]) -> bool:
    """Return whether a call waits without end for several things, a terminal among them."""
    number = call[0]
    endless = _ENDLESS[1:] if number in _IN_MILLISECONDS else _ENDLESS
    if number in calls.polls:
        return is_first and call[calls.polls[number]] in endless and _is_terminal(process, "0x0")
    if number not in calls.epolls or call[calls.epolls[number]] not in endless:
        return False
    watched = _text(Path(f"/proc/{process}/fdinfo/{int(call[1], 16)}"))
    return any(_is_terminal(process, f"{int(file):x}") for file in _WATCHED.findall(watched))


def _processes(process: int) -> Iterator[int]:
    """Yield a process and those that it started."""
    yield process
    for task in _tasks(process):
        for one in _text(task / "children").split():
            yield from _processes(int(one))


def _system_calls(process: int) -> Iterator[tuple[bool, list[str]]]:
    """Yield of each thread whether it is the first, and its call: its number, "running" for none, and its arguments."""
    for task in _tasks(process):
        if call := _text(task / "syscall").split():
            yield task.name == str(process), call


def _tasks(process: int) -> list[Path]:
    with suppress(OSError):
        return list(Path(f"/proc/{process}/task").iterdir())
    return []


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text()
    return ""


def _is_terminal(process: int, number: str) -> bool:
    with suppress(OSError, ValueError):
        return os.readlink(f"/proc/{process}/fd/{int(number, 16)}").startswith(_TERMINALS)
    return False
