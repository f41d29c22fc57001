"""The dares of the page: positions from which a visitor can force a win against what is called unbeatable."""

import json
import shutil
import subprocess
from functools import cache
from typing import Any

import pytest

from benchmarks import gallery
from noughts.app.listing import proof_of
from noughts.core.notation import STANDARD, parse_position
from noughts.players.player import NO_DICE, consult
from noughts.strategies import registry
from tests.web.test_page import STATIC

NODE = shutil.which("node")
NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
LINES = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]  # cells by letters, row by row
DARES = gallery.dares()
DAYS = """
const { dareOn, dayOf } = await import(process.argv[1]);
const texts = [new Date(2026, 10, 27, 0, 0, 1), new Date(2026, 10, 27, 23, 59, 59), new Date(2027, 0, 1)].map(dayOf);
const days = Array.from({ length: 20 }, (_, day) => dayOf(new Date(2026, 1, 20 + day, 12)));
console.log(JSON.stringify([texts, days.map((day) => [day, dareOn(day)])]));
"""


def mark_in_line(board: str) -> str | None:
    """Who has three in a row on a board of nine letters."""
    rows = ["".join(board["abcdefghi".index(cell)] for cell in line) for line in LINES]
    return next((mark for mark in "XO" if mark * 3 in rows), None)


def after(board: str, cell: int) -> str:
    """The board after a move: X moves where there are as many of both."""
    mark = "X" if board.count("X") == board.count("O") else "O"
    return board[:cell] + mark + board[cell + 1 :]


def board_of(dare: gallery.Dare) -> str:
    board = "." * 9
    for move in dare.moves:
        board = after(board, NAMES.index(move))
    return board


def can_force_a_win(board: str, dare: gallery.Dare) -> bool:
    """By plain recursion over boards of letters: every reply that the strategy may choose, the visitor's best one."""
    player, visitor = registry.load(dare.strategy), str(dare.side)

    @cache
    def wins(board: str) -> bool:
        if (winner := mark_in_line(board)) or "." not in board:
            return winner == visitor
        if (board.count("X") == board.count("O")) == (visitor == "X"):
            return any(wins(after(board, cell)) for cell in range(9) if board[cell] == ".")
        rows = "/".join(board[row : row + 3] for row in (0, 3, 6))
        return all(wins(after(board, cell)) for cell in consult(player, parse_position(rows), NO_DICE).moves)

    return wins(board)


@pytest.mark.parametrize("dare", DARES, ids=lambda dare: f"{dare.strategy}-{dare.side}")
def test_the_visitor_is_to_move_and_can_force_a_win(dare: gallery.Dare) -> None:
    board = board_of(dare)
    assert mark_in_line(board) is None
    assert ("X" if board.count("X") == board.count("O") else "O") == str(dare.side)
    assert can_force_a_win(board, dare)


def test_each_begins_a_known_losing_line() -> None:
    for dare in DARES:
        found = proof_of(dare.strategy, STANDARD)
        seat = found and found.seats["second" if str(dare.side) == "X" else "first"]
        if seat and seat.losing_line is not None:
            assert [STANDARD.name(move) for move in seat.losing_line[: len(dare.moves)]] == list(dare.moves)


@pytest.mark.skipif(NODE is None, reason="there is no node, which runs the page's modules here")
def test_a_day_has_one_dare() -> None:
    """The visitor's own calendar day, whatever the time and the time zone; the next day has another."""
    found = {zone: days(zone) for zone in ("UTC", "Pacific/Kiritimati", "America/Los_Angeles")}
    assert len({json.dumps(each) for each in found.values()}) == 1
    texts, listed = found["UTC"]
    assert texts == ["2026-11-27", "2026-11-27", "2027-01-01"]
    assert listed[0][0] == "2026-02-20"
    assert listed[9][0] == "2026-03-01"
    names = [(dare["strategy"], dare["side"]) for _, dare in listed]
    assert len(set(names[: len(DARES)])) == len(DARES)
    assert names[len(DARES)] == names[0]


def days(zone: str) -> tuple[list[str], list[tuple[str, dict[str, Any]]]]:
    """What the page's module says of some days, in a time zone."""
    command = [str(NODE), "--input-type=module", "-e", DAYS, (STATIC / "views" / "home" / "day.js").as_uri()]
    environment = {"TZ": zone, "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    texts, listed = json.loads(done.stdout)
    return texts, listed
