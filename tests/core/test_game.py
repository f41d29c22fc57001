"""Lines and symmetries, against brute force; columns before rows; games that do not exist."""

import json
import pickle
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game, Line, cells_of, mask_of
from noughts.errors import GameError
from tests.core.brute import attempt, games, has_line, small_games
from tests.refusals import refused


def winning_sets(game: Game) -> set[Line]:
    """Every k cells that win when one side has them and nothing else, found by trying them all."""
    found = set()
    for cells in combinations(range(game.cells), game.k):
        marks = "".join("X" if cell in cells else "." for cell in range(game.cells))
        rows = tuple(marks[start : start + game.m] for start in range(0, game.cells, game.m))
        if has_line(rows, game, "X"):
            found.add(cells)
    return found


def test_lines_are_all_winning_sets() -> None:
    for game in small_games():
        assert {tuple(sorted(line)) for line in game.lines} == winning_sets(game), game
        assert len(set(game.lines)) == len(game.lines)
        assert game.line_masks == tuple(sum(1 << cell for cell in line) for line in game.lines)
        for cell in range(game.cells):
            assert game.lines_through[cell] == tuple(mask for mask in game.line_masks if mask >> cell & 1)


def test_m_counts_columns_and_n_rows() -> None:
    game = Game(4, 3, 3)
    assert game.cells == 12
    assert game.cell(row=2, column=1) == 9
    assert game.row_column(9) == (2, 1)
    assert (0, 1, 2) in game.lines
    assert (1, 2, 3) in game.lines
    assert (0, 4, 8) in game.lines  # a whole column: three rows
    assert not any(line[0] // 4 == 0 and line[-1] == 12 for line in game.lines)


def test_symmetries_are_a_group() -> None:
    for game in small_games():
        maps = game.symmetries
        assert len(maps) == (2 if game.gravity else 8 if game.m == game.n else 4)
        assert maps[0] == tuple(range(game.cells))
        for first, second in product(maps, repeat=2):
            assert tuple(second[first[cell]] for cell in range(game.cells)) in maps, game
        for turn in maps:
            assert tuple(turn.index(cell) for cell in range(game.cells)) in maps, game


@given(games(9))
def test_symmetries_keep_the_lines(game: Game) -> None:
    lines = {frozenset(line) for line in game.lines}
    for turn in game.symmetries:
        assert {frozenset(turn[cell] for cell in line) for line in lines} == lines


@given(st.sets(st.integers(0, 675)))
def test_masks_and_cells_are_inverse(cells: set[int]) -> None:
    assert cells_of(mask_of(tuple(cells))) == tuple(sorted(cells))


@pytest.mark.parametrize("text", ["4,3,3", " 4 , 3 , 3 ", "4x3x3", "4 X 3 x 3", "04,3,3"])
@pytest.mark.parametrize(
    ("end", "options"), [("", ()), ("-exact", ("exact",)), (" - Misere-GRAVITY", ("gravity", "misere"))]
)
def test_texts_of_a_game(text: str, end: str, options: tuple[str, ...]) -> None:
    game = Game.from_text(text + end)
    assert game == Game(4, 3, 3, **dict.fromkeys(options, True))
    assert game.options == options
    assert Game.from_text(str(game)) == Game.from_list(game.to_list()) == eval(repr(game)) == game


def test_games_with_a_name() -> None:
    assert Game.from_text("Tic-Tac-Toe") == Game(3, 3, 3)
    assert str(Game.from_text(" connect-four\n")) == "7,6,4-gravity"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3,3",
        "3,3,3,3",
        "3;3;3",
        "-3,3,3",
        "٣,3,3",
        "1234567890,3,3",
        "3,3,3\n.",
        "3,3,3=",
        "3,3,3-",
        "3,3,3-exact-exact",
        "3,3,3-round",
    ],
)
def test_texts_that_are_no_game(text: str) -> None:
    with refused("error.not-a-game") as caught:
        Game.from_text(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("sizes", "complaint"),
    [
        ((0, 3, 1), "columns must be from 1 to 26, not 0"),
        ((27, 3, 3), "columns must be from 1 to 26, not 27"),
        ((3, 1000, 3), "rows must be from 1 to 26, not 1000"),
        ((3, 3, 0), "k must be from 1 to 3"),
        ((4, 3, 5), "k must be from 1 to 4"),
        ((3.0, 3, 3), "columns must be a whole number, not 3.0"),
        ((3, 3, True), "k must be a whole number, not True"),
    ],
)
def test_games_that_do_not_exist(sizes: tuple[int, int, int], complaint: str) -> None:
    with pytest.raises(GameError) as caught:
        Game(*sizes)
    assert complaint in str(caught.value)
    assert repr(",".join(map(str, sizes))) in str(caught.value)


@given(st.text(alphabet="0123456789,x -", max_size=12) | st.text(max_size=12))
def test_any_text_is_a_game_or_a_game_error(text: str) -> None:
    assert isinstance(attempt(Game.from_text, text), Game | GameError)


def test_pickling_leaves_the_tables_behind() -> None:
    game = Game(26, 26, 5, exact=True)
    before = len(pickle.dumps(game))
    assert game.lines
    assert game.lines_through
    assert game.windows_through
    assert len(pickle.dumps(game)) == before
    assert pickle.loads(pickle.dumps(game)) == game


@given(games())
def test_texts_and_documents_give_the_game_again(game: Game) -> None:
    assert Game.from_text(str(game)) == game
    assert Game.from_list(json.loads(json.dumps(game.to_list()))) == game
    assert eval(repr(game)) == game
    assert game.to_list()[:3] == [game.m, game.n, game.k]


@pytest.mark.parametrize("items", [None, "3,3,3", [3, 3], [3, 3, 3, "="], [3, 3, 3, True], [3, 3, 3, "exact", 1], {}])
def test_lists_that_are_no_game(items: object) -> None:
    with refused("error.game-list"):
        Game.from_list(items)


@given(games(9))
def test_windows_agree_with_lines(game: Game) -> None:
    assert tuple(line for line, _ in game.windows) == game.line_masks
    for cell in range(game.cells):
        assert game.windows_through[cell] == tuple(each for each in game.windows if each[0] >> cell & 1)
    if not game.exact or game.k in (1, max(game.m, game.n)):
        assert all(line == window for line, window in game.windows)


@given(games(7), st.integers(0, 2**49))
def test_a_side_has_a_line_where_the_rows_show_one(game: Game, stones: int) -> None:
    stones &= game.full
    marks = "".join("X" if stones >> cell & 1 else "." for cell in range(game.cells))
    rows = tuple(marks[start : start + game.m] for start in range(0, game.cells, game.m))
    if game.k > 1:  # with k = 1 no game goes on after the first stone
        assert game.has_line(stones) == has_line(rows, game, "X")
