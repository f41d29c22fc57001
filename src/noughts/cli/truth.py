"""Exact values beside a decision: in words and on a board."""

from collections.abc import Mapping

from noughts.cli.common import aside
from noughts.core.game import Move
from noughts.core.judgement import judge
from noughts.core.notation import grid
from noughts.core.position import Position
from noughts.core.strategy import Decision
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.oracle import exact_oracle, quick_oracle

Values = Mapping[Move, Value]


def truth_of(position: Position, thorough: bool) -> tuple[Values | None, str]:
    """Return the value of each move, or None and why; without `thorough`, only values known without a search."""
    oracle = exact_oracle() if thorough else quick_oracle()
    try:
        with aside():
            return oracle.values(position), ""
    except LimitExceeded as limit:
        return None, str(limit)


def truth_line(position: Position, decision: Decision, values: Values) -> str:
    """Return the value of the position, and whether the decision keeps it."""
    best = max(values.values())
    lost = [move for move in decision.moves if judge(values, move).mistake]
    if not lost:
        return f"truth: {best} for {position.side}; this keeps it"
    given = ", ".join(f"{position.game.name(move)} is a {values[move].word}" for move in lost)
    return f"truth: {best} for {position.side}; GIVEN AWAY: {given}"


def truth_board(position: Position, decision: Decision, values: Values) -> str:
    """Return the board with W, D or L and the plies to the end on every free cell, the moves in brackets."""

    def text(cell: Move) -> str:
        value = values.get(cell)
        if value is None:
            return f" {position.stone(cell)} "
        return f"[{value.short}]" if cell in decision.moves else f" {value.short} "

    return grid(position.game, [text(cell) for cell in range(position.game.cells)], gap="")
