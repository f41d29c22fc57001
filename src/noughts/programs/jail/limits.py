"""The limits of a person's program, and the names of its folders."""

from collections.abc import Sequence
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
