"""Landlock: which files a process may read and change, for good (Linux 5.13; landlock(7)).

No file may be run, nor a socket, a device or a symbolic link to one be made. Where the kernel knows more: no TCP, no
signal and no abstract socket to a process outside.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from struct import pack

from noughts.programs.jail.kernel import address_of, call, gain_no_privileges

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every machine
_VERSION, _BENEATH = 1, 1  # the flag that asks for the version; the kind of a rule
# The rights, in the order of the kernel's bits.
_RIGHTS = (
    *("execute", "write", "read", "list", "remove folder", "remove", "make device", "make folder", "make file"),
    *("make socket", "make pipe", "make disk", "make link", "refer", "truncate", "control device"),
)
_BIT = {name: 1 << number for number, name in enumerate(_RIGHTS)}
_READING = _BIT["read"] | _BIT["list"]
_OF_FILES = _BIT["execute"] | _BIT["write"] | _BIT["read"] | _BIT["truncate"] | _BIT["control device"]
_NEVER = ("execute", "make device", "make socket", "make disk", "control device")
_CHANGING = sum(bit for name, bit in _BIT.items() if name not in _NEVER)
_KNOWN = {1: 13, 2: 14, 3: 15, 4: 15}  # how many of the rights a version of Landlock knows; later ones know all
_NETWORK, _SCOPES = 3, 3  # TCP: to bind and to connect; abstract sockets and signals


def version() -> int:
    """Return the version of Landlock, 0 without one."""
    with suppress(OSError):
        return call("syscall", _CREATE, None, 0, _VERSION)
    return 0


def limit_files(reads: Iterable[Path], changes: Iterable[Path]) -> int:
    """Limit this process to reading and changing files below these paths; return the version of Landlock.

    Raises OSError without Landlock.
    """
    known = version()
    rights = (1 << _KNOWN.get(known, len(_RIGHTS))) - 1
    words = [rights, *([_NETWORK] if known >= 4 else []), *([_SCOPES] if known >= 6 else [])]
    attributes = pack(f"{len(words)}Q", *words)
    rules = call("syscall", _CREATE, attributes, len(attributes), 0)
    try:
        for allowed, paths in ((_READING, reads), (_CHANGING, changes)):
            for path in paths:
                with suppress(FileNotFoundError, PermissionError, NotADirectoryError):
                    _allow(rules, path, allowed & rights)
        gain_no_privileges()
        call("syscall", _RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return known


def _allow(rules: int, path: Path, rights: int) -> None:
    if not path.is_dir():
        rights &= _OF_FILES
    if not rights:
        return
    file = os.open(path, os.O_PATH)
    try:
        address, _kept = address_of(pack("=Qi", rights, file))
        call("syscall", _ADD, rules, _BENEATH, address, 0)
    finally:
        os.close(file)
