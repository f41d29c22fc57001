"""The interface of a strategy: in a position it returns all the moves that it may make, and the chance of each."""

import math
import random
import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, Never, Protocol

from noughts.core import show
from noughts.core.game import Game, Line, Move
from noughts.core.position import Position, Side
from noughts.errors import GameError, LimitExceeded, NotPlayed, NoughtsError, StrategyError, StrategyFault
from noughts.extras import installed, require_extra
from noughts.words import Said, Words

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    import numpy.typing as npt

    from noughts.core.budget import Budget


# What a strategy's own code may raise. SystemExit is caught too; KeyboardInterrupt (Ctrl-C) is not.
OWN_FAULTS = (Exception, SystemExit)


# What a decision takes: about a millisecond on any board ("instant"); as little on a board of up to SMALL cells, and
# minutes beyond, as exact values are needed ("exact"); or a search in every position ("search").
Cost = Literal["instant", "exact", "search"]
SMALL = 9
_ONE_BY_ONE = SMALL  # cells of boards whose positions are decided one by one: 5478 at most

View = Literal["grid", "matrix", "rules"]


@dataclass(frozen=True)
class Decision:
    """A strategy's answer in a position.

    `moves`: every move it may make here. `scores`: a score for each cell, None for a cell without one; or None if
    the strategy has no scores. `reason`: the reason in a player's words, a text or a sentence of the catalogue, which
    `str` says in the reader's language. `chances`: the probability of each move, more than 0 and 1 in all; None where
    the moves are equally likely. `passed`: of a list of rules those before the one that decides, none of which has a
    move here; None for any other strategy. `saw`: the numbers behind the reason: scores, beads, how far it has
    searched. `fault`: what it does with the chance that its `chances` leave, where it breaks the rules at random.
    """

    moves: tuple[Move, ...]
    scores: Sequence[float | None] | None = None
    reason: Words = ""
    chances: "tuple[Fraction, ...] | None" = None
    passed: tuple[Words, ...] | None = None
    saw: Words = ""
    fault: StrategyFault | None = field(default=None, compare=False)  # the chances say how likely it is

    @property
    def unequal(self) -> "dict[Move, Fraction] | None":
        """The chance of each move, by ascending cell, where they are not all the same or not 1 in all; else None.

        >>> from fractions import Fraction
        >>> Decision((4, 0), chances=(Fraction(2, 3), Fraction(1, 3))).unequal
        {0: Fraction(1, 3), 4: Fraction(2, 3)}
        """
        if self.chances is None or (len(set(self.chances)) == 1 and sum(self.chances) == 1):
            return None
        return dict(sorted(zip(self.moves, self.chances, strict=True)))

    def _repr_html_(self) -> str:
        """What a notebook shows: the moves and the reason. `noughts.draw(position, decision=...)` shows the board."""
        chances = self.unequal or {}
        rows = [(move, chances.get(move, f"1/{len(self.moves)}")) for move in self.moves]
        return show.table(str(self.reason) or "decision", ("cell", "chance"), rows)

    def choose(self, rng: random.Random) -> Move:
        """Return one of the moves, at random where there are several, each with its chance. May raise its fault."""
        if len(self.moves) == 1 and self.fault is None:
            return self.moves[0]
        if self.chances is None:
            return rng.choice(self.moves)
        total = math.lcm(*(chance.denominator for chance in self.chances))
        drawn = rng.randrange(total)  # in whole numbers: no chance is rounded to a float
        if self.fault is not None and drawn >= total * sum(self.chances):
            raise self.fault
        return next(move for move, end in zip(self.moves, accumulate(self.chances), strict=True) if drawn < end * total)


class Strategy(Protocol):
    """What a strategy must be. A class with a name and these two methods is one; no base class is needed.

    `decide` must depend on the position alone: it lists *all* the moves that the strategy may make, and the caller
    draws one of them. What else such a class may say of itself, as `noisy` or `decide_batch`, is an attribute or a
    method as `Player` declares it; docs/programs.md lists them.
    """

    @property
    def name(self) -> str:
        """The strategy's name with its options: `paths:override=off`."""

    def supports(self, game: Game) -> bool:
        """Return whether it plays this game."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return its decision in a position that is not over."""


if TYPE_CHECKING:
    _trait = property
