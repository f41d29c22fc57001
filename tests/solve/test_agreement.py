"""Every solver against plain minimax, in one table: `solver x game`. Minimax shares no code with any of them.

A solver is made for a game and answers a position with a value; some of its answers are a result without a distance.
The solvers of the weak game, and the pairings, answer whether Maker completes a line.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from noughts.core.game import Game, cells_of
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.jit.kernels import compiled
from noughts.solve.alpha_beta import AlphaBeta
from noughts.solve.board_words import board_of, mask_of_words
from noughts.solve.gravity.gravity_search import GravitySearch
from noughts.solve.minimax import Plain
from noughts.solve.pairs import find_pairs, pairs_hold
from noughts.solve.solver import Solver
from noughts.solve.strong.geometry import geometry
from noughts.solve.strong.pairing import find_pairs as find_pairs_compiled
from noughts.solve.strong.pairing import pair_memory
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.retrograde import solve_all
from noughts.solve.threat_search import ThreatSearch
from noughts.solve.weak.plain_search import PlainWeakSolver
from noughts.solve.weak.weak_solver import WeakSolver
from tests.witnesses import (
    MAKER_BREAKER_GAMES,
    every_position,
    forced,
    maker_breaker_positions,
    maker_wins,
    minimax,
    random_position,
)

pytestmark = pytest.mark.usefixtures("kernels")

Answer = Callable[[Position], Value]
Make = Callable[[Game], Answer]
Compiled = partial(StrongSearch, is_compiled=True)
Search = Callable[..., StrongSearch]


def with_moves(one: Plain | Table) -> Answer:
    """The values of the moves are those of the positions that they lead to."""

    def value(position: Position) -> Value:
        children = {move: minimax(position.play(move)).parent() for move in position.legal_moves}
        assert list(one.values(position).items()) == list(children.items()), position
        return one.value(position)

    return value


def plain(game: Game) -> Answer:
    return with_moves(Plain(limit=10**8))


def table(game: Game) -> Answer:
    return with_moves(solve_all(game).table)


def searched(engine: Search, game: Game) -> Answer:
    """Ask a search for either side, and one with an empty table for the distance."""
    searches = {side: engine(game, side) for side in Side}

    def value(position: Position) -> Value:
        for side, result in ((position.side, 1), (position.side.opponent, -1)):
            answer = searches[side].ask(position)
            plies = engine(game, side).distance(position)
            assert answer.forces is (plies is not None), (position, side)
            if plies is not None:
                assert answer.plies is None or answer.plies >= plies
                assert searches[side].distance(position) == plies
                return Value(result, plies)
        return Value(0, position.empty.bit_count())

    return value


def alpha_beta(game: Game) -> Answer:
    """In plain Python and compiled, with one table each."""
    searches = [AlphaBeta(game, compiled=compiled) for compiled in (False, True)]

    def value(position: Position) -> Value:
        found, compiled = (search.value(position) for search in searches)
        assert found == compiled, position
        return found

    return value


def falling(game: Game) -> Answer:
    """The search where stones fall, in plain Python and compiled."""
    plain, compiled = GravitySearch(game), GravitySearch(game)
    compiled.compile()

    def value(position: Position) -> Value:
        found = compiled.value(position)
        assert plain.value(position) == found, position
        return found

    return value


def plain_search(game: Game) -> Answer:
    return searched(StrongSearch, game)


def compiled_search(game: Game) -> Answer:
    return searched(Compiled, game)


def solver(game: Game) -> Answer:
    """Arguments and searches: the walk is switched off."""
    one = Solver()

    def value(position: Position) -> Value:
        found = one.value(position)
        for side, result in ((position.side, 1), (position.side.opponent, -1)) if game.blocking_suffices else ():
            assert one.forces(position, side) == (found.result == result)
        return Value(found.result)

    return value


# Games of which every position is asked about.
EVERY_POSITION: dict[Make, str] = {
    plain: "3,3,3 4,2,3 2,4,2 3,3,2 1,5,3 2,2,1 3,3,2-exact 4,2,2-exact 2,4,3-exact 6,1,2-exact 2,2,1-exact "
    "3,3,3-misere 3,3,2-gravity 2,3,2-misere 2,4,2-gravity-exact",
    table: "3,3,3 4,2,3 2,4,2 3,3,2 1,1,1 2,2,1 2,2,2 5,1,3 1,6,2 3,2,3",
    alpha_beta: "3,3,3 2,4,2 3,3,2 1,5,3 2,2,1 3,3,2-exact 4,2,2-exact 2,4,3-exact 6,1,2-exact "
    "3,3,3-misere 3,2,2-gravity 3,3,3-gravity 2,4,2-gravity-misere 4,1,2-misere-exact",
    falling: "3,3,3-gravity 3,4,3-gravity 4,2,2-gravity 2,5,4-gravity 3,2,1-gravity",
    plain_search: "3,3,3 3,3,3-exact 3,3,2-exact 4,2,2-exact 4,2,3-exact",
    compiled_search: "3,3,3 3,3,3-exact 3,3,2-exact 4,2,2-exact",
}
# Games of which random positions are asked about, and the fewest stones in them.
SOME_POSITIONS: dict[Make, str] = {
    plain: "6,6,6:28 4,4,3:8 4,4,4-gravity:7 3,4,3-misere:5",
    table: "4,4,3:7 4,4,4:7 6,2,3:3 7,2,4:5 5,3,3:6",
    alpha_beta: "4,4,3:5 5,3,3:4 5,4,4:9 5,5,4:16 6,4,3-exact:15 8,2,3-exact:7 4,4,2-exact:6 5,4,4-exact:11 "
    "2,10,3-exact:10 9,8,5:63 4,4,4-gravity:6 5,4,4-gravity:11 6,4,4-gravity:15 4,4,3-misere:8 5,4,4-gravity-misere:11",
    falling: "4,4,4-gravity:6 5,4,4-gravity:11 6,4,4-gravity:14 6,5,5-gravity:18",
    plain_search: "4,4,3:5 4,4,4:6 5,3,3:4 5,4,4:9 6,3,4:7 5,4,5:10 6,4,3-exact:15 8,2,3-exact:7 4,4,2-exact:6 "
    "2,10,3-exact:10",
    compiled_search: "4,4,3:5 4,4,4:6 5,3,3:4 5,4,4:9 6,3,4:7 5,4,5:10 5,5,4:16 6,6,4:27 8,8,4:55 9,8,5:63 12,10,5:111 "
    "6,4,3-exact:15 8,2,3-exact:7 4,4,2-exact:6 2,10,3-exact:10 9,8,4-exact:63",
    solver: "4,4,3:6 4,4,4:7 5,3,3:6 5,4,4:12 5,4,4-exact:11 7,2,3-exact:6 5,4,4-gravity:11 4,4,3-misere:7",
}
# Games of which the empty board is asked about.
EMPTY_BOARD: dict[Make, str] = {plain: "4,3,2-exact 5,2,3-exact"}
LONG_EVERY: dict[Make, str] = dict.fromkeys((plain, table, plain_search, compiled_search), "4,3,3")
LONG_SOME: dict[Make, str] = {
    compiled_search: "15,15,5:216"
}  # of four words, which only this tier compiles: see tests/kernels.py
LONG_EMPTY: dict[Make, str] = {plain: "4,3,3-exact 6,2,3-exact"}


def rows(quick: dict[Make, str], long: dict[Make, str]) -> list[Any]:
    return [
        pytest.param(make, name, marks=marks, id=f"{make.__name__} {name}")
        for games, marks in ((quick, ()), (long, pytest.mark.slow))
        for make, names in games.items()
        for name in names.split()
    ]


def compare(answer: Answer, position: Position, expected: Value) -> None:
    value = answer(position)
    assert value == (expected if value.distance is not None else Value(expected.result)), position


@pytest.mark.parametrize(("make", "name"), rows(EVERY_POSITION, LONG_EVERY))
def test_every_position(make: Make, name: str) -> None:
    game = Game.from_text(name)
    answer = make(game)
    for position in every_position(game):
        compare(answer, position, minimax(position))


@pytest.mark.parametrize(("make", "name"), rows(SOME_POSITIONS, LONG_SOME))
def test_some_positions(make: Make, name: str, full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.solve.minimax.LIMIT", 0)
    text, _, fewest = name.partition(":")
    game, rng = Game.from_text(text), random.Random(name)
    answer = make(game)
    for _ in range(30 if full else 15):
        position = random_position(game, rng.randint(int(fewest), game.cells - 1), rng)
        compare(answer, position, minimax(position))


@pytest.mark.parametrize(("make", "name"), rows(EMPTY_BOARD, LONG_EMPTY))
def test_the_empty_board(make: Make, name: str) -> None:
    position = Position(Game.from_text(name))
    compare(make(position.game), position, minimax(position))


WITHIN = "4,4,3:8 5,4,4:11 6,3,4:9 6,4,3-exact:15 8,2,3-exact:8 4,4,2-exact:6 2,10,3-exact:11"


@pytest.mark.parametrize("name", WITHIN.split())
def test_a_search_within_every_number_of_plies(name: str, full: bool) -> None:
    """Also with a table of one entry."""
    text, _, fewest = name.partition(":")
    game, rng = Game.from_text(text), random.Random(name)
    for _ in range(20 if full else 10):
        position = random_position(game, rng.randint(int(fewest), game.cells - 1), rng)
        for side in Side:
            plies = forced(position, side)
            assert StrongSearch(game, side, 0).distance(position) == plies
            for engine in (StrongSearch, Compiled):
                search = engine(game, side)
                for limit in range(9):
                    within = plies is not None and plies <= limit
                    assert search.ask(position, limit).forces is within, (position, side, limit)


@pytest.mark.parametrize("name", ["5,4,4:11", "6,3,4:9", "6,4,3-exact:15", "5,5,4:15", "7,4,4:16", "6,6,5:25"])
def test_threats_win_only_where_there_is_a_win(name: str) -> None:
    text, _, fewest = name.partition(":")
    game, rng = Game.from_text(text), random.Random(name)
    searches, wins = {side: ThreatSearch(game, side) for side in Side}, 0
    for _ in range(30):
        position = random_position(game, rng.randint(int(fewest), game.cells - 1), rng)
        for side, search in searches.items():
            if search.start(position) and search.advance(10_000).forces:
                assert forced(position, side) is not None, (position, side)
                wins += 1
    assert wins > 2


# --- the weak game: whether Maker completes a line


MakerAnswer = Callable[[Game, int, int, bool], bool | None]  # None: no answer


def asked(one: WeakSolver | PlainWeakSolver, game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
    """Ask past the arguments at the root; Breaker's reply, where there is one, holds."""
    assert one.begin(maker, breaker, maker_moves)
    forces = one.advance(1 << 40).forces
    if one.reply is not None:
        assert not maker_wins(game.line_masks, maker, breaker | 1 << one.reply, True)
    return forces


