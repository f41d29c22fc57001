"""The search where stones fall: its bounds by plain minimax, its values by alpha-beta and the published ones."""

import random
from collections import Counter
from itertools import islice

import pytest

from benchmarks.other_games import CONNECT_4, SIGNS
from noughts.app.line_adviser import line_adviser
from noughts.board_text.position_text import parse_position
from noughts.core.budget import Budget
from noughts.core.game import Game, cells_of
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.jit.kernels import compiled
from noughts.prove.line_search import LineSearch
from noughts.solve.alpha_beta import AlphaBeta
from noughts.solve.board_words import board_of, mask_of_words
from noughts.solve.gravity.answering import NO_BOUND, most_by_answering
from noughts.solve.gravity.book import Book, canonical, open_positions, shipped_book, written
from noughts.solve.gravity.gravity_search import GravitySearch, suits, value_of
from noughts.solve.gravity.stones import compiles, completing, has_line, landing_cells, mirrored, shape_of, width_of
from noughts.solve.solver import Solver
from noughts.strategies import registry
from tests.witnesses import assert_loses, every_position, minimax, random_position

pytestmark = pytest.mark.usefixtures("kernels")

CONNECT_FOUR = Game.from_text("connect-four")


def gravity(text: str) -> Game:
    return Game.from_text(f"{text}-gravity")


