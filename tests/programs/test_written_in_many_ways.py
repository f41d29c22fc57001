"""A perfect player written in many ways, with marks of its own: it is read as it is written, or it gets no verdict.

No way may be called so that it loses. What is put together here: how it writes its board, its marks, how it comes from
a mark to the other one, and whether its own mark is passed.
"""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.programs import specs
from noughts.prove.prover import prove

pytestmark = pytest.mark.gate

GAME = Game(3, 3, 3)
FLAT = ("board[{0}]", "range(9)", "[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]")
ROWS = (
    "board[{0}[0]][{0}[1]]",
    "[(row, column) for row in range(3) for column in range(3)]",
    "[[(i, j) for j in range(3)] for i in range(3)] + [[(j, i) for j in range(3)] for i in range(3)]"
    " + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]",
)
MARKS: tuple[tuple[Any, Any, Any], ...] = (
    ("X", "O", " "),
    ("x", "o", "."),
    ("X", "O", None),
    ("B", "W", 0),
    (1, 2, 0),
    (2, 1, 0),
    (1, -1, 0),
    (-1, 1, 0),
    (0, 1, None),
)
OTHERS = ("chosen", "returned", "looked up", "computed")
PROGRAM = """
LINES = {lines}
{helper}

def won(board, mark):
    return any({same} for line in LINES)


def search(board, player, me, depth, alpha, beta):
    if won(board, player):
        return (10 - depth) if player == me else (depth - 10)
    other = {other}
    if won(board, other):
        return (depth - 10) if player == me else (10 - depth)
    free = [cell for cell in {cells} if {at} == {free!r}]
    if not free:
        return 0
    for cell in free:
        {at} = player
        score = search(board, other, me, depth + 1, alpha, beta)
        {at} = {free!r}
        if player == me:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return alpha if player == me else beta


def best_move(board{passed}):{own}
    other = {other}
    top, move = -100, None
    for cell in {cells}:
        if {at} == {free!r}:
            {at} = player
            score = search(board, other, player, 1, -100, 100)
            {at} = {free!r}
            if score > top:
                top, move = score, cell
    return move
"""


def other_of(how: str, x: Any, o: Any) -> str:
    if how == "computed":
        return "-player" if isinstance(x, int) and x + o == 0 else f"{x + o} - player" if isinstance(x, int) else ""
    ways = {"chosen": f"{o!r} if player == {x!r} else {x!r}", "looked up": f"{{{x!r}: {o!r}, {o!r}: {x!r}}}[player]"}
    return ways.get(how, "other_of(player)")


def written(board: tuple[str, str, str], marks: tuple[Any, Any, Any], how: str, is_passed: bool) -> str:
    """Return the program; an empty text where its marks cannot be computed."""
    (at, cells, lines), (x, o, free) = board, marks
    helper = f"\n\ndef other_of(player):\n    if player == {x!r}:\n        return {o!r}\n    return {x!r}\n"
    return other_of(how, x, o) and PROGRAM.format(
        lines=lines,
        helper=helper if how == "returned" else "",
        same=" and ".join(f"{at.format(f'line[{number}]')} == mark" for number in range(3)),
        other=other_of(how, x, o),
        cells=cells,
        at=at.format("cell"),
        free=free,
        passed=", player" if is_passed else "",
        own="" if is_passed else f"\n    player = {o!r}",
    )


CASES = [case for case in product((FLAT, ROWS), MARKS, OTHERS, (True, False)) if written(*case)]


@pytest.mark.parametrize("part", range(4))
def test_no_perfect_player_is_refuted(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    """A fifth of them, or one for each way to the other mark; all 128 take four minutes."""
    monkeypatch.chdir(tmp_path)
    cases = CASES[part::20] if full else [case for case in CASES if case[1:] == ((1, -1, 0), OTHERS[part], True)][:1]
    read = 0
    for number, case in enumerate(cases):
        file = tmp_path / f"perfect_{number}.py"
        file.write_text(written(*case), "utf-8")
        player = specs.load(str(file))
        try:
            is_read = player.supports(GAME)
        except (StrategyError, LimitExceeded):
            is_read = False
        if is_read:
            read += 1
            verdicts = [prove(player, GAME, side).verdict for side in Side]
            assert verdicts == ["never loses"] * 2, (case, player.reading(GAME))
    assert read >= len(cases) - int(full)  # another one gets no verdict