else:

    class _trait:  # noqa: N801 - it stands for `property`
        """A property that a class, or an object for itself, may replace by a value: a field of a dataclass, too."""

        def __init__(self, default: Callable[[Any], Any]) -> None:
            self.default, self.__doc__ = default, default.__doc__

        def __get__(self, player: Any, owner: type) -> Any:
            if player is None:  # else a dataclass would take it for the default of its field
                raise AttributeError
            return self.default(player)


class Player:
    """A strategy with all that may be asked of it: its traits, each declared here with its default.

    The program asks nothing else of a strategy. `as_player` makes one of any `Strategy`. A class that inherits from
    this one declares what differs from the default: with `decide_batch` it sets `in_batches`, with `line_scores` it
    sets `scores_lines`, with `within` and `load` it sets `is_paced`.
    """

    @_trait
    def name(self) -> str:
        """The strategy's name with its options: `paths:override=off`."""
        return type(self).__name__.lower()

    def supports(self, game: Game) -> bool:
        """Return whether it plays this game."""
        return True

    def why_not(self, game: Game) -> Words:
        """Return why it does not play a game; empty where it does, or for no reason."""
        return ""

    def seats(self, game: Game) -> tuple[Side, ...]:
        """Return the sides that it can have in a game that it plays."""
        return tuple(Side)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return its decision in a position that is not over: it depends on the position alone."""
        raise NotImplementedError

    @_trait
    def noisy(self) -> bool:
        """Whether it draws random numbers of its own, from `rng`. Then it has no set of moves with known chances, and
        nothing can be proved."""
        return False

    @_trait
    def obeys_rules(self) -> bool:
        """Whether it is known never to break the rules."""
        return False

    @_trait
    def if_drawn(self) -> str:
        """How it says that it draws random numbers, in words for its author."""
        return ""

    @_trait
    def rule_texts(self) -> tuple[str, ...]:
        """The rules of a list of rules, in words."""
        return ()

    @_trait
    def notes(self) -> "Notes":
        """How a program of a user's is called, and what is assumed of it."""
        return _NO_NOTES

    @_trait
    def description(self) -> str:
        """What it is, in a line."""
        return _first_line(self)

    @_trait
    def view(self) -> View | None:
        """How the web page draws its scores."""
        return None

    # What a decision takes.

    @_trait
    def cost(self) -> Cost:
        """What a decision takes."""
        return "search"

    @_trait
    def steps(self) -> int:
        """How often an instant decision looks at the whole board, at most: its author or its options say so."""
        return 1

    @_trait
    def seconds(self) -> float:
        """The seconds of the clock that it has for a move; 0 without a limit."""
        return 0.0

    @_trait
    def took(self) -> float | None:
        """The seconds that its last move took, if it knows better than who has waited for it."""
        return None

    def kernels(self, game: Game) -> Sequence[str]:
        """Return the modules (as `noughts.jit` names them) whose compiled code its decisions in a game wait for."""
        return ()

    def meanwhile(self, game: Game) -> "Player":
        """Return the player that moves at once in a game while the compiled code of this one is not there yet."""
        return self

    # Decisions of many positions.

    @_trait
    def in_batches(self) -> bool:
        """Whether it has a batch form, `decide_batch`."""
        return False

    def decide_batch(
        self, game: Game, own: "npt.NDArray[np.uint8]", theirs: "npt.NDArray[np.uint8]"
    ) -> "npt.NDArray[np.bool_]":
        """Return, as booleans (batch, cells), the moves it may make in each position of one game.

        `own` and `theirs` are the stones of the side to move and of the other, 0 or 1, (batch, cells).
        """
        raise NotImplementedError

    def expect(self, positions: Iterable[Position]) -> None:
        """Prepare for these positions, which `decide` will be asked for next, in this order."""

    # Scores of lines.

    @_trait
    def scores_lines(self) -> bool:
        """Whether its scores are sums over lines, which `line_scores` lists."""
        return False

    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        """Return every line with the score that it adds to each of its free cells."""
        raise NotImplementedError

    # A game with a clock.

    @_trait
    def is_paced(self) -> bool:
        """Whether it takes another time for every move, `within` a budget, and keeps one memory of the game."""
        return False

    def within(self, budget: "Budget") -> "Player":
        """Return it with a budget for its next moves, and with this one's memory."""
        return self

    def load(self, seconds: float) -> bool:
        """Load what its decisions use; return whether it is there, after at most `seconds`."""
        return True

    def prepare(self, game: Game) -> None:
        """Set up the memory of a new game, so that the first move loses no time to that."""

    # A program of a user's, and the process in which it decides.

    @_trait
    def runs_here(self) -> bool:
        """Whether code of a user's decides in this process; then it is asked in no other one."""
        return True

    @_trait
    def is_inferred(self) -> bool:
        """Whether it is found out how it is called, or played: its author has not said it."""
        return False

    @_trait
    def processor_seconds(self) -> float:
        """The seconds that processes of its own have spent of a processor."""
        return 0.0

    @contextmanager
    def waiting(self, hook: Callable[[], None]) -> Iterator[None]:
        """Have `hook` called again and again while its process is waited for; it may raise."""
        yield

    @_trait
    def decides_once(self) -> bool:
        """Whether it decides each position once in a process: asked again there, it says what it has kept."""
        return False

    def started_again(self) -> "Player | None":
        """Return it in a second process, where strings have other hashes, which ends with it; None if it has no process
        of its own."""
        return None

    def expect_all(self, game: Game) -> None:
        """Prepare for a walk over all its games: what may follow a decision will be asked for too."""

    def close(self) -> None:
        """End its processes."""

    def reading(self, game: Game) -> str:
        """Return how a program is called on a game, as `--read` takes it; empty for none."""
        return ""

    def set_reading(self, game: Game, text: str) -> None:
        """Call the program on a game as `reading` has said in another process."""


