"""One program of a class, in a process of its own: `python -m noughts.app.grading_child`."""

import json
import os
import sys
from collections.abc import Iterator
from fractions import Fraction

from noughts.app.proofs import WALKED, ProofTerms, Prover, examined
from noughts.arena.exact_match import exact
from noughts.arena.measure import measure
from noughts.arena.measurement import Measurement
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, supports
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.processes.channel import JSON, Report, serve
from noughts.processes.foreign import Limits, limit_self
from noughts.prove import Proof, Uncounted
from noughts.prove.faults import RecordedStrategy, RememberedStrategy, SeatFailure, find_failing
from noughts.results.codec import encode
from noughts.results.grade import GradedSeat, ProgramGrade, graded_seat, program_grade
from noughts.results.proof import Finding
from noughts.solve.minimax import Plain
from noughts.strategies import registry
from noughts.strategies.exact import Perfect
from noughts.strategies.simple import Random

_GAMES = 1000  # for a program that draws random numbers, against each opponent in each seat
# Free cells of the positions that are asked for again. A program that searches takes nearly all its time in the others.
_REPEATED = 6
_FOR_A_LINE = 0.25  # of the processor time, in each seat


def graded(request: JSON, report: Report) -> JSON:
    """Return what is known of a program; its report after each seat is all that is known then."""
    sys.dont_write_bytecode = True
    limit_self(Limits(**request["limits"]))
    folder = json.dumps(os.path.dirname(request["spec"]) + os.sep)[1:-1]  # the user knows it
    document: JSON = {}
    game = Game.from_text(request["game"])
    terms = ProofTerms(
        repeat_free=max(_REPEATED, game.cells // 2), line_seconds=request["limits"]["seconds"] * _FOR_A_LINE
    )
    for found in _grades(request["spec"], game, request["pickles"], terms):
        document = json.loads(json.dumps(encode(found)).replace(folder, ""))
        report(document)
    return {"answer": document}


def _grades(spec: str, game: Game, pickles: bool, terms: ProofTerms) -> Iterator[ProgramGrade]:
    """Yield what is known of a program: after each seat more."""
    seats: dict[Side, GradedSeat] = {}
    try:
        strategy = registry.load(spec, pickles)
        watched = RecordedStrategy(strategy)
        if not supports(watched, game):
            why_not = getattr(strategy, "why_not", lambda game: "")
            raise StrategyError(why_not(game) or f"it does not play {str(game)!r}")
        for side in Side:
            seats[side] = _seat(watched, game, side, terms)
            read_as = getattr(strategy, "read_as", "")
            yield program_grade(watched.name, read_as, seats, watched.list_failures())
    except NoughtsError as error:
        yield ProgramGrade(problem=str(error))


def _seat(watched: RecordedStrategy, game: Game, side: Side, terms: ProofTerms) -> GradedSeat:
    perfect = Perfect.asking(Plain())

    def proved() -> GradedSeat:
        found = _finding(watched, game, side, terms)
        known = isinstance(found, Proof | SeatFailure)
        against = _exact_perfect(RememberedStrategy(watched), perfect, game, side) if known else None
        return graded_seat(game, found, against)

    def measured() -> GradedSeat:
        found = measure(watched, Random(), game, side, games=_GAMES)
        return graded_seat(game, found, _measured_perfect(watched, perfect, game, side))

    try:
        return examined(watched, proved, measured)
    except (LimitExceeded, StrategyError) as error:
        return graded_seat(game, Uncounted.after(error, watched.name, side), None)
    except MemoryError:
        return graded_seat(game, Uncounted(watched.name, side, "it takes more memory than it may"), None)


def _finding(watched: RecordedStrategy, game: Game, side: Side, terms: ProofTerms) -> Finding | SeatFailure:
    """Return what is known of a program in a seat. On a large board its failures are not walked to."""
    try:
        return Prover(watched, game, terms).attempt(side)
    except StrategyError:
        if game.cells <= WALKED and watched.failures and (failing := find_failing(watched, game, side)) is not None:
            return failing
        raise


def _exact_perfect(player: Strategy, perfect: Strategy, game: Game, side: Side) -> Tally[Fraction] | None:
    """Return the exact chances against perfect play, None where exact values are out of reach."""
    x, o = (player, perfect) if side is Side.X else (perfect, player)
    found = exact(x, o, game)
    if side.opponent in found.forfeits:
        return None
    return found.chances if side is Side.X else found.chances.reversed


def _measured_perfect(player: Strategy, perfect: Strategy, game: Game, side: Side) -> Tally[Fraction] | None:
    """Return the rates in games against perfect play, None where exact values are out of reach."""
    found: Measurement = measure(player, perfect, game, side, games=_GAMES)
    if found.opponent_failed:
        return None
    total = found.games.total
    return Tally(*(Fraction(count, total) for count in vars(found.games).values()))


if __name__ == "__main__":
    serve(graded)
