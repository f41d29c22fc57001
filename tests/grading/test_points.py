"""What a program earns, and what a grade says of it, for every finding: by the finding, whatever its words are."""

import json
import random
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from noughts.arena.measurement import Measurement
from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import FaultKind, LimitExceeded, StrategyFault
from noughts.grading.grader import Graded, Grader
from noughts.grading.page import as_html
from noughts.grading.points import Scale
from noughts.grading.table import shortest_loss, summary, verdicts
from noughts.players.player import Decision
from noughts.prove import Proof, Uncounted, prove
from noughts.prove import proof as proofs
from noughts.prove.proof import FaultAt
from noughts.results.grade import ProgramGrade, Submission, submission
from noughts.results.proof import FAULTS, Finding, Verdict, verdict
from noughts.strategies.registry import load
from tests.cli.conftest import Run

GAME, LARGE = Game(3, 3, 3), Game(9, 9, 5)
KINDS: tuple[FaultKind, ...] = ("illegal", "raised", "endless", "died")


class Broken:
    """The lowest cell; where `at` holds, it breaks the rules in one way."""

    def __init__(self, kind: FaultKind, ply: int, cell: int) -> None:
        self.name, self.kind, self.ply, self.cell = kind, kind, ply, cell

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if position.ply >= self.ply and position.theirs >> self.cell & 1:
            raise StrategyFault(f"it is {self.kind}", self.kind)
        return Decision(position.legal_moves[:1])


LOST = Moves(LARGE, (80, 0, 79, 1, 78, 2, 77, 3, 76))


def measured(losses: int, line: bool, failures: int = 0) -> Measurement:
    games = Tally(20 - losses, 0, losses)
    found_by = "games" if losses > failures else "search"
    moves = LOST if line else None
    return Measurement("m", LARGE, Side.O, 0, games, moves, "it fails" * bool(failures), failures, found_by=found_by)  # type: ignore[arg-type]


def uncounted(line: bool, kind: FaultKind | None = None) -> Uncounted:
    fault = None if kind is None else FaultAt(kind, Position(LARGE).play(0), f"it is {kind}")
    moves = None if not line else Moves(LARGE, (0,)) if fault else LOST
    reason = "its games are not counted"
    return Uncounted("u", Side.O, reason, moves, "search" if moves else None, tried=1, asked=9, fault=fault)


class Expected(NamedTuple):
    """What a seat is worth: whether it earns its points, whether it is known to lose, to break the rules."""

    finding: Finding | None
    earns: bool
    loses: bool
    breaks: bool = False

    @property
    def is_graded(self) -> bool:
        """Whether there is a verdict."""
        return self.earns or self.loses


@cache
def table(side: Side) -> dict[str, Expected]:
    """Return every kind of finding, with what it is worth."""
    ends = {kind: prove(Broken(kind, 0, 8), GAME, side) for kind in KINDS}
    beside = {kind: prove(Broken(kind, 6 + (side is Side.O), 8), GAME, side) for kind in KINDS}
    limit = LimitExceeded("no verdict: the limit of 10 positions is reached")
    return {
        "never loses": Expected(prove(load("sharp"), GAME, side), earns=True, loses=False),
        "loses a game": Expected(prove(load("first"), GAME, side), earns=False, loses=True),
        **{f"{kind}, at the end of its line": Expected(found, False, True, True) for kind, found in ends.items()},
        **{f"{kind}, beside its line": Expected(found, False, True, True) for kind, found in beside.items()},
        "measured, no loss": Expected(measured(0, line=False), earns=True, loses=False),
        "measured, losses": Expected(measured(3, line=True), earns=False, loses=True),
        "measured, lost to a search": Expected(measured(0, line=True), earns=False, loses=True),
        "measured, fails": Expected(measured(3, line=False, failures=3), earns=False, loses=True, breaks=True),
        "measured, loses and fails": Expected(measured(3, line=True, failures=1), False, True, breaks=True),
        "no line found": Expected(uncounted(line=False), earns=False, loses=False),
        "a limit": Expected(Uncounted.after(limit, "u", side), earns=False, loses=False),
        "a line found": Expected(uncounted(line=True), earns=False, loses=True),
        **{f"{kind}, not counted": Expected(uncounted(True, kind), False, True, True) for kind in KINDS},
        "missing": Expected(None, earns=False, loses=False),
    }


def handed_in(first: Finding | None, second: Finding | None, file: str = "ann.py") -> Submission:
    """Return the grade of a program with these findings."""
    found = {Side.X: first, Side.O: second}
    seats = dict[str, Verdict]()
    for side, finding in found.items():
        if finding is not None:
            seats[side.seat] = verdict(finding)
    problem = None if len(seats) == 2 else "it cannot be loaded"
    return submission(file, ProgramGrade(strategy="ann", seats=seats, problem=problem), 0, 1.5)


PAIRS = [*product(table(Side.X), table(Side.O))]


def rows() -> list[Submission]:
    """Return the grade of every pair of findings."""
    return [handed_in(table(Side.X)[first].finding, table(Side.O)[second].finding) for first, second in PAIRS]


SCALE = Scale({"first": 4.0, "second": 3.0, "legal": 2.0, "time": 1.0}, 60.0)


def marks(row: Submission) -> list[float]:
    return [item.earned for item in SCALE.of(row)]


def expected_marks(first: Expected, second: Expected) -> list[float]:
    graded = first.is_graded and second.is_graded
    legal = graded and not (first.breaks or second.breaks)
    return [4 * first.earns, 3 * second.earns, 2 * legal, graded]


