"""Plans: what a person must learn so as never to lose in a seat.

A plan has one move for each position that can arise in the seat, against every reply, up to the symmetries of the
board. The fewest positions are found by the search of `least`: a position is a task, a move is an option, and the
positions after every reply are what it brings.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move, Moves
from noughts.core.position import BY_SEAT, Position, Side, completions
from noughts.core.sparse import AS_TEXT, Written
from noughts.core.threats import threats_made
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import Decision, Player, Strategy, as_player
from noughts.prove.least import LeastProgress, Option, least
from noughts.prove.ledger import remembered
from noughts.prove.prover import prove
from noughts.prove.seated import (
    MAX_CLASSES,
    MovesUpToSymmetry,
    Seated,
    answered,
    in_order,
    ply_by_ply,
    represented,
)
from noughts.walk import Decided, decide
from noughts.words import Said, Words

_Report = Callable[[LeastProgress], None]
SCHEMA: Final = "noughts/plan/1"


@dataclass(frozen=True)
class Lesson:
    """A position, the move to make there, the reason, and whether the move is obvious: it completes a line, or there
    is no other way to stop one, or no other free cell."""

    position: Position
    move: Move
    reason: Words = field(metadata=AS_TEXT)
    obvious: bool


@dataclass(frozen=True)
class Plan(Written):
    """A move for each position that can arise in a seat, up to symmetry: who follows it never loses.

    `strategy`: the one whose moves these are, or None. `skip_obvious`: whether obvious moves need no learning.
    `at_least`: no plan, of this strategy or of any, has fewer positions to learn.
    """

    strategy: str | None
    game: Game
    seat: Side = field(metadata=BY_SEAT)
    skip_obvious: bool
    at_least: int
    lessons: tuple[Lesson, ...] = field(metadata={"alias": "positions"})
    schema: ClassVar = SCHEMA
    verdict: ClassVar = "never loses"
    also: ClassVar = ("verdict", "size", "smallest")

    @property
    def to_learn(self) -> list[Lesson]:
        """The positions to learn, by the number of stones."""
        return [lesson for lesson in self.lessons if not (self.skip_obvious and lesson.obvious)]

    @property
    def size(self) -> int:
        """The number of positions to learn."""
        return len(self.to_learn)

    @property
    def smallest(self) -> bool:
        """Whether it is proved that no plan has fewer positions to learn."""
        return self.size == self.at_least


@dataclass(frozen=True)
class NoPlan(Written):
    """There is no plan: the strategy can lose, by `losing_line`; or, without a strategy, every one can."""

    strategy: str | None
    game: Game
    seat: Side = field(metadata=BY_SEAT)
    losing_line: Moves | None
    schema: ClassVar = SCHEMA
    verdict: ClassVar = "can lose"
    also: ClassVar = ("verdict",)


@dataclass(frozen=True)
class PlanPlayer(Player):
    """Plays by a plan, and nothing but the plan: it has no move where the plan has none."""

    plan: Plan
    runs_here = False

    @property
    def name(self) -> str:
        """`plan of ring`; `smallest plan` if that is proved, else `plan of 51 positions`."""
        if self.plan.strategy:
            return f"plan of {self.plan.strategy}"
        return "smallest plan" if self.plan.smallest else f"plan of {len(self.plan.to_learn)} positions"

    def supports(self, game: Game) -> bool:
        """Return whether the plan is for this game."""
        return game == self.plan.game

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the plan's move. Raises StrategyError in a position that the plan does not have."""
        if position not in self._moves:
            mine = position.side is self.plan.seat
            why = "it never arises" if mine else f"the plan is for moving {self.plan.seat.seat}"
            raise StrategyError(f"{self.name!r} has no move at {str(position)!r}: {why}")
        return Decision((self._moves[position],))

    @cached_property
    def _moves(self) -> Mapping[Position, Move]:
        return MovesUpToSymmetry({lesson.position: lesson.move for lesson in self.plan.lessons})


def smallest_plan(
    game: Game,
    seat: Side,
    *,
    skip_obvious: bool = False,
    max_positions: int = MAX_CLASSES,
    budget: Budget = UNLIMITED,
    progress: _Report = lambda progress: None,
) -> Plan | NoPlan:
    """Return the plan with the fewest positions to learn of all plans that never lose, or the smallest one found.

    Raises LimitExceeded for a game of more than `max_positions` positions up to symmetry, or where the budget ends
    before any plan is found.

    >>> len(smallest_plan(Game(3, 3, 3), Side.X, skip_obvious=True).to_learn)
    3
    """
    seated = Seated(game, seat, max_positions)
    roots = _classes(seated.starts())
    if not all(map(seated.holds, roots)):
        return NoPlan(None, game, seat, None)
    tasks = ply_by_ply(roots, lambda position: _options(position, seated.moves(position), skip_obvious), max_positions)
    solution = least(tasks, roots, budget, progress)
    lessons = [_lesson(seated, *option.choice) for option in solution.options.values()]
    return Plan(None, game, seat, skip_obvious, solution.at_least, tuple(lessons))


