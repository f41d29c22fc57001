"""Can a strategy lose? The door to a verdict, `noughts.prove.verdict`, with this program's search and games."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from noughts.arena.measurement import Measurement
from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side
from noughts.players.player import Decision, Player, Wrapped, consult
from noughts.prove.line_search import Adviser
from noughts.prove.terms import ProofTerms
from noughts.prove.verdict import SMALL, Prover, Report
from noughts.results.proof import Finding
from noughts.strategies import registry

Findings = dict[Side, Finding]
_TERMS = ProofTerms()


def prover(
    strategy: Player,
    game: Game,
    terms: ProofTerms = _TERMS,
    report: Report = lambda side, progress: None,
) -> Prover[Measurement]:
    """Return what proves a strategy on a game, or measures it against a random opponent where it is noisy."""
    return Prover(strategy, game, terms, _adviser, measured, report)


def _adviser(game: Game, left: Callable[[], float]) -> Adviser:
    """Return the opponent of a search for a losing line: it loads the search, which small games do not need."""
    from noughts.app.line_adviser import line_adviser  # noqa: PLC0415

    return line_adviser(game, left)


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