def test_every_finding_is_what_it_is_called() -> None:
    """The proofs of the table: whether a line ends by a fault, and whether one breaks the rules elsewhere."""
    for side in Side:
        for name, expected in table(side).items():
            found = expected.finding
            if isinstance(found, Proof):
                assert found.never_loses == (name == "never loses")
                assert bool(found.faults) == expected.breaks, name
                assert (found.fault is not None) == name.endswith("at the end of its line"), name


@pytest.mark.parametrize("late", [False, True])
def test_what_every_pair_of_findings_earns(late: bool) -> None:
    for (first, second), row in zip(PAIRS, rows(), strict=True):
        *expected, in_time = expected_marks(table(Side.X)[first], table(Side.O)[second])
        found = marks(replace(row, seconds=60.5) if late else row)
        assert found == [*expected, in_time and not late], (first, second)


def test_what_every_pair_of_findings_is() -> None:
    """Known to lose, proved never to lose, or neither; the last line of the table counts each."""
    found = rows()
    for (first, second), row in zip(PAIRS, found, strict=True):
        one, other = table(Side.X)[first], table(Side.O)[second]
        assert row.loses == (one.loses or other.loses), (first, second)
        assert row.holds == (first == second == "never loses")
    losing, holding = sum(row.loses for row in found), 1
    assert summary(found) == (
        f"{len(found)} files; never loses: {holding}, can lose or fails: {losing}, "
        f"no proof: {len(found) - losing - holding}"
    )


def test_no_reason_is_false() -> None:
    """`legal`: the words are those of what is known."""
    ((_, holds),) = [
        (pair, row) for pair, row in zip(PAIRS, rows(), strict=True) if pair == ("never loses", "never loses")
    ]
    assert SCALE.of(holds)[2].reason == "a legal move in every position"
    for (first, second), row in zip(PAIRS, rows(), strict=True):
        one, other = table(Side.X)[first], table(Side.O)[second]
        reason = SCALE.of(row)[2].reason
        assert reason.startswith("breaks them in ") == (one.is_graded and other.is_graded and one.breaks | other.breaks)
        if reason == "a legal move in every position":
            assert isinstance(one.finding, Proof)
            assert isinstance(other.finding, Proof)


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("never loses", None),
        ("loses a game", "loses"),
        ("illegal, beside its line", "loses"),
        ("raised, at the end of its line", "fails after"),
        ("measured, losses", "loses"),
        ("measured, lost to a search", "loses"),
        ("measured, fails", None),
        ("died, not counted", "fails after"),
        ("no line found", None),
        ("missing", None),
    ],
)
def test_the_shortest_loss(name: str, end: str | None) -> None:
    """The other seat is a proof that the program never loses there. The word of a seat is the reason for its points."""
    row = handed_in(table(Side.X)["never loses"].finding, table(Side.O)[name].finding)
    loss = shortest_loss(row)
    assert (loss and loss.end) == end
    assert verdicts(row)[1] == SCALE.of(row)[1].reason


OTHER_WORDS = {"never loses": "can lose", "can lose": "no verdict", "no verdict": "never loses"}


def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every verdict said in the words of another one."""
    monkeypatch.setattr(proofs, "_NEVER_LOSES", OTHER_WORDS["never loses"])
    monkeypatch.setattr(proofs, "_CAN_LOSE", OTHER_WORDS["can lose"])
    monkeypatch.setattr(proofs, "_NO_VERDICT", OTHER_WORDS["no verdict"])
    for kind in KINDS:
        monkeypatch.setitem(FAULTS, kind, OTHER_WORDS["no verdict"])


def test_other_words_change_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    words, before = [verdicts(row)[0] for row in rows()], [findings_of(row) for row in rows()]
    reworded(monkeypatch)
    for (first, second), row, word, old in zip(PAIRS, rows(), words, before, strict=True):
        if first != "missing":  # its word is the document's own
            assert verdicts(row)[0] != word or first.startswith("measured"), first
        assert findings_of(row) == old, (first, second)
    drawn = [as_html(LARGE, [row]) for row in rows() if not shortest_loss(row)]
    assert sum(page.count('class="holds"') for page in drawn) == 1  # in bold: one pair of proofs


def findings_of(row: Submission) -> tuple[object, ...]:
    """Return all that is known of a program but for the words, the last line of its table among it."""
    return marks(row), row.loses, row.holds, row.illegal, row.raised, shortest_loss(row), summary([row])


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["never loses"], 0),
        (["never loses", "measured, no loss"], 3),
        (["never loses", "missing"], 3),
        (["no line found", "died, not counted"], 1),
        (["loses a game", "never loses"], 1),
    ],
)
def test_the_command(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], code: int) -> None:
    """Its exit code and points are those of the findings."""
    scale = tmp_path / "scale.toml"
    scale.write_text("first = 4\nsecond = 3\nlegal = 2\ntime = 1\n")
    files = [str(tmp_path / f"{number}.py") for number in range(len(names))]
    for file in files:
        Path(file).write_text("")

    def graded(grader: Grader, *asked: object) -> Graded:
        pairs = [(table(Side.X)[name].finding, table(Side.O)[name].finding) for name in names]
        return Graded([handed_in(*pair, file) for pair, file in zip(pairs, files, strict=True)], interrupted=False)

    monkeypatch.setattr(Grader, "grade", graded)
    ran = run("grade", *files, "--game", str(LARGE), "--points", str(scale), "--json")
    assert ran.code == code
    for row, name in zip(json.loads(ran.out)["submissions"], names, strict=True):
        earned = [item["earned"] for item in row["points"]]
        assert earned == expected_marks(table(Side.X)[name], table(Side.O)[name])