def score_of(value: Value, free: int) -> int:
    """The score of a value with a distance: the inverse of `value_of`."""
    return 0 if value.distance is None else value.result * ((free - value.distance) // 2 + 1)


@pytest.mark.parametrize("text", ["4,4,4", "5,3,3", "3,6,4", "6,5,5", "4,3,2", "7,6,4", "3,2,1"])
def test_lines_are_those_of_the_game(text: str) -> None:
    """Of any stones, also of such as float: the cells that complete a line, and whether there is one."""
    game, rng = gravity(text), random.Random(text)
    search = GravitySearch(game)
    shape = search.shape
    for _ in range(200):
        stones = rng.getrandbits(game.cells) & rng.getrandbits(game.cells)
        ours = search.stones(stones)
        assert has_line(ours, shape) == game.has_line(stones)
        completed = completing(ours, shape)
        for cell in cells_of(game.full & ~stones):
            completes = any(line & ~stones == 1 << cell for line in game.lines_through[cell])
            assert bool(completed & search.stones(1 << cell)) == completes


def test_the_mirror_image() -> None:
    game = gravity("4,3,3")
    search = GravitySearch(game)
    for stones in range(1 << game.cells):
        image = sum(1 << game.symmetries[1][cell] for cell in cells_of(stones))
        assert mirrored(search.stones(stones), search.shape) == search.stones(image)


@pytest.mark.parametrize("text", ["3,4,3", "4,3,3", "2,6,3", "3,3,3"])
def test_no_answering_promises_too_much(text: str) -> None:
    """In every open position the bound is one, also of those where it would be asked for in vain."""
    game, kinds = gravity(text), Counter[str]()
    search = GravitySearch(game)
    for position in every_position(game):
        own, theirs = map(search.stones, (position.own, position.theirs))
        shape, taken = search.shape, own | theirs
        if position.outcome is not None:
            continue
        threats = completing(theirs, shape) & shape.board & ~taken
        most = most_by_answering(shape, own, taken, threats)
        score = score_of(minimax(position), position.empty.bit_count())
        assert score <= most, position
        kinds["none" if most == NO_BOUND else "draw" if most == 0 else "loss"] += 1
    assert kinds["none"]
    assert kinds["draw"]


@pytest.mark.parametrize("text", ["4,4,4", "5,4,4", "5,5,4", "4,6,3", "6,3,3", "7,6,4"])
def test_no_answering_promises_too_much_on_larger_boards(text: str) -> None:
    game, rng, kinds = gravity(text), random.Random(text), Counter[bool]()
    search, witness = GravitySearch(game), AlphaBeta(game, compiled=True)
    for _ in range(300):
        position = random_position(game, game.cells - rng.randint(1, 14), rng)
        own, theirs = map(search.stones, (position.own, position.theirs))
        shape, taken = search.shape, own | theirs
        threats = completing(theirs, shape) & shape.board & ~taken
        most = most_by_answering(shape, own, taken, threats)
        kinds[most < 0] += 1
        if most < NO_BOUND:
            assert score_of(witness.value(position), position.empty.bit_count()) <= most, position
    assert kinds[True]


@pytest.mark.parametrize(
    ("text", "stones"),
    [("7,6,4", 16), ("6,6,4", 12), ("8,5,4", 16), ("5,6,3", 8), ("6,5,5", 10), ("4,9,4", 12), ("9,4,4", 14)],
)
def test_values_are_those_of_alpha_beta(text: str, stones: int, full: bool) -> None:
    """Plain and compiled, also with the smallest table; they share no code with alpha-beta."""
    game, rng = gravity(text), random.Random(text)
    plain, quick, forgetful = (GravitySearch(game, memory) for memory in (1 << 24, 1 << 24, 0))
    quick.compile()
    forgetful.compile()
    witness = AlphaBeta(game, compiled=True)
    for _ in range(60 if full else 6):
        position = random_position(game, rng.randint(stones, game.cells - 1), rng)
        value = witness.value(position)
        assert quick.value(position) == value, position
        assert quick.value(position, distance=False).result == value.result
        free = position.empty.bit_count()
        for plies in (1, 4, 7, free):
            ends = (value.distance or free) <= plies
            assert plain.value_within(position, plies) == (value if ends else None)
        if free < 20:
            assert plain.value(position) == value
            assert forgetful.value(position) == value
    assert quick.is_compiled


WIDE = ["8,8,4", "9,7,4", "9,7,5", "10,6,4", "12,5,4", "16,7,7"]  # two words


@pytest.mark.parametrize("text", ["8,7,4", *WIDE])  # the first is all bits of one word, the last of two
def test_boards_of_two_words(text: str, full: bool) -> None:
    """Plain and compiled, also with the smallest table: two positions of one row are not mistaken for each other."""
    game, rng = gravity(text), random.Random(text)
    plain, quick, forgetful = (GravitySearch(game, memory) for memory in (1 << 24, 1 << 24, 0))
    quick.compile()
    forgetful.compile()
    assert width_of(game) == 1 + (text in WIDE)
    for _ in range(40 if full else 6):
        position = random_position(game, game.cells - rng.randint(4, 10), rng)
        value = AlphaBeta(game).value(position)
        for search in (plain, quick, forgetful):
            assert search.value(position) == value, position


@pytest.mark.parametrize("text", ["9,7,5", "8,8,4", "10,6,4"])
def test_compiled_and_plain_search_count_the_same_nodes(text: str) -> None:
    """Without a table that forgets, a search is the same on ints and on two words."""
    game, rng = gravity(text), random.Random(text)
    for _ in range(4):
        plain, quick = GravitySearch(game), GravitySearch(game)
        quick.compile()
        position = random_position(game, game.cells - 18, rng)
        values = [search.value(position, Budget(nodes=20_000)) for search in (plain, quick)]
        assert values[0] == values[1]
        assert plain.nodes == quick.nodes


@pytest.mark.parametrize("width", [1, 2])
def test_sums_carry_from_word_to_word(width: int) -> None:
    """The cells on which stones fall are a sum; here of any two boards, also with all bits of the lower word."""
    game, rng, bits = Game(16, 4 * width - 1, 3, gravity=True), random.Random(width), 64 * width
    plain, words = shape_of(game), shape_of(game, is_compiled=True)
    lower = (1 << 64) - 1
    for _ in range(300):
        a, b = (rng.getrandbits(bits - 1) | rng.choice([0, lower]) >> 2 - width for _ in range(2))
        boards = [board_of(mask, width) for mask in (a, b, (1 << bits) - 1)]
        total = compiled(landing_cells)(boards[0], words._replace(bottom=boards[1], board=boards[2]))
        assert mask_of_words(total) == a + b
        assert landing_cells(a, plain._replace(bottom=b, board=(1 << bits) - 1)) == a + b


def test_boards_that_fit_no_word() -> None:
    game, rng = gravity("12,10,4"), random.Random(9)
    search = GravitySearch(game)
    assert not compiles(game)
    assert suits(game)
    assert not suits(Game.from_text("7,6,4-gravity-misere"))
    for _ in range(5):
        position = random_position(game, 113, rng)
        assert search.value(position) == minimax(position)


@pytest.mark.parametrize("columns", range(4, 9))
def test_tromps_values(columns: int) -> None:
    game = Game(columns, 4, 4, gravity=True)
    search = GravitySearch(game)
    search.compile()
    assert SIGNS[search.value(Position(game)).result] == CONNECT_4[4][columns - 4]


@pytest.mark.parametrize("free", range(1, 12))
def test_scores_are_values(free: int) -> None:
    for distance in range(1, free + 1):
        value = Value(1 if distance % 2 else -1, distance)
        assert value_of(score_of(value, free), free) == value
    assert value_of(0, free) == Value(0, free)


def test_a_limit_of_nodes_is_kept() -> None:
    position = parse_position("4444", CONNECT_FOUR)
    search = GravitySearch(CONNECT_FOUR)
    search.compile()
    with pytest.raises(LimitExceeded):
        search.value(position, Budget(nodes=50_000))
    assert search.nodes == 50_000


def test_the_shipped_book() -> None:
    """Each value follows from those one ply later, and the answers say that they are from the book."""
    book, solver = shipped_book(), Solver()
    shape = GravitySearch(CONNECT_FOUR).shape
    for ply, positions in enumerate(islice(open_positions(shape), max(0, book.plies))):
        for stones in positions:
            position = position_of(CONNECT_FOUR, stones)
            values = [book.value(position.play(move)) for move in position.legal_moves]
            assert book.value(position) == max(value.parent() for value in values if value), (ply, position)
    solution = solver.solve(Position(CONNECT_FOUR), distance=True)
    assert (solution.value, solution.arguments) == (Value(1, 41), ("opening book",))
    assert solution.moves is not None
    assert solution.moves.names == ["d6"]
    assert book.value(parse_position("1" * 2 + "2" * (book.plies - 1), CONNECT_FOUR)) is None
    assert book.value(Position(gravity("7,5,4"))) is None


def position_of(game: Game, stones: tuple[int, int]) -> Position:
    search, (own, taken) = GravitySearch(game), stones
    sides = [[cell for cell in range(game.cells) if search.stones(1 << cell) & side] for side in (own, own ^ taken)]
    x, o = sides if taken.bit_count() % 2 == 0 else sides[::-1]
    return Position.from_stones(game, x, o)


def test_a_book_of_a_small_game() -> None:
    """Written and read again, it has the value of every position, and of its mirror image."""
    game = gravity("4,3,3")
    search = GravitySearch(game)
    rows = [
        [score_of(minimax(position_of(game, stones)), game.cells - ply) for stones in layer]
        for ply, layer in enumerate(islice(open_positions(search.shape), 5))
    ]
    book = Book(written(game, rows))
    for position in every_position(game):
        if position.ply <= 4 and position.outcome is None:
            assert book.value(position) == minimax(position)
        else:
            assert book.value(position) is None
    assert canonical(search.shape, (1, 1)) == canonical(search.shape, (1 << 12, 1 << 12))


def test_the_hard_level_is_beaten_by_exact_values() -> None:
    """Moving second it loses in the first game that is tried, with the book's first move."""
    strategy = registry.load(registry.stand_in(CONNECT_FOUR))
    search = LineSearch(strategy, CONNECT_FOUR, Side.O, line_adviser(Solver(), CONNECT_FOUR, lambda: 1e9))
    line = next(search.games_tried())
    assert line is not None
    assert search.by_values(line)
    assert CONNECT_FOUR.name(line[0]) == "d6"
    assert_loses(strategy, CONNECT_FOUR, Side.O, [CONNECT_FOUR.name(move) for move in line])
