"""What comes with the program, or stands on its pages, and was computed once: proofs, levels, results, lines, dares."""

import json
import re
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks import gallery, ladder, proofs, results
from benchmarks.losing_lines import GAMES, SEARCHES, STRATEGIES, KnownLine, known_lines
from noughts.app.listing import proof_of, shipped_proofs
from noughts.board_text.position_text import parse_position
from noughts.certify import check
from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import SEATS, Position, Side
from noughts.core.tally import Tally
from noughts.players.player import NO_DICE, Strategy, consult
from noughts.strategies import registry
from tests.web.page_modules import needs_node, run_on_modules
from tests.witnesses import assert_loses

# Proofs, and what becomes of a player against perfect play.

Chances = tuple[Fraction, Fraction, Fraction]  # of X, a draw, O


@cache
def worth(position: Position) -> int:
    """The value for the side to move, plainly: a win is worth the more the sooner, a loss the less the sooner."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else position.ply - 100
    return max(-worth(position.play(move)) for move in position.legal_moves)


def best_moves(position: Position) -> list[int]:
    """The moves of a perfect player."""
    worths = {move: -worth(position.play(move)) for move in position.legal_moves}
    return [move for move, value in worths.items() if value == max(worths.values())]


def chances(position: Position, player: Strategy, side: Side) -> Chances:
    """What becomes of a game between the player and a perfect one: every tie is broken evenly."""
    if position.outcome is not None:
        winner = position.outcome.winner
        x, draw, o = (Fraction(winner is each) for each in (Side.X, None, Side.O))
        return x, draw, o
    own = position.side is side
    moves = consult(player, position, NO_DICE).moves if own else best_moves(position)
    branches = [chances(position.play(move), player, side) for move in moves]
    x, draw, o = (sum(each, Fraction()) / len(moves) for each in zip(*branches, strict=True))
    return x, draw, o


@pytest.mark.parametrize("name", ["weights", "centre-block", "tactical"])
def test_perfect_play_witnessed(name: str) -> None:
    """By plain recursion over the rules, which shares no code with what wrote the file."""
    document = proof_of(name, STANDARD)
    assert document is not None
    for side in Side:
        x, draw, o = chances(Position(STANDARD), registry.load(name), side)
        won, lost = (x, o) if side is Side.X else (o, x)
        assert document.seats[side.seat].against_perfect == Tally(won, draw, lost)


def test_every_strategy_and_level_without_a_clock_is_there() -> None:
    names = {document.strategy for document in shipped_proofs() if document.game == STANDARD}
    levels = {registry.load(spec).name for spec in registry.levels(STANDARD).values()}
    assert names == {*registry.shipped(STANDARD), *levels}
    four = {document.strategy for document in shipped_proofs() if document.game == Game(4, 4, 4)}
    assert {spec for spec in registry.levels(Game(4, 4, 4)).values() if "seconds" not in spec} <= four


@pytest.mark.parametrize("board", ["3,3,3", pytest.param("4,3,3", marks=pytest.mark.slow)])
def test_the_proofs_that_come_with_the_program_are_what_proving_gives(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three strategies; the slow test has them all."""
    names = ("weights", "paths", "first")
    monkeypatch.setattr(proofs, "_players", lambda game: {name: registry.load(name) for name in names})
    known = [proof for proof in shipped_proofs() if str(proof.game) == board and proof.strategy in names]
    assert list(proofs.proofs(board)) == known


# Levels.

RUNGS = json.loads((files("noughts.app") / "ladder.json").read_text())


