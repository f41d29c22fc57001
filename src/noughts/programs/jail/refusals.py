"""What a program gets to read where the kernel refuses something, and commands for a terminal, which do nothing.

These sentences limit nothing: a program can get round them. The kernel refuses all the same, in its own words.
"""

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

_PACKAGE = str(Path(__file__).parents[2]) + os.sep
_SENTENCES = {
    "process": "it may start no other process",
    "network": "it may not use the network",
    "signal": "it may send no signal",
}
# The names are those of Python's audit events.
_REFUSED = {
    **dict.fromkeys(("os.posix_spawn", "os.exec", "os.system", "subprocess.Popen", "os.forkpty", "os.fork"), "process"),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"), "network"),
    **dict.fromkeys(("socket.gethostbyname", "socket.__new__"), "network"),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"), "signal"),
    "import": "process",
}
_LOCKS = "multiprocessing.synchronize"  # between processes: they need a file of all of them
_INTERNET = (2, 10)  # the families of sockets; an event loop makes a pair of another one for itself
# Commands that only show something to a person, alone or joined.
_SHOWING = "clear cls reset tput title color mode pause echo printf stty chcp sleep"
_JOINTS = re.compile(r"[;&|\n]+")


def explain() -> None:
    """Have Python say in a sentence what the kernel refuses, and leave out commands that only show something."""
    sys.addaudithook(_hear)
    system = os.system

    def quiet_system(command: Any) -> int:
        return 0 if only_shows(command) else system(command)

    os.system = quiet_system
    subprocess.Popen = _Popen  # type: ignore[misc]


def only_shows(command: Any) -> bool:
    """Return whether a command, a text or a list of words, only shows something to a person, or is empty.

    >>> only_shows("cls||clear"), only_shows(["clear"]), only_shows("rm -r games; clear")
    (True, True, False)
    """
    parts = [_text(command)] if isinstance(command, str | bytes | os.PathLike) else [" ".join(map(_text, command))]
    firsts = [words[0] for part in parts for each in _JOINTS.split(part) if (words := each.split())]
    return all(os.path.basename(first) in _SHOWING.split() for first in firsts) and not set("><`$") & set(parts[0])


def _text(word: str | bytes | os.PathLike[str]) -> str:
    return os.fsdecode(word)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _REFUSED:  # first: `id()` is an event too, and a deep copy calls it for every object
        return
    if event == "import":
        is_refused = arguments[0] == _LOCKS
    elif event == "os.fork":
        is_refused = not sys._getframe(1).f_code.co_filename.startswith(_PACKAGE)
    elif event == "socket.__new__":
        is_refused = arguments[1] in _INTERNET
    else:
        is_refused = True
    if is_refused:
        raise PermissionError(_SENTENCES[_REFUSED[event]])


class _Popen(subprocess.Popen[Any]):
    """A command that only shows something: it has ended at once, and has written nothing."""

    def __init__(self, args: Any, *others: Any, **named: Any) -> None:
        self._is_left_out = only_shows(args)
        if not self._is_left_out:
            super().__init__(args, *others, **named)
            return
        is_text = any(named.get(name) for name in ("text", "universal_newlines", "encoding", "errors"))
        self._nothing: str | bytes = "" if is_text else b""
        self.args, self.returncode, self.pid = args, 0, 0
        self.stdin, self.stdout, self.stderr = (
            (io.StringIO() if is_text else io.BytesIO()) if named.get(name) == subprocess.PIPE else None
            for name in ("stdin", "stdout", "stderr")
        )

    def communicate(self, *arguments: Any, **named: Any) -> tuple[Any, Any]:
        """Return what it has written."""
        if not self._is_left_out:
            return super().communicate(*arguments, **named)
        return self.stdout and self._nothing, self.stderr and self._nothing
