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
from noughts.solve.strong.extraction import AHEAD, ASKS, PAIRS, SEEN, STEPS, Walk, enter_all, extract, new_walk
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
    is asked here. The budget is for each question asked on the way. `beat` is called all along.
    """
    is_asked = search is not None
    search = search or StrongSearch(position.game, attacker, budget.memory, is_compiled=True)
    width, no_move = search.width, search.zero
    walk = new_walk(position.game)
    walk.ahead[0] = [*words_of(position.x, width), *words_of(position.o, width)]
    walk.state[AHEAD] = position.outcome is None

    def ask(position: Position) -> Board:
        answer = search.ask(position, None, budget, beat)
        if answer.forces is None:
            raise LimitExceeded(f"no strategy for {position} within {answer.nodes} nodes")
        if answer.forces is not wins:
            raise ValueError(f"{attacker} {'can' if answer.forces else 'cannot'} force a line from {position}")
        return board_of(1 << search.move, width)

    move = no_move
    if not is_asked:
        ask(position)
    while walk.state[AHEAD]:
        first = attacker is Side.X
        compiled(extract)(search.shape, search.table, walk, search.pairs, move, first, wins, search.no_limit)
        beat()
        yield from _written(walk, width)
        move = no_move
        if walk.state[ASKS]:
            x, o = _boards(walk.ahead[int(walk.state[AHEAD]) - 1].tolist(), width)
            move = ask(Position.from_boards(position.game, x, o))
        elif 2 * walk.state[SEEN] > len(walk.seen):
            walk = _grown(walk, no_move)


def _written(walk: Walk, width: int) -> Iterator[StrategyStep]:
    count = int(walk.state[STEPS])
    boards, pairs = walk.steps[:count].tolist(), list(map(tuple, walk.pairs[: walk.state[PAIRS]].tolist()))
    for words, (move, pair, length) in zip(boards, walk.about[:count].tolist(), strict=True):
        x, o = _boards(words, width)
        yield StrategyStep(x, o, move) if move >= 0 else StrategyStep(x, o, None, pairs[pair : pair + length])


def _boards(words: list[int], width: int) -> tuple[int, int]:
    return mask_of_words(words[:width]), mask_of_words(words[width:])


def _grown(walk: Walk, no_move: Board) -> Walk:
    """Return the walk with double the memory for positions seen."""
    seen = np.zeros((2 * len(walk.seen), walk.seen.shape[1]), np.uint64)
    compiled(enter_all)(seen, walk.seen, no_move)
    return walk._replace(seen=seen)


def compile_kernels(width: int) -> None:
    """Compile the kernels for boards of `width` words, by a strategy of one step."""
    side = int((64 * width) ** 0.5)
    game = Game(side, side, side)
    list(strategy_steps(Position(game), Side.X, False))
    _grown(new_walk(game), board_of(0, width))
