"""What a proof consists of: a strategy for the side that has one, position by position.

It is a strategy of the attacker that completes a line, or one of the defender that prevents it. It is closed: after
every move of the other side the game meets a step again (up to the symmetries of the board), or its end, or one of the
moves that need no step because they are forced:

* a side with a line that lacks one cell completes it;
* the other side, if it has no such line itself, must stop that cell; of two such cells it can stop one.

The moves come from the table of the search that answered the question. What it has forgotten is asked again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.jit.kernels import compiled
from noughts.solve.board_words import board_of, mask_of_words, words_of
from noughts.solve.boards import Board
from noughts.solve.strong.extraction import AHEAD, ASKS, PAIRS, SEEN, STEPS, enter_all, extract, new_walk
from noughts.solve.strong.strong_search import StrongSearch

Pair = tuple[Move, Move]


class StrategyStep(NamedTuple):
    """A position of the strategy, X's and O's stones: what its side plays there, or why there is no more to say.

    The position is the least of its images. `move`: the cell. Where it is None the defender answers in the `pairs` from
    here on, and else takes the cell of the greatest share: the lines without a pair have a low potential.
    """

    x: int
    o: int
    move: Move | None = None
    pairs: Sequence[Pair] = ()


def strategy_steps(
    position: Position,
    attacker: Side,
    wins: bool,
    budget: Budget = UNLIMITED,
    search: StrongSearch | None = None,
    beat: Callable[[], None] = lambda: None,
) -> Iterator[StrategyStep]:
    """Yield a strategy by which `attacker` completes a line (`wins`), or by which the other side prevents it.

    Raises LimitExceeded, or ValueError if there is none. `search`: one that has answered the question already; else it
    is asked here. `beat` is called all along.
    """
    return _Extraction(position, attacker, wins, budget, search, beat).steps()


class _Extraction:
    """A walk through all that can happen; the budget is for each question asked on the way."""

    def __init__(
        self,
        position: Position,
        attacker: Side,
        wins: bool,
        budget: Budget,
        search: StrongSearch | None,
        beat: Callable[[], None],
    ) -> None:
        self.position, self.attacker, self.wins, self.budget, self.beat = position, attacker, wins, budget, beat
        self.is_asked = search is not None
        self.search = search or StrongSearch(position.game, attacker, budget.memory, is_compiled=True)
        self.walk = new_walk(position.game)
        width = self.search.width
        self.walk.ahead[0] = [*words_of(position.x, width), *words_of(position.o, width)]
        self.walk.state[AHEAD] = position.outcome is None

    def steps(self) -> Iterator[StrategyStep]:
        """Yield the steps, depth first."""
        answer = self.search.zero
        if not self.is_asked:
            self._ask(self.position)
        while self.walk.state[AHEAD]:
            self._walk_on(answer)
            self.beat()
            yield from self._written()
            answer = self.search.zero
            if self.walk.state[ASKS]:
                answer = self._ask(self._top())
            elif 2 * self.walk.state[SEEN] > len(self.walk.seen):
                self.grow()

    def _walk_on(self, answer: Board) -> None:
        search, first = self.search, self.attacker is Side.X
        compiled(extract)(
            search.shape, search.table, self.walk, search.pairs, answer, first, self.wins, search.no_limit
        )

    def _written(self) -> Iterator[StrategyStep]:
        """Yield the steps that the walk has written."""
        walk, width = self.walk, self.search.width
        count = int(walk.state[STEPS])
        boards, pairs = walk.steps[:count].tolist(), list(map(tuple, walk.pairs[: walk.state[PAIRS]].tolist()))
        for words, (move, pair, length) in zip(boards, walk.about[:count].tolist(), strict=True):
            x, o = words if width == 1 else (mask_of_words(words[:width]), mask_of_words(words[width:]))
            yield StrategyStep(x, o, move) if move >= 0 else StrategyStep(x, o, None, pairs[pair : pair + length])

    def _top(self) -> Position:
        """Return the position that is looked at next."""
        words, width = self.walk.ahead[int(self.walk.state[AHEAD]) - 1], self.search.width
        x, o = mask_of_words(words[:width]), mask_of_words(words[width:])
        return Position.from_boards(self.position.game, x, o)

    def _ask(self, position: Position) -> Board:
        """Return the move of a search that must find the strategy's side right."""
        answer = self.search.ask(position, None, self.budget, self.beat)
        if answer.forces is None:
            raise LimitExceeded(f"no strategy for {position} within {answer.nodes} nodes")
        if answer.forces is not self.wins:
            raise ValueError(f"{self.attacker} {'can' if answer.forces else 'cannot'} force a line from {position}")
        return board_of(1 << self.search.move, self.search.width)

    def grow(self) -> None:
        """Double the memory for positions seen."""
        walk = self.walk
        seen = np.zeros((2 * len(walk.seen), walk.seen.shape[1]), np.uint64)
        compiled(enter_all)(seen, walk.seen, self.search.zero)
        self.walk = walk._replace(seen=seen)


def compile_kernels(width: int) -> None:
    """Compile the kernels for boards of `width` words, by a strategy of one step."""
    side = int((64 * width) ** 0.5)
    extraction = _Extraction(Position(Game(side, side, side)), Side.X, False, UNLIMITED, None, lambda: None)
    list(extraction.steps())
    extraction.grow()
