"""Proofs: the facts, a brute-force witness that shares no code, the two engines against each other, and faults."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import Decision, Strategy
from noughts.prove import Proof, ProofProgress, Refuted, Uncounted, prove
from noughts.prove.ledger import Reservoir
from noughts.strategies.registry import load
from noughts.words import speaking
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("batches")

STANDARD = Game(3, 3, 3)
RNG = random.Random(0)


class OneByOne:
    """A strategy without its batch form."""

    def __init__(self, inner: Strategy) -> None:
        self.inner, self.name, self.supports = inner, inner.name, inner.supports

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return self.inner.decide(position, rng)


def figures(proof: Proof) -> tuple[tuple[int, int, int], tuple[int, int, int] | None]:
    games, sequences = proof.games, proof.sequences
    return (
        (games.win, games.draw, games.loss),
        None if sequences is None else (sequences.win, sequences.draw, sequences.loss),
    )


@pytest.mark.parametrize(
    ("spec", "seat", "games", "sequences"),
    [
        ("paths", Side.X, (72, 4, 0), (380, 4, 0)),
        ("paths", Side.O, (346, 111, 0), (834, 111, 0)),
        ("paths:override=off", Side.X, (72, 4, 0), (380, 4, 0)),
        ("weights", Side.X, (2224, 504, 24), None),
        ("weights", Side.O, (3024, 3416, 240), None),
    ],
)
def test_facts(spec: str, seat: Side, games: tuple[int, int, int], sequences: tuple[int, int, int] | None) -> None:
    assert figures(prove(load(spec), STANDARD, seat)) == (games, sequences)


def iterate_sequences(strategy: Strategy, game: Game, seat: Side) -> Counter[Side | None]:
    """Source 003's own test: the opponent counts through every sequence of "the i-th free cell"."""
    ours = seat is Side.X
    choices = [range(free) for free in range(game.cells - ours, 0, -2)]
    results: Counter[Side | None] = Counter()
    for sequence in product(*choices):
        position, picks = Position(game), iter(sequence)
        while position.outcome is None:
            moves = position.legal_moves
            move = strategy.decide(position, RNG).moves[0] if position.side is seat else moves[next(picks)]
            position = position.play(move)
        results[position.outcome.winner] += 1
    return results


@pytest.mark.parametrize("spec", ["paths:override=off", "ring"])
@pytest.mark.parametrize("seat", list(Side))
def test_sequences_as_the_source_counts_them(spec: str, seat: Side) -> None:
    results = iterate_sequences(load(spec), STANDARD, seat)
    sequences = prove(load(spec), STANDARD, seat).sequences
    assert sequences is not None
    assert (sequences.win, sequences.draw, sequences.loss) == (
        results[seat],
        results[None],
        results[seat.opponent],
    )


def every_game(
    strategy: Strategy, game: Game, seat: Side
) -> tuple[Counter[Side | None], dict[Side | None, Fraction | int]]:
    """Games and chances, game by game through the whole tree, nothing remembered."""
    ends: Counter[tuple[Side | None, int]] = Counter()  # a game is one of so many, all as likely
    left = [(Position(game), 1)]
    while left:
        position, ways = left.pop()
        if position.outcome is not None:
            ends[position.outcome.winner, ways] += 1
            continue
        moves = strategy.decide(position, RNG).moves if position.side is seat else position.legal_moves
        left += [(position.play(move), ways * len(moves)) for move in moves]
    games: Counter[Side | None] = Counter()
    chances: dict[Side | None, Fraction | int] = dict.fromkeys((*Side, None), 0)
    for (winner, ways), count in ends.items():
        games[winner] += count
        chances[winner] += Fraction(count, ways)
    return games, chances


@pytest.mark.parametrize("seat", list(Side))
@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("ring", Game(3, 3, 3)),
        ("weights", Game(3, 3, 3)),
        ("random", Game(4, 2, 3)),
        ("tactical", Game(3, 3, 2)),
        ("paths", Game(2, 3, 1)),
        ("weights", Game(4, 2, 2, exact=True)),
    ],
    ids=str,
)
def test_against_every_game(spec: str, game: Game, seat: Side) -> None:
    strategy = load(spec)
    games, chances = every_game(strategy, game, seat)
    results = (seat, None, seat.opponent)
    for player in (strategy, OneByOne(strategy)):
        proof = prove(player, game, seat)
        assert figures(proof)[0] == tuple(games[winner] for winner in results)
        odds = proof.against_random
        assert [odds.win, odds.draw, odds.loss] == [chances[winner] for winner in results]
        assert odds.total == 1


@pytest.mark.parametrize(
    ("spec", "game"),
    [("weights", Game(5, 2, 3)), ("potential", Game(4, 2, 4)), ("weights", Game(11, 3, 2))],
    ids=str,
)
def test_both_engines_find_the_same(spec: str, game: Game) -> None:
    """One of them on more than 32 cells, where a position takes several words."""
    for seat in Side:
        batch, single = (prove(player, game, seat) for player in (load(spec), OneByOne(load(spec))))
        asked = replace(single.asked_again, processes=None)  # a class that is not the program's own is asked here alone
        assert batch == replace(single, asked_again=asked)


