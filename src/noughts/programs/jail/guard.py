"""The guard of a program: the process that the parent starts. It starts that of the program, and outlives it a moment.

When the program's process ends, or the parent does, the guard ends all that is left. It runs nothing of the program's,
so nothing that the program does can keep it from that.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from typing import Never

from noughts.programs.jail import kernel
from noughts.programs.jail.removal import remove


def start(folder: str) -> None:
    """Go on in a new process below a guard.

    `folder` is removed if the parent ends first. The end of the standard input is the end of the parent.
    """
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError):
        kernel.adopt_orphans()
    for number, mode in ((0, 0o400), (1, 0o200), (2, 0o200)):  # else the program could hold the other ends open too
        with suppress(OSError):
            os.fchmod(number, mode)
    if program := os.fork():
        _guard(program, folder)
    os.setpgid(0, 0)  # to be ended as one, without the guard


def _guard(program: int, folder: str) -> Never:
    """Wait for the end of the program or of the parent, end the others, and end as the program has."""
    with suppress(OSError):  # the program has done so itself
        os.setpgid(program, program)
    for number in (1, 2):  # so that the end of the program's process is their end
        with suppress(OSError):
            os.close(number)
    status = _watch(program)
    with suppress(ProcessLookupError):  # no copy of the program is left
        os.killpg(program, signal.SIGKILL)
    with suppress(ChildProcessError):  # until none is left
        while True:
            os.waitpid(-1, 0)
    if status is None:
        remove(folder)
    elif os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError):  # SIGKILL
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(0 if status is None else os.WEXITSTATUS(status))


def _watch(program: int) -> int | None:
    """Collect the processes that end until the program does, and return its status; None at the end of the input."""
    mine, theirs = os.pipe()
    os.set_blocking(mine, False)
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    poll = select.poll()
    poll.register(0, 0)  # its end alone
    poll.register(mine, select.POLLIN)
    while True:
        if (status := _collected(program)) is not None:
            return status
        for number, _ in poll.poll():
            if number == 0:
                return None
            os.read(mine, 512)


def _collected(program: int) -> int | None:
    """Collect the processes that have ended, and return the status of the program if it is among them."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                return ended[1]
    return None
