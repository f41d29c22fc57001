"""The search for a losing line, against plain recursion over all games of strategies made for it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any, ClassVar

import pytest

from noughts.app.proofs import measured, prover
from noughts.core.budget import Budget
from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side, positions_after
from noughts.core.value import WORDS, Value
from noughts.players.player import Decision, as_player
from noughts.prove import Uncounted, line_search, prove, verdict
from noughts.prove import terms as terms_module
from noughts.prove.given_away import GivenAway, given_away
from noughts.prove.line_search import Advice, Line, LineProgress, LineSearch, shorter_line
from noughts.prove.terms import ProofTerms
from noughts.prove.verdict import Prover
from noughts.strategies.registry import load
from noughts.walk import Decided
from noughts.words import Said
from tests.witnesses import assert_loses, minimax


@dataclass
class Table:
    """A deterministic strategy: in some positions a move by chance, in the others a best one. It counts its answers."""

    seed: int
    blunders: float
    asked: int = 0
    known: dict[Position, Move] = field(default_factory=dict)
    name: ClassVar[str] = "table"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        self.asked += 1
        if position not in self.known:
            chance = random.Random(f"{self.seed} {position}")
            by_chance = chance.random() < self.blunders
            self.known[position] = chance.choice(position.legal_moves if by_chance else best_moves(position))
        return Decision((self.known[position],))


def best_moves(position: Position) -> tuple[Move, ...]:
    values = {move: minimax(position.play(move)).parent() for move in position.legal_moves}
    return tuple(move for move, value in values.items() if value == max(values.values()))


def shortest_loss(strategy: Table, game: Game, seat: Side) -> int | None:
    """The plies of a shortest game that the strategy loses, by recursion over every move of the opponent."""

    @cache
    def plies(position: Position) -> float:
        if position.outcome is not None:
            return position.ply if position.outcome.winner is seat.opponent else float("inf")
        moves = position.legal_moves
        if position.side is seat:
            moves = strategy.decide(position, random.Random()).moves
        return min(plies(position.play(move)) for move in moves)

    least = plies(Position(game))
    return None if least == float("inf") else int(least)


def any_move(position: Position, nodes: int) -> Advice:
    """An adviser that knows nothing: every move is as good."""
    return Advice(position.legal_moves[0], 0, dict.fromkeys(position.legal_moves, 0))


class _EnoughError(Exception):
    pass


def at_most(games: int) -> Callable[[LineProgress], None]:
    def tick(far: LineProgress) -> None:
        if far.games > games:
            raise _EnoughError

    return tick


def found_in(search: LineSearch) -> Line | None:
    """The first game of the next ones tried that is lost, or None."""
    try:
        return next(filter(None, search.games_tried()), None)
    except _EnoughError:
        return None


def check(strategy: Table, game: Game, seat: Side) -> bool:
    """Compare the verdicts of the search and of the walk with that of the recursion; return whether it can lose."""
    least = shortest_loss(strategy, game, seat)
    walked = prove(strategy, game, seat)
    assert walked.never_loses == (least is None)
    search = LineSearch(strategy, game, seat, any_move, at_most(200))
    line = found_in(search)
    if line is not None:
        assert least is not None
        assert len(line) >= least
        assert_loses(strategy, game, seat, map(game.name, line))
    exhaustive = LineSearch(strategy, game, seat, any_move)
    if least is None:
        assert shorter_line(exhaustive, game.cells) is None
    else:
        assert shorter_line(exhaustive, least - 1) is None
        assert len(shorter_line(exhaustive, least) or ()) == least
    return least is not None


@pytest.mark.parametrize(("text", "strategies", "few"), [("3,3,3", 200, 12), ("4,3,3", 8, 1)], ids=["3x3", "4x3"])
def test_verdicts_of_strategies_made_by_chance(full: bool, text: str, strategies: int, few: int) -> None:
    game, verdicts = Game.from_text(text), set[bool]()
    for seed in range(strategies if full else few):
        blunders = (0.0, 0.05, 0.2, 1.0)[seed % 4]
        for seat in Side:
            verdicts.add(check(Table(seed, blunders), game, seat))
    assert verdicts == {False, True} or game.cells > 9


def test_each_position_is_asked_for_once() -> None:
    strategy = Table(1, 0.3)
    search = LineSearch(strategy, Game(4, 4, 4), Side.X, any_move, at_most(100))
    strategy.blunders = 1.0
    found_in(search)
    assert strategy.asked == len(search.answers) > 5


def test_decisions_that_were_made_before_are_not_asked_for() -> None:
    game, seat = Game(3, 3, 3), Side.O
    known = list[Decided]()
    prove(Table(5, 1.0), game, seat, record=known.extend)
    strategy = Table(5, 1.0)
    search = LineSearch(strategy, game, seat, any_move)
    search.record(known)
    assert found_in(search) is not None
    assert strategy.asked == 0


@dataclass(frozen=True)
class LosesByATie:
    """The lowest cell, or the one after it."""

    name: ClassVar[str] = "two lowest"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves[:2])


def test_ties_are_branches() -> None:
    """Each move of the strategy on the line is one that it may make."""
    game = Game(5, 2, 3)
    search = LineSearch(LosesByATie(), game, Side.X, any_move, at_most(500))
    line = found_in(search)
    assert line is not None
    assert_loses(LosesByATie(), game, Side.X, map(game.name, line))


def test_a_shorter_line_is_looked_for() -> None:
    game = Game(4, 4, 3)
    search = LineSearch(load("first"), game, Side.X, any_move, at_most(2000))
    lengths = []
    while (line := found_in(search)) is not None:
        lengths.append(len(line))
    assert lengths == sorted(set(lengths), reverse=True)
    least = len(prove(load("first"), game, Side.X).losing_line or ())
    assert lengths[-1] >= least
    assert len(shorter_line(search, least) or ()) == least
    assert shorter_line(search, least - 1) is None


def test_where_no_line_is_open_nothing_is_tried() -> None:
    """The opponent has one move on 3,1,2: no line of two stones."""
    search = LineSearch(load("first"), Game(3, 1, 2), Side.X, any_move)
    assert found_in(search) is None
    assert search.answers == {}


def test_a_strategy_that_fails() -> None:
    class Raises(Table):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            raise ValueError("no idea")

    search = LineSearch(Raises(0, 0.0), Game(4, 4, 3), Side.O, any_move)
    line = found_in(search)
    assert line is not None
    assert len(line) == 1
    fault = search.fault(line)
    assert fault is not None
    assert (fault.kind, fault.position) == ("raised", Position(search.game).play(line[0]))
    assert "no idea" in fault.message
    assert shorter_line(search, 5) == (0,)


# Where a player first gives value away on a line, against plain minimax of every position on it.


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


def test_the_seats_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has an even share of what is left: of 60 s the first 30, and the second what the first has not taken."""
    clock, shares = [100.0], list[tuple[float, float]]()
    monkeypatch.setattr(terms_module, "monotonic", lambda: clock[0])

    def taken(proving: Prover[Any], side: Side) -> Any:
        shares.append((proving.terms.seconds, proving.terms.end - clock[0]))
        clock[0] += 10
        return side

    player, terms = load("search:seconds=1"), ProofTerms(seconds=60, end=160)  # noisy: it is measured
    proving: Prover[Any] = Prover(player, Game(4, 4, 4), terms, lambda game, left: first_move, taken)
    assert proving.findings(tuple(Side)) == {side: side for side in Side}
    assert shares == [(30, 30), (60, 50)]


def test_who_can_lose_is_asked_again_before_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk ends with the line that it knows, not with the time: else no time is left to ask again."""
    seconds = count()
    for module in (verdict, terms_module):
        monkeypatch.setattr(module, "monotonic", lambda: float(next(seconds)))
    finding = prover(load("first"), Game(4, 4, 3), ProofTerms(seconds=600, end=600)).attempt(Side.X)
    assert finding.losing_line is not None
    assert_loses(load("first"), Game(4, 4, 3), Side.X, finding.losing_line.names)
    assert next(seconds) < 600


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