def plan_of(
    strategy: Strategy,
    game: Game,
    seat: Side,
    *,
    skip_obvious: bool = False,
    max_positions: int = MAX_CLASSES,
    budget: Budget = UNLIMITED,
    progress: _Report = lambda progress: None,
) -> Plan | NoPlan:
    """Return a plan of the strategy's own moves. Among moves that it holds equal, those that keep the plan small.

    Where a position arises in several images with different moves, one of them is chosen too. Raises what
    `prove` raises, and LimitExceeded where the strategy decides more than `max_positions` positions.

    >>> from noughts.strategies.registry import load
    >>> len(plan_of(load("ring"), Game(3, 3, 3), Side.O).to_learn)
    72
    """
    player, decisions = remembered(as_player(strategy)), list[Decided]()

    def record(part: Sequence[Decided]) -> None:
        if len(decisions) + len(part) > max_positions:
            limit = f"{strategy.name!r} decides more than {max_positions:,} positions"
            raise LimitExceeded(f"{limit} (--max-positions raises it)")
        decisions.extend(part)

    proof = prove(player, game, seat, record=record)
    if proof.losing_line is not None:
        return NoPlan(strategy.name, game, seat, proof.losing_line)
    moves: dict[Position, dict[Move, tuple[Position, Move]]] = {}
    for x, o, decided in decisions:
        position = Position.from_boards(game, x, o)
        image, permutation = represented(position)
        for move in decided:
            moves.setdefault(image, {}).setdefault(permutation[move], (position, move))
    tasks = {image: _options(image, moves[image], skip_obvious) for image in in_order(moves)}
    roots = [image for image in tasks if image.ply == (0 if seat is Side.X else 1)]
    solution = least(tasks, roots, budget, progress)
    lessons = []
    for image, option in solution.options.items():
        position, move = moves[image][option.choice[1]]
        reason = decide(player, position).reason
        lessons.append(Lesson(position, move, reason, _is_obvious(position, move)))
    return Plan(strategy.name, game, seat, skip_obvious, solution.at_least, tuple(lessons))


def _options(image: Position, moves: Iterable[Move], skip_obvious: bool) -> list[Option[Position]]:
    """Return the moves of a position as options, without those that bring all that another one brings.

    A move that wins brings nothing, and so it is the only option.
    """
    options = [
        Option((image, move), not (skip_obvious and _is_obvious(image, move)), _classes(answered(image, move)))
        for move in moves
    ]
    kept: list[Option[Position]] = []
    wins = completions(image, image.own)
    for option in sorted(options, key=lambda option: (option.costs, len(option.brings), option.choice[1] not in wins)):
        if not any(set(better.brings) <= set(option.brings) for better in kept):
            kept.append(option)
    return kept


def _classes(positions: Iterable[Position]) -> list[Position]:
    """Return positions up to symmetry, in order."""
    return in_order(position.canonical() for position in positions)


def _is_obvious(position: Position, move: Move) -> bool:
    """Return whether a person who completes lines and blocks needs no lesson to make this move."""
    wins = completions(position, position.own)
    urgent = wins or completions(position, position.theirs)
    return move in urgent if urgent else len(position.legal_moves) == 1


def _lesson(seated: Seated, position: Position, move: Move) -> Lesson:
    return Lesson(position, move, _reason(seated, position, move), _is_obvious(position, move))


def _reason(seated: Seated, position: Position, move: Move) -> Said:
    """Return in words what a move is good for."""
    if move in completions(position, position.own):
        return Said("reason.plan-win")
    if move in completions(position, position.theirs):
        return Said("reason.plan-block")
    if len(position.legal_moves) == 1:
        return Said("reason.plan-last")
    threats = threats_made(position.game, position.own, position.empty).get(move, 0).bit_count()
    if threats > 1:
        return Said("reason.plan-fork", {"count": threats})
    alone = len(seated.moves(position)) == 1
    if threats:
        return Said("reason.plan-threat-only" if alone else "reason.plan-threat")
    return Said("reason.plan-only" if alone else "reason.plan-one-of")
