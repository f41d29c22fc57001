"""What is found of a strategy in a seat, and the words for what it does against the rules."""

from collections.abc import Mapping
from fractions import Fraction

from noughts.arena.measurement import Measurement
from noughts.core.tally import Tally
from noughts.errors import FaultKind
from noughts.prove.proof import Proof, Uncounted

Finding = Proof | Measurement | Uncounted
Chances = Tally[Fraction]


FAULTS: Mapping[FaultKind, str] = {  # what a strategy does, in words
    "illegal": "breaks the rules",
    "raised": "raises an exception",
    "endless": "gives no answer",
    "died": "ends its process",
}
