"""The grades, and the lesson of a grade and a seed: the same on every machine, and there is one for every seed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.core.sparse import NOT_WRITTEN, Written
from noughts.core.value import Truth
from noughts.errors import GameError, LimitExceeded, nearest
from noughts.lessons import exact_lessons, fours
from noughts.lessons.exact_lessons import Values
from noughts.lessons.lesson_games import large_game, pick, small_game
from noughts.lessons.only_move import OnlyMove, RefutedMove, SentenceKind, Sentences, sentence
from noughts.review.judgement import judge
from noughts.words import Said

_GAMES = 10  # that are played in search of a lesson of one ply, before another ply is drawn
_PLIES = 1000  # that are drawn
_FIRST = 2  # stones: both sides have moved
_FEWEST = 3  # moves to choose from
_MOST_FREE = 11  # cells: plain Python values such a position at once
OWN = "own"  # the grade of a lesson from a played game

_Belongs = Callable[[Position, Values, Move], bool]
_Tells = Callable[[Position, Values, Move], Sentences]


@dataclass(frozen=True)
class Grade(Written):
    """A kind of lesson: its name, its boards, and the kind of the sentence on what all its lessons have in common."""

    name: str
    boards: tuple[Game, ...] = field(metadata=NOT_WRITTEN)
    kind: str = field(metadata=NOT_WRITTEN)
    also: ClassVar = ("title", "games", "about", "learnt")

    @property
    def title(self) -> Said:
        """Its title."""
        return Said(f"grade.{self.name}-title")

    @property
    def games(self) -> list[str]:
        """The texts of its boards."""
        return [str(game) for game in self.boards]

    @property
    def about(self) -> Said:
        """What all its lessons have in common."""
        return Said(self.kind)

    @property
    def learnt(self) -> Said:
        """What they teach."""
        return Said(f"grade.{self.name}-learnt")


@dataclass(frozen=True)
class _Exact:
    """How a grade of exact values finds and words its lessons: in quiet positions, where no line can be completed at
    once, or in the others."""

    quiet: bool
    belongs: _Belongs | None = None  # None: every only move belongs
    question: SentenceKind | None = None  # None: for the move that keeps the value
    reason: _Tells = exact_lessons.reason_of_only


_SMALL = (Game(3, 3, 3),)
_MIDDLE = (*_SMALL, Game(4, 3, 3))

GRADES = {
    grade.name: grade
    for grade in (
        Grade("win", _SMALL, "grade.win"),
        Grade("block", _SMALL, "grade.block"),
        Grade("fork", _MIDDLE, "grade.fork"),
        Grade("stop", _MIDDLE, "grade.stop"),
        Grade("4,3,3", (Game(4, 3, 3),), "grade.only-move"),
        Grade("4,4,3", (Game(4, 4, 3),), "grade.only-move"),
        Grade("4,4,4-gravity", (Game(4, 4, 4, gravity=True),), "grade.only-column"),
        Grade("3,3,3-misere", (Game(3, 3, 3, misere=True),), "grade.only-misere"),
        Grade("five", (Game(9, 9, 5),), "grade.five"),
    )
}


_EXACT = {
    "win": _Exact(False, exact_lessons.is_win, "ask-win", exact_lessons.reason_of_win),
    "block": _Exact(False, exact_lessons.is_block, "ask-block", exact_lessons.reason_of_block),
    "fork": _Exact(True, exact_lessons.is_fork, "ask-fork", exact_lessons.reason_of_fork),
    "stop": _Exact(True, exact_lessons.is_stop, "ask-stop", exact_lessons.reason_of_stop),
    "4,3,3": _Exact(True),
    "4,4,3": _Exact(True),
    "4,4,4-gravity": _Exact(True),
    "3,3,3-misere": _Exact(True),
    OWN: _Exact(False),
}


def lesson(name: str, seed: int, truth: Truth) -> OnlyMove:
    """Return the lesson of a grade and a seed. Raises GameError for an unknown grade.

    The random numbers first draw a board of the grade and a ply, then games until one has a fitting position from
    that ply on, so that late positions are not rarer than early ones. `truth` is asked about positions that plain
    Python values at once; whatever its source, the lesson is the same.
    """
    if name not in GRADES:
        near = nearest(name, [*GRADES], most=1, likeness=0.4)
        kind, words = ("hint.did-you-mean", near) if near else ("hint.known-are", [*GRADES])
        raise GameError(Said("error.no-grade", {"grade": repr(name), "hint": Said(kind, {"words": words})}))
    rng, grade = Random(f"{name} {seed}"), GRADES[name]
    for _ in range(_PLIES):
        game = pick(grade.boards, rng)
        if name in _EXACT:
            lesson = _exact_lesson_from(
                pick(range(_FIRST, game.cells - _FEWEST + 1), rng), game, grade, seed, truth, rng
            )
        else:
            lesson = _run(game, grade, seed, rng)
        if lesson is not None:
            return lesson
    raise LimitExceeded(Said("error.no-lesson", {"grade": repr(name), "seed": seed}))


def _exact_lesson_from(ply: int, game: Game, grade: Grade, seed: int, truth: Truth, rng: Random) -> OnlyMove | None:
    """Return the first lesson with so many stones or more in a few games on a small board."""
    kind = _EXACT[grade.name]
    for _ in range(_GAMES):
        for moves, position in small_game(game, truth, rng):
            free = position.empty.bit_count()
            if position.ply < ply or free > _MOST_FREE or exact_lessons.is_quiet(position) != kind.quiet:
                continue
            values = truth(position)
            only = exact_lessons.only_move(values)
            if only is None or len(values) < _FEWEST:
                continue
            if kind.belongs is None or kind.belongs(position, values, only):
                return _exact_lesson(grade.name, seed, moves, position, only, truth)
    return None


def _run(game: Game, grade: Grade, seed: int, rng: Random) -> OnlyMove | None:
    for moves, position in large_game(game, rng):
        if line := fours.only_run(position):
            question, why = sentence("ask-run", side=position.side), fours.reason_of_run(position, line)
            played, run = Moves(game, moves), Moves(game, line)
            return OnlyMove(grade.name, seed, played, position, question, line[0], why, run)
    return None


def _exact_lesson(
    name: str, seed: int | None, moves: tuple[Move, ...], position: Position, only: Move, truth: Truth
) -> OnlyMove:
    kind, values = _EXACT[name], truth(position)
    question = exact_lessons.question(kind.question, position, values, only)
    why = kind.reason(position, values, only)
    line = exact_lessons.best_line(position, only, truth)
    return OnlyMove(name, seed, Moves(position.game, moves), position, question, only, why, line)


def lessons_of(record: Record, side: Side, truth: Truth) -> list[OnlyMove]:
    """Return the lessons in a played game: where a side gave value away and exactly one move would have kept it.

    Positions whose values are not known are left out.
    """
    lessons = []
    for ply, (position, move) in enumerate(zip(record.positions(), record.moves, strict=False)):
        if position.side is not side:
            continue
        try:
            values = truth(position)
            only = exact_lessons.only_move(values)
            if only is not None and judge(values, move).mistake:
                lessons.append(_exact_lesson(OWN, None, record.moves[:ply], position, only, truth))
        except LimitExceeded:
            continue
    return lessons


def refutation(lesson: OnlyMove, move: Move, truth: Truth) -> RefutedMove:
    """Return what a wrong move in a lesson leads to. Raises IllegalMoveError for a move that is not legal."""
    lesson.position.play(move)
    if lesson.grade in _EXACT:
        return exact_lessons.refute(lesson.position, move, truth)
    return fours.refute_run(lesson.position, move, lesson.line)
