"""The limits of a process that runs a person's program, which the kernel keeps.

They bind the thread that sets them and what it starts. So they come before any other thread, before the program, and
before what starts threads of its own, such as NumPy.
"""

import math
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path

from noughts.programs.jail import kernel, system_calls
from noughts.programs.jail.home import Home, is_shared, settle
from noughts.programs.jail.limits import COPY, Layers, Limits
from noughts.solve.table_folder import VARIABLE

try:
    import resource
except ImportError:  # pragma: no cover - there is none on Windows
    resource = None  # type: ignore[assignment]

_LARGEST_FILE = 1 << 26  # bytes
_MOST_TASKS = 96  # processes and threads of a program: 40 copies wait at prompts, and one for each of 40 draws
_OWN_USERS = 1 << 30  # root gives each program a user of its own, numbered from here by its folder
_NOBODY = 65534

# What Python and its modules read besides their own folders. Neither passwords nor homes are among it.
_SYSTEM = """
    /usr /lib /lib32 /lib64 /opt /nix/store /gnu/store /etc/ld.so.cache /etc/localtime /etc/timezone /etc/passwd
    /etc/group /etc/nsswitch.conf /etc/hosts /etc/mime.types /etc/os-release /etc/fonts /etc/alternatives
    /dev/null /dev/zero /dev/full /dev/random /dev/urandom /proc/self /proc/cpuinfo /proc/meminfo /proc/stat
    /proc/version /proc/filesystems /proc/sys/kernel /proc/sys/vm /sys/devices/system
"""


def enter(limits: Limits, spec: str, folder: Path) -> tuple[Home, Layers]:
    """Limit this process for good, which is below a guard; return where its program works, and what limits it.

    It may write in its present folder alone, to which the program's folder is copied.
    """
    own = Path(os.path.realpath(os.getcwd()))
    is_alone = _become_another(own)
    with suppress(OSError):
        kernel.die_with_parent(signal.SIGKILL)
    _set_limits(limits, is_alone)
    home = settle(spec, folder, own / COPY, limits.alone_with)
    version, has_filter = 0, False
    with suppress(OSError):
        reads = (*_read_by_python(), *home.reads, own)
        version = kernel.limit_files(reads, (own, Path(os.devnull)))
    with suppress(OSError):
        system_calls.limit_system_calls()
        has_filter = True
    return home, Layers(version, has_filter, home.why_not)


def _become_another(own: Path) -> bool:
    """Have root become a user of its own, who reads every file and has no other right of root's; give up all rights.

    Return whether that is a user whom no other process has.
    """
    is_root, new_user = sys.platform.startswith("linux") and os.geteuid() == 0, None
    if is_root:
        os.environ.setdefault("LOGNAME", "root")  # the new user has no name
    for user in (_OWN_USERS + own.stat().st_ino % _OWN_USERS, _NOBODY) if is_root else ():
        if new_user is None:
            with suppress(OSError):
                os.chown(own, user, user)
                kernel.become_user(user)
                new_user = user
    with suppress(OSError):
        if is_root and new_user is None:
            os.chown(own, 0, 0)
        kernel.drop_capabilities(reads=is_root)
    return new_user is not None and new_user != _NOBODY


def _read_by_python() -> Iterator[Path]:
    """Yield the folders and files that Python, its modules and this package read."""
    yield from map(Path, _SYSTEM.split())
    yield from map(Path, {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix})
    yield from (path for path in map(Path, filter(None, sys.path)) if not is_shared(path))
    yield Path(__file__).parents[2]
    yield Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "noughts"
    for variable in ("NUMBA_CACHE_DIR", VARIABLE, "LD_LIBRARY_PATH"):
        yield from map(Path, filter(None, os.environ.get(variable, "").split(os.pathsep)))


def _set_limits(limits: Limits, is_alone: bool) -> None:
    if resource is None:  # pragma: no cover - Windows
        return
    rows = [
        (resource.RLIMIT_AS, limits.memory, limits.memory),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0, 0),
    ]
    if sys.platform.startswith("linux"):  # elsewhere the other processes of the user are not known
        tasks = _MOST_TASKS + (0 if is_alone else _tasks_of(os.getuid()))
        rows.append((resource.RLIMIT_NPROC, tasks, tasks))
    if limits.seconds < inf:  # a signal that says why, then the end
        whole = max(1, math.ceil(limits.seconds))
        rows.append((resource.RLIMIT_CPU, whole, whole + 1))
    for name, soft, hard in rows:
        with suppress(ValueError, OSError):  # not every system has every limit, and none may be raised
            resource.setrlimit(name, (soft, hard))


def _tasks_of(user: int) -> int:
    """Return how many processes and threads a user has, which the limit counts too."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == user:
                count += len(os.listdir(process / "task"))
    return count
