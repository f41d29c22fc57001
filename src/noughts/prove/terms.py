"""The limits of a verdict."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from noughts.errors import LimitExceeded
from noughts.prove.prover import MAX_POSITIONS
from noughts.words import Said

LINE_SECONDS = 10.0  # of a processor, for a losing line in each seat


class TimeOver(LimitExceeded):
    """The time for all proofs is over."""


@dataclass(frozen=True)
class ProofTerms:
    """The limits of a proof, and how a noisy strategy is measured instead.

    `positions`: in each seat; `hint` says how the user raises that limit, `answer_hint` how that of an answer, and
    `count_hint` how all games are walked. `seconds`: of the clock, for all seats together, over at `end` (of
    `time.monotonic`): then there is no verdict. `repeat`: how often each decision is asked for again. `games`: of a
    measurement, in each seat, with the `seed`.

    `count`: whether all games are walked on any board; else a losing line is looked for too, for `line_seconds` of a
    processor in each seat, and with `shortest` for a shortest one.
    """

    positions: int = MAX_POSITIONS
    hint: str = ""
    answer_hint: str = ""
    count_hint: str = ""
    seconds: float = inf
    end: float = inf
    repeat: int = 1
    games: int = 1000
    seed: int = 0
    count: bool = False
    line_seconds: float = LINE_SECONDS
    shortest: bool = False

    def shared(self, seats: int) -> "ProofTerms":
        """Return the limits of the first of some seats: an even share of the time that is left."""
        now = monotonic()
        return replace(self, seconds=self.seconds / seats, end=now + (self.end - now) / seats)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return monotonic() >= self.end

    def require_time(self, ply: int | None = None, plies: int = 0) -> None:
        """Raise TimeOver, which says at which ply of how many, after the time is over."""
        if self.is_over:
            kind = "error.time-over" if ply is None else "error.time-over-at-ply"
            over = Said(kind, {"seconds": f"{self.seconds:g}", "ply": ply, "plies": plies})
            raise TimeOver(Said("error.no-verdict", {"reason": over}))

    def timed(self, report: Callable[[int], None]) -> Callable[[int], None]:
        """Return a report of progress that ends the work, by TimeOver, after the time is over."""

        def timed(number: int) -> None:
            self.require_time()
            report(number)

        return timed
