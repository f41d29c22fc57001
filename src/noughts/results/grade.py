"""What a grader knows of one program, and of all of them, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.tally import Tally
from noughts.prove.faults import Failing, Failure
from noughts.results.proof import Finding, proof


@dataclass(frozen=True)
class Seat:
    """A program in one seat: what was found, and its chances against perfect play, if they are known."""

    finding: Finding | Failing
    against_perfect: Tally[Fraction] | None


def submission(
    game: Game, strategy: str, read_as: str, seats: Mapping[Side, Seat], failures: Sequence[Failure]
) -> dict[str, Any]:
    """Return what is known of one program, some seats or both: a part of the document noughts/grade/1.

    `read_as` says how the program is called, in words; empty for a class of the interface `Strategy`.
    """
    return {
        "strategy": strategy,
        "read": read_as,
        "seats": {side.seat: _seat(game, strategy, side, seat) for side, seat in seats.items()},
        "illegal": _failures([failure for failure in failures if failure.kind == "illegal"]),
        "raised": _failures([failure for failure in failures if failure.kind == "raised"]),
    }


def grades(game: Game, seconds: float, submissions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the document noughts/grade/1."""
    return {
        "schema": "noughts/grade/1",
        "game": game.to_list(),
        "seconds": seconds,
        "submissions": list(submissions),
    }


def _seat(game: Game, strategy: str, side: Side, seat: Seat) -> dict[str, Any]:
    finding = seat.finding
    if isinstance(finding, Failing):
        found = {
            "verdict": finding.verdict,
            "reason": finding.first.message,
            "line": [game.name(move) for move in finding.line],
            "against_random": _chances(finding.against_random),
        }
    else:
        found = proof(game, strategy, {side: finding})["seats"][side.seat]
    return found | {"against_perfect": None if seat.against_perfect is None else _chances(seat.against_perfect)}


def _chances(tally: Tally[Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in vars(tally).items()}


def _failures(failures: Sequence[Failure]) -> dict[str, Any]:
    first = failures[0] if failures else None
    return {
        "positions": len(failures),
        "position": None if first is None else str(first.position),
        "message": None if first is None else first.message,
    }
