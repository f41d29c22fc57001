"""The eight rules and their readings, against a second implementation written from the text of the rules."""

import random
from functools import cache

import pytest

from noughts.core.game import Game
from noughts.strategies.registry import load
from tests.witnesses import every_position

GAME = Game(3, 3, 3)
FORKS = ("current", "older", "careless")
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OPPOSITE = {0: 8, 2: 6, 6: 2, 8: 0}


@cache
def played(board: str, first: str, fork: str) -> set[int]:
    """The cells that the rules allow on a board of nine letters X, O and '.': the witness."""
    me, you = "XO" if board.count("X") == board.count("O") else "OX"
    free = {cell for cell in range(9) if board[cell] == "."}
    if len(free) == 9:
        return {4} if first == "centre" else set(OPPOSITE)
    for who in (me, you):  # rules 1 and 2
        if cells := {cell for cell in free if completes(board, cell, who)}:
            return cells
    if cells := {cell for cell in free if twos(put(board, cell, me), me) >= 2}:  # rule 3
        return cells
    if yours := {cell for cell in free if twos(put(board, cell, you), you) >= 2}:  # rule 4
        return blocking(board, free, yours, me, you, fork)
    if 4 in free:
        return {4}
    if cells := {cell for cell in free if cell in OPPOSITE and board[OPPOSITE[cell]] == you}:
        return cells
    return free & set(OPPOSITE) or free


def blocking(board: str, free: set[int], yours: set[int], me: str, you: str, fork: str) -> set[int]:
    if fork == "careless" or (fork == "current" and len(yours) == 1):
        return yours
    makes_two = {cell for cell in free if twos(put(board, cell, me), me)}
    if fork == "current":
        quiet = set()
        for cell in makes_two:
            after = put(board, cell, me)
            if all(twos(put(after, reply, you), you) < 2 for reply in free - {cell}):
                quiet.add(cell)
        if quiet:
            return quiet
    harmless = set()
    for cell in makes_two:
        after = put(board, cell, me)
        (answer,) = (reply for reply in free - {cell} if completes(after, reply, me))
        if twos(put(after, answer, you), you) < 2:
            harmless.add(cell)
    return harmless or yours


def put(board: str, cell: int, who: str) -> str:
    return board[:cell] + who + board[cell + 1 :]


def completes(board: str, cell: int, who: str) -> bool:
    after = put(board, cell, who)
    return any(cell in row and all(after[each] == who for each in row) for row in ROWS)


def twos(board: str, who: str) -> int:
    """How many lines hold two stones of one side and a free cell."""
    return sum(sorted(board[cell] for cell in row) == sorted([who, who, "."]) for row in ROWS)


@pytest.mark.parametrize("fork", FORKS)
def test_every_decision_is_the_witness_s(fork: str) -> None:
    first = "corner" if fork == "older" else "centre"
    strategy, rng = load(f"newell-simon:first={first},fork={fork}"), random.Random(0)
    for position in every_position(GAME):
        if position.outcome is None:
            board = str(position).replace("/", "")
            assert set(strategy.decide(position, rng).moves) == played(board, first, fork), board
