"""The proofs that come with the program, with their results against perfect play."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks import proofs
from noughts.app.listing import proof_of, shipped_proofs
from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.players.player import NO_DICE, Strategy, consult
from noughts.results.codec import decode
from noughts.results.proof import SeatsDocument
from noughts.strategies import registry

Chances = tuple[Fraction, Fraction, Fraction]  # of X, a draw, O


@cache
def worth(position: Position) -> int:
    """The value for the side to move, plainly: a win is worth the more the sooner, a loss the less the sooner."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else position.ply - 100
    return max(-worth(position.play(move)) for move in position.legal_moves)


def best_moves(position: Position) -> list[int]:
    """The moves of a perfect player."""
    worths = {move: -worth(position.play(move)) for move in position.legal_moves}
    return [move for move, value in worths.items() if value == max(worths.values())]


def chances(position: Position, player: Strategy, side: Side) -> Chances:
    """What becomes of a game between the player and a perfect one: every tie is broken evenly."""
    if position.outcome is not None:
        winner = position.outcome.winner
        x, draw, o = (Fraction(winner is each) for each in (Side.X, None, Side.O))
        return x, draw, o
    own = position.side is side
    moves = consult(player, position, NO_DICE).moves if own else best_moves(position)
    branches = [chances(position.play(move), player, side) for move in moves]
    x, draw, o = (sum(each, Fraction()) / len(moves) for each in zip(*branches, strict=True))
    return x, draw, o


@pytest.mark.parametrize("name", ["weights", "centre-block", "tactical"])
def test_perfect_play_witnessed(name: str) -> None:
    """By plain recursion over the rules, which shares no code with what wrote the file."""
    document = proof_of(name, STANDARD)
    assert document is not None
    for side in Side:
        x, draw, o = chances(Position(STANDARD), registry.load(name), side)
        won, lost = (x, o) if side is Side.X else (o, x)
        assert document.seats[side.seat].against_perfect == Tally(won, draw, lost)


def test_every_strategy_and_level_without_a_clock_is_there() -> None:
    names = {document.strategy for document in shipped_proofs() if document.game == STANDARD}
    levels = {registry.load(spec).name for spec in registry.levels(STANDARD).values()}
    assert names == {*registry.shipped(STANDARD), *levels}
    four = {document.strategy for document in shipped_proofs() if document.game == Game(4, 4, 4)}
    assert {spec for spec in registry.levels(Game(4, 4, 4)).values() if "seconds" not in spec} <= four


def test_a_measured_seat_is_in_a_measurement() -> None:
    for document in shipped_proofs():
        for seat in document.seats.values():
            assert seat.is_measured == (document.schema == "noughts/measurement/1")


def test_another_game_has_no_proof() -> None:
    assert proof_of("ring", STANDARD) is not None
    assert proof_of("ring", Game(5, 5, 5)) is None


@pytest.mark.parametrize("board", ["3,3,3", pytest.param("4,3,3", marks=pytest.mark.slow)])
def test_the_proofs_that_come_with_the_program_are_what_proving_gives(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three strategies; the slow test has them all."""
    names = ("weights", "paths", "first")
    monkeypatch.setattr(proofs, "_players", lambda game: {name: registry.load(name) for name in names})
    known = [proof for proof in shipped_proofs() if str(proof.game) == board and proof.strategy in names]
    assert list(proofs.proofs(board)) == known


@pytest.mark.slow
def test_the_file_of_proofs_is_written_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "_FILE", tmp_path / "proofs.json")
    monkeypatch.setattr(proofs, "BOARDS", ("3,3,3",))
    proofs.main()
    documents = json.loads((tmp_path / "proofs.json").read_text())
    written: list[Any] = [decode(SeatsDocument, each) for each in documents]
    assert written == [proof for proof in shipped_proofs() if proof.game == STANDARD]
