"""The result of a proof."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Literal, Self

from noughts.core import show
from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.sparse import NOT_WRITTEN, Sparse
from noughts.core.tally import Tally
from noughts.errors import FaultKind, LimitExceeded, NoughtsError, StrategyFault
from noughts.players.traces import own_trace, with_line
from noughts.prove.given_away import GivenAway
from noughts.words import Said, Words

_NEVER_LOSES = "never loses"
_CAN_LOSE = "can lose"
_NO_VERDICT = "no verdict"
UNCOUNTED = Said("error.uncounted")


@dataclass(frozen=True)
class AskedAgain(Sparse):
    """How often a strategy was asked again: `times` times in `positions` of the `decisions` positions it decided.

    `processes`: in how many processes a program of a user's was asked; with two, half of the positions and the losing
    line in the second one. Left out where no code of a user's runs in Python. `stones`: the fewest
    in a position that was asked again, where those with fewer would have taken too long; else left out. `elsewhere`:
    whether all were asked for in the second process: that of a program whose own game is played keeps its decisions.
    """

    positions: int
    decisions: int
    times: int
    processes: int | None = None
    stones: int | None = None
    elsewhere: Literal[True] | None = None

    @property
    def in_words(self) -> str:
        """The same in words.

        >>> AskedAgain(300, 23040, 1, processes=1).in_words
        '300 of 23,040 decisions, of all plies, in another order, in one process: the same moves'
        >>> AskedAgain(296, 397, 1, stones=2).in_words
        '296 of 397 decisions, with 2 stones or more, in another order: the same moves'
        """
        plies = "of all plies" if self.stones is None else f"with {self.stones} stones or more"
        some = f"{self.positions:,} of {self.decisions:,} decisions, {plies}"
        which = f"all {self.decisions:,} decisions" if self.positions == self.decisions else some
        times = "" if self.times == 1 else f", {self.times} times"
        where = {None: "", 1: ", in one process"}.get(self.processes, ", half of them in a second process")
        where = ", in a second process" if self.elsewhere else where
        return f"{which}, in another order{times}{where}: the same moves"


@dataclass(frozen=True)
class FaultAt:
    """A position in which a strategy breaks the rules, and so loses. `message` says what it does there."""

    kind: FaultKind
    position: Position
    message: str
    trace: tuple[str, ...] = field(default=(), compare=False, metadata=NOT_WRITTEN)

    @classmethod
    def of(cls, position: Position, error: NoughtsError) -> Self:
        """Return the fault that an error in a position is."""
        kind = error.kind if isinstance(error, StrategyFault) else "illegal"
        return cls(kind, position, with_line(error), own_trace(error))

    def ends(self, line: Sequence[Move] | None) -> bool:
        """Return whether a losing line leads to its position."""
        return line is not None and len(line) == self.position.ply


@dataclass(frozen=True)
class FaultCount:
    """In how many positions a strategy breaks the rules in one way, the first of them, which has the fewest stones, and
    what it does there."""

    positions: int
    position: Position
    message: str
    trace: tuple[str, ...] = field(default=(), compare=False, metadata=NOT_WRITTEN)

    @classmethod
    def of(cls, positions: int, first: FaultAt) -> Self:
        """Return the count of faults in some positions."""
        return cls(positions, first.position, first.message, first.trace)


@dataclass(frozen=True)
class RuleCount:
    """A rule of a list, in words, and in how many positions it decides."""

    rule: str
    positions: int


@dataclass(frozen=True)
class Proof:
    """The results of a strategy in one seat, against every reply and over all equal moves.

    `games`: distinct games. `sequences`: the same results, counted over all sequences of the opponent's choices ("the
    i-th free cell"), each continued to the full board; None for one that has equal moves. `positions`: distinct
    positions reached, including the empty board and the final ones. `losing_line`: a shortest game that it loses, or
    None. `against_random`: its chances against a uniformly random opponent, each of its equal moves as likely as it
    plays it. `asked_again`: how often it was asked again, in another order; all answers were the same.

    A strategy that breaks the rules in a position loses there: `faults`, by their kind. Then the losing line may end
    before the game is over, with the strategy to move: by the `fault`.

    Of a list of rules: `rules`, in how many positions each decides, and `line_rules`, the rule of each move of the
    losing line, an empty text for a move of the opponent. Empty for other strategies.

    `given_away`: where it first gives value away on the losing line, if exact values are at hand.
    """

    strategy: str
    game: Game
    seat: Side
    games: Tally[int]
    sequences: Tally[int] | None
    positions: int
    losing_line: Moves | None
    against_random: Tally[Fraction]
    asked_again: AskedAgain
    faults: Mapping[FaultKind, FaultCount] = field(default_factory=dict)
    fault: FaultAt | None = None
    rules: tuple[RuleCount, ...] = ()
    line_rules: tuple[str, ...] = ()
    given_away: GivenAway | None = None
    reason: ClassVar[str] = ""

    @property
    def never_loses(self) -> bool:
        """Whether it cannot lose in this seat."""
        return self.games.loss == 0

    @property
    def can_lose(self) -> bool:
        """Whether it is known that it can lose in this seat."""
        return not self.never_loses

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
            ("asked again", self.asked_again.in_words),
        ]
        line = "" if self.losing_line is None else show.picture(Position(self.game), line=self.losing_line)
        return show.report(f"{self.strategy} on {self.game}, moving {self.seat.seat}: {self.verdict}", facts, line)


class Refuted(LimitExceeded):
    """A limit ended a proof after a game was found that the strategy loses, `losing_line`, perhaps by a `fault`.

    `reason`: the limit.
    """

    def __init__(self, losing_line: Moves, limit: LimitExceeded, fault: FaultAt | None = None) -> None:
        self.losing_line, self.limit, self.fault = losing_line, limit, fault
        why = what_is_over(limit.said)
        self.reason = UNCOUNTED if why == UNCOUNTED else Said("error.uncounted-because", {"reason": why})
        super().__init__(Said("error.can-lose", {"moves": str(losing_line), "reason": self.reason}))


def what_is_over(reason: Words) -> Words:
    """Return a reason without the words that there is no verdict."""
    if isinstance(reason, str):
        return reason.removeprefix(f"{_NO_VERDICT}: ")
    return reason.values["reason"] if reason.kind == "error.no-verdict" else reason


def with_hint(reason: Words, hint: str) -> Words:
    """Return a reason with what to do about it, if anything; a command's hints are English."""
    return f"{reason}{hint}" if hint else reason


