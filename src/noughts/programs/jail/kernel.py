"""Calls of the Linux kernel that Python has no function for, by ctypes. Each raises OSError where it fails.

`limit_files` is Landlock (Linux 5.13; landlock(7)): which files a process may read and change, for good. No file may be
run, nor a socket, a device or a symbolic link to one be made. Where the kernel knows more: no TCP, no signal and no
abstract socket to a process outside.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from struct import pack

_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None
_SET_DEATH_SIGNAL, _SET_KEEP_CAPABILITIES, _SET_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 1, 8, 36, 38  # options of prctl(2)
_CAPABILITIES = 0x20080522  # the version of the structure of capset(2)
_READ_ALL, _OVERRIDE = 2, 1  # capabilities: CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE

MACHINE = os.uname().machine if _LIBC else ""


def call(function: str, *arguments: "int | bytes | None") -> int:
    """Return the result of a function of C. Raises OSError, also where there is no such function."""
    if _LIBC is None:
        raise OSError(f"no {function} on this system")
    words = [ctypes.c_ulong(word & (1 << 64) - 1) if isinstance(word, int) else word for word in arguments]
    result: int = getattr(_LIBC, function)(*words)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{function}: {os.strerror(number)}")
    return result


def address_of(content: bytes) -> "tuple[int, ctypes.Array[ctypes.c_char]]":
    """Return the address of a copy of some bytes, and the copy, which lives as long as it is kept."""
    buffer = ctypes.create_string_buffer(content, len(content))
    return ctypes.addressof(buffer), buffer


def die_with_parent(signal: int) -> None:
    """Have this process get a signal when the thread that started it ends. A fork of it does not inherit that."""
    call("prctl", _SET_DEATH_SIGNAL, signal, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of the processes below this one whose parent ends."""
    call("prctl", _SET_SUBREAPER, 1, 0, 0, 0)


def gain_no_privileges() -> None:
    """Let neither this process nor what it starts ever gain a privilege; Landlock and seccomp ask for it."""
    call("prctl", _SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def become_user(number: int) -> None:
    """Have root become the user of this number, who keeps of root's rights that of reading every file."""
    call("prctl", _SET_KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setgroups([])
    os.setresgid(number, number, number)
    os.setresuid(number, number, number)


def drop_capabilities(reads: bool) -> None:
    """Give up every capability but, if it `reads`, one that opens every file for reading."""
    header = struct.pack("Ii", _CAPABILITIES, 0)
    address, buffer = address_of(bytes(24))
    call("capget", header, address)
    permitted = struct.unpack("6I", buffer.raw)[1]
    wanted = next((each for each in (_READ_ALL, _OVERRIDE) if permitted & 1 << each), None) if reads else None
    kept = 0 if wanted is None else 1 << wanted
    call("capset", header, struct.pack("6I", kept, kept, 0, 0, 0, 0))


# ---- Landlock

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


def _version() -> int:
    """Return the version of Landlock, 0 without one."""
    with suppress(OSError):
        return call("syscall", _CREATE, None, 0, _VERSION)
    return 0


def limit_files(reads: Iterable[Path], changes: Iterable[Path]) -> int:
    """Limit this process to reading and changing files below these paths; return the version of Landlock.

    Raises OSError without Landlock.
    """
    known = _version()
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
