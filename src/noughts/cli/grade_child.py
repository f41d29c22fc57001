"""One submission of `noughts grade`, in a process of its own: `python -m noughts.cli.grade_child`. It imports no
click.
"""

import json
import os
import sys
from collections.abc import Iterator
from fractions import Fraction

from noughts.app.proofs import examined
from noughts.arena.exact_match import exact
from noughts.arena.measure import Measurement, measure
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, supports
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.processes.channel import JSON, Report, serve
from noughts.processes.limits import Limits, limit_self
from noughts.prove import Unproved, prove
from noughts.prove.faults import Failing, Recalled, Watched, find_failing
from noughts.results.grade import Seat, submission
from noughts.results.proof import Finding
from noughts.solve.minimax import Plain
from noughts.strategies import registry
from noughts.strategies.exact import Perfect
from noughts.strategies.simple import Random

_GAMES = 1000  # for a program that draws random numbers, against each opponent in each seat
# Free cells of the positions that are asked for again. A program that searches takes nearly all its time in the others.
_REPEATED = 6


def graded(request: JSON, report: Report) -> JSON:
    """Return what is known of a submission; its report after each seat is all that is known then."""
    sys.dont_write_bytecode = True
    limit_self(Limits(**request["limits"]))
    folder = json.dumps(os.path.dirname(request["spec"]) + os.sep)[1:-1]  # the user knows it
    document: JSON = {}
    for found in _documents(request["spec"], Game.from_text(request["game"]), request["pickles"]):
        document = json.loads(json.dumps(found).replace(folder, ""))
        report(document)
    return {"answer": document}


def _documents(spec: str, game: Game, pickles: bool) -> Iterator[JSON]:
    """Yield what is known of a submission: after each seat more."""
    seats: dict[Side, Seat] = {}
    try:
        strategy = registry.load(spec, pickles)
        watched = Watched(strategy)
        if not supports(watched, game):
            why_not = getattr(strategy, "why_not", lambda game: "")
            raise StrategyError(why_not(game) or f"it does not play {str(game)!r}")
        for side in Side:
            seats[side] = _seat(watched, game, side)
            read_as = getattr(strategy, "read_as", "")
            yield submission(game, watched.name, read_as, seats, watched.list_failures())
    except NoughtsError as error:
        yield {"problem": str(error)}


def _seat(watched: Watched, game: Game, side: Side) -> Seat:
    perfect = Perfect.asking(Plain())
    try:
        return examined(
            watched,
            lambda: Seat(_finding(watched, game, side), _exact_perfect(Recalled(watched), perfect, game, side)),
            lambda: Seat(
                measure(watched, Random(), game, side, games=_GAMES), _measured_perfect(watched, perfect, game, side)
            ),
        )
    except (LimitExceeded, StrategyError) as error:
        return Seat(Unproved.after(error, watched.name, side), None)
    except MemoryError:
        return Seat(Unproved(watched.name, side, "it takes more memory than it may"), None)


def _finding(watched: Watched, game: Game, side: Side) -> Finding | Failing:
    try:
        return prove(watched, game, side, repeat_free=max(_REPEATED, game.cells // 2))
    except StrategyError:
        if watched.failures and (failing := find_failing(watched, game, side)) is not None:
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
