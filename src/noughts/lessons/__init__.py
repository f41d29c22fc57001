"""Lessons: find the only move. Positions in which exactly one move keeps the value, graded, endless, each one proved.

Read in this order: `only_move` (what a lesson holds and says), `exact_lessons` (by exact values),
`fours` (wins by fours, searched to the end), `lesson_games` (where the positions come from), `grades` (the table, and a
lesson for a grade and a seed).

The room is handed exact values (a Truth) and never imports a solver.
"""

from noughts.lessons.grades import GRADES, Grade, lesson, lessons_of, refutation
from noughts.lessons.only_move import LessonSentence, OnlyMove, RefutedMove, SentenceKind

__all__ = [
    "GRADES",
    "Grade",
    "LessonSentence",
    "OnlyMove",
    "RefutedMove",
    "SentenceKind",
    "lesson",
    "lessons_of",
    "refutation",
]
