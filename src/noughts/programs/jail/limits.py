"""The limits of a person's program, which layers of the kernel hold for its process, and the names of its folders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from noughts.core.budget import ANSWER_SECONDS

PREFIX = "noughts-program-"  # of the name of the folder of a program's process
COPY = "copy"  # in it: the folder with copies, by their whole paths


@dataclass(frozen=True)
class Limits:
    """The limits of a foreign program.

    `seconds`: of processor time in all. `memory`: bytes. `answer`: seconds of processor time for one answer; one that
    does nothing but wait has as many on the clock. `alone_with`: the files that are copied beside the program, and no
    other one is; None: those of its folder, and what it imports from the ones beside.
    """

    seconds: float = inf
    memory: int = 4 << 30
    answer: float = ANSWER_SECONDS
    alone_with: Sequence[str] | None = None


_TRUNCATES = 3  # the first version of Landlock that keeps a file from being cut (Linux 6.2)


@dataclass(frozen=True)
class Layers:
    """The layers that hold: the version of `landlock` (0 for none), `seccomp`.

    `why_not` says why the program works in its folder itself; empty if it works in a copy.
    """

    landlock: int = 0
    seccomp: bool = False
    why_not: str = ""

    def in_words(self) -> str:
        """Return what is not as it should be, in words; empty if all is.

        >>> Layers(landlock=7, seccomp=True).in_words()
        ''
        >>> Layers(seccomp=True).in_words()
        'the kernel does not limit its files (no Landlock)'
        """
        return "; ".join(self._texts())

    def _texts(self) -> Iterator[str]:
        if gaps := " and ".join(self._gaps()):
            yield f"the kernel does not limit {gaps}"
        if self.why_not:
            unchanged = ", and may change nothing in it" if self.landlock else ""
            yield f"its folder {self.why_not}: it works in the folder itself{unchanged}"

    def _gaps(self) -> Iterator[str]:
        if not self.landlock:
            yield "its files (no Landlock)"
        elif self.landlock < _TRUNCATES:
            yield "which of your files it empties (Landlock before Linux 6.2)"
        if not self.seccomp:
            yield "its system calls (no seccomp)"