FoundBy = Literal["walk", "search", "values", "games"]  # a whole ply of a walk; a search; exact values; games played


@dataclass(frozen=True)
class Uncounted:
    """What is known of a strategy in one seat where its games are not counted, and the reason.

    `losing_line`: a game that it loses, if one was found, and `found_by`. `shortest`: whether every shorter game was
    tried. `limit`: what ended a walk. `tried`: the number of games that a search for such a line has played; `asked`:
    the positions in which the strategy was asked for it. `fault`: with which the line ends, if it does.
    `given_away`: where it first gives value away on that line, else in the game in which the search did best, if exact
    values are at hand.
    """

    strategy: str
    seat: Side
    reason: Words
    losing_line: Moves | None = None
    found_by: FoundBy | None = None
    shortest: bool = False
    tried: int | None = None
    asked: int | None = None
    fault: FaultAt | None = None
    given_away: GivenAway | None = None
    limit: LimitExceeded | None = None
    never_loses: ClassVar[bool] = False
    rules: ClassVar[tuple[RuleCount, ...]] = ()

    @classmethod
    def after(cls, error: NoughtsError, strategy: str, seat: Side, hint: str = "") -> Self:
        """Return what is known of a strategy after an error; `hint` says what to do about a limit."""
        if isinstance(error, Refuted):
            return cls(
                strategy,
                seat,
                with_hint(error.reason, hint),
                error.losing_line,
                "walk",
                shortest=True,
                fault=error.fault,
                limit=error.limit,
            )
        limit = error if isinstance(error, LimitExceeded) else None
        return cls(strategy, seat, with_hint(error.said, hint), limit=limit)

    @property
    def can_lose(self) -> bool:
        """Whether a game was found that it loses."""
        return self.losing_line is not None

    @property
    def verdict(self) -> str:
        """`can lose` if a losing line was found, else `no verdict`."""
        return _CAN_LOSE if self.can_lose else _NO_VERDICT
