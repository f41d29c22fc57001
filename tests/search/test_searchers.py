"""Both searches, compiled and in plain Python: what either claims is exact, and threats come first."""

import random
from collections.abc import Callable
from functools import cache
from itertools import count
from math import inf

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.core.record import Record, parse_moves
from noughts.core.value import Truth, Value
from noughts.errors import LimitExceeded
from noughts.review.judgement import Judged, Judgement, SearchJudgement, judge_game
from noughts.review.turning import turning_point
from noughts.search.finding import Finding
from noughts.search.move_review import MoveReviewer, settled
from noughts.search.plain_search import find
from noughts.search.player import Searcher
from noughts.solve.solver import exact_solver
from noughts.strategies.search import Search
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


LIMIT = LimitExceeded("out of reach")


def unknown(position: Position) -> dict[int, object]:
    raise LIMIT


def says(findings: dict[Position, Finding]) -> MoveReviewer:
    return MoveReviewer(lambda position: findings[position])


def test_a_fall_of_the_estimate_and_the_ends_that_were_only_seen() -> None:
    position = random_position(LARGE, random.Random(1), 6)
    move, better = position.legal_moves[:2]
    after = position.play(move)
    drop = says({position: Finding(better, "search", score=500), after: Finding(0, "search", score=300)})(
        position, move
    )
    name = LARGE.name(better)
    assert str(drop) == f"estimate: level, before it slightly better for X; the search prefers {name}"
    assert (drop.drop, drop.better, drop.mistake) == (800, better, False)
    small = says({position: Finding(better, "search", score=499), after: Finding(0, "search", score=300)})(
        position, move
    )
    assert (str(small), small.drop) == ("estimate: level", 0)
    seen = says({position: Finding(move, "search"), after: Finding(0, "search", score=-900_000)})(position, move)
    assert str(seen) == "estimate: a win for X that the search sees but does not prove"
    same = says({position: Finding(better, "search", score=9000), after: Finding(0, "search", score=-5000)})
    assert (str(same(position, move)), same(position, move).drop) == ("estimate: much better for X", 0)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (1, 1, "missed a proved win ({better}); now O has a proved win (a1)"),
        (1, 0, "missed a proved win ({better}); now it is a draw"),
        (1, -1, "kept a proved win"),
        (-1, 1, "lost already, as the search proves"),
        (None, -1, "wins, as the search proves"),
        (None, 0, "a draw, as the search proves"),
    ],
)
def test_what_is_proved_before_and_after(before: int | None, after: int, words: str) -> None:
    position = random_position(LARGE, random.Random(1), 6)
    move, better = position.legal_moves[:2]
    ours, theirs = Finding(better, "search", before), Finding(0, "search", after)
    judgement = says({position: ours, position.play(move): theirs})(position, move)
    assert (str(judgement), judgement.after) == (words.format(better=LARGE.name(better)), -after)
    assert judgement.mistake == (before == 1 and after != -1)


@pytest.mark.parametrize(("other", "mistake"), [(None, True), (1, False)])
def test_a_threat_is_overlooked_only_if_another_move_prevents_it(other: int | None, mistake: bool) -> None:
    position = random_position(LARGE, random.Random(1), 6)
    move, better = position.legal_moves[:2]
    found = {position: Finding(better, "search"), position.play(move): Finding(0, "fours", 1, line=(0, 1, 2))}
    judgement = says(found | {position.play(better): Finding(0, "search", other)})(position, move)
    assert judgement.mistake == mistake
    assert str(judgement.words).endswith("none is proved" if mistake else "found no better move")


def test_a_draw_at_the_end() -> None:
    game = Game(3, 3, 3)
    record = Record(game, parse_moves(game, ["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"]))
    judged = [*judge_game(record, unknown, MoveReviewer(Search(nodes=100, plain=True).find))]  # type: ignore[arg-type]
    assert str(judged[0]) == "a draw: the board is full"


def test_a_search_without_time_says_nothing() -> None:
    def find(position: Position) -> Finding:
        raise LIMIT

    record = Record.of_final(Position(LARGE).play(0), (0,), ("x", "o"))
    assert [*judge_game(record, unknown, MoveReviewer(find))] == [LIMIT]  # type: ignore[arg-type]


def test_a_loss_that_the_move_before_proves() -> None:
    win, estimate = SearchJudgement("kept a win", 1, 1), SearchJudgement("level", estimate=0)
    exact = Judgement(1, 1)
    assert [str(one) for one in settled([win, estimate, estimate])][1:] == [
        "lost already, as the search proves",
        "level",
    ]
    assert settled([exact, LIMIT, estimate]) == [exact, LIMIT, estimate]
    assert str(settled([exact, estimate])[1]) == "lost already, as the search proves"


def test_what_is_called_proved_is_exact() -> None:
    rng, game, claims = random.Random(5), Game(4, 3, 3), 0
    reviewer = MoveReviewer(Search(nodes=300, plain=True).find)
    for _ in range(60):
        position = random_position(game, rng, rng.randrange(4, 9))
        move = rng.choice(position.legal_moves)
        judgement = reviewer(position, move)
        if judgement.before is not None:
            assert judgement.before == minimax(position).result
        if judgement.after is not None:
            claims += 1
            after = position.play(move)
            result = -minimax(after).result if after.outcome is None else after.outcome.winner is position.side
            assert judgement.after == result
    assert claims >= 20


def test_where_it_turned_is_true_and_known_early() -> None:
    """From the moves so far, the last ones, as from all; and each result that it names is exact."""
    rng, game, named = random.Random(7), Game(4, 3, 3), 0
    for _ in range(40):
        positions, moves = [Position(game)], []
        while positions[-1].outcome is None:
            moves.append(rng.choice(positions[-1].legal_moves))
            positions.append(positions[-1].play(moves[-1]))
        record = Record(game, tuple(moves))
        judged = [*judge_game(record, unknown, MoveReviewer(Search(nodes=60, plain=True).find))][::-1]  # type: ignore[arg-type]
        point = turning_point(record, settled(judged))
        for known in range(1, len(moves)):
            left: list[Judged] = [LIMIT] * (len(moves) - known)
            assert turning_point(record, [*left, *settled(judged[-known:])]) in (None, point)
        if point is None or point.kind == "estimated":
            continue
        named += 1
        before, after = (minimax(positions[ply]).result for ply in (point.ply, point.ply + 1))
        assert -after == (0 if point.kind == "missed" else -1)
        assert before == {"won": 1, "missed": 1, "drawn": 0}.get(point.kind, before)
    assert named >= 20
