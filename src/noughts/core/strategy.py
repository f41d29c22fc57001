"""The interface of a strategy: in a position it returns all the moves that it may make, and the chance of each."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, Never, Protocol, TypeGuard, runtime_checkable

from noughts.core import show
from noughts.core.budget import Budget
from noughts.core.game import Game, Line, Move
from noughts.core.position import Position
from noughts.errors import GameError, LimitExceeded, NoughtsError, StrategyError, StrategyFault
from noughts.extras import installed, require_extra

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    import numpy.typing as npt


# What a strategy's own code may raise. SystemExit is caught too; KeyboardInterrupt (Ctrl-C) is not.
OWN_FAULTS = (Exception, SystemExit)


# The attributes in which a strategy that is made of a program says how it takes the program.
NOTES = ("read_as", "inferred", "unlisted", "assumes", "left_out")

# What a decision takes: about a millisecond on any board ("instant"); as little on a board of up to SMALL cells, and
# minutes beyond, as exact values are needed ("exact"); or a search in every position ("search").
Cost = Literal["instant", "exact", "search"]
SMALL = 9


@dataclass(frozen=True)
class Decision:
    """A strategy's answer in a position.

    `moves`: every move it may make here. `scores`: a score for each cell, None for a cell without one; or None if
    the strategy has no scores. `reason`: the reason in a player's words. `chances`: the probability of each move, more
    than 0 and 1 in all; None where the moves are equally likely. `passed`: of a list of rules those before the one that
    decides, none of which has a move here; None for a strategy that is no list. `saw`: the numbers behind the reason:
    scores, beads, how far it has searched.
    """

    moves: tuple[Move, ...]
    scores: Sequence[float | None] | None = None
    reason: str = ""
    chances: "tuple[Fraction, ...] | None" = None
    passed: tuple[str, ...] | None = None
    saw: str = ""

    @property
    def unequal(self) -> "dict[Move, Fraction] | None":
        """The chance of each move, by ascending cell, where they are not all the same; else None.

        >>> from fractions import Fraction
        >>> Decision((4, 0), chances=(Fraction(2, 3), Fraction(1, 3))).unequal
        {0: Fraction(1, 3), 4: Fraction(2, 3)}
        """
        if self.chances is None or len(set(self.chances)) == 1:
            return None
        return dict(sorted(zip(self.moves, self.chances, strict=True)))

    def _repr_html_(self) -> str:
        """What a notebook shows: the moves and the reason. `noughts.draw(position, decision=...)` shows the board."""
        chances = self.unequal or {}
        rows = [(move, chances.get(move, f"1/{len(self.moves)}")) for move in self.moves]
        return show.table(self.reason or "decision", ("cell", "chance"), rows)

    def choose(self, rng: random.Random) -> Move:
        """Return one of the moves, at random where there are several, each with its chance."""
        if len(self.moves) == 1:
            return self.moves[0]
        if self.chances is None:
            return rng.choice(self.moves)
        total = math.lcm(*(chance.denominator for chance in self.chances))
        drawn = rng.randrange(total)  # in whole numbers: no chance is rounded to a float
        return next(move for move, end in zip(self.moves, accumulate(self.chances), strict=True) if drawn < end * total)


@runtime_checkable
class Strategy(Protocol):
    """A player. A class with a name and these two methods is a strategy; no base class is needed.

    `decide` must depend on the position alone: it lists *all* the moves that the strategy may make, and
    the caller draws one of them. A strategy that draws random numbers itself sets `noisy = True` and takes
    them from `rng`: then it has no set of moves with known chances, and nothing can be proved.
    """

    @property
    def name(self) -> str:
        """The strategy's name with its options: `paths:override=off`."""

    def supports(self, game: Game) -> bool:
        """Return whether it plays this game."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return its decision in a position that is not over."""


@runtime_checkable
class BatchStrategy(Strategy, Protocol):
    """A strategy that decides a whole batch of positions of one game at once."""

    def decide_batch(
        self, game: Game, own: "npt.NDArray[np.uint8]", theirs: "npt.NDArray[np.uint8]"
    ) -> "npt.NDArray[np.bool_]":
        """Return, as booleans (batch, cells), the moves it may make in each position.

        `own` and `theirs` are the stones of the side to move and of the other, 0 or 1, (batch, cells).
        """