@pytest.mark.slow
def test_the_levels_are_what_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 3,3,3, where it takes seconds."""
    monkeypatch.setattr(ladder, "_FILE", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "BOARDS", ("3,3,3",))
    ladder.main()
    assert json.loads((tmp_path / "ladder.json").read_text()) == [rung for rung in RUNGS if rung["game"] == "3,3,3"]


@pytest.mark.parametrize("board", ["3,3,3", "4,4,4", "6,5,4", "7,6,4", "10,10,5", "15,15,5", "7,6,4-gravity"])
def test_levels_get_stronger(board: str) -> None:
    """Each loses less to the best than the one before it, and no level beats the next more often than not."""
    names = [*registry.levels(Game.from_text(board))]
    rungs = {(rung["level"], rung["against"]): rung for rung in RUNGS if rung["game"] == board}
    assert rungs.keys() == {*((name, names[-1]) for name in names[:-1]), *pairwise(names)}
    lost = [rungs[name, names[-1]]["lost"] for name in names[:-1]]
    assert lost == sorted(lost, reverse=True)
    for step in pairwise(names):
        assert rungs[step]["lost"] >= rungs[step]["won"]
    for rung in rungs.values():
        low, high = rung["interval"] or (rung["lost"], rung["lost"])
        assert low <= rung["lost"] <= high


def test_levels_answer_soon() -> None:
    """No level thinks longer than half a second, and none waits for compiled code."""
    for board in {rung["game"] for rung in RUNGS}:
        game = Game.from_text(board)
        for spec in registry.levels(game).values():
            strategy = registry.load(spec)
            assert strategy.kernels(game) == ()
            assert strategy.seconds <= 0.5


@pytest.mark.parametrize(
    "board", ["1,1,1", "3,3,3", "26,26,5", "3,3,3-gravity", "12,9,5-gravity", "4,4,4-gravity-exact"]
)
def test_every_level_plays(board: str) -> None:
    game = Game.from_text(board)
    assert all(registry.load(spec).supports(game) for spec in registry.levels(game).values())


# The gallery, and what the README says of it.

COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def test_every_player_that_decides_at_once_is_there() -> None:
    assert [exhibit.name for exhibit in gallery.EXHIBITS] == [
        name for name in registry.SHIPPED if name != "search" and registry.load(name).supports(STANDARD)
    ]


@pytest.mark.slow
def test_the_least_step_of_learning() -> None:
    row = gallery.learning_row(map, "michie", 100)
    assert f"| {row} |\n" in gallery.matchboxes_on_the_page()


def test_what_the_readme_says_that_was_found() -> None:
    """Counted from the page: its exhibits, their claims, and the rows of the table with a seat that can lose."""
    readme = " ".join((gallery.DOCS.parent / "README.md").read_text(encoding="utf-8").split())
    rows = [line for line in gallery.PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    losing = {row.split("`")[1] for row in rows if "**can lose**" in row}
    known = [exhibit for exhibit in gallery.EXHIBITS if exhibit.claim]
    claimed = [exhibit for exhibit in known if re.search("cannot be beaten|never loses|proven", exhibit.claim)]
    assert f"of {COUNT[len(known)]} well-known strategies" in readme
    assert f"[{COUNT[len(losing & {exhibit.name for exhibit in known})]} can lose]" in readme
    assert f"{COUNT[len(claimed)].capitalize()} are called unbeatable where they were published" in readme
    assert [exhibit.name for exhibit in claimed if exhibit.name in losing] == ["centre-block"]
    # The source of `paths` has its exception, so only the words of the other two can be read in two ways.
    loose = [exhibit.name for exhibit in claimed if exhibit.name not in losing and losing.intersection(exhibit.specs)]
    assert loose == ["ring", "paths", "newell-simon"]


# Results of games, each with its certificate.

QUICK = 12_000  # positions that the checker follows in the quick tier, and the bytes of such a file
QUICK_BYTES = 400_000
PROVED = {record["game"]: record for record in results.records() if "table" not in record}
KEPT = [
    pytest.param(name, marks=[pytest.mark.slow] * (record["positions"] > QUICK or record["bytes"] > QUICK_BYTES))
    for name, record in sorted(PROVED.items())
    if record["bytes"] <= results.MOST
]


def test_every_certificate_of_up_to_1_mb_is_kept() -> None:
    small = {game for game, record in PROVED.items() if record["bytes"] <= results.MOST}
    assert small == {path.name.removesuffix(".cert.gz") for path in results.KEPT.iterdir()}
    for game in small:
        path = results.KEPT / f"{game}.cert.gz"
        assert (path.stat().st_size, results.text_digest(path)) == (PROVED[game]["bytes"], PROVED[game]["sha256"])


@pytest.mark.parametrize("game", KEPT)
def test_a_kept_certificate_holds(game: str) -> None:
    checked, record = check(results.KEPT / f"{game}.cert.gz"), PROVED[game]
    position = checked.head.position
    assert (position.game, position.ply) == (Game.from_text(game), 0)
    assert (checked.value, checked.entries, checked.positions) == (
        record["value"],
        record["entries"],
        record["positions"],
    )


# Lines that beat the shipped strategies on larger boards.

LINES = known_lines()


def test_every_cell_of_the_table_is_there() -> None:
    cells = {(line.strategy, line.game, line.seat) for line in LINES}
    expected = [(name, game) for game in GAMES for name in STRATEGIES] + list(SEARCHES)
    assert cells == {(name, game, side.seat) for name, game in expected for side in Side}


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(line, marks=[pytest.mark.slow] if line.strategy.startswith("search") else [])
        for line in LINES
        if line.line
    ],
    ids=lambda line: f"{line.strategy}-{line.game}-{line.seat}",
)
def test_a_line_is_lost(known: KnownLine) -> None:
    [seat] = SEATS[known.seat]
    assert_loses(registry.load(known.strategy), Game.from_text(known.game), seat, known.line or ())


# The dares of the page: positions from which a visitor can force a win against what is called unbeatable.

NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
ROWS = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]  # cells by letters, row by row
DARES = gallery.dares()
DAYS = """
import { dayOf } from "./day.ts";
import { dareOn } from "./views/home/day.ts";
const texts = [new Date(2026, 10, 27, 0, 0, 1), new Date(2026, 10, 27, 23, 59, 59), new Date(2027, 0, 1)].map(dayOf);
const days = Array.from({ length: 20 }, (_, day) => dayOf(new Date(2026, 1, 20 + day, 12)));
console.log(JSON.stringify([texts, days.map((day) => [day, dareOn(day)])]));
"""


def mark_in_line(board: str) -> str | None:
    """Who has three in a row on a board of nine letters."""
    rows = ["".join(board["abcdefghi".index(cell)] for cell in line) for line in ROWS]
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
        document = proof_of(dare.strategy, STANDARD)
        seat = document and document.seats["second" if str(dare.side) == "X" else "first"]
        if seat and seat.losing_line is not None:
            assert [STANDARD.name(move) for move in seat.losing_line[: len(dare.moves)]] == list(dare.moves)


@needs_node
def test_a_day_has_one_dare() -> None:
    """The visitor's own calendar day, whatever the time and the time zone; the next day has another."""
    by_zone = {zone: days(zone) for zone in ("UTC", "Pacific/Kiritimati", "America/Los_Angeles")}
    assert len({json.dumps(each) for each in by_zone.values()}) == 1
    texts, listed = by_zone["UTC"]
    assert texts == ["2026-11-27", "2026-11-27", "2027-01-01"]
    assert listed[0][0] == "2026-02-20"
    assert listed[9][0] == "2026-03-01"
    names = [(dare["strategy"], dare["side"]) for _, dare in listed]
    assert len(set(names[: len(DARES)])) == len(DARES)
    assert names[len(DARES)] == names[0]


def days(zone: str) -> tuple[list[str], list[tuple[str, dict[str, Any]]]]:
    """What the page's module says of some days, in a time zone."""
    texts, listed = json.loads(run_on_modules(DAYS, environment={"TZ": zone, "PATH": "/usr/bin:/bin"}))
    return texts, listed
