"""Slow and short answers to what the solvers compute: minimax, every position, random positions, Maker and Breaker.

Only the rules come from `noughts.core`. Nothing here comes from `noughts.solve`, `noughts.search` or `noughts.walk`.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from noughts.core.game import Game, cells_of
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.players.player import NO_DICE, Strategy
from noughts.walk.game_size import Census

MAKER_BREAKER_GAMES = tuple(
    Game(*sizes)
    for sizes in [
        *[(3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 4, 3), (6, 3, 3), (5, 5, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 4, 4)],
        *[(7, 3, 4), (8, 4, 4), (5, 5, 5), (6, 5, 5), (6, 6, 5), (7, 6, 5), (7, 2, 2), (2, 8, 3), (1, 5, 2)],
    ]
)


def minimax(position: Position) -> Value:
    """Return the value for the side to move: it wins as soon as possible, and loses as late as possible."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return Value(0 if winner is None else 1 if winner is position.side else -1, 0)
    score = _score(position.game, position.own, position.theirs, _known(position.game))
    result, free = (score > 0) - (score < 0), position.empty.bit_count()
    return Value(result, free - abs(score) + 1 if result else free)


def forced(position: Position, side: Side) -> int | None:
    """Return the number of plies in which a side forces a line, None where it cannot."""
    value = minimax(position)
    return value.distance if value.result == (1 if position.side is side else -1) else None


def assert_loses(strategy: Strategy, game: Game, seat: Side, line: Iterable[str]) -> None:
    """Assert that a line is a game by the rules, with moves that the strategy may make, and that it loses it."""
    position = Position(game)
    for name in line:
        move = parse_cell(game, name)
        if position.side is seat:
            assert move in strategy.decide(position, NO_DICE).moves
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner is seat.opponent


@cache
def values(game: Game) -> Mapping[Position, Value]:
    """Return the value of every position of a small game. Each game is computed once in a run of the tests."""
    return {position: minimax(position) for position in every_position(game)}


@cache
def every_position(game: Game) -> tuple[Position, ...]:
    """Return all positions of a small game that play can reach, ply by ply."""
    return tuple(position for layer in layers(Position(game)) for position in layer)


def layers(position: Position) -> Iterator[dict[Position, int]]:
    """Return, ply by ply, the distinct positions reached from here, each with the number of ways there."""
    layer = {position: 1}
    while layer:
        yield layer
        below: Counter[Position] = Counter()
        for parent, ways in layer.items():
            for move in parent.legal_moves:
                below[parent.play_unchecked(move)] += ways
        layer = dict(below)


def census(game: Game) -> Census:
    """Return the size of a small game by every position that the rules reach."""
    each_ply = [*layers(Position(game))]
    every = [(position, ways) for layer in each_ply for position, ways in layer.items()]
    ends = Counter[Side | None]()
    for position, ways in every:
        if position.outcome is not None:
            ends[position.outcome.winner] += ways
    classes = {position.canonical() for position, _ in every}
    return Census(game, len(every), len(classes), ends[Side.X], ends[Side.O], ends[None], (*map(len, each_ply),))


def random_position(game: Game, stones: int, rng: random.Random) -> Position:
    """Return a position without a line that has so many stones.

    Stones are put down one by one where they stay and complete no line, so that this finds nearly full boards too.
    """
    while True:
        boards = [0, 0]
        for _ in range(stones):
            free = game.full & ~(boards[0] | boards[1])
            cells = [cell for cell in cells_of(free) if _stays(game, cell, free)]
            cell = rng.choice(cells)
            behind = int(boards[0].bit_count() > boards[1].bit_count())
            for side in (behind, 1 - behind):
                if not completes(game, boards[side] | 1 << cell, cell):
                    boards[side] |= 1 << cell
                    break
        x, o = boards
        if x.bit_count() + o.bit_count() == stones and x.bit_count() - o.bit_count() in (0, 1):
            return Position.from_boards(game, x, o)


def maker_wins(lines: tuple[int, ...], maker: int, breaker: int, maker_moves: bool) -> bool:
    """Return whether Maker completes a line, by minimax over every free cell of a line without Breaker's stones."""

    @cache
    def wins(maker: int, breaker: int, maker_moves: bool) -> bool:
        live = [line for line in lines if not line & breaker]
        if any(not line & ~maker for line in live):
            return True
        cells = 0
        for line in live:
            cells |= line & ~maker
        if maker_moves:
            return any(wins(maker | 1 << cell, breaker, False) for cell in cells_of(cells))
        return bool(live) and all(wins(maker, breaker | 1 << cell, True) for cell in cells_of(cells))

    return wins(maker, breaker, maker_moves)


def maker_breaker_positions(count: int, seed: int) -> Iterator[tuple[Game, int, int, bool]]:
    """Yield a game, Maker's and Breaker's stones, and whether Maker moves: few free cells, any proportion of stones."""
    rng = random.Random(seed)
    for _ in range(count):
        game = rng.choice(MAKER_BREAKER_GAMES)
        taken = rng.sample(range(game.cells), max(0, game.cells - rng.randint(4, 12)))
        share = rng.choice((0.3, 0.4, 0.5, 0.6))
        maker = sum(1 << cell for cell in taken if rng.random() < share)
        yield game, maker, sum(1 << cell for cell in taken) & ~maker, rng.random() < 0.5


@lru_cache(maxsize=2)  # a large game takes hundreds of megabytes
def _known(game: Game) -> dict[int, int]:
    """Return the scores that minimax has found so far, by the boards of the two sides."""
    return {}


def _score(game: Game, own: int, theirs: int, known: dict[int, int]) -> int:
    """Return the score for the owner of `own`, who is to move in a game that is not over.

    A draw is 0. A win is one more than the cells that are free at the end, a loss is the same below zero.
    """
    boards = own << game.cells | theirs
    if boards not in known:
        free = game.full & ~(own | theirs)
        moves = (cell for cell in cells_of(free) if _stays(game, cell, free))
        known[boards] = max(_after(game, own | 1 << cell, theirs, cell, known) for cell in moves)
    return known[boards]


def _after(game: Game, own: int, theirs: int, last: int, known: dict[int, int]) -> int:
    """Return the score for the owner of `own` after its move to the cell `last`."""
    free = game.cells - (own | theirs).bit_count()
    if completes(game, own, last):
        return -free - 1 if game.misere else free + 1
    return -_score(game, theirs, own, known) if free else 0


def _stays(game: Game, cell: int, free: int) -> bool:
    """Return whether a stone stays where it is put: with gravity on the lowest row, or on another stone."""
    below = cell + game.m
    return not game.gravity or below >= game.cells or not free >> below & 1


def completes(game: Game, board: int, cell: int) -> bool:
    """Return whether the stone on a cell is on a line that wins."""
    if game.exact:
        return any(_run(game, board, cell, *step) == game.k for step in ((0, 1), (1, 0), (1, 1), (1, -1)))
    return any(board & line == line for line in game.lines_through[cell])


def _run(game: Game, board: int, cell: int, down: int, right: int) -> int:
    """Return how many stones stand in a row through a cell with a stone, in one direction and its opposite."""
    row, column = divmod(cell, game.m)
    length = 1
    for sign in (1, -1):
        steps = 1
        while True:
            r, c = row + sign * steps * down, column + sign * steps * right
            if not (0 <= r < game.n and 0 <= c < game.m and board >> r * game.m + c & 1):
                break
            steps += 1
        length += steps - 1
    return length
