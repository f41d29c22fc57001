"""Values, moves judged by them, and where a game turned: a plain recursion finds the same move."""

import random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game, Move, Moves
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side, completes, completions
from noughts.core.record import Record
from noughts.core.value import Value, from_score, to_score
from noughts.errors import LimitExceeded
from noughts.review.effect import EffectKind, MoveEffect, effect_of, effect_words
from noughts.review.evaluation import estimated, proved
from noughts.review.judgement import Judged, Judgement, SearchJudgement, judge, judge_game
from noughts.review.turning import turned_words, turning_point
from tests.core import brute
from tests.witnesses import minimax


def test_order_is_what_the_mover_wants() -> None:
    best_first = [Value(1, 1), Value(1, 3), Value(1), Value(0, 4), Value(0), Value(-1, 6), Value(-1, 2), Value(-1)]
    assert sorted(best_first, reverse=True) == best_first
    assert max(best_first) == Value(1, 1)


@given(cells=st.integers(1, 30), data=st.data())
def test_score_and_back(cells: int, data: st.DataObject) -> None:
    ply = data.draw(st.integers(0, cells))
    distance = data.draw(st.integers(0, cells - ply))
    for value in (Value(1, distance), Value(-1, distance), Value(0, cells - ply)):
        assert from_score(to_score(value, cells, ply), cells, ply) == value


def test_words() -> None:
    assert [str(value) for value in (Value(1, 3), Value(-1, 1), Value(0, 4), Value(1))] == [
        "win in 3 plies",
        "loss in 1 ply",
        "draw",
        "win",
    ]
    assert Value(1).word == "win"
    assert [value.short for value in (Value(1, 3), Value(-1, 0), Value(0, 4), Value(-1))] == ["W3", "L0", "D", "L"]


def test_compares_with_values_only() -> None:
    with pytest.raises(TypeError):
        _ = Value(1, 1) < 3  # type: ignore[operator]


@pytest.mark.parametrize(
    ("results", "text"),
    [
        ((1, 1, 0), "kept the win"),
        ((1, 0, 0), "kept the win, the only move that does"),
        ((0, 1), "let the win slip: a draw; b1 would have kept it"),
        ((-1, 1), "let the win slip: a loss; b1 would have kept it"),
        ((-1, 0), "lost the draw; b1 would have kept it"),
        ((0,), "kept the draw, the only free cell"),
        ((-1, -1), "lost already, whatever the move"),
    ],
)
def test_a_move_is_judged_by_exact_values(results: tuple[int, ...], text: str) -> None:
    judged = judge({cell: Value(result) for cell, result in enumerate(results)}, 0)
    assert judged.words(Game(3, 3, 3)) == text


def test_a_mistake_names_the_moves_that_keep_the_result() -> None:
    values = {cell: Value(result) for cell, result in zip((2, 3, 5, 7), (1, 0, 1, -1), strict=True)}
    assert [judge(values, cell).better for cell in values] == [(), (2, 5), (), (2, 5)]
    assert [judge(values, cell).mistake for cell in values] == [False, True, False, True]
    lost = {2: Value(-1), 3: Value(-1)}
    assert (judge(lost, 3).better, judge(lost, 3).mistake) == ((), False)


def test_a_game_is_judged_from_its_end() -> None:
    limit = LimitExceeded("no time")

    def truth(position: Position) -> dict[int, Value]:
        if position.ply == 1:
            raise limit
        return dict.fromkeys(position.legal_moves, Value(0))

    judged = [*judge_game(Record(Game(3, 1, 3), (0, 1, 2)), truth)]
    assert judged == [Judgement(0, 0, only=True, forced=True), limit, Judgement(0, 0)]


LIMIT = LimitExceeded("not judged yet")
LARGE = Game(15, 15, 5)


def random_game(game: Game, rng: random.Random) -> tuple[Record, list[Position]]:
    """Return a game of random moves, with all its positions."""
    positions, moves = [Position(game)], []
    while positions[-1].outcome is None:
        moves.append(rng.choice(positions[-1].legal_moves))
        positions.append(positions[-1].play(moves[-1]))
    return Record(game, tuple(moves)), positions


