"""The result of a proof."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Self

from noughts.core import show
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, NoughtsError

_NEVER_LOSES = "never loses"
_CAN_LOSE = "can lose"
_NO_VERDICT = "no verdict"
UNCOUNTED = "its games are not counted"


@dataclass(frozen=True)
class Asked:
    """How often a strategy was asked again: `times` times in `positions` of the `decisions` positions it decided.

    `processes`: in how many processes it was asked; beyond the first one once for each of the `positions`.
    """

    positions: int
    decisions: int
    times: int
    processes: int = 1


@dataclass(frozen=True)
class Proof:
    """The results of a strategy in one seat, against every reply and over every tie it may break.

    `games`: distinct games. `sequences`: the same results, counted over all sequences of the opponent's choices ("the
    i-th free cell"), each continued to the full board; None for a strategy that breaks ties. `positions`: distinct
    positions reached, including the empty board and the final ones. `losing_line`: a shortest game that it loses, or
    None. `against_random`: its chances against a uniformly random opponent, its ties broken as it breaks them.
    `asked_again`: how often it was asked again, in another order; all answers were the same.
    """

    strategy: str
    game: Game
    seat: Side
    games: Tally[int]
    sequences: Tally[int] | None
    positions: int
    losing_line: tuple[Move, ...] | None
    against_random: Tally[Fraction]
    asked_again: Asked

    @property
    def never_loses(self) -> bool:
        """Whether it cannot lose in this seat."""
        return self.games.loss == 0

    @property
    def verdict(self) -> str:
        """`never loses` or `can lose`."""
        return _NEVER_LOSES if self.never_loses else _CAN_LOSE

    def _repr_html_(self) -> str:
        """What a notebook shows: the verdict, the counts, and the losing line on a board."""
        facts: list[tuple[str, object]] = [
            ("games", self.games.total),
            *((name, count) for name, count in zip(("won", "drawn", "lost"), vars(self.games).values(), strict=True)),
            ("positions", self.positions),
            ("loses to random play", self.against_random.loss),
        ]
        line = "" if self.losing_line is None else show.picture(Position(self.game), line=self.losing_line)
        return show.report(f"{self.strategy} on {self.game}, moving {self.seat.seat}: {self.verdict}", facts, line)


class Refuted(LimitExceeded):
    """A limit ended a proof after a game was found that the strategy loses, `losing_line`. `reason`: the limit."""

    def __init__(self, game: Game, losing_line: tuple[Move, ...], limit: LimitExceeded) -> None:
        self.losing_line, self.limit = losing_line, limit
        self.reason = f"{UNCOUNTED}: {str(limit).removeprefix(f'{_NO_VERDICT}: ')}"
        super().__init__(f"it can lose ({' '.join(map(game.name, losing_line))}); {self.reason}")


FoundBy = Literal["walk", "search", "values", "games"]  # a whole ply of a walk; a search; exact values; games played


@dataclass(frozen=True)
class Uncounted:
    """What is known of a strategy in one seat where its games are not counted, and the reason.

    `losing_line`: a game that it loses, if one was found, and `found_by`. `shortest`: whether every shorter game was
    tried. `tried`: the number of games that a search for such a line has played; `asked`: the positions in which the
    strategy was asked for it.
    """

    strategy: str
    seat: Side
    reason: str
    losing_line: tuple[Move, ...] | None = None
    found_by: FoundBy | None = None
    shortest: bool = False
    tried: int | None = None
    asked: int | None = None

    @classmethod
    def after(cls, error: NoughtsError, strategy: str, seat: Side, hint: str = "") -> Self:
        """Return what is known of a strategy after an error; `hint` says what to do about a limit."""
        if isinstance(error, Refuted):
            return cls(strategy, seat, f"{error.reason}{hint}", error.losing_line, "walk", shortest=True)
        return cls(strategy, seat, f"{error}{hint}")

    @property
    def verdict(self) -> str:
        """`can lose` if a losing line was found, else `no verdict`."""
        return _NO_VERDICT if self.losing_line is None else _CAN_LOSE
