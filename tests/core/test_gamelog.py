"""A game being played: what happens in it, who may do what, and both once more beside plain lists."""

from collections.abc import Set
from dataclasses import dataclass, field
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.gamelog import GameLog, Made
from noughts.core.notation import parse_cell
from noughts.core.position import Side
from noughts.errors import IllegalMoveError
from tests.refusals import refused

X, O = Side.X, Side.O  # noqa: E741 - the game's own name for it
GAME = Game(3, 3, 3)
NOBODY: Set[Side] = frozenset()
BOTH = frozenset(Side)
X_WINS = "b2 a1 b1 a2 b3"


def made(cells: str, first: Side = X) -> list[Made]:
    """Return moves of both sides in turn: `b2 a1`."""
    sides = cycle((first, first.opponent))
    return [Made(parse_cell(GAME, name), side) for name, side in zip(cells.split(), sides, strict=False)]


def played(cells: str, opening: str = "") -> GameLog[Made]:
    """Return the log of an opening and the moves after it."""
    log = GameLog.start(GAME, made(opening))
    for move in made(cells, log.position.side):
        log = log.play(move)
    return log


def names(log: GameLog[Made]) -> str:
    """Return the moves of a log: `b2 a1`."""
    return " ".join(GAME.name(move.move) for move in log.moves)


# What happens.


def test_a_game_starts_with_an_opening() -> None:
    log = played("", opening="b2 a1")
    assert (log.fixed, names(log), str(log.position)) == (2, "b2 a1", "O../.X./...")
    assert [position.ply for position in log.positions] == [0, 1, 2]
    with refused("error.cell-taken", cell="b2", side="X"):
        played("", opening="b2 b2")


@pytest.mark.parametrize(
    ("log", "move", "kinds"),
    [
        (played("b2"), Made(4, O), "error.cell-taken:b2"),
        (played("b2"), Made(9, O), "error.no-cell-number:8"),
        (played("b2"), Made(0, X), "error.not-to-move"),
        (played(X_WINS), Made(8, O), "error.cell-after-end:c3 ending.wins"),
        (played("b2").resign(X), Made(0, O), "error.over ending.resigned"),
    ],
)
def test_moves_that_are_refused(log: GameLog[Made], move: Made, kinds: str) -> None:
    with refused(*kinds.split()) as caught:
        log.play(move)
    assert isinstance(caught.value, IllegalMoveError)
    assert caught.value.move == move.move


@pytest.mark.parametrize(
    ("log", "ended"),
    [
        (played("b2"), None),
        (played(X_WINS), "X wins"),
        (played("a1 b1 c1 b2 a2 c2 b3 a3 c3"), "draw"),
        (played("b2").resign(O), "O resigned"),
    ],
)
def test_the_end_in_words(log: GameLog[Made], ended: str | None) -> None:
    assert (log.ended and str(log.ended), log.over) == (ended, ended is not None)


@pytest.mark.parametrize("count", [0, 2])
def test_moves_that_cannot_be_taken_back_or_made_again(count: int) -> None:
    log = played("a1 c1", opening="b2").undo(1)
    with refused("error.cannot-undo:1", count=count):
        log.undo(count)
    with refused("error.cannot-redo:1", count=count):
        log.redo(count)


def test_after_a_resignation_it_alone_is_taken_back() -> None:
    log = played("b2 a1").undo(1).resign(X)
    for ask in (log.undo, log.redo):
        with refused("error.over", "ending.resigned", side="X"):
            ask(1)
    with refused("error.over", "ending.resigned", side="X"):
        log.redo(0)


@pytest.mark.parametrize(
    ("log", "end"), [(played(X_WINS), "ending.wins:X"), (played("").resign(O), "ending.resigned:O")]
)
def test_nobody_resigns_after_the_end(log: GameLog[Made], end: str) -> None:
    with refused("error.cannot-resign-over:X", end):
        log.resign(X)


# Who may do what.


def test_people_may_resign_until_the_end() -> None:
    log = played("b2")
    assert [log.may_resign(people) for people in (BOTH, {O}, NOBODY)] == [(X, O), (O,), ()]
    assert log.resign(O).may_resign(BOTH) == played(X_WINS).may_resign(BOTH) == ()


# The same beside plain lists: the moves, and what was taken back.


