"""Calls of the Linux kernel that Python has no function for, by ctypes. Each raises OSError where it fails."""

import ctypes
import os
import struct
import sys
from contextlib import suppress

_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None
_SET_DEATH_SIGNAL, _SET_KEEP_CAPABILITIES, _SET_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 1, 8, 36, 38  # options of prctl(2)
_CAPABILITIES = 0x20080522  # the version of the structure of capset(2)
_NEW_USER, _NEW_PROCESSES = 0x10000000, 0x20000000  # flags of unshare(2): namespaces
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


def enter_process_namespace() -> None:
    """Have the next processes that this one starts see and reach each other alone; the first one is their init.

    A user who is not root needs a user namespace for it, in which the number of the user stays the same.
    """
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        call("unshare", _NEW_PROCESSES)
        return
    call("unshare", _NEW_USER | _NEW_PROCESSES)
    for file, text in (("uid_map", f"{user} {user} 1"), ("setgroups", "deny"), ("gid_map", f"{group} {group} 1")):
        with suppress(OSError), open(f"/proc/self/{file}", "w", encoding="ascii") as target:
            target.write(text)


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