def for_x(position: Position) -> int:
    """Return 1, 0 or -1: who wins the position, if both play well."""
    return minimax(position).result * (1 if position.side is Side.X else -1)


def exactly(positions: list[Position], moves: tuple[Move, ...]) -> list[Judged]:
    """Return the judgements of moves by exact values."""
    return [
        judge({cell: minimax(position.play(cell)).parent() for cell in position.legal_moves}, move)
        for position, move in zip(positions, moves, strict=False)
    ]


def test_the_last_move_that_changed_the_result() -> None:
    game, rng, found = Game(3, 3, 3), random.Random(46), 0
    for _ in range(25):
        record, positions = random_game(game, rng)
        values = [for_x(position) for position in positions]
        changes = [ply for ply in range(len(record.moves)) if values[ply] != values[ply + 1]]
        judged = exactly(positions, record.moves)
        point = turning_point(record, judged)
        assert (point is None) == (not changes)
        for known in range(1, len(judged)):  # from the end: it is the same as soon as it is named
            so_far = turning_point(record, [*[LIMIT] * (len(judged) - known), *judged[-known:]])
            assert so_far in (None, point)
        if point is None:
            assert turned_words(record, judged) == ""
            continue
        found += 1
        at = positions[point.ply]
        assert (point.ply, point.side) == (changes[-1], at.side)
        assert point.better == tuple(m for m in at.legal_moves if for_x(at.play(m)) == values[point.ply])
        assert turned_words(record, judged) == str(point.words())
        assert f"at move {point.ply + 1}" in turned_words(record, judged)
    assert found >= 10


def test_it_is_said_to_the_mover_too() -> None:
    record = Record(Game(3, 3, 3), (0, 1, 3, 4, 8, 7))
    slip = Judgement(1, -1, better=(6, 2))
    point = turning_point(record, [*[LIMIT] * 4, slip, Judgement(1, 1)])
    assert point is not None
    assert str(point.words()) == "X could still have won with a3 or c1 at move 5: c3 lost the game."
    assert str(point.words(to_mover=True)).startswith("You could still have won with a3 or c1 at move 5: c3")


def test_a_result_that_contradicts_it() -> None:
    """X resigns where O stands to lose: nothing is said of O's mistake."""
    judged: list[Judged] = [Judgement(0, 0), Judgement(0, -1, better=(0,))]
    assert turned_words(Record(Game(3, 3, 3), (4, 1), result="O", ending="X resigned"), judged) == ""
    assert turned_words(Record(Game(3, 3, 3), (4, 1)), judged) == ""
    resigned = Record(Game(3, 3, 3), (4, 1), result="X", ending="O resigned")
    assert turned_words(resigned, judged) == "O could have held the draw with a1 at move 2: b1 lost the game."


def estimate(score: int, drop: int = 0, better: Move | None = None) -> SearchJudgement:
    return SearchJudgement("", estimate=score, drop=drop, better=better)


WON, LOST = SearchJudgement("", 1, 1), SearchJudgement("", -1, -1)
GAVE = SearchJudgement("", None, -1, better=9)
OF_LARGE = {  # what is judged of a game of X and O in turn, and what is said of where it turned
    "the loser's move after which a win is proved": (
        [estimate(0), GAVE, WON, LOST, WON],
        "Since O's b1 (move 2) a win of X is proved; the search prefers j1.",
    ),
    "a win that only the winner's own move proves": (
        [estimate(0), estimate(-500), SearchJudgement("", None, 1), LOST, WON],
        "Since O's b1 (move 2) a win of X is proved; no better move is known.",
    ),
    "a win of their own that was missed before": (
        [estimate(0), SearchJudgement("", 1, None, better=9), WON, LOST, WON],
        "O could still have won with j1 at move 2: b1 lost the game.",
    ),
    "the last of two changes": (
        [estimate(0), GAVE, SearchJudgement("", 1, None, better=8), SearchJudgement("", None, -1, better=7), WON],
        "Since O's d1 (move 4) a win of X is proved; the search prefers h1.",
    ),
    "no moves": ([], None),
    "only the last move is known": ([LIMIT, LIMIT, LIMIT, LIMIT, WON], None),
    "the moves before it are not judged yet": ([LIMIT, LIMIT, LIMIT, GAVE, WON], None),
    "nothing is proved": (
        [estimate(0), estimate(-1500, 1500, 9), estimate(1500), estimate(-1400), estimate(1500)],
        "Estimate: clearly better for X since O's b1 (move 2), before it level; the search prefers j1.",
    ),
    "nothing is proved, and nobody stands better": ([estimate(0), estimate(-1500, 1500, 9), estimate(0)], None),
}


