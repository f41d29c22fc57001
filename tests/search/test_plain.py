"""The search in plain Python: its claims hold, it prevents what it sees, and it keeps to its time."""

import random
from collections.abc import Callable
from itertools import count

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_cell, parse_position
from noughts.core.player import Strategy, consult
from noughts.core.position import Position, Side
from noughts.search.plain_search import find
from noughts.strategies.line_scoring import Paths, Weights
from noughts.testing import random_position
from tests.search.witness import GAMES, completing, fours, wins_by

LARGE = Game(15, 15, 5)


def ticking(step: float = 1.0) -> Callable[[], float]:
    """Return a clock that is asked once for each position of the search."""
    ticks = count()
    return lambda: next(ticks) * step


def placed(x: str, o: str, game: Game = LARGE) -> Position:
    stones = [[parse_cell(game, name) for name in text.split()] for text in (x, o)]
    return Position.from_stones(game, *stones)


@pytest.mark.parametrize(
    ("x", "o", "by", "moves"),
    [
        ("e5 f5 g5 h5", "d5 a1 o15 a15", "complete", {"i5"}),
        ("e5 f5 g5 h5", "d5 a1 o15", "block", {"i5"}),
        ("e5 f5 g5 h5", "a15 a1 o15", "lost", {"d5", "i5"}),
        ("h8 h9 h10", "a15 a1 o15", "fours", {"h7", "h11"}),
        ("h8 i8 j8 k11", "a1 o15 a15", "plain", {"g8", "k8", "f8", "l8"}),  # every other move loses to a run of fours
    ],
)
def test_threats_come_first(x: str, o: str, by: str, moves: set[str]) -> None:
    finding = find(placed(x, o), 1e6, ticking(1e3))
    assert (finding.by, LARGE.name(finding.move) in moves) == (by, True), finding


def test_a_dead_board_is_drawn() -> None:
    finding = find(parse_position("XOX/XOO/OX."), 1.0)
    assert (finding.by, finding.move, finding.result) == ("dead", 8, 0)


EXACT = tuple(Game(m, n, k, exact=True) for m, n, k in [(5, 5, 3), (7, 5, 2), (15, 15, 5), (9, 1, 3), (4, 4, 1)])


@pytest.mark.parametrize("game", GAMES + EXACT, ids=str)
def test_it_plays_every_game(game: Game) -> None:
    rng = random.Random(game.cells)
    for position in [Position(game), *(random_position(game, rng) for _ in range(8))]:
        finding = find(position, 100.0, ticking())
        assert finding.move in position.legal_moves
        own, theirs = (completing(position, stones) for stones in (position.own, position.theirs))
        if own:
            assert (finding.by, finding.move) == ("complete", min(own))
        elif theirs:
            assert (finding.by, finding.move) == ("lost" if len(theirs) > 1 else "block", min(theirs))
        else:
            assert finding.by in ("dead", "fours", "plain")


@pytest.mark.parametrize("exact", [False, True])
def test_a_win_by_fours_holds(exact: bool, full: bool) -> None:
    game, rng, lengths = Game(15, 15, 5, exact=exact), random.Random(8), []
    for _ in range(150 if full else 50):
        position = random_position(game, rng, rng.randrange(60, 130))
        finding = find(position, 300.0, ticking())
        if finding.by == "fours":
            assert wins_by(position, finding.line), (position, finding)
            assert fours(position, int(position.side is Side.O)) or len(finding.line) == 1
            lengths.append(len(finding.line))
    assert max(lengths) >= 7


def test_small_games_are_played_exactly() -> None:
    for text, best in (("XO./.../...", 1), ("X../.O./..X", 0), ("X../.../...", 0)):
        finding = find(parse_position(text), 1e6, ticking())
        assert (finding.score > 100_000) == (best > 0), finding


def test_an_overline_is_neither_a_win_nor_a_threat() -> None:
    game = Game(15, 15, 5, exact=True)
    finding = find(placed("e5 f5 h5 i5 j5", "a1 o15 a15 o1 h8", game), 1e6, ticking(1e3))
    assert finding.by != "complete"
    finding = find(placed("a1 o15 a15 o1 h8 h9", "e5 f5 h5 i5 j5", game), 1e6, ticking(1e3))
    assert finding.by not in ("block", "lost")


@pytest.mark.parametrize("game", [Game(5, 5, 3, exact=True), Game(6, 4, 4, exact=True)], ids=str)
def test_exact_wins_are_those_of_the_rules(game: Game) -> None:
    """A short search's wins and losses are those of all continuations."""
    rng = random.Random(2)
    for _ in range(40):
        position = random_position(game, rng, game.cells - 7)
        finding = find(position, 1e6, ticking())
        if abs(finding.score) > 100_000:
            assert minimax(position) == (finding.score > 0) - (finding.score < 0), (position, finding)


def minimax(position: Position) -> int:
    """Return the result for the side to move, 1, 0 or -1, by all continuations."""
    outcome = position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is position.side else -1
    return max(-minimax(position.play(move)) for move in position.legal_moves)


def test_more_time_looks_deeper() -> None:
    position = random_position(LARGE, random.Random(1), 6)
    findings = [find(position, seconds, ticking()) for seconds in (1.0, 100.0, 1000.0)]
    assert [finding.nodes <= 1000 for finding in findings] == [True] * 3
    depths = [finding.depth for finding in findings]
    assert depths[0] == 0 < depths[1] < depths[2]
    assert all(found.scores[found.move] == found.score for found in findings[1:])


@pytest.mark.parametrize("rival", [Weights(), Paths()], ids=lambda rival: rival.name)
@pytest.mark.parametrize("side", Side)
def test_it_beats_the_line_scorers(rival: Strategy, side: Side) -> None:
    position, rng = Position(LARGE).play(112).play(97), random.Random(0)
    while position.outcome is None:
        if position.side is side:
            position = position.play(find(position, 1500.0, ticking()).move)
        else:
            position = position.play(consult(rival, position, rng).choose(rng))
    assert position.outcome.winner is side
