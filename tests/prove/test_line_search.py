"""The search for a losing line, against plain recursion over all games of strategies made for it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

import pytest

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.players.player import Decision
from noughts.prove import prove
from noughts.prove.line_search import Advice, Line, LineProgress, LineSearch, shorter_line
from noughts.strategies.registry import load
from noughts.walk import Decided
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


@pytest.mark.parametrize(("text", "strategies", "few"), [("3,3,3", 200, 30), ("4,3,3", 8, 1)], ids=["3x3", "4x3"])
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