@runtime_checkable
class LineStrategy(Strategy, Protocol):
    """A strategy whose scores are sums over lines; it can list what each line adds."""

    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        """Return every line with the score that it adds to each of its free cells."""


@runtime_checkable
class TimedStrategy(Strategy, Protocol):
    """A strategy that is given another time for every move, and keeps one memory of the game for all of them."""

    def within(self, budget: Budget) -> Strategy:
        """Return it with a budget for its next moves, and with this one's memory."""

    def load(self, seconds: float) -> bool:
        """Load what its decisions use; return whether it is there, after at most `seconds`."""


class DiceError(NoughtsError):
    """A strategy drew a random number where none is allowed."""


class _NoDice(random.Random):
    """A generator that refuses to draw, for calls that need all the moves of a strategy."""

    def random(self) -> Never:
        raise DiceError(
            "it drew a random number. Decision.moves must list all the moves that it may make, without drawing one; "
            "a strategy that needs random numbers sets noisy = True"
        )

    def getrandbits(self, k: int, /) -> Never:
        self.random()


NO_DICE = _NoDice(0)


def is_noisy(strategy: Strategy) -> bool:
    """Return whether the strategy draws random numbers of its own."""
    return bool(getattr(strategy, "noisy", False))


def cost(strategy: Strategy) -> Cost:
    """Return what a decision of the strategy takes: what its attribute `cost` says, else a search."""
    said: Cost = getattr(strategy, "cost", "search")
    return said


def is_instant(strategy: Strategy, game: Game) -> bool:
    """Return whether the strategy decides at once on the boards of this game."""
    return cost(strategy) == "instant" or (cost(strategy) == "exact" and game.cells <= SMALL)


def kernels_of(strategy: Strategy, game: Game) -> Sequence[str]:
    """Return the modules (as `noughts.jit` names them) whose compiled code decisions on the boards of a game wait for.

    A strategy that needs any has a method `kernels(game)`.
    """
    kernels: Callable[[Game], Sequence[str]] = getattr(strategy, "kernels", lambda game: ())
    return kernels(game)


def meanwhile(strategy: Strategy, game: Game) -> Strategy:
    """Return the strategy that moves at once in a game while the compiled code of this one is not there yet.

    A strategy that has such a stand-in has a method `meanwhile(game)`; any other one is its own.
    """
    stand_in: Callable[[Game], Strategy] = getattr(strategy, "meanwhile", lambda game: strategy)
    return stand_in(game)


def require_compiler(strategy: Strategy, game: Game) -> None:
    """Raise MissingExtraError for a search that cannot decide without a compiler, where there is none."""
    if cost(strategy) == "search" and kernels_of(strategy, game):
        require_extra("fast", f"{strategy.name!r} by nodes, unlike one by seconds,")


def has_batch_form(strategy: Strategy) -> TypeGuard[BatchStrategy]:
    """Return whether the strategy decides batches; a noisy one never does, and none where NumPy is missing."""
    return isinstance(strategy, BatchStrategy) and not is_noisy(strategy) and installed("numpy")


