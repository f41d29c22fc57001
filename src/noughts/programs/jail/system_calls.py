"""The filter of system calls: no other program, no socket, no signal, no lock, nothing of another process.

A filter (seccomp(2), bpf(2)) is a little program of the kernel, which looks at the number of a call and at its
arguments. The numbers are those of x86_64 and aarch64; a call that a machine does not have is a dash. A call with the
numbers of another machine, such as a 32-bit one, ends the process.
"""

import errno
import os
from collections.abc import Iterator
from struct import pack

from noughts.programs.jail.kernel import MACHINE, address_of, call, gain_no_privileges

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # the column below, the kernel's number

_REFUSED = """
    execve 59 221   execveat 322 281   ptrace 101 117   process_vm_readv 310 270   process_vm_writev 311 271
    kcmp 312 272   socket 41 198   connect 42 203   bind 49 200   listen 50 201   accept 43 202   accept4 288 242
    sendmsg 46 211   sendmmsg 307 269   tkill 200 130   rt_sigqueueinfo 129 138
    rt_tgsigqueueinfo 297 240   pidfd_open 434 434   pidfd_send_signal 424 424   pidfd_getfd 438 438
    process_madvise 440 440   process_mrelease 448 448   setpgid 109 154   setsid 112 157   setpriority 141 140
    sched_setaffinity 203 122   sched_setscheduler 144 119   sched_setparam 142 118   sched_setattr 314 274
    ioprio_set 251 30   io_uring_setup 425 425   io_uring_enter 426 426   io_uring_register 427 427   bpf 321 280
    perf_event_open 298 241   userfaultfd 323 282   add_key 248 217   request_key 249 218   keyctl 250 219
    unshare 272 97   setns 308 268   mount 165 40   umount2 166 39   pivot_root 155 41   chroot 161 51
    open_tree 428 428   move_mount 429 429   fsopen 430 430   fsconfig 431 431   fsmount 432 432   fspick 433 433
    mount_setattr 442 442   open_tree_attr 467 467   shmget 29 194   shmat 30 196   shmctl 31 195   semget 64 190
    semop 65 193   semctl 66 191   semtimedop 220 192   msgget 68 186   msgsnd 69 189   msgrcv 70 188
    msgctl 71 187   mq_open 240 180   mq_unlink 241 181   memfd_create 319 279   memfd_secret 447 447
    fanotify_init 300 262   open_by_handle_at 304 265   syslog 103 116   init_module 175 105   finit_module 313 273
    delete_module 176 106   kexec_load 246 104   kexec_file_load 320 294   reboot 169 142   swapon 167 224
    swapoff 168 225   acct 163 89   sethostname 170 161   setdomainname 171 162   settimeofday 164 170
    clock_settime 227 112   adjtimex 159 171   clock_adjtime 305 266   quotactl 179 60   quotactl_fd 443 443
    iopl 172 -   ioperm 173 -   vhangup 153 58   inotify_init 253 -   inotify_init1 294 26
    inotify_add_watch 254 27
    timer_create 222 107   sync 162 81   syncfs 306 267   move_pages 279 239   migrate_pages 256 238
    chmod 90 -   fchmod 91 52   fchmodat 268 53   fchmodat2 452 452   chown 92 -   lchown 94 -   fchown 93 55
    fchownat 260 54   utime 132 -   utimes 235 -   futimesat 261 -   utimensat 280 88   setxattr 188 5
    lsetxattr 189 6   fsetxattr 190 7   removexattr 197 14   lremovexattr 198 15   fremovexattr 199 16
    setxattrat 463 463   removexattrat 466 466   file_setattr 469 469
"""
_MISSING = "clone3 435 435"  # its flags cannot be looked at: the library then calls clone

# Calls of which one argument decides: the number of the argument, and the values that are refused, or the only one that
# is not.
_NEW_NAMESPACES = 0x7E020000 | 0x8000  # flags of clone(2); the last makes a process that is not below this one
_OWNER = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX: a signal to another process
_LEASES = (1024, 1026)  # F_SETLEASE, F_NOTIFY: another process that opens the file waits, or is told
_PIPE_SIZE = 1031  # F_SETPIPE_SZ: the sum is limited for a user
_LOCKS = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
_FCNTL, _FLOCK = "fcntl 72 25", "flock 73 32"
# TCGETS and TCGETS2, TIOCGWINSZ, TIOCGPGRP: what it is; FIONREAD, FIONBIO, FIONCLEX, FIOCLEX: how it is read.
_ASKING = (0x5401, 0x802C542A, 0x5413, 0x540F, 0x541B, 0x5421, 0x5450, 0x5451)
_ONLY_VALUES = (
    ("socketpair 53 199", 0, (1,)),  # AF_UNIX, as an event loop makes one for itself
    ("prlimit64 302 261", 0, (0,)),  # its own limits
    ("sendto 44 206", 4, (0,)),  # to the other end of its own pair: no address
    ("kill 62 129", 1, (0,)),  # no signal: whether a process is there
    ("ioctl 16 29", 1, _ASKING),
)
_TGKILL = "tgkill 234 131"  # a signal to itself, as abort(3) sends it
_PRCTL, _DEATH_SIGNAL, _KILL = "prctl 157 167", 1, 9
_CLONE = "clone 56 220"

