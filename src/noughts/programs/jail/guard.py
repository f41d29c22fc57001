"""The guard of a program: the process that the parent starts. It starts that of the program, and outlives it a moment.

When the program's process ends, or the parent does, the guard ends all that is left. It runs nothing of the program's,
so nothing that the program does can keep it from that. Where the kernel lets it, the program's processes see and reach
each other alone: then the first of them, their init, collects those that have lost their parent.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from typing import Never

from noughts.programs.jail import kernel
from noughts.programs.jail.removal import remove


def start(folder: str) -> bool:
    """Go on in a new process below a guard, and return whether its processes have a namespace of their own.

    `folder` is removed if the parent ends first. The end of the standard input is the end of the parent.
    """
    if not sys.platform.startswith("linux"):
        return False
    with suppress(OSError):
        kernel.adopt_orphans()
    for number, mode in ((0, 0o400), (1, 0o200), (2, 0o200)):  # else the program could hold the other ends open too
        with suppress(OSError):
            os.fchmod(number, mode)
    has_namespace, init, life = True, None, os.pipe()
    try:
        kernel.enter_process_namespace()
        init = os.fork()
    except OSError:
        has_namespace = False
    if init == 0:
        os.close(life[1])
        _watch_alone(life[0])
    if program := os.fork():
        _guard(program, init, folder)
    os.setpgid(0, 0)  # to be ended as one, without the guard
    os.close(life[0])
    os.close(life[1])
    return has_namespace


def _watch_alone(life: int) -> Never:
    """Collect the orphans of a namespace, as its first process, as long as the guard lives, which holds a pipe."""
    _close_standard_files({0, 1, 2})
    _watch(life, None)
    os._exit(0)


def _guard(program: int, init: int | None, folder: str) -> Never:
    """Wait for the end of the program or of the parent, end the others, and end as the program has."""
    with suppress(OSError):  # the program has done so itself
        os.setpgid(program, program)
    _close_standard_files({1, 2})
    status = _watch(0, program)
    with suppress(ProcessLookupError):  # no copy of the program is left
        os.killpg(program, signal.SIGKILL)
    if init is not None:
        os.kill(init, signal.SIGKILL)
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


def _watch(pipe: int, program: int | None) -> int | None:
    """Collect the processes that end until the program does, and return its status; None at the end of the pipe."""
    mine, theirs = os.pipe()
    os.set_blocking(mine, False)
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    poll = select.poll()
    poll.register(pipe, 0)  # its end alone
    poll.register(mine, select.POLLIN)
    while True:
        if (status := _collected(program)) is not None:
            return status
        for number, _ in poll.poll():
            if number == pipe:
                return None
            os.read(mine, 512)


def _collected(program: int | None) -> int | None:
    """Collect the processes that have ended, and return the status of the program if it is among them."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == program:
                return found[1]
    return None


def _close_standard_files(numbers: set[int]) -> None:
    """Close them here, so that the end of the program's process is their end."""
    for number in numbers:
        with suppress(OSError):
            os.close(number)