def in_one_line(error: BaseException) -> str:
    """Return an exception as one line: its type, its message and its notes.

    >>> in_one_line(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    text = " ".join([str(error), *getattr(error, "__notes__", ())])
    return ": ".join(filter(None, (type(error).__name__, " ".join(text.split()))))


def supports(strategy: Strategy, game: Game) -> bool:
    """Return whether the strategy plays the game. Raises StrategyError where its own code raises."""
    try:
        return bool(strategy.supports(game))
    except StrategyError:
        raise  # its message already says what is wrong
    except OWN_FAULTS as error:
        raise StrategyError(
            f"strategy {strategy.name!r} raised {in_one_line(error)} when asked whether it plays {str(game)!r}"
        ) from error


def require_support(strategy: Strategy, game: Game) -> None:
    """Raise GameError unless the strategy plays the game; with a reason if it has a method `why_not(game)`."""
    if not supports(strategy, game):
        why_not: Callable[[Game], str] = getattr(strategy, "why_not", lambda game: "")
        reason = ": ".join(filter(None, (f"{strategy.name!r} does not play {str(game)!r}", why_not(game))))
        raise GameError(reason)


def consult(strategy: Strategy, position: Position, rng: random.Random) -> Decision:
    """Return the strategy's decision, checked against its contract.

    Raises StrategyFault if it names no move, or a cell that is taken or off the board, if its words or scores cannot
    be shown, or if its chances are not the probabilities of its moves. Its own GameError, StrategyError and
    LimitExceeded pass; any other exception becomes the `__cause__` of a StrategyFault.
    """
    try:
        decision = strategy.decide(position, rng)
    except (GameError, StrategyError, LimitExceeded):
        raise  # a strategy may raise these itself
    except OWN_FAULTS as error:
        kind, _, message = in_one_line(error).partition(": ")
        raise StrategyFault(
            f"strategy {strategy.name!r} raised {kind} at {str(position)!r}{message and ': '}{message}", "raised"
        ) from error
    if not isinstance(decision, Decision):
        raise StrategyFault(
            f"strategy {strategy.name!r} returned {decision!r} at {str(position)!r}, expected a Decision", "illegal"
        )
    if not isinstance(decision.moves, tuple):
        raise StrategyFault(
            f"strategy {strategy.name!r} named {decision.moves!r} at {str(position)!r}, expected a tuple", "illegal"
        )
    if not decision.moves:
        raise StrategyFault(f"strategy {strategy.name!r} named no move at {str(position)!r}", "illegal")
    for move in decision.moves:
        _check_move(strategy, position, move)
    if len(set(decision.moves)) < len(decision.moves):
        raise StrategyFault(
            f"strategy {strategy.name!r} named a move twice at {str(position)!r}: {decision.moves}", "illegal"
        )
    if fault := _unshowable(decision, position.game.cells) or (decision.chances is not None and _improbable(decision)):
        raise StrategyFault(f"strategy {strategy.name!r} at {str(position)!r}: {fault}", "illegal")
    return decision


def consult_lines(strategy: Strategy, position: Position, rng: random.Random) -> list[tuple[Line, float]] | None:
    """Return every line with the strategy's score, or None for one that scores no lines. Raises StrategyError."""
    try:
        return strategy.line_scores(position, rng) if isinstance(strategy, LineStrategy) else None
    except StrategyError:
        raise
    except OWN_FAULTS as error:
        raise StrategyError(f"strategy {strategy.name!r}: line_scores raised {in_one_line(error)}") from error


def _unshowable(decision: Decision, cells: int) -> str | None:
    """The first fault in the words or the scores of a decision, or None."""
    words: dict[str, object] = {"the reason": decision.reason, "what it saw": decision.saw}
    scores: object = decision.scores
    for what, said in words.items():
        if not isinstance(said, str):
            return f"{what} is {said!r}, expected a string"
    if scores is None:
        return None
    if not isinstance(scores, Sequence) or len(scores) != cells:
        return f"the scores are {scores!r}, expected one for each of {cells} cells"
    strange = [score for score in scores if score is not None and not _is_number(score)]
    return f"a score is {strange[0]!r}, expected a number or None" if strange else None


def _improbable(decision: Decision) -> str | None:
    """The first fault in the chances that a decision gives, or None."""
    chances: object = decision.chances
    from fractions import Fraction  # noqa: PLC0415 - takes a few ms; most strategies name no chances

    if not isinstance(chances, tuple) or len(chances) != len(decision.moves):
        return f"the chances are {chances!r}, expected a tuple with one for each of {len(decision.moves)} moves"
    for chance in chances:
        if not isinstance(chance, Fraction) or chance <= 0:
            shown = str(chance) if isinstance(chance, Fraction) else repr(chance)
            return f"a chance is {shown}, expected a Fraction above 0"
    return None if sum(chances) == 1 else f"the chances add up to {sum(chances)}, expected 1"


def _is_number(score: object) -> bool:
    return isinstance(score, int | float) and not isinstance(score, bool) and not math.isnan(score)


def _check_move(strategy: Strategy, position: Position, move: Move) -> None:
    if type(move) is int and move >= 0 and position.empty >> move & 1 and position.outcome is None:
        return
    try:
        position.play(move)
    except NoughtsError as error:
        on_board = type(move) is int and 0 <= move < position.game.cells
        cell = position.game.name(move) if on_board else repr(move)
        message = f"strategy {strategy.name!r} played {cell} at {str(position)!r}: {error}"
        raise StrategyFault(message, "illegal") from None