@pytest.mark.parametrize(("judged", "words"), OF_LARGE.values(), ids=OF_LARGE)
def test_what_a_search_says_of_it(judged: list[Judged], words: str | None) -> None:
    point = turning_point(Record(LARGE, tuple(range(len(judged)))[:4] + (100,) * (len(judged) > 4)), judged)
    assert (point and str(point.words())) == words


def test_the_scale() -> None:
    """It grows with the estimate, is the same for both sides, and is less than what is proved."""
    scores = [0, 399, 400, 1199, 1200, 2999, 3000, 99_999, 100_000]
    goods = [estimated(Side.X, score).good for score in scores]
    assert goods == sorted(goods) == [-estimated(Side.X, -score).good for score in scores]
    assert goods == [-estimated(Side.O, score).good for score in scores]
    assert max(goods) < proved(Side.X, 1).good == 1 == -proved(Side.O, 1).good
    names = {str(estimated(Side.O, score).words) for score in scores}
    assert names == {
        "level",
        "slightly better for O",
        "clearly better for O",
        "much better for O",
        "a win for O that the search sees but does not prove",
    }


def completing(rows: brute.Rows, game: Game, mark: str) -> list[int]:
    """Return the cells that can be played now and on which a mark completes a line."""
    free = brute.moves(rows, game)
    return [cell for cell in free if brute.has_line(brute.with_mark(rows, cell, mark), game, mark)]


def can_still_win(rows: brute.Rows, game: Game, mark: str, cell: int) -> int:
    """Return on how many lines through a cell a mark can still win: filled with it alone, they are a row of k."""
    taken = set(brute.stones(rows, "O" if mark == "X" else "X"))
    blank = ("." * game.m,) * game.n
    count = 0
    for line in game.lines:
        if cell in line and not taken & set(line):
            with_line = blank
            for each in {*line, *(brute.stones(rows, mark) if game.exact else ())}:
                with_line = brute.with_mark(with_line, each, mark)
            count += brute.has_line(with_line, game, mark) and _alone(with_line, game, mark, line)
    return count


def _alone(rows: brute.Rows, game: Game, mark: str, line: tuple[int, ...]) -> bool:
    """Return whether in an exact game the cells that would make a line longer have another mark, or none."""
    step = line[1] - line[0] if len(line) > 1 else 0
    if not game.exact or not step:
        return True
    marks = "".join(rows)
    for end, beyond in ((line[0], line[0] - step), (line[-1], line[-1] + step)):
        near = abs(end % game.m - beyond % game.m) <= 1 and 0 <= beyond < game.cells
        if near and marks[beyond] == mark:
            return False
    return True


def witness(position: Position, move: int) -> MoveEffect:
    """Return what a move does, from the rules alone."""

    def effect(kind: EffectKind, stops: bool = False, cells: tuple[int, ...] = (), count: int = 0) -> MoveEffect:
        return MoveEffect(kind, stops, Moves(game, cells), count)

    game, rows, mark, other = position.game, brute.rows_of(position), str(position.side), str(position.side.opponent)
    after = brute.with_mark(rows, move, mark)
    if brute.has_line(after, game, mark):
        return effect("wins")
    dangers = completing(rows, game, other)
    left = tuple(cell for cell in dangers if cell != move)
    if move in dangers and left:
        return effect("stops-but-lost", True, left)
    threats, ready = completing(after, game, mark), completing(rows, game, mark)
    made = tuple(cell for cell in threats if cell not in ready)
    if not left and (len(made) > 1 or (made and len(threats) == 1)):
        return effect("threats" if len(made) > 1 else "threat", move in dangers, made)
    if move in dangers:
        return effect("stops", True)
    if not left and len(completing(brute.with_mark(rows, move, other), game, other)) > 1:
        return effect("takes-their-fork")
    count = can_still_win(rows, game, mark, move)
    return effect("lines" if count else "nothing", count=count)


