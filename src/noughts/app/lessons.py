"""The documents of lessons: their exact values come from plain Python and the user's tables, at once."""

from noughts.app.explanation import known_values
from noughts.core.position import SEATS
from noughts.core.record import Record
from noughts.lessons import GRADES, OnlyMove, lesson, lessons_of, refutation
from noughts.results.lesson import LessonAsked, LessonGrades


def lesson_grades() -> LessonGrades:
    """Return the grades of lessons."""
    return LessonGrades([*GRADES.values()])


def made_lesson(grade: str, seed: int) -> LessonAsked:
    """Return the document noughts/lesson/1 of a grade and a seed. Raises GameError for an unknown grade."""
    return document_of(lesson(grade, seed, known_values()))


def lessons_in(record: Record, seat: str) -> list[LessonAsked]:
    """Return the lessons in a played game for the side of a seat, `first` or `second`."""
    (side,) = SEATS[seat]
    return [document_of(lesson) for lesson in lessons_of(record, side, known_values())]


def document_of(lesson: OnlyMove) -> LessonAsked:
    """Return the document of a lesson, with the refutation of every wrong move."""
    wrong = [move for move in lesson.position.legal_moves if move != lesson.answer]
    return LessonAsked(**vars(lesson), wrong={move: refutation(lesson, move, known_values()) for move in wrong})
