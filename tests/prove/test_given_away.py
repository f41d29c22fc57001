"""Where a player first gives value away on a line, against plain minimax of every position on it."""

import random
from dataclasses import dataclass

import pytest

from noughts.app.proofs import measured, prover
from noughts.core.budget import Budget
from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side, positions_after
from noughts.core.value import WORDS, Value
from noughts.players.player import Decision, as_player
from noughts.prove import Uncounted, line_search, verdict
from noughts.prove.given_away import GivenAway, given_away
from noughts.prove.line_search import Advice
from noughts.prove.terms import ProofTerms
from noughts.prove.verdict import Prover
from noughts.words import Said
from tests.witnesses import minimax

ALL = ProofTerms(line_seconds=1e9)
GRAVITY = Game(4, 3, 3, gravity=True)  # the first player wins


@dataclass(frozen=True)
class Chosen:
    """A player of fixed moves: by chance, or such that it never has more than a draw, and never less if it can."""

    seed: int
    draws: bool = False
    name: str = "chosen"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        moves = position.legal_moves
        if self.draws:
            results = {move: -minimax(position.play(move)).result for move in moves}
            moves = tuple(move for move in moves if results[move] == 0) or (max(moves, key=results.__getitem__),)
        return Decision((random.Random(f"{self.seed} {position}").choice(moves),))


def exact(position: Position, budget: Budget) -> Value:
    return minimax(position)


def first_move(position: Position, nodes: int) -> Advice:
    return Advice(position.legal_moves[0])


def result_for(seat: Side, position: Position) -> int:
    value = minimax(position).result
    return value if position.side is seat else -value


def require_first(line: Moves, seat: Side, given: GivenAway) -> None:
    """Fail unless that is the first move by which a side gives value away on a line, and nothing is said of others."""
    positions = list(positions_after(line.game, line))
    results = [result_for(seat, position) for position in positions]
    falls = (ply for ply in range(len(line)) if positions[ply].side is seat and results[ply + 1] < results[ply])
    ply = next(falls, None)
    assert given.unknown == 0
    if ply is None:
        assert (given.line, given.move, given.before, given.better) == (line, None, None, None)
        return
    assert (given.line, given.move) == (line[:ply], line[ply])
    assert (given.before, given.after) == (WORDS[results[ply]], WORDS[results[ply + 1]])
    assert given.better is not None
    assert result_for(seat, positions[ply].play(given.better)) == results[ply]


@pytest.mark.parametrize("text", ["4,3,3-gravity", "3,4,3-gravity", "3,3,3-misere", "3,3,3-gravity-misere"])
def test_on_a_losing_line(text: str) -> None:
    game, kinds = Game.from_text(text), set[tuple[str | None, str | None]]()
    for seed in range(6):
        for seat in Side:
            finding = prover(as_player(Chosen(seed)), game, ALL).attempt(seat)
            if finding.losing_line is not None:
                assert finding.given_away is not None
                require_first(finding.losing_line, seat, finding.given_away)
                kinds.add((finding.given_away.before, finding.given_away.after))
    assert len(kinds - {(None, None)}) >= 1


@pytest.mark.slow
def test_on_a_board_of_sixteen_cells() -> None:
    game = Game(4, 4, 4, gravity=True)
    for seat in Side:
        finding = prover(as_player(Chosen(1)), game, ALL).attempt(seat)
        assert finding.losing_line is not None
        assert finding.given_away is not None
        require_first(finding.losing_line, seat, finding.given_away)


def test_where_no_losing_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never loses, which no short walk shows; against weak replies it gives a win away."""
    monkeypatch.setattr(verdict, "SMALL", 0)
    monkeypatch.setattr(line_search, "_MOST", line_search._FIRST)
    terms, player = ProofTerms(positions=5, line_seconds=1e9), as_player(Chosen(0, draws=True))
    proving = Prover(player, GRAVITY, terms, lambda game, left: first_move, measured, exact_value=lambda game: exact)
    finding = proving.attempt(Side.X)
    assert isinstance(finding, Uncounted)
    assert (finding.verdict, finding.losing_line) == ("no verdict", None)
    given = finding.given_away
    assert given is not None
    assert given.move is not None
    require_first(Moves(GRAVITY, (*given.line, given.move)), Side.X, given)
    assert (given.before, given.after) == ("win", "draw")


def test_what_is_not_known_is_left_out() -> None:
    """The first mistake that is known may be a later one; whether a move keeps more may be unknown too."""
    finding = prover(as_player(Chosen(3)), GRAVITY, ALL).attempt(Side.X)
    line = finding.losing_line
    assert line is not None
    first = given_away(line, Side.X, exact, 1e9)
    assert first.move is not None
    ply = len(first.line)

    def late(position: Position, budget: Budget) -> Value | None:
        return minimax(position) if position.ply > ply else None

    def on_the_line(position: Position, budget: Budget) -> Value | None:
        return minimax(position) if position in positions_after(GRAVITY, line) else None

    known = given_away(line, Side.X, late, 1e9)
    assert (known.unknown, known.move) == (ply // 2 + 1, None)
    assert known.words == Said("given-away.unknown", {"count": known.unknown})
    alone = given_away(line, Side.X, on_the_line, 1e9)
    assert (alone.line, alone.move, alone.better) == (first.line, first.move, None)
    nothing = given_away(line, Side.X, lambda position, budget: None, 1e9)
    assert (nothing.line, nothing.unknown, nothing.move) == (line, (len(line) + 1) // 2, None)


def test_a_search_ends_with_the_first_value_that_takes_too_long() -> None:
    """Before that only what is known at once counts, as the values of a book."""
    line = Moves(GRAVITY, [GRAVITY.cell(row, column) for row, column in ((2, 0), (2, 1), (2, 2), (2, 3), (1, 0))])
    budgets = list[Budget]()

    def booked(position: Position, budget: Budget) -> Value | None:
        budgets.append(budget)
        return Value(1) if position.side is Side.X and not position.ply else None if position.ply else Value(0)

    given_away(line, Side.X, booked, 1e9)
    assert [budget.nodes for budget in budgets] == [None, 1, 1, 1]


def test_nothing_is_said_where_no_values_are_at_hand() -> None:
    for game in (Game(3, 3, 3), Game(4, 4, 4)):
        finding = prover(as_player(Chosen(1)), game).attempt(Side.X)
        assert finding.can_lose
        assert finding.given_away is None
