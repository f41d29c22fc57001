"""What comes with the program: proofs of the shipped strategies, and what the levels of the page are measured to be."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.results.codec import decode
from noughts.results.proof import MeasuredSeat, SeatResult, SeatsDocument
from noughts.results.strategies import Level, Measured, Verdicts
from noughts.strategies import registry


@cache
def shipped_proofs() -> list[SeatsDocument]:
    """Return the proofs and measurements that come with the program, which `make figures` writes."""
    text = (files("noughts.app") / "proofs.json").read_text(encoding="utf-8")
    return [decode(SeatsDocument, each) for each in json.loads(text)]  # type: ignore[arg-type]


def proofs_on(game: Game) -> list[SeatsDocument]:
    """Return the shipped proofs of a game."""
    return [proof for proof in shipped_proofs() if proof.game == game]


def proof_of(name: str, game: Game) -> SeatsDocument | None:
    """Return the shipped proof of a strategy on a game, or None."""
    return next((proof for proof in proofs_on(game) if proof.strategy == name), None)


def verdicts(name: str, game: Game) -> Verdicts:
    """Return the shipped verdicts on a strategy by its seats."""
    found = proof_of(name, game)
    return {side.seat: found and _verdict(found.seats[side.seat]) for side in Side}  # type: ignore[misc]


def _verdict(seat: SeatResult) -> str | None:
    return None if isinstance(seat, MeasuredSeat) else seat.verdict


def levels(game: Game) -> list[Level]:
    """Return the named levels of a game, each with what it was measured to be against the best and the next level."""
    strategies = registry.levels(game)
    names = list(strategies)
    return [
        Level(name, strategies[name], _measured(game, name, names[-1]), _measured(game, name, following))
        for name, following in zip(names, (*names[1:], ""), strict=True)
    ]


def _measured(game: Game, level: str, against: str) -> Measured | None:
    """Return what a level was measured to be against another one, None where that was not done."""
    rung = ladder().get((str(game), level, against))
    return None if rung is None else Measured(against, rung["won"], rung["lost"], rung["games"], rung.get("interval"))


@cache
def ladder() -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return the shipped pairings of levels, by board, level and rival; `make figures` measures them."""
    text = (files("noughts.app") / "ladder.json").read_text(encoding="utf-8")
    return {(rung["game"], rung["level"], rung["against"]): rung for rung in json.loads(text)}
