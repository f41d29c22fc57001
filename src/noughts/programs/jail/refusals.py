"""Commands for a terminal, which do nothing, and copies of the process, which are refused.

Nothing of this limits a program, which can get round it: the kernel does. But a copy would read the requests too.
"""

import errno
import io
import os
import re
import subprocess
from typing import Any, Never

# Commands that only show something to a person, alone or joined.
_SHOWING = "clear cls reset tput title color mode pause echo printf stty chcp sleep"
_JOINTS = re.compile(r"[;&|\n]+")


def install() -> None:
    """Leave out commands that only show something, and refuse copies of this process."""
    system = os.system

    def quiet_system(command: Any) -> int:
        return 0 if only_shows(command) else system(command)

    os.system = quiet_system
    subprocess.Popen = _Popen  # type: ignore[misc]
    os.fork = os.forkpty = _refuse


def _refuse() -> Never:
    raise PermissionError(errno.EPERM, "it may start no other process")


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
