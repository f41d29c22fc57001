"""Threats, counted in all lines of a direction at once, beside a search of line after line that shares no code."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.core.threats import threats_made
from noughts.strategies.rules.conditions import CONDITIONS

POSITIONS = 400

Cell = tuple[int, int]
Stones = frozenset[Cell]
Threats = dict[Cell, set[Cell]]

ZERO, ONE = Fraction(0), Fraction(1)


class Plain:
    """The board, cell by cell: what completes a line, and what a stone brings."""

    def __init__(self, game: Game) -> None:
        self.exact, self.board = game.exact, {(row, column) for row in range(game.n) for column in range(game.m)}
        self.rows = list(self._rows(game.k))

    def _rows(self, k: int) -> Iterator[tuple[list[Cell], list[Cell]]]:
        """Yield the cells of every line, and the cells of the board next to its ends: along rows, then columns, ..."""
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            by_columns = (down, right) == (1, 0)
            for row, column in sorted(self.board, key=lambda cell: cell[::-1] if by_columns else cell):
                cells = [(row + step * down, column + step * right) for step in range(-1, k + 1)]
                if {*cells[1:-1]} <= self.board:
                    yield cells[1:-1], [cell for cell in (cells[0], cells[-1]) if cell in self.board and k > 1]

    def gaps(self, mine: Stones, free: Stones) -> list[Cell]:
        """What completes a line, in the order of the lines."""
        found = []
        for line, ends in self.rows:
            lacking = [cell for cell in line if cell not in mine]
            if len(lacking) == 1 and lacking[0] in free and not (self.exact and any(cell in mine for cell in ends)):
                found.append(lacking[0])
        return found

    def completing(self, mine: Stones, free: Stones) -> set[Cell]:
        return {*self.gaps(mine, free)}

    def made(self, mine: Stones, free: Stones) -> Threats:
        before = self.completing(mine, free)
        found = {cell: self.completing(mine | {cell}, free - {cell}) - before for cell in free}
        return {cell: threats for cell, threats in found.items() if threats}

    def forks(self, mine: Stones, free: Stones) -> set[Cell]:
        return {cell for cell, threats in self.made(mine, free).items() if len(threats) > 1}

    def force(self, mine: Stones, theirs: Stones, free: Stones) -> set[Cell]:
        return {
            cell
            for cell, answers in self.made(mine, free).items()
            if self.forks(theirs, free) and not answers & self.forks(theirs, free - {cell})
        }

    def block_fork(self, mine: Stones, theirs: Stones, free: Stones) -> set[Cell]:
        taken = self.forks(theirs, free)
        if len(taken) < 2:
            return taken
        none_left = {cell for cell in self.made(mine, free) if not self.forks(theirs, free - {cell})}
        return none_left or self.force(mine, theirs, free) or taken

    def worth(self, cell: Cell, worth: Callable[[list[Cell]], Fraction]) -> Fraction:
        return sum((worth(list(line)) for line in {tuple(sorted(line)) for line, _ in self.rows} if cell in line), ZERO)

    def most(self, free: Stones, worth: Callable[[list[Cell]], Fraction]) -> set[Cell]:
        sums = {cell: self.worth(cell, worth) for cell in free}
        return {cell for cell in free if sums[cell] == max(sums.values())}


FORKS: dict[str, Callable[[Plain, Stones, Stones, Stones], set[Cell]]] = {
    "win": lambda plain, mine, theirs, free: plain.completing(mine, free),
    "block": lambda plain, mine, theirs, free: plain.completing(theirs, free),
    "block (first line)": lambda plain, mine, theirs, free: {*plain.gaps(theirs, free)[:1]},
    "fork": lambda plain, mine, theirs, free: plain.forks(mine, free),
    "threat": lambda plain, mine, theirs, free: set(plain.made(mine, free)),
    "block fork": Plain.block_fork,
    "block fork (take)": lambda plain, mine, theirs, free: plain.forks(theirs, free),
    "block fork (force)": Plain.force,
}


def games(rng: random.Random, longest: int, side: int) -> Iterator[Game]:
    """Yield games without end: k from 1 to `longest`, one in three of them exact, of all shapes."""
    while True:
        k = rng.randint(1, longest)
        m, n = rng.randint(1, side), rng.randint(1, side)
        if k <= max(m, n):
            yield Game(m, n, k, exact=rng.random() < 1 / 3)


def scattered(game: Game, rng: random.Random) -> tuple[int, int]:
    """Return stones of both sides, few or many; whether a game reaches them is not the question."""
    free, own = rng.random(), rng.random()
    kinds = [0 if rng.random() < free else 1 if rng.random() < own else 2 for _ in range(game.cells)]
    mine, theirs = (sum(1 << cell for cell, kind in enumerate(kinds) if kind == which) for which in (1, 2))
    return mine, theirs


def on_board(game: Game, mask: int) -> Stones:
    return frozenset((cell // game.m, cell % game.m) for cell in cells_of(mask))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
def test_the_threats_of_every_move_are_those_of_a_search_line_by_line(seed: int) -> None:
    rng = random.Random(seed)
    with_forks = 0
    for game, _ in zip(games(rng, longest=10, side=10), range(POSITIONS), strict=False):
        mine, theirs = scattered(game, rng)
        free = game.full & ~(mine | theirs)
        found = {
            (cell // game.m, cell % game.m): set(on_board(game, threats))
            for cell, threats in threats_made(game, mine, free).items()
        }
        assert found == Plain(game).made(on_board(game, mine), on_board(game, free)), (game, mine, theirs)
        with_forks += any(len(threats) > 1 for threats in found.values())
    assert with_forks > POSITIONS / 10


@pytest.mark.parametrize("text", ["26,26,5", "26,26,4", "26,1,3", "1,26,3", "26,25,13-exact", "19,19,5-exact"])
def test_the_largest_boards_too(text: str) -> None:
    game, rng = Game.from_text(text), random.Random(2)
    mine = sum(1 << cell for cell in range(game.cells) if rng.random() < 1 / 2)
    free = game.full & ~mine
    before = set(Plain(game).completing(on_board(game, mine), on_board(game, free)))
    made = threats_made(game, mine, free)
    for cell in rng.sample(cells_of(free), min(len(cells_of(free)), 12)):
        after = Plain(game).completing(on_board(game, mine | 1 << cell), on_board(game, free & ~(1 << cell)))
        assert set(on_board(game, made.get(cell, 0))) == after - before


@pytest.mark.parametrize("name", FORKS)
def test_the_conditions_of_forks_on_every_board(name: str) -> None:
    rng = random.Random(3)
    with_cells = 0
    for game, _ in zip(games(rng, longest=5, side=5), range(POSITIONS), strict=False):
        x, o = scattered(game, rng)
        position = Position.from_boards(game, x, o)
        mine, theirs, free = (on_board(game, mask) for mask in (position.own, position.theirs, position.empty))
        expected = FORKS[name](Plain(game), mine, theirs, free)
        cells = CONDITIONS[name].free_cells(position)
        assert set(on_board(game, sum(1 << cell for cell in cells))) == expected, (game, x, o)
        with_cells += bool(cells)
    assert with_cells > POSITIONS / 20


@pytest.mark.parametrize("name", ["most open lines", "potential"])
def test_the_conditions_of_lines_on_every_board(name: str) -> None:
    rng = random.Random(4)
    for game, _ in zip(games(rng, longest=6, side=6), range(POSITIONS // 4), strict=False):
        x, o = scattered(game, rng)
        position = Position.from_boards(game, x, o)
        mine, theirs, free = (on_board(game, mask) for mask in (position.own, position.theirs, position.empty))

        def is_open(line: list[Cell], theirs: Stones = theirs) -> Fraction:
            return ZERO if theirs & {*line} else ONE

        def potential(line: list[Cell], mine: Stones = mine, theirs: Stones = theirs, free: Stones = free) -> Fraction:
            return ZERO if mine & {*line} and theirs & {*line} else ONE / 2 ** len(free & {*line})

        if free:
            cells = CONDITIONS[name].free_cells(position)
            expected = Plain(game).most(free, is_open if name == "most open lines" else potential)
            assert set(on_board(game, sum(1 << cell for cell in cells))) == expected, (game, x, o)