def searching() -> MakerAnswer:
    """With an empty table for each question."""

    def answer(game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
        return asked(WeakSolver(game), game, maker, breaker, maker_moves)

    return answer


def remembering() -> MakerAnswer:
    solvers = {game: WeakSolver(game) for game in MAKER_BREAKER_GAMES}

    def answer(game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
        return solvers[game].solve(maker, breaker, maker_moves).forces

    return answer


def in_plain_python() -> MakerAnswer:
    """A solver that remembers and one that does not."""
    solvers = {game: PlainWeakSolver(game) for game in MAKER_BREAKER_GAMES}

    def answer(game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
        place = game, maker, breaker, maker_moves
        forces = asked(solvers[game], *place)
        assert asked(PlainWeakSolver(game), *place) is forces
        return forces

    return answer


def pairs() -> MakerAnswer:
    def answer(game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
        found = find_pairs(game, maker, breaker, maker_moves, 30)
        assert found is None or pairs_hold(game, maker, breaker, maker_moves, found)
        return None if found is None else False

    return answer


def compiled_pairs() -> MakerAnswer:
    """Pairs for some lines, a low potential for the others."""

    def answer(game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
        if any(line & maker == line for line in game.line_masks):
            return None  # the search is asked while the game is on
        memory, boards = pair_memory(game), (board_of(maker, 1), board_of(breaker, 1))
        found = compiled(find_pairs_compiled)(*boards, int(maker_moves), geometry(game, True), game.k, memory, 30)
        if found < 0:
            return None
        cells = [cells_of(mask_of_words(words)) for words in memory.chosen[:found]]
        assert pairs_hold(game, maker, breaker, maker_moves, [(first, second) for first, second in cells])
        return False

    return answer


def any_pairs_that_hold() -> MakerAnswer:
    rng = random.Random(3)

    def answer(game: Game, maker: int, breaker: int, maker_moves: bool) -> bool | None:
        free = list(cells_of(game.full & ~(maker | breaker)))
        rng.shuffle(free)
        chosen = list(zip(free[::2], free[1::2], strict=False))[: rng.randint(0, 3)]
        return False if pairs_hold(game, maker, breaker, maker_moves, chosen) else None

    return answer


@pytest.mark.parametrize(
    ("make", "count", "seed"),
    [
        pytest.param(searching, 600, 2, id="with an empty table"),
        pytest.param(remembering, 400, 1, id="remembering"),
        pytest.param(in_plain_python, 600, 11, id="in plain Python"),
        pytest.param(pairs, 600, 7, id="pairs"),
        pytest.param(compiled_pairs, 600, 9, id="compiled pairs"),
        pytest.param(any_pairs_that_hold, 600, 8, id="any pairs that hold"),
    ],
)
def test_whether_maker_completes_a_line(make: Callable[[], MakerAnswer], count: int, seed: int) -> None:
    answer, answers = make(), Counter[bool | None]()
    for game, maker, breaker, maker_moves in maker_breaker_positions(count, seed):
        result = answer(game, maker, breaker, maker_moves)
        if result is not None:
            assert result is maker_wins(game.line_masks, maker, breaker, maker_moves), (game, maker, breaker)
        answers[result] += 1
    assert answers[False] > count // 12
    assert (None in answers) == (True not in answers)
