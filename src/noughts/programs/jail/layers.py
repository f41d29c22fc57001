"""Which layers of the kernel hold for a program's process, and what to say where one does not."""

from collections.abc import Iterator
from dataclasses import dataclass

_TRUNCATES = 3  # the first version of Landlock that keeps a file from being cut (Linux 6.2)


@dataclass(frozen=True)
class Layers:
    """The layers that hold: the version of `landlock` (0 for none), `seccomp`, a `namespace` of processes.

    `why_not` says why the program works in its folder itself; empty if it works in a copy.
    """

    landlock: int = 0
    seccomp: bool = False
    namespace: bool = False
    why_not: str = ""

    def in_words(self) -> str:
        """Return what is not as it should be, in words; empty if all is.

        A namespace is not missed: seccomp keeps the processes together.

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