@dataclass(frozen=True)
class Notes:
    """What is said of a user's program or list of rules, each in words; empty where there is nothing to say.

    `read_as`: how it is called, or how each of its sentences was read, a line each. `inferred`: how sure that is, if it
    was found out. `left_out`: what of its file is not run. `unlisted`: why its random numbers cannot be enumerated.
    `assumes`: the assumption of a proof about it. `prints`: what it has printed. `limits`: which limits of its process
    do not hold here.
    """

    read_as: str = ""
    inferred: str = ""
    left_out: str = ""
    unlisted: str = ""
    assumes: str = ""
    prints: str = ""
    limits: str = ""


_NO_NOTES = Notes()

_FORMS = {"in_batches", "scores_lines"}  # of a player's decisions
TRAITS = tuple(name for name in vars(Player) if not name.startswith("_"))


class Wrapped(Player):
    """A player made of another one: every trait is the other's, but for those that a subclass defines.

    A subclass that defines `decide` has no other form of its decisions unless it defines that too, or says that its
    decisions are the `same`.
    """

    def __init__(self, player: Player) -> None:
        self.player = player

    def __init_subclass__(cls, same: bool = False) -> None:
        if "decide" in vars(cls) and not same:
            for form in _FORMS - vars(cls).keys():
                setattr(cls, form, vars(Player)[form])


def _passed_on(trait: str) -> Any:
    return _trait(lambda wrapped: getattr(wrapped.player, trait))


for _name in TRAITS:
    setattr(Wrapped, _name, _passed_on(_name))


class _Adapted(Player):
    """A user's strategy: what it does not say of itself is the default."""

    def __init__(self, strategy: Any) -> None:
        self.strategy = strategy

    @_trait
    def in_batches(self) -> bool:
        """Whether it has the method; None stands for no method."""
        return _has(self.strategy, "decide_batch")

    @_trait
    def scores_lines(self) -> bool:
        """Whether it has the method."""
        return _has(self.strategy, "line_scores")

    @_trait
    def is_paced(self) -> bool:
        """Whether it has both methods."""
        return _has(self.strategy, "within") and _has(self.strategy, "load")

    @_trait
    def seconds(self) -> float:
        """What it says, if that is a time."""
        seconds = getattr(self.strategy, "seconds", 0)
        return float(seconds) if isinstance(seconds, int | float) and seconds > 0 else 0.0

    def within(self, budget: "Budget") -> Player:
        """Return what it returns, as a player."""
        return as_player(self.strategy.within(budget))

    def meanwhile(self, game: Game) -> Player:
        """Return what it returns, as a player."""
        stand_in = getattr(self.strategy, "meanwhile", None)
        return self if stand_in is None else as_player(stand_in(game))

    @_trait
    def description(self) -> str:
        """What its class says."""
        return _first_line(self.strategy)

    @_trait
    def notes(self) -> Notes:
        """The assumption that it says itself."""
        return Notes(assumes=str(getattr(self.strategy, "assumes", "")))