BOARDS = [
    Game(3, 3, 3),
    Game(4, 4, 3),
    Game(5, 4, 4),
    Game(4, 2, 2),
    Game(6, 5, 3, exact=True),
    Game(7, 6, 4),
    Game(3, 3, 1),
]


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_the_rules_say_the_same(game: Game) -> None:
    rng = random.Random(str(game))
    seen = set[str]()
    for _ in range(20):
        for position in brute.played(game, rng)[:-1][::3]:
            move = rng.choice(position.legal_moves)
            found = effect_of(position, move)
            assert found == witness(position, move), (position, move)
            seen.add(found.kind)
    assert len(seen) >= {1: 1, 2: 3}.get(game.k, 6)


@given(brute.positions(most=7))
def test_completions_are_cells_that_complete_a_line(position: Position) -> None:
    if position.outcome is None:
        free, rows = position.legal_moves, brute.rows_of(position)
        for mark, stones in (("X", position.x), ("O", position.o)):
            found = completions(position, stones)
            assert found == tuple(completing(rows, position.game, mark))
            assert found == tuple(cell for cell in free if completes(position.game, stones, cell))


SENTENCES: dict[EffectKind, list[tuple[str, str, str, str]]] = {
    "wins": [
        ("3,3,3", "XX./OO./...", "c1", "It wins: 3 in a row."),
        ("4,2,3-exact", "XX../OO..", "c1", "It wins: exactly 3 in a row."),
    ],
    "loses": [
        ("3,3,3-misere", "XX./OO./...", "c1", "It completes 3 in a row, and loses."),
        ("4,2,3-misere-exact", "XX../OO..", "c1", "It completes exactly 3 in a row, and loses."),
    ],
    "gives": [("4,2,2-gravity", "..../XO..", "c2", "It lets O complete 2 in a row at c1.")],
    "stops-but-lost": [("3,3,3", "X.X/O../X.O", "b1", "It stops one line, but X can complete another.")],
    "threats": [
        ("3,3,3", "X../.O./O.X", "c1", "It stops 3 in a row, and makes two threats at once: b1, c2."),
        ("5,5,3", "...../.X.../...../...../....O", "b3", "It makes two threats at once: b1, b4."),
        ("5,5,3", "X...X/....O/O..../...../.OX..", "c3", "It makes 3 threats at once: b2, d2, c4."),
    ],
    "threat": [
        ("3,3,3", "XX./.O./...", "c1", "It stops 3 in a row, and makes a threat: X must answer at a3."),
        ("3,3,3", "X../.../..O", "c1", "It makes a threat: O must answer at b1."),
        ("10,1,3-exact", "XX...XO.OO", "d1", "It makes a threat: O must answer at e1."),
    ],
    "stops": [("3,3,3", "XO./.X./...", "c3", "It stops 3 in a row.")],
    "takes-their-fork": [
        ("4,4,3", "X.../..../.X../...O", "b1", "It takes the cell where X could make two threats at once."),
        ("3,3,3", "XX./O../..O", "c2", "It takes the cell where O could make two threats at once."),
    ],
    "lines": [
        ("3,3,3", ".../.../...", "b2", ""),
        ("3,3,3", ".../.X./...", "b1", ""),
        ("3,3,3", "XX./O../...", "c3", ""),  # a threat that X does not answer, but wins
    ],
    "nothing": [("3,3,3", "XOX/XOO/OX.", "c3", "")],
}


@pytest.mark.parametrize("kind", get_args(EffectKind))
def test_sentences(kind: EffectKind) -> None:
    for game, board, cell, sentence in SENTENCES[kind]:
        position = parse_position(board, Game.from_text(game))
        move = parse_cell(position.game, cell)
        assert effect_words(position, move) == sentence
        assert effect_of(position, move).kind == kind