def test_beyond_a_limit_nothing_is_counted() -> None:
    positions = prove(load("weights"), STANDARD, Side.X).positions
    for player in (load("weights"), OneByOne(load("weights"))):
        assert prove(player, STANDARD, Side.X, max_positions=positions).positions == positions
        with pytest.raises(LimitExceeded, match="not counted: the limit of 2,387 positions"):
            prove(player, STANDARD, Side.X, max_positions=positions - 1)


def test_a_loss_that_was_found_before_the_limit_is_a_verdict() -> None:
    line = prove(load("weights"), STANDARD, Side.O).losing_line
    for player in (load("weights"), OneByOne(load("weights"))):
        with pytest.raises(
            Refuted, match="it can lose \\(b2 b1 c2 a2 c3 a1 c1\\); its games are not counted: the limit"
        ) as found:
            prove(player, STANDARD, Side.O, max_positions=2500)
        unproved = Uncounted.after(found.value, "weights", Side.O)
        assert (unproved.verdict, unproved.losing_line) == ("can lose", line)
        with pytest.raises(LimitExceeded, match="no verdict: the limit of 900 positions") as limit:
            prove(player, STANDARD, Side.O, max_positions=900)
        assert Uncounted.after(limit.value, "weights", Side.O).verdict == "no verdict"
        with speaking("de"):  # an answer is in one language, its reason too
            assert "900 Stellungen" in str(Uncounted.after(limit.value, "weights", Side.O).reason)
            assert "2.500 Stellungen" in str(unproved.reason)


def test_a_loss_is_a_verdict_where_the_questions_are_not_all_repeated() -> None:
    def stop(progress: ProofProgress) -> None:
        if progress.again:
            raise LimitExceeded("too late")

    with pytest.raises(Refuted, match="too late"):
        prove(load("weights"), STANDARD, Side.O, progress=stop)


def test_a_noisy_strategy_is_not_proved() -> None:
    with refused("error.noisy", strategy="'paths:level=easy'"):
        prove(load("paths:level=easy"), STANDARD, Side.X)


def test_a_game_that_is_not_played() -> None:
    with refused("error.does-not-play-because", "error.on-333-alone", player="'ring'", game="'4,4,4'"):
        prove(load("ring"), Game(4, 4, 4), Side.X)


class Dicey:
    name = "dicey"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision((rng.choice(position.legal_moves),))


def test_a_strategy_that_draws_is_found_out() -> None:
    with pytest.raises(StrategyError, match="'dicey' has no set of moves to follow: it drew a random number"):
        prove(Dicey(), STANDARD, Side.X)


class Fickle(Dicey):
    """Plays the first cell of the empty board, and the second one when it is asked again."""

    def __init__(self) -> None:
        self.asked = -1

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if position.ply:
            return Decision(position.legal_moves[:1])
        self.asked = min(self.asked + 1, 1)
        return Decision((self.asked,))


def test_a_losing_line_that_is_lost_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the ledger does not have the decision that is another one now, it is known what that led to."""
    monkeypatch.setattr(Reservoir, "add", lambda self, decisions: None)
    with pytest.raises(StrategyError, match="asked again, it no longer makes the move that led to 'X"):
        prove(Fickle(), STANDARD, Side.X)


class BadBatch(OneByOne):
    def __init__(self, kind: str) -> None:
        super().__init__(load("weights"))
        self.kind = kind

    def decide_batch(self, game: Game, own: Any, theirs: Any) -> object:
        import numpy as np

        moves = load("weights").decide_batch(game, own, theirs)
        if self.kind == "list":
            return moves.tolist()
        if self.kind == "error":
            raise ZeroDivisionError("oh")
        if self.kind == "limit":
            raise LimitExceeded("too far")
        if self.kind == "shape":
            return moves[:, :-1]
        if self.kind == "dtype":
            return moves.astype(int)
        return np.ones_like(moves) if self.kind == "taken" else np.zeros_like(moves)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("shape", "expected bool"),
        ("dtype", "expected bool"),
        ("list", r"decide_batch returned list, expected bool \(\d+, 9\)"),
        ("error", "decide_batch raised ZeroDivisionError: oh"),
        ("taken", "not legal"),
        ("none", "no move"),
    ],
)
def test_a_bad_batch_is_found_out(kind: str, message: str) -> None:
    with pytest.raises(StrategyError, match=message):
        prove(BadBatch(kind), STANDARD, Side.O)


def test_a_batch_beyond_its_limits_says_so_itself() -> None:
    with pytest.raises(LimitExceeded, match="too far"):
        prove(BadBatch("limit"), STANDARD, Side.O)


def test_blocks_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    from noughts.walk import arrays

    whole = prove(load("weights"), Game(4, 3, 3), Side.O)
    assert whole.losing_line is not None
    monkeypatch.setattr(arrays, "_BLOCK", 8)
    monkeypatch.setattr(arrays, "_RANGE", 500)
    assert prove(load("weights"), Game(4, 3, 3), Side.O) == whole