def _has(strategy: object, method: str) -> bool:
    return getattr(strategy, method, None) is not None


def _first_line(strategy: object) -> str:
    return (type(strategy).__doc__ or "").strip().partition("\n")[0]


def _said_or_default(trait: str) -> Any:
    default = vars(Player)[trait]
    return _trait(lambda adapted: getattr(adapted.strategy, trait, default.__get__(adapted, Player)))


# What a strategy of a user's may say of itself.
for _name in (
    *("name", "supports", "why_not", "decide", "noisy", "if_drawn", "cost", "took", "view", "kernels"),
    *("decide_batch", "expect", "line_scores", "load", "close"),
):
    setattr(_Adapted, _name, _said_or_default(_name))


class Noted(Wrapped):
    """A player with notes about its file: what of it is not run, and what a proof assumes."""

    def __init__(self, player: Player, left_out: str, assumes: str) -> None:
        super().__init__(player)
        self.left_out, self.assumes = left_out, assumes

    @_trait
    def notes(self) -> Notes:
        """The notes, with those about the file."""
        assumes = "; ".join(filter(None, (self.player.notes.assumes, self.assumes)))
        return replace(self.player.notes, left_out=self.left_out, assumes=assumes)


def as_player(strategy: Strategy) -> Player:
    """Return a strategy as a player; one that is a player already is returned as it is.

    Raises StrategyError for an object without the methods of a strategy.
    """
    if isinstance(strategy, Player):
        return strategy
    missing = [part for part in ("name", "supports", "decide") if not hasattr(strategy, part)]
    if missing:
        parts: Words = missing[0]
        for part in missing[1:]:
            parts = Said("error.lacks-more", {"parts": parts, "part": part})
        raise StrategyError(Said("error.member-missing", {"name": parts}))
    return _Adapted(strategy)


class DiceError(NoughtsError):
    """A strategy drew a random number where none is allowed."""


class _NoDice(random.Random):
    """A generator that refuses to draw, for calls that need all the moves of a strategy."""

    def random(self) -> Never:
        raise DiceError(Said("error.drew"))

    def getrandbits(self, k: int, /) -> Never:
        self.random()


NO_DICE = _NoDice(0)


def is_instant(player: Player, game: Game) -> bool:
    """Return whether a player decides at once on the boards of this game."""
    return player.cost == "instant" or (player.cost == "exact" and game.cells <= SMALL)


def require_compiler(player: Player, game: Game) -> None:
    """Raise MissingExtraError for a search that cannot decide without a compiler, where there is none."""
    if player.cost == "search" and player.kernels(game):
        require_extra("fast", f"{player.name!r} by nodes, unlike one by seconds,")


def has_batch_form(player: Player) -> bool:
    """Return whether a player can decide batches; a noisy one never does, and none where NumPy is missing."""
    return player.in_batches and not player.noisy and installed("numpy")


def decides_batches(player: Player, game: Game) -> bool:
    """Return whether a player is asked in batches on the boards of a game: not on small ones, whose few positions take
    less time one by one than NumPy takes to import."""
    return game.cells > _ONE_BY_ONE and has_batch_form(player)


