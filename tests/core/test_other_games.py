"""Games with options: their texts and moves, against the rules written once more; their sizes and published values."""

import random
from pathlib import Path

import pyspiel
import pytest

from benchmarks.other_games import SIGNS, games
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.notation import move_words, parse_cell
from noughts.core.position import Position, Side
from noughts.core.record import Record, parse_moves
from noughts.solve.alpha_beta import AlphaBeta
from noughts.walk.game_size import sequences, walked
from tests.core import brute
from tests.refusals import refused
from tests.witnesses import layers

CONNECT_FOUR = Game.from_text("connect-four")
PLAYED = [
    *("3,3,3", "4,3,3-misere", "3,3,3-misere", "7,6,4-gravity", "4,4,4-gravity", "5,4,3-gravity-misere"),
    *("6,5,4-gravity-exact", "5,5,3-exact", "9,9,5-misere", "4,6,3-misere-exact", "8,3,3-gravity-misere-exact"),
    "26,4,4-gravity",
]


@pytest.mark.parametrize("text", PLAYED)
def test_random_games_by_both_rules(text: str, full: bool) -> None:
    """A game of each implementation goes on and ends where the other one does, with the same moves in each position."""
    game, rng = Game.from_text(text), random.Random(text)
    for _ in range(200 if full else 5):
        position, rows = Position(game), ("." * game.m,) * game.n
        while position.outcome is None:
            assert brute.status(rows, game) is None
            assert list(position.legal_moves) == brute.moves(rows, game)
            move = rng.choice(position.legal_moves)
            rows = brute.with_mark(rows, move, str(position.side))
            position = position.play(move)
            assert brute.rows_of(position) == rows
        assert brute.status(rows, game) == (position.outcome.winner.value if position.outcome.winner else "draw")


def test_columns() -> None:
    position = parse_position("4453", CONNECT_FOUR)
    assert str(position).endswith("...O.../..OXX..")
    assert position == parse_position("d d e c", CONNECT_FOUR) == parse_position("ddec", CONNECT_FOUR)
    assert parse_cell(CONNECT_FOUR, "D", position.x | position.o) == CONNECT_FOUR.cell(3, 3)
    assert position == parse_position("d6, D5, e6, c6", CONNECT_FOUR)
    assert move_words(Game(7, 6, 4), "4453") == move_words(CONNECT_FOUR, "0" * 42) == []
    with refused("error.no-column", column="8"):
        parse_position("4458", CONNECT_FOUR)
    moves = parse_moves(CONNECT_FOUR, "4453")
    assert Record(CONNECT_FOUR, moves).cell_names == ["d6", "d5", "e6", "c6"]
    with refused("error.move-number"):
        parse_moves(CONNECT_FOUR, "4444444")


def test_a_stone_falls() -> None:
    position = Position(CONNECT_FOUR)
    assert [CONNECT_FOUR.name(move) for move in position.legal_moves] == ["a6", "b6", "c6", "d6", "e6", "f6", "g6"]
    with refused("error.cell-floats", cell="d5"):
        position.play(CONNECT_FOUR.cell(4, 3))
    with refused("error.stone-floats", cell="a2"):
        Position.from_stones(Game(3, 3, 3, gravity=True), [3], [])


def test_columns_filled_in_no_order_are_refused() -> None:
    """O has the lowest stone of every column, and X begins."""
    with refused("error.no-order"):
        Position.from_stones(Game(2, 2, 2, gravity=True), [0], [2])


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("4,3,4-gravity", 12_031),
        *(
            pytest.param(text, count, marks=pytest.mark.slow)
            for text, count in [("3,5,4-gravity", 38_310), ("5,3,4-gravity", 158_911), ("4,4,4-gravity", 161_029)]
        ),
    ],
)
def test_positions_that_are_reached(text: str, positions: int) -> None:
    assert walked(Game.from_text(text)).positions == positions


SMALL = [game for game in games() if game.cells <= 12 or game.gravity]
LARGE = [pytest.param(game, marks=pytest.mark.slow) for game in games() if game not in SMALL]


@pytest.mark.parametrize("text", ["3,3,3-gravity", "4,3,3-gravity-misere", "3,3,3-misere", "3,4,3-gravity-exact"])
def test_sequences_of_moves(text: str) -> None:
    """They are counted by following each one, by the other implementation of the rules."""
    game = Game.from_text(text)
    layer = [("." * game.m,) * game.n]
    for depth in range(6):
        assert sequences(game, depth) == len(layer)
        mark = "XO"[depth % 2]
        layer = [
            brute.with_mark(rows, move, mark)
            for rows in layer
            if brute.status(rows, game) is None
            for move in brute.moves(rows, game)
        ]
    assert sequences(CONNECT_FOUR, 7) == 823_536


@pytest.mark.parametrize("game", [*(game for game in SMALL if game.cells <= 20), *LARGE], ids=str)
def test_published_values(game: Game) -> None:
    assert SIGNS[AlphaBeta(game).value(Position(game)).result] == games()[game]


TABLE = [
    (row.split()[0], [int(count) for count in row.split()[1:]])
    for row in Path(__file__).with_name("perft.txt").read_text().splitlines()
    if not row.startswith("#")
]


@pytest.mark.parametrize(
    ("game", "counts"),
    [pytest.param(*row, marks=pytest.mark.slow if row[0] == "4,3,3" else (), id=row[0]) for row in TABLE],
)
def test_every_ply_of_the_table(game: str, counts: list[int]) -> None:
    found = []
    for layer in layers(Position(Game.from_text(game))):
        found.append(sum(ways * len(position.legal_moves) for position, ways in layer.items()))
        if len(found) == len(counts):
            break
    # Where games end early there is no layer left to count.
    assert found + [0] * (len(counts) - len(found)) == counts


@pytest.mark.parametrize(("game", "counts"), TABLE, ids=[game for game, _ in TABLE])
def test_sequences_are_one_entry_of_the_table(game: str, counts: list[int]) -> None:
    depths = range(1, len(counts) + 1) if game == "3,3,3" else range(1, min(len(counts), 4) + 1)
    assert [sequences(Game.from_text(game), depth) for depth in depths] == [counts[depth - 1] for depth in depths]


def returns(position: Position) -> list[float]:
    """Return the result for X and O: 0 while the game is on, as OpenSpiel has it."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return [0, 0]
    return [1, -1] if outcome.winner is Side.X else [-1, 1]


@pytest.mark.gate
@pytest.mark.parametrize(
    "size",
    [
        *[(3, 3, 1), (3, 3, 3), (4, 3, 3), (3, 4, 4), (1, 5, 3), (5, 1, 3), (2, 7, 4)],
        *[(7, 6, 5), (15, 15, 5), (26, 3, 6)],
    ],
    ids=str,
)
def test_the_same_game(size: tuple[int, int, int]) -> None:
    game, rng = Game(*size), random.Random(str(size))
    theirs = pyspiel.load_game(f"mnk(m={game.m},n={game.n},k={game.k})")
    assert theirs.num_distinct_actions() == game.cells
    for _ in range(20 if game.cells < 200 else 2):
        position, state = Position(game), theirs.new_initial_state()
        while not state.is_terminal():
            assert list(position.legal_moves) == state.legal_actions()
            assert position.outcome is None
            assert ["X", "O"][state.current_player()] == str(position.side)
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            state.apply_action(move)
            assert parse_position(str(state), game) == position
        assert position.outcome is not None
        assert returns(position) == state.returns()
