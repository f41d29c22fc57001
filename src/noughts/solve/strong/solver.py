"""Can this side force a line? The game as played, any position, exactly.

Two such questions, one for each side, make the value of a position. What cannot be shown either way within
the budget is answered "unknown", never "no".
"""

from dataclasses import replace
from typing import Any

import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.strong.boards import words_of
from noughts.solve.strong.question import Answer, Question
from noughts.solve.strong.search import (
    ALL,
    ATTACKER,
    BOARDS,
    DEFENDER,
    ENTER,
    FILLED,
    KEY_A,
    KEY_D,
    LEFT,
    LEVEL,
    MOVE,
    NODES,
    PLACE,
    PLIES,
    TASK,
    TODO,
    TURN,
    YES,
    new_stack,
    search,
)
from noughts.solve.strong.table import place_of

PAIRING_BUDGET = 10  # nodes of a search for pairs; with more hardly more positions are closed
THREATS_FROM = 5  # the least k for which continuous threats are tried first; with a small k they are found anyway
THREATS_NODES = 20_000


class Search(Question):
    """The depth-first engine. `narrow`: it tries continuous threats alone, and never says "no"."""

    def __init__(self, game: Game, attacker: Side, memory: int = UNLIMITED.memory, narrow: bool = False) -> None:
        super().__init__(game, attacker, memory)
        self.narrow = narrow
        self.engine = "threats" if narrow else "depth-first"
        self.stack = new_stack(game)

    @property
    def state(self) -> dict[str, npt.NDArray[Any]]:
        return self.stack._asdict()

    @property
    def finished(self) -> bool:
        return bool(self.stack.state[LEVEL] < 0)

    @property
    def nodes(self) -> int:
        return int(self.stack.state[NODES])

    def start(self, position: Position, plies: int | None = None) -> None:
        own, theirs, turn = self.boards(position)
        stack = self.stack
        stack.boards[ATTACKER] = words_of(own, self.width)
        stack.boards[DEFENDER] = words_of(theirs, self.width)
        # Without a limit every line stays in reach: as if there were more plies than cells.
        stack.info[0, LEFT] = self.game.cells + 2 * self.game.k if plies is None else plies
        stack.info[0, TURN] = turn
        stack.state[LEVEL] = stack.state[NODES] = 0
        stack.state[TASK] = ENTER

    def answer(self, seconds: float = 0.0) -> Answer:
        state = self.stack.state
        if self.finished and state[YES]:
            return Answer(True, int(state[PLIES]), self.nodes, seconds, self.engine)
        return Answer(False if self.finished and not self.narrow else None, None, self.nodes, seconds, self.engine)

    @property
    def move(self) -> int:
        """The move by which the side to move gets what it wants, if it does and nothing was forced."""
        return int(self.stack.info[0, MOVE])

    @property
    def share(self) -> float:
        """How much of the tree is done, from 0 to 1, as if the moves of a node were all of one size."""
        if self.finished:
            return 1.0
        done, part = 0.0, 1.0
        for level in range(int(self.stack.state[LEVEL])):
            of = int(self.stack.info[level, ALL])
            left = sum(int(word).bit_count() for word in self.stack.boards[level * BOARDS + TODO])
            done += part * (of - left - 1) / of
            part /= of
        return done

    @property
    def fill(self) -> float:
        """How full the table is, from 0 to 1."""
        return min(1.0, 2 * float(self.stack.state[FILLED]) / len(self.table))

    def _search(self, nodes: int) -> bool:
        search(self.shape, self.table, self.stack, self.pairs, self.zero, nodes, PAIRING_BUDGET, self.narrow)
        return bool(self.stack.state[FILLED] > len(self.table) // 2)

    def _moved(self, largest: bool) -> None:
        boards, info, state = self.stack.boards, self.stack.info, self.stack.state
        if largest:
            state[FILLED] = 0  # from here on entries give way to others
            return
        for level in range(int(state[LEVEL]) + 1):
            here = level * BOARDS
            key_a, key_d = tuple(boards[here + KEY_A]), tuple(boards[here + KEY_D])
            info[level, PLACE] = place_of(self.table, key_a, key_d, info[level, TURN])


def threats(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Answer:
    """Return whether continuous threats of `attacker` are seen to force a line; never a "no".

    Every stone of his makes a line that lacks one cell, so the defender never has a choice (threat-space
    search in its simplest form, Allis 1994): deep wins on large boards at little cost.
    """
    return Search(position.game, attacker, budget.memory, narrow=True).ask(position, None, budget)


def strong(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Answer:
    """Return whether `attacker` can force a line from here, whoever is to move.

    >>> from noughts.core.game import Game
    >>> strong(Position(Game(4, 3, 3)), Side.X).forces
    True
    >>> strong(Position(Game(3, 3, 3)), Side.X).forces
    False
    """
    if position.game.k >= THREATS_FROM:
        quick = threats(position, attacker, replace(budget, nodes=min(budget.nodes or THREATS_NODES, THREATS_NODES)))
        if quick.forces:
            return quick
    return Search(position.game, attacker, budget.memory).ask(position, None, budget)
