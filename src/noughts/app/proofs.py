"""Can a strategy lose? The verdict of `noughts.prove.verdict`, with this program's search and games."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from noughts.arena.measurement import Measurement
from noughts.core.budget import Budget
from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.players.player import Decision, Player, Wrapped, consult
from noughts.prove.given_away import ExactValue
from noughts.prove.line_search import Adviser
from noughts.prove.terms import ProofTerms
from noughts.prove.verdict import SMALL, Prover, Report
from noughts.results.proof import Finding
from noughts.strategies import registry

if TYPE_CHECKING:
    from noughts.solve.solver import Solver

Findings = dict[Side, Finding]
_TERMS = ProofTerms()


def prover(
    strategy: Player,
    game: Game,
    terms: ProofTerms = _TERMS,
    report: Report = lambda side, progress: None,
) -> Prover[Measurement]:
    """Return what proves a strategy on a game, or measures it against a random opponent where it is noisy."""
    opponent = Opponent()
    return Prover(strategy, game, terms, opponent.adviser, measured, report, opponent.exact_value)


class Opponent:
    """The opponent of a search for a losing line, and its exact values.

    It loads the searches, which small games do not need.
    """

    @cached_property
    def _solver(self) -> "Solver":
        from noughts.solve.solver import exact_solver  # noqa: PLC0415

        return exact_solver()

    def adviser(self, game: Game, left: Callable[[], float]) -> Adviser:
        """Return who advises it; `left`: the seconds left."""
        from noughts.app.line_adviser import line_adviser  # noqa: PLC0415

        return line_adviser(self._solver, game, left)

    def exact_value(self, game: Game) -> ExactValue | None:
        """Return what finds exact values of a game, or None where it is left to a search without them."""
        if game.blocking_suffices and (game.cells <= SMALL or self._solver.tabulated(Position(game)) is None):
            return None
        return self._value

    def _value(self, position: Position, budget: Budget) -> Value | None:
        return self._solver.solve(position, moves=False, budget=budget).value


def measured(prover: Prover[Measurement], side: Side) -> Measurement:
    """Return the results in one seat against a random opponent, and a game that it lost to a search if to no other.

    Raises LimitExceeded.
    """
    from noughts.arena.play import measure  # noqa: PLC0415 - it loads what plays games

    strategy, game, terms = prover.strategy, prover.game, prover.terms
    measurement = measure(
        strategy,
        registry.load("random"),
        game,
        side,
        games=terms.games,
        seed=terms.seed,
        progress=terms.timed(partial(prover.report, side)),
    )
    if measurement.losing_line is not None or game.cells <= SMALL:
        return measurement
    search = prover.line_search(side, _Drawing(strategy, terms.seed))
    while search.step():
        pass
    if search.line is None or search.ends_by_fault:
        return measurement
    return replace(measurement, losing_line=Moves(game, search.line), found_by="search")


class _Drawing(Wrapped):
    """A noisy strategy whose moves are drawn: each position is asked for once."""

    noisy = False

    def __init__(self, player: Player, seed: int) -> None:
        super().__init__(player)
        self._rng = random.Random(seed)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the move that it makes."""
        return Decision((consult(self.player, position, self._rng).choose(self._rng),))
