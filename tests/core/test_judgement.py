"""A move judged by exact values."""

import pytest

from noughts.core.game import Game
from noughts.core.judgement import Judgement, judge, judge_game
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.value import Value
from noughts.errors import LimitExceeded


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


def test_a_mistake_gives_value_away() -> None:
    values = {cell: Value(result) for cell, result in enumerate((1, 0, -1))}
    assert [judge(values, cell).mistake for cell in values] == [False, True, True]
    assert not judge({0: Value(-1)}, 0).mistake


def test_a_mistake_names_the_moves_that_keep_the_result() -> None:
    values = {cell: Value(result) for cell, result in zip((2, 3, 5, 7), (1, 0, 1, -1), strict=True)}
    assert [judge(values, cell).better for cell in values] == [(), (2, 5), (), (2, 5)]
    lost = {2: Value(-1), 3: Value(-1)}
    assert judge(lost, 3).better == ()


def test_a_game_is_judged_from_its_end() -> None:
    limit = LimitExceeded("no time")

    def truth(position: Position) -> dict[int, Value]:
        if position.ply == 1:
            raise limit
        return dict.fromkeys(position.legal_moves, Value(0))

    judged = [*judge_game(Record(Game(3, 1, 3), (0, 1, 2)), truth)]
    assert judged == [Judgement(0, 0, only=True, forced=True), limit, Judgement(0, 0)]
