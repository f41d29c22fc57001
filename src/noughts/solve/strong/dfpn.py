"""Can this side force a line? Answered by proof-number search, a second witness to the depth-first one."""

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.strong.boards import board_of
from noughts.solve.strong.dfpn_search import (
    ATTACKER,
    BOARDS,
    DEFENDER,
    DESCEND,
    FILLED,
    FOREVER,
    INFINITE,
    KEY_A,
    KEY_D,
    LEVEL,
    MOST_DELTA,
    MOST_PHI,
    NODES,
    PLACE,
    ROOT_PHI,
    TURN,
    new_proof_stack,
    prove,
)
from noughts.solve.strong.question import Answer, Question
from noughts.solve.strong.search import settle
from noughts.solve.strong.table import place_of

PAIRING_BUDGET = 10


class ProofSearch(Question):
    """The proof-number engine. It has no limit on plies, and does not count them."""

    engine = "proof-number"

    def __init__(self, game: Game, attacker: Side, memory: int = UNLIMITED.memory) -> None:
        super().__init__(game, attacker, memory)
        self.stack = new_proof_stack(game)

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
        if plies is not None:
            raise ValueError("proof-number search knows no limit on plies")
        own, theirs, turn = self.boards(position)
        a, d = board_of(own, self.width), board_of(theirs, self.width)
        closed, yes, _, a, d, turn, _, _ = settle(a, d, turn, FOREVER, self.shape)
        boards, info, state = self.stack.boards, self.stack.info, self.stack.state
        boards[[ATTACKER, DEFENDER]] = np.array([a, d], np.uint64)
        info[0, TURN] = turn
        info[0, MOST_PHI] = info[0, MOST_DELTA] = INFINITE
        state[NODES], state[DESCEND] = int(closed), 1
        state[LEVEL], state[ROOT_PHI] = -int(closed), 0 if yes == turn else INFINITE

    def answer(self, seconds: float = 0.0) -> Answer:
        forces = None
        if self.finished:
            gets = self.stack.state[ROOT_PHI] == 0  # what the side to move wants
            forces = bool(gets == (self.stack.info[0, TURN] == 1))
        return Answer(forces, None, self.nodes, seconds, self.engine)

    def _search(self, nodes: int) -> bool:
        prove(self.shape, self.table, self.stack, self.pairs, self.zero, nodes, PAIRING_BUDGET)
        return bool(self.stack.state[FILLED] > len(self.table) // 2)

    def _moved(self, largest: bool) -> None:
        boards, info, state = self.stack.boards, self.stack.info, self.stack.state
        if largest:
            state[FILLED] = 0
            return
        for level in range(int(state[LEVEL]) + 1):
            here = level * BOARDS
            key_a, key_d = tuple(boards[here + KEY_A]), tuple(boards[here + KEY_D])
            info[level, PLACE] = place_of(self.table, key_a, key_d, info[level, TURN])


def proof_number(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Answer:
    """Return whether `attacker` can force a line from here, whoever is to move.

    >>> from noughts.core.game import Game
    >>> proof_number(Position(Game(4, 3, 3)), Side.X).forces
    True
    """
    return ProofSearch(position.game, attacker, budget.memory).ask(position, None, budget)
