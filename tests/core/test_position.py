"""Positions as values, play and its refusals, outcomes, and which stones a game can reach, in which order."""

import copy
import pickle
import random
from dataclasses import replace
from itertools import accumulate, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board_text.position_text import parse_position
from noughts.core import placing
from noughts.core.game import Game, cells_of, mask_of
from noughts.core.placing import order
from noughts.core.position import Outcome, Position, Side, completions, positions_after
from noughts.errors import IllegalMoveError, InvalidPositionError, LimitExceeded
from tests.core.brute import (
    attempt,
    can_be_reached,
    games,
    playouts,
    positions,
    reachable,
    rows_of,
    status,
    stones,
    with_mark,
)
from tests.refusals import refused

GAME = Game(3, 3, 3)


def test_boards_as_each_side_sees_them() -> None:
    position = Position(GAME).play(4).play(0).play(8)
    assert position.side is Side.O
    assert (position.x, position.o) == (1 << 4 | 1 << 8, 1 << 0)
    assert (position.own, position.theirs) == (position.o, position.x)
    assert position.empty == 0b011101110
    assert [position.stone(cell) for cell in (0, 4, 1)] == [Side.O, Side.X, None]
    assert position.ply == 3
    below = position.play(1)
    assert (below.own, below.theirs) == (below.x, below.o)
    assert below.boards(Side.X) == (below.x, below.o)
    assert below.boards(Side.O) == (below.o, below.x)


@given(positions())
def test_a_repr_gives_the_position_again(position: Position) -> None:
    assert eval(repr(position), {"Game": Game, "parse_position": parse_position}) == position


def test_the_positions_of_a_game() -> None:
    assert [str(position) for position in positions_after(Game(3, 1, 3), [1, 0, 2])] == ["...", ".X.", "OX.", "OXX"]
    with refused("error.move-number:2", "error.cell-taken:b1") as caught:
        list(positions_after(Game(3, 1, 3), [1, 1]))
    assert isinstance(caught.value, IllegalMoveError)
    assert caught.value.move == 1


@pytest.mark.parametrize("move", [-1, 9, 100, True, 4.0, "4", None, "a1"])
def test_playing_what_is_no_cell(move: object) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Position(GAME).play(move)  # type: ignore[arg-type]
    assert caught.value.move is move
    assert caught.value.reason == f"no cell {move!r}: expected an int from 0 to 8"
    assert str(caught.value) == caught.value.reason


@pytest.mark.parametrize("name", ["x", "anything"])
def test_nothing_can_be_set_or_deleted(name: str) -> None:
    position = Position(GAME).play(0)
    with pytest.raises(AttributeError, match=f"immutable: {name} cannot be set"):
        setattr(position, name, 0)
    with pytest.raises(AttributeError, match=f"immutable: {name} cannot be deleted"):
        delattr(position, name)
    assert position == Position(GAME).play(0)


def test_equal_stones_are_equal_positions() -> None:
    one = Position(GAME).play(0).play(1).play(2)
    other = Position(GAME).play(2).play(1).play(0)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position(GAME)
    assert Position(Game(3, 3, 2)) != Position(GAME)
    assert Position(GAME) != "..."
    assert len({one, other}) == 1


@given(positions(8))
def test_copies_and_pickles_are_equal(position: Position) -> None:
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert (twin.game, twin.outcome) == (position.game, position.outcome)


@given(playouts(games()))
def test_outcome_agrees_with_a_scan_of_the_rows(playout: list[Position]) -> None:
    for position in playout[-2:]:
        outcome = position.outcome
        expected = status(rows_of(position), position.game)
        assert (None if outcome is None else str(outcome.winner or "draw")) == expected


@given(playouts(games(9)))
def test_outcome_at_every_ply(playout: list[Position]) -> None:
    game = playout[0].game
    for position in playout:
        assert (position.outcome is None) == (status(rows_of(position), game) is None)
        assert Position.from_boards(game, position.x, position.o).outcome == position.outcome
    end = playout[-1].outcome
    assert end is not None
    if end.winner is not None:
        assert end.line in game.lines
        loser = end.winner.opponent
        assert {playout[-1].stone(cell) for cell in end.line or ()} == {loser if game.misere else end.winner}