def in_one_line(error: BaseException) -> str:
    """Return an exception as one line: its type, its message and its notes.

    >>> in_one_line(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    text = " ".join([str(error), *getattr(error, "__notes__", ())])
    return ": ".join(filter(None, (type(error).__name__, " ".join(text.split()))))


def supports(strategy: Strategy, game: Game) -> bool:
    """Return whether the strategy plays the game. Raises StrategyError where its own code raises, LimitExceeded."""
    try:
        return bool(strategy.supports(game))
    except (StrategyError, LimitExceeded):
        raise  # its message already says what is wrong
    except OWN_FAULTS as error:
        values = {"strategy": repr(strategy.name), "error": in_one_line(error), "game": repr(str(game))}
        raise StrategyError(Said("error.support-raised", values)) from error


def require_support(strategy: Strategy, game: Game) -> Player:
    """Return a strategy as a player. Raises GameError, with its reason if it gives one, unless it plays the game."""
    player = as_player(strategy)
    if not supports(player, game):
        values = {"player": repr(player.name), "game": repr(str(game))}
        if reason := player.why_not(game):
            refusal = NotPlayed if player.is_inferred else GameError
            raise refusal(Said("error.does-not-play-because", {**values, "reason": reason}))
        raise GameError(Said("error.does-not-play", values))
    return player


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
        values = _where(strategy, position) | {"error": kind}
        if message:
            raise StrategyFault(Said("error.raised-saying", {**values, "message": message}), "raised") from error
        raise StrategyFault(Said("error.raised", values), "raised") from error
    if not isinstance(decision, Decision):
        raise _illegal("error.not-a-decision", strategy, position, answer=reprlib.repr(decision))
    if not isinstance(decision.moves, tuple):
        raise _illegal("error.not-a-tuple", strategy, position, answer=reprlib.repr(decision.moves))
    if not decision.moves:
        raise _illegal("error.no-move", strategy, position)
    for move in decision.moves:
        _check_move(strategy, position, move)
    if len(set(decision.moves)) < len(decision.moves):
        raise _illegal("error.move-twice", strategy, position, moves=str(decision.moves))
    has_chances = decision.chances is not None or decision.fault is not None
    if fault := _unshowable(decision, position.game.cells) or (has_chances and _improbable(decision)):
        raise _illegal("error.of-strategy-at", strategy, position, reason=fault)
    return decision


def _where(strategy: Strategy, position: Position) -> dict[str, object]:
    return {"strategy": repr(strategy.name), "position": repr(str(position))}


def _illegal(kind: str, strategy: Strategy, position: Position, **values: object) -> StrategyFault:
    return StrategyFault(Said(kind, _where(strategy, position) | values), "illegal")


def consult_lines(strategy: Player, position: Position, rng: random.Random) -> list[tuple[Line, float]] | None:
    """Return every line with the strategy's score, or None for one that scores no lines. Raises StrategyError."""
    try:
        return strategy.line_scores(position, rng) if strategy.scores_lines else None
    except StrategyError:
        raise
    except OWN_FAULTS as error:
        values = {"strategy": repr(strategy.name), "error": in_one_line(error)}
        raise StrategyError(Said("error.of-lines", values)) from error


def _unshowable(decision: Decision, cells: int) -> Said | None:
    """The first fault in the words or the scores of a decision, or None."""
    words: dict[str, object] = {"reason": decision.reason, "saw": decision.saw}
    scores: object = decision.scores
    for what, text in words.items():
        if not isinstance(text, str | Said):
            return Said(f"error.{what}-not-text", {"value": reprlib.repr(text)})
    if scores is None:
        return None
    if not isinstance(scores, Sequence) or len(scores) != cells:
        return Said("error.scores-count", {"value": reprlib.repr(scores), "cells": cells})
    strange = [score for score in scores if score is not None and not _is_number(score)]
    return Said("error.score-not-number", {"value": reprlib.repr(strange[0])}) if strange else None


def _improbable(decision: Decision) -> Said | None:
    """The first fault in the chances that a decision gives, or None."""
    chances: object = decision.chances
    from fractions import Fraction  # noqa: PLC0415 - takes a few ms; most strategies name no chances

    if not isinstance(chances, tuple) or len(chances) != len(decision.moves):
        return Said("error.chances-count", {"value": reprlib.repr(chances), "moves": len(decision.moves)})
    for chance in chances:
        if not isinstance(chance, Fraction) or chance <= 0:
            shown = str(chance) if isinstance(chance, Fraction) else reprlib.repr(chance)
            return Said("error.chance-not-fraction", {"value": shown})
    is_whole = sum(chances) < 1 if decision.fault is not None else sum(chances) == 1
    return None if is_whole else Said("error.chances-sum", {"sum": str(sum(chances))})


def _is_number(score: object) -> bool:
    return isinstance(score, int | float) and not isinstance(score, bool) and not math.isnan(score)


def _check_move(strategy: Strategy, position: Position, move: Move) -> None:
    if type(move) is int and move >= 0 and position.playable >> move & 1 and position.outcome is None:
        return
    try:
        position.play(move)
    except NoughtsError as error:
        on_board = type(move) is int and 0 <= move < position.game.cells
        cell = position.game.name(move) if on_board else reprlib.repr(move)
        raise _illegal("error.illegal-move", strategy, position, cell=cell, reason=error.said) from None