_ALLOW, _ERROR, _END = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _IS, _HAS, _IS_FROM, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06  # instructions
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # where the kernel puts them
_FOREIGN = 0x40000000  # calls of x86_64 with 32-bit pointers are numbered from here
_SET_SECCOMP, _FILTER = 22, 2

Instruction = tuple[int, int, int, int]  # code, steps ahead if true, steps ahead if not, value


def limit_system_calls() -> None:
    """Limit the system calls of this process, for good. Raises OSError where that cannot be done."""
    if MACHINE not in _MACHINES:
        raise OSError(f"no table of system calls for {MACHINE!r}")
    program = b"".join(pack("HBBI", *each) for each in _instructions(*_MACHINES[MACHINE]))
    address, _kept = address_of(program)
    gain_no_privileges()
    call("prctl", _SET_SECCOMP, _FILTER, pack("HxxxxxxQ", len(program) // 8, address), 0, 0)


def _instructions(column: int, machine: int) -> Iterator[Instruction]:
    yield from ((_LOAD, 0, 0, _MACHINE), (_IS, 1, 0, machine), (_RETURN, 0, 0, _END), (_LOAD, 0, 0, _NUMBER))
    if not column:
        yield (_IS_FROM, 0, 1, _FOREIGN)
        yield _fails(errno.EPERM)
    for table, answer in ((_REFUSED, errno.EPERM), (_MISSING, errno.ENOSYS)):
        for number in _numbers(table, column):
            yield (_IS, 0, 1, number)
            yield _fails(answer)
    # A lock does nothing, and is no error: a database of the program's own asks for one, in a copy that it has alone.
    yield from ((_IS, 0, 1, _number(_FLOCK, column)), _fails(0))
    steps = _unless(_IS, 1, (*_OWNER, *_LEASES, _PIPE_SIZE))
    locks = [step for value in _LOCKS for step in ((_IS, 0, 1, value), _fails(0))]
    yield from _looking(_number(_FCNTL, column), [_low(1), *locks, *steps])
    for name, argument, values in _ONLY_VALUES:
        yield from _looking(_number(name, column), _only(argument, values))
    yield from _looking(_number(_TGKILL, column), _only(0, (os.getpid(),)))
    yield from _looking(_number(_CLONE, column), _unless(_HAS, 0, (_NEW_NAMESPACES,)))
    death_signal = [_low(0), (_IS, 1, 0, _DEATH_SIGNAL), (_RETURN, 0, 0, _ALLOW), *_only(1, (_KILL,))]
    yield from _looking(_number(_PRCTL, column), death_signal)
    yield (_RETURN, 0, 0, _ALLOW)


def _numbers(table: str, column: int) -> Iterator[int]:
    words = table.split()
    yield from (int(number) for number in words[1 + column :: 3] if number != "-")


def _number(row: str, column: int) -> int:
    return next(_numbers(row, column))


def _looking(number: int, steps: list[Instruction]) -> list[Instruction]:
    """Return steps that are for one system call, and end with an answer."""
    return [(_IS, 0, len(steps), number), *steps]


def _unless(test: int, argument: int, values: tuple[int, ...]) -> list[Instruction]:
    """Refuse some values of an argument, which are below 2**32."""
    tests: list[Instruction] = [(test, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [_low(argument), *tests, (_RETURN, 0, 0, _ALLOW), _fails(errno.EPERM)]


def _only(argument: int, values: tuple[int, ...]) -> list[Instruction]:
    """Refuse all but some values of an argument, which are below 2**32."""
    tests: list[Instruction] = [(_IS, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [
        *(_high(argument), (_IS, 0, len(tests) + 1, 0)),
        *(_low(argument), *tests, _fails(errno.EPERM), (_RETURN, 0, 0, _ALLOW)),
    ]


def _low(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)


def _high(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4)


def _fails(number: int) -> Instruction:
    """Have the call return an error; 0: have it do nothing."""
    return (_RETURN, 0, 0, _ERROR | number)