@given(playouts(games()))
def test_play_adds_one_stone_and_leaves_the_parent_alone(full: bool, playout: list[Position]) -> None:
    assert [position.ply for position in playout] == list(range(len(playout)))
    step = 1 if full else len(playout) // 20 * 2 + 1  # plies of both sides
    for parent, child in [*pairwise(playout)][::step]:
        (move,) = set(parent.legal_moves) - set(cells_of(child.empty))
        assert child.stone(move) is parent.side
        assert child.side is parent.side.opponent
        assert rows_of(child) == with_mark(rows_of(parent), move, str(parent.side))
        assert parent.play_unchecked(move) == parent.play(move) == child
        assert parent.stone(move) is None


@given(positions(9))
def test_images_have_the_same_outcome_and_canonical_form(position: Position) -> None:
    for turn in position.game.symmetries:
        image = position.image(turn)
        assert image.canonical() == position.canonical()
        assert all(image.stone(turn[cell]) is position.stone(cell) for cell in range(position.game.cells))
        assert sorted(image.legal_moves) == sorted(turn[move] for move in position.legal_moves)
        assert str(image.outcome) == str(position.outcome)
        if image.outcome is not None and image.outcome.line is not None:
            assert {image.stone(cell) for cell in image.outcome.line} == {image.side.opponent}


@given(positions(9))
def test_canonical_form_is_an_image_and_stays(position: Position) -> None:
    canonical = position.canonical()
    images = [position.image(turn) for turn in position.game.symmetries]
    assert (canonical.x, canonical.o) == min((image.x, image.o) for image in images)
    assert canonical.canonical() is canonical


@given(positions())
def test_every_position_of_a_game_passes_the_gate(position: Position) -> None:
    again = Position.from_stones(position.game, cells_of(position.x), cells_of(position.o))
    assert again == position
    assert again.outcome == position.outcome


@pytest.mark.parametrize(
    "text",
    [
        *["3,3,3", "2,2,2", "3,2,2", "4,1,2", "1,4,3", "3,3,1", "3,3,2", "4,2,3", "2,1,1"],
        *["3,3,2-exact", "4,2,2-exact", "8,1,2-exact", "1,8,3-exact", "4,2,3-exact", "2,2,1-exact"],
        *["3,3,2-gravity", "3,2,2-gravity-misere", "2,4,2-gravity-exact", "4,2,3-gravity", "3,3,3-misere"],
        pytest.param("3,3,3-exact", marks=pytest.mark.slow),
    ],
)
def test_the_gate_passes_what_play_reaches_and_nothing_else(text: str) -> None:
    game = Game.from_text(text)
    expected, passed = reachable(game), set()
    for marks in product(".XO", repeat=game.cells):
        rows = tuple("".join(marks[start : start + game.m]) for start in range(0, game.cells, game.m))
        answer = attempt(Position.from_stones, game, stones(rows, "X"), stones(rows, "O"))
        if isinstance(answer, Position):
            passed.add(rows)
        else:
            assert isinstance(answer, InvalidPositionError)
    assert passed == expected


