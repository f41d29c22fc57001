"""Proofs as long jobs."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from noughts.app.application import JSON, Application
from noughts.app.shipped import proof_of
from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.core.strategy import require_support
from noughts.results.codec import encode
from noughts.web.ask.jobkinds import Enquiry, Kind, NoSuchJob, RequestState

_SECONDS = 300.0


class NoSuchProof(NoSuchJob):
    """An id that no proof has."""


@dataclass(frozen=True, kw_only=True)
class ProofState(RequestState):
    """A request for a proof. `result` is the document that `noughts prove --json` prints."""

    strategy: str
    game: str
    seat: Literal["first", "second", "both"]


def proofs(services: Application) -> Kind[ProofState]:
    """Return proofs as a kind of long job: asked with `strategy`, `game` and `seat`."""
    return Kind("proof", ProofState, partial(_question, services), _SECONDS, missing=NoSuchProof)


def _question(services: Application, asked: JSON) -> Enquiry:
    rules, player = Game.from_text(asked["game"]), services.load(asked["strategy"])
    require_support(player, rules)
    named = {"strategy": player.name, "game": str(rules), "seat": asked["seat"]}
    return Enquiry({**asked, "game": str(rules)}, named, _shipped(rules, player.name, asked["seat"]))


def _shipped(game: Game, name: str, seat: str) -> JSON | None:
    """Return a proof from the package, with the requested seats only, or None."""
    proof = proof_of(name, game)
    if proof is None:
        return None
    document: JSON = encode(replace(proof, seats={side.seat: proof.seats[side.seat] for side in SEATS[seat]}))
    return document
