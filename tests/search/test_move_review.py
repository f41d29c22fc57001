"""What a search says of the moves of a game: its words, and that what it calls proved is true."""

import random

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.record import Record, parse_moves
from noughts.errors import LimitExceeded
from noughts.review.judgement import Judged, Judgement, SearchJudgement, judge_game
from noughts.review.turning import turning_point
from noughts.search.finding import Finding
from noughts.search.move_review import MoveReviewer, settled
from noughts.strategies.search import Search
from noughts.testing import random_position
from tests.witnesses import minimax

LARGE = Game(15, 15, 5)
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
