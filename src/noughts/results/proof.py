"""What is known of a strategy as JSON: a proof, a measurement, neither; and its regret."""

from collections.abc import Iterable, Mapping
from typing import Any

from noughts.arena.measure import CONFIDENCE, Measurement
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.prove.proof import Asked, Proof, Unproved
from noughts.prove.regret import Regret

Finding = Proof | Measurement | Unproved


def proof(game: Game, strategy: str, findings: Mapping[Side, Finding]) -> dict[str, Any]:
    """Return the document of a strategy in its seats: noughts/measurement/1 if measured, else noughts/proof/1."""
    measured = any(isinstance(finding, Measurement) for finding in findings.values())
    return {
        "schema": f"noughts/{'measurement' if measured else 'proof'}/1",
        "strategy": strategy,
        "game": game.to_list(),
        "seats": {side.seat: _seat(game, finding) for side, finding in findings.items()},
    }


def proof_of(proofs: Iterable[dict[str, Any]], game: Game, strategy: str) -> dict[str, Any] | None:
    """Return the document of a strategy on a game among several, or None."""
    asked = (strategy, game.to_list())
    return next((document for document in proofs if (document["strategy"], document["game"]) == asked), None)


def regret(found: Regret) -> dict[str, Any]:
    """Return the document noughts/regret/1."""
    game = found.game
    return {
        "schema": "noughts/regret/1",
        "strategy": found.strategy,
        "game": game.to_list(),
        "positions": found.positions,
        "decisions": found.decisions,
        "kinds": {
            kind: {"count": slip.count, "line": _line(game, slip.line), "move": game.name(slip.move)}
            for kind, slip in found.slips.items()
        },
    }


def _seat(game: Game, finding: Finding) -> dict[str, Any]:
    if isinstance(finding, Unproved):
        return {
            "verdict": finding.verdict,
            "reason": finding.reason,
            "losing_line": _line(game, finding.losing_line),
        }
    if isinstance(finding, Measurement):
        return {
            "games": vars(finding.games),
            "confidence": CONFIDENCE,
            "intervals": {name: list(interval) for name, interval in finding.intervals.items()},
            "losing_line": _line(game, finding.losing_line),
        }
    return {
        "verdict": finding.verdict,
        "games": vars(finding.games),
        "sequences": None if finding.sequences is None else vars(finding.sequences),
        "positions": finding.positions,
        "losing_line": _line(game, finding.losing_line),
        "against_random": {name: str(chance) for name, chance in vars(finding.against_random).items()},
        "asked_again": _asked(finding.asked_again),
    }


def _asked(asked: Asked) -> dict[str, int]:
    """How often a strategy was asked again; the number of processes if there were several."""
    return {name: count for name, count in vars(asked).items() if name != "processes" or count > 1}


def _line(game: Game, line: tuple[Move, ...] | None) -> list[str] | None:
    return None if line is None else [game.name(move) for move in line]