@dataclass
class Model:
    """A game as lists of cells; X makes the moves with even numbers."""

    people: Set[Side]
    fixed: int
    cells: list[int]
    later: list[int] = field(default_factory=list)
    resigned: Side | None = None

    def numbers(self, since: int, of: Set[Side]) -> list[int]:
        """Return the numbers of the moves, made or taken back, that these sides make; with no people, of all moves."""
        total = len(self.cells) + len(self.later)
        return [number for number in range(since, total) if not self.people or (X, O)[number % 2] in of]

    def back(self, by: Side | None) -> int | None:
        """Return how many moves an undo takes back."""
        if by is not None and by not in self.people:
            return None
        if self.resigned:
            return 0 if by in (None, self.resigned) else None
        done = len(self.cells)
        own = [number for number in self.numbers(self.fixed, {by} if by else self.people) if number < done]
        answers = [number for number in self.numbers(own[-1] + 1 if own else done, self.people) if number < done]
        return done - own[-1] if own and not answers else None

    def forward(self, by: Side | None) -> int:
        """Return how many moves a redo makes again."""
        done = len(self.cells)
        if self.resigned or not self.later or (by and (by not in self.people or by is not (X, O)[done % 2])):
            return 0
        return ([*self.numbers(done + 1, self.people), done + len(self.later)])[0] - done


@settings(max_examples=100)
@given(
    st.sampled_from([NOBODY, {X}, {O}, BOTH]),
    st.sampled_from([GAME, Game(2, 2, 2), Game(4, 3, 3), Game(1, 1, 1)]),
    st.integers(0, 1),
    st.lists(st.tuples(st.sampled_from(["play", "undo", "redo", "resign"]), st.integers(0, 11)), max_size=40),
)
def test_any_course_of_a_game(people: Set[Side], game: Game, fixed: int, course: list[tuple[str, int]]) -> None:
    model = Model(people, fixed, list(range(fixed)))
    log = GameLog.start(game, [Made(cell, X) for cell in range(fixed)])
    for what, number in course:
        if what == "play":
            log = play(log, model, number % game.cells)
        elif what == "undo":
            log = undo(log, model, number % 4)
        elif what == "redo":
            log = redo(log, model, number % 4)
        else:
            log = resign(log, model, (X, O)[number % 2])
        check(log, model)


def play(log: GameLog[Made], model: Model, cell: int) -> GameLog[Made]:
    if model.resigned or cell not in log.position.legal_moves:
        with pytest.raises(IllegalMoveError):
            log.play(Made(cell, log.position.side))
        return log
    model.cells.append(cell)
    model.later.clear()
    return log.play(Made(cell, log.position.side))


def undo(log: GameLog[Made], model: Model, count: int) -> GameLog[Made]:
    if count == 0 and model.resigned:
        model.resigned = None
    elif 0 < count <= len(model.cells) - model.fixed and not model.resigned:
        model.later = model.cells[-count:] + model.later
        del model.cells[-count:]
    else:
        with pytest.raises(IllegalMoveError):
            log.undo(count)
        return log
    return log.undo(count)


def redo(log: GameLog[Made], model: Model, count: int) -> GameLog[Made]:
    if 0 < count <= len(model.later) and not model.resigned:
        model.cells += model.later[:count]
        del model.later[:count]
        return log.redo(count)
    with pytest.raises(IllegalMoveError):
        log.redo(count)
    return log


def resign(log: GameLog[Made], model: Model, side: Side) -> GameLog[Made]:
    if log.over:
        with pytest.raises(IllegalMoveError):
            log.resign(side)
        return log
    model.resigned = side
    return log.resign(side)


def check(log: GameLog[Made], model: Model) -> None:
    """Assert that the log says what the lists say, and that what it allows can be done."""
    assert [move.move for move in log.moves] == model.cells
    assert [move.move for move in log.undone[::-1]] == model.later
    assert (log.resigned, log.fixed) == (model.resigned, model.fixed)
    assert log.positions == tuple(log.record(("?", "?")).positions())
    for by in (None, X, O):
        back, forward = log.moves_back(model.people, by), log.moves_forward(model.people, by)
        assert (back, forward) == (model.back(by), model.forward(by))
        if back is not None:
            assert log.undo(back) != log
        if forward:
            assert log.redo(forward) != log
