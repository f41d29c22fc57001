"""Regenerates `proofs.json`, the proofs that come with the program: `make figures`.

A strategy or level that draws random numbers is measured. Both kinds have their results against perfect play: every
move of the best exact value is equally likely.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import noughts
from benchmarks import ladder
from noughts.app.proofs import prover
from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Side
from noughts.errors import LimitExceeded
from noughts.files import replacing
from noughts.players.player import Player, has_batch_form
from noughts.prove.terms import ProofTerms
from noughts.results.codec import encode
from noughts.results.proof import Chances, Finding, SeatsDocument, proof, verdict
from noughts.solve.solver import exact_solver
from noughts.strategies import registry
from noughts.strategies.exact import Perfect
from noughts.strategies.registry import instant_players

_FILE = Path(noughts.__file__).parent / "app" / "proofs.json"
BOARDS = ("3,3,3", "4,3,3", "3,4,3", "4,4,3", "4,4,4")
_POSITIONS = {True: 6_000_000, False: 30_000}  # the limit for one seat, by whether the strategy decides at once
GAMES = 1000  # in a seat, of a measurement


def main() -> None:
    """Write the file, a line for each proof."""
    lines = ",\n".join(json.dumps(encode(proof), separators=(",", ":")) for board in BOARDS for proof in proofs(board))
    with replacing(_FILE, "w") as file:
        file.write(f"[\n{lines}\n]\n")


def proofs(board: str) -> Iterator[SeatsDocument]:
    """Return the document of every shipped strategy and level on a board, except the slow ones."""
    game = Game.from_text(board)
    perfect = Perfect.asking(exact_solver().known)
    for name, strategy in _players(game).items():
        try:
            findings = {side: _finding(strategy, game, side) for side in Side}
        except LimitExceeded:
            continue
        seats = {
            side.seat: verdict(finding, _against(perfect, strategy, game, side)) for side, finding in findings.items()
        }
        yield replace(proof(game, name, findings), seats=seats)


def _players(game: Game) -> dict[str, Player]:
    """Return the strategies that are proved in seconds, and the levels that play without a clock."""
    levels = [registry.load(spec) for spec in registry.levels(game).values()]
    players = instant_players(game) | {level.name: level for level in levels if not level.seconds}
    if game == STANDARD:
        players[registry.STRONGEST] = registry.load(registry.STRONGEST)
    return players


def _finding(strategy: Player, game: Game, side: Side) -> Finding:
    """Return a proof; a measurement of a strategy that draws random numbers. Raises LimitExceeded."""
    quick = has_batch_form(strategy) or bool(strategy.rule_texts)
    return prover(strategy, game, ProofTerms(_POSITIONS[quick], games=GAMES)).examine(side)


def _against(perfect: Player, strategy: Player, game: Game, side: Side) -> Chances | None:
    """Return the shares of games against perfect play; None where exact values are out of reach."""
    try:
        found = ladder.seat_result(strategy, perfect, game, side, GAMES)
    except LimitExceeded:
        return None
    return None if found is None else found.shares