@given(games(6), st.randoms(use_true_random=False))
def test_the_gate_on_scattered_stones(game: Game, rng: random.Random) -> None:
    cells = rng.sample(range(game.cells), rng.randint(0, game.cells))
    x, o = cells[: (len(cells) + 1) // 2], cells[(len(cells) + 1) // 2 :]
    rows, game = ("." * game.m,) * game.n, replace(game, exact=False, gravity=False)
    for cell, mark in [(cell, "X") for cell in x] + [(cell, "O") for cell in o]:
        rows = with_mark(rows, cell, mark)
    assert isinstance(attempt(Position.from_stones, game, x, o), Position) == can_be_reached(rows, game)


@pytest.mark.parametrize(
    ("x", "o", "reasons"),
    [
        ([0, 1, 2, 3, 5], [4, 8], ["5 X to 2 O"]),
        ([], [4], ["0 X to 1 O: X moves first, so X has as many stones as O or one more"]),
        ([0, 1, 2], [3, 4, 5], ["both sides have won"]),
        ([0, 1, 2], [3, 4, 8], ["X has won, but O has moved since"]),
        ([0, 1, 3, 8], [2, 4, 6], ["O has won, but X has moved since"]),
        ([0, 0, 4], [8], ["X more than once on the same cell"]),
        ([4], [4], ["X and O on the same cell (b2)"]),
        ([9], [], ["X on cell 9, but the board has cells 0 to 8"]),
        (["a1"], [0.0], ["X on cell 'a1', but", "O on cell 0.0, but"]),
        ([True], [None], ["X on cell True, but", "O on cell None, but"]),
        (
            [9, 4, 4, 0, 1, 2],
            [4, 10],
            [
                "X on cell 9",
                "O on cell 10",
                "X more than once",
                "X and O on the same cell (b2)",
                "4 X to 1 O",
            ],
        ),
    ],
)
def test_every_fault_is_reported(x: list[int], o: list[int], reasons: list[str]) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.from_stones(GAME, x, o)
    assert len(caught.value.reasons) == len(reasons)
    for found, expected in zip(caught.value.reasons, reasons, strict=True):
        assert expected in str(found)
    assert str(caught.value) == "; ".join(map(str, caught.value.reasons))


def test_two_lines_need_a_common_last_move() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.from_stones(Game(3, 4, 3), [0, 1, 2, 6, 7, 8], [3, 4, 9, 10, 11])
    assert caught.value.reasons == (
        "both sides have won",
        "X has several lines that no single last move completes",
    )
    with refused("error.several-lines", side="X"):
        Position.from_stones(Game(3, 5, 3), [0, 1, 2, 12, 13, 14], [3, 4, 8, 9, 10])
    crossed = Position.from_stones(Game(5, 2, 3), [0, 1, 2, 3, 4], [5, 6, 8, 9])
    assert crossed.outcome == Outcome(Side.X, (0, 1, 2))


@given(games(5), st.lists(st.integers(-3, 30) | st.none(), max_size=9), st.lists(st.integers(-3, 30), max_size=9))
def test_the_gate_raises_nothing_else(game: Game, x: list[int], o: list[int]) -> None:
    answer = attempt(Position.from_stones, game, x, o)
    assert isinstance(answer, Position | InvalidPositionError)
    if isinstance(answer, InvalidPositionError):
        assert answer.reasons
    else:
        assert sorted(x) == stones(rows_of(answer), "X")


def test_an_overline_and_a_line_at_once_win_by_the_line() -> None:
    game = Game(4, 3, 3, exact=True)
    position = Position.from_stones(game, [0, 1, 3, 6, 10], [4, 7, 8, 9, 11])
    assert position.outcome is None
    assert position.play(2).outcome == Outcome(Side.X, (2, 6, 10))


def test_completions_complete_exactly_k() -> None:
    position = Position.from_stones(Game(6, 2, 3, exact=True), [0, 1, 3, 4], [6, 8, 9, 11])
    assert completions(position, position.x) == (5,)
    assert completions(position, position.o) == ()
    ordinary = Position.from_boards(replace(position.game, exact=False), position.x, position.o)
    assert completions(ordinary, position.o) == (7, 10)


def test_stones_that_no_order_places_without_a_line() -> None:
    game = Game(12, 4, 2, exact=True)
    rows = ("XXX.", "..X.", ".XXX", "X...")
    x = [12 * row + column for row, text in enumerate(rows) for column, mark in enumerate(text) if mark == "X"]
    o = [12 * row + column for row in (0, 2) for column in (5, 7, 9, 11)]
    assert not game.has_line(mask_of(tuple(x)))
    with refused("error.no-order"):
        Position.from_stones(game, x, o)


@pytest.mark.parametrize("text", ["4,3,2-exact", "10,1,2-exact", "11,1,3-exact", "4,3,3-exact", "3,3,3"])
def test_against_all_orders(text: str) -> None:
    game = Game.from_text(text)
    quiet = {0}  # the sets that some order reaches without a line
    for own in range(1, 1 << game.cells):
        if not game.has_line(own) and any(own ^ 1 << cell in quiet for cell in cells_of(own)):
            quiet.add(own)
        found = order(game, own)
        assert (found is not None) == (own in quiet)
        if found is not None:
            sets = list(accumulate((1 << cell for cell in found), int.__or__))
            assert sets[-1] == own
            assert not any(map(game.has_line, sets))


def test_the_last_stone_is_on_the_line() -> None:
    game = Game(7, 1, 3, exact=True)
    assert order(game, 0b1110111, last=0b0000111) is None
    found = order(game, 0b0110111, last=0b0000111)
    assert found is not None
    assert found[-1] in (0, 1, 2)


def test_a_search_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(4, 1, 3, exact=True)
    assert order(game, 0b1111) == (0, 1, 3, 2)
    monkeypatch.setattr(placing, "_TRIED", 1)
    with pytest.raises(LimitExceeded, match="no order of 4 stones found among 1 sets of stones"):
        order(game, 0b1111)
    large = Game(4, 3, 3, exact=True)
    undecided = Position.from_stones(large, [0, 1, 2, 3], [4, 6, 8, 11])
    assert undecided.outcome is None
