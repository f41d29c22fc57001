"""What comes with the program: proofs of the shipped strategies, and what the levels of the page are measured to be."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.results.proof import proof_of
from noughts.strategies import registry


@cache
def shipped_proofs() -> list[dict[str, Any]]:
    """Return the proofs that come with the program: documents noughts/proof/1, which `make proofs` writes."""
    text = (files("noughts.app") / "proofs.json").read_text(encoding="utf-8")
    proofs: list[dict[str, Any]] = json.loads(text)
    return proofs


def proofs_on(game: Game) -> list[dict[str, Any]]:
    """Return the shipped proofs of a game."""
    return [proof for proof in shipped_proofs() if proof["game"] == game.to_list()]


def verdicts(name: str, game: Game) -> dict[str, str | None]:
    """Return the shipped verdicts on a strategy by its seats."""
    found = proof_of(shipped_proofs(), game, name)
    seats = found["seats"] if found else {}
    return {side.seat: seats[side.seat]["verdict"] if side.seat in seats else None for side in Side}


def levels(game: Game) -> list[dict[str, Any]]:
    """Return the named levels of a game, each with what it was measured to be against the best and the next level."""
    strategies = registry.levels(game)
    names = list(strategies)
    return [
        {
            "name": name,
            "strategy": strategies[name],
            "measured": ladder().get((str(game), name, names[-1])),
            "step": ladder().get((str(game), name, following)),
        }
        for name, following in zip(names, (*names[1:], ""), strict=True)
    ]


@cache
def ladder() -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return the shipped pairings of levels, by board, level and rival; `make ladder` measures them."""
    text = (files("noughts.app") / "ladder.json").read_text(encoding="utf-8")
    return {(rung["game"], rung["level"], rung["against"]): rung for rung in json.loads(text)}
