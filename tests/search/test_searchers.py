"""Both searches, compiled and in plain Python: what either claims is exact, and threats come first."""

import random
from collections.abc import Callable
from functools import cache
from itertools import count
from math import inf

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_cell, parse_position
from noughts.core.position import Position, Side
from noughts.core.value import Truth, Value
from noughts.search.finding import Finding
from noughts.search.plain_search import find
from noughts.search.player import Searcher
from noughts.solve.solver import exact_solver
from noughts.testing import random_position
from tests.search.witness import GAMES, completing, fours, wins_by
from tests.witnesses import minimax

LARGE = Game(15, 15, 5)
TO_THE_END = "to the end"
SEEN = 100_000  # a score beyond it is a win that the plain search has seen


def ticking(step: float = 1.0) -> Callable[[], float]:
    """Return a clock that is asked once for each position of the search."""
    ticks = count()
    return lambda: next(ticks) * step


def placed(x: str, o: str, game: Game = LARGE) -> Position:
    stones = [[parse_cell(game, name) for name in text.split()] for text in (x, o)]
    return Position.from_stones(game, *stones)


SEARCHERS: dict[str, Callable[[Game], Callable[[Position], Finding]]] = {
    TO_THE_END: lambda game: Searcher(game, Budget(nodes=1_000_000)).find,
    "3000 nodes": lambda game: Searcher(game, Budget(nodes=3000)).find,
    "300 nodes": lambda game: Searcher(game, Budget(nodes=300)).find,
    "plain": lambda game: lambda position: find(position, 1e6, ticking()),
    "1000 plain": lambda game: lambda position: find(position, 1e6, ticking(1e3)),
}
CLAIMS = [  # a searcher, a game, after how many plies (any: None), and how many claims it makes at least
    *[(TO_THE_END, Game(*sizes), None, 1) for sizes in ((3, 3, 3), (4, 3, 3), (2, 2, 2), (3, 2, 1), (6, 1, 3))],
    ("300 nodes", Game(4, 4, 3), None, 15),
    pytest.param("3000 nodes", Game(4, 4, 4), None, 15, marks=pytest.mark.slow),
    pytest.param("3000 nodes", Game(5, 4, 4), None, 15, marks=pytest.mark.slow),  # its oracle needs seconds
    ("plain", Game(3, 3, 3), None, 5),
    ("plain", Game(5, 5, 3, exact=True), 18, 5),
    ("plain", Game(6, 4, 4, exact=True), 17, 2),
]


@cache
def truth() -> Truth:
    return exact_solver(inf).truth


def exactly(position: Position) -> Value:
    if position.outcome is not None or position.game.cells <= 12 or position.empty.bit_count() <= 7:
        return minimax(position)
    return max(truth()(position).values())


def claim(finding: Finding) -> int | None:
    """Return the result that a search claims for the side to move: proved, or seen to the end in plain Python."""
    if finding.by == "plain" and finding.result is None:
        return (finding.score > 0) - (finding.score < 0) if abs(finding.score) > SEEN else None
    return finding.result


@pytest.mark.parametrize(("searcher", "game", "plies", "least"), CLAIMS, ids=str)
def test_what_is_claimed_is_exact(searcher: str, game: Game, plies: int | None, least: int, full: bool) -> None:
    search, rng, claims = SEARCHERS[searcher](game), random.Random(2), 0
    drawn = {random_position(game, rng, plies) for _ in range(60 if full else 30)}
    for position in drawn | ({Position(game)} if plies is None else set()):
        finding, value = search(position), exactly(position)
        result = claim(finding)
        if result is None and searcher != TO_THE_END:
            continue
        assert -exactly(position.play(finding.move)).result == value.result, (position, finding)
        assert result == value.result or (result, finding.by) == (None, "block")  # what is forced needs no search
        claims += result is not None
        if result == 1 and finding.plies is not None:
            assert finding.plies >= (value.distance or 0)
    assert claims >= least


@pytest.mark.parametrize("searcher", ["3000 nodes", "1000 plain"])
@pytest.mark.parametrize(
    ("x", "o", "by", "moves"),
    [
        ("e5 f5 g5 h5", "d5 a1 o15 a15", "complete", {"i5"}),
        ("e5 f5 g5 h5", "d5 a1 o15", "block", {"i5"}),
        ("e5 f5 g5 h5", "a15 a1 o15", "lost", {"d5", "i5"}),
        ("h8 h9 h10", "a15 a1 o15", "fours", {"h7", "h11"}),
        ("h8 i8 j8 k11", "a1 o15 a15", "search", {"g8", "k8", "f8", "l8"}),  # all else loses to a run of fours
    ],
)
def test_threats_come_first(searcher: str, x: str, o: str, by: str, moves: set[str]) -> None:
    finding = SEARCHERS[searcher](LARGE)(placed(x, o))
    assert finding.by.replace("plain", "search") == by
    assert LARGE.name(finding.move) in moves


@pytest.mark.parametrize("searcher", ["3000 nodes", "plain"])
def test_a_dead_board_is_drawn(searcher: str) -> None:
    finding = SEARCHERS[searcher](Game(3, 3, 3))(parse_position("XOX/XOO/OX."))
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


def test_an_overline_is_neither_a_win_nor_a_threat() -> None:
    game = Game(15, 15, 5, exact=True)
    finding = find(placed("e5 f5 h5 i5 j5", "a1 o15 a15 o1 h8", game), 1e6, ticking(1e3))
    assert finding.by != "complete"
    finding = find(placed("a1 o15 a15 o1 h8 h9", "e5 f5 h5 i5 j5", game), 1e6, ticking(1e3))
    assert finding.by not in ("block", "lost")


def test_more_time_looks_deeper() -> None:
    position = random_position(LARGE, random.Random(1), 6)
    findings = [find(position, seconds, ticking()) for seconds in (1.0, 100.0, 1000.0)]
    assert [finding.nodes <= 1000 for finding in findings] == [True] * 3
    depths = [finding.depth for finding in findings]
    assert depths[0] == 0 < depths[1] < depths[2]
    assert all(found.scores[found.move] == found.score for found in findings[1:])
