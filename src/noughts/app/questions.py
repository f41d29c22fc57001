"""The questions that may take long, each a function from JSON to JSON, which a worker process or a browser runs."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from noughts.app.adviser import adviser
from noughts.app.application import Application
from noughts.app.compilation import wait_for_kernels
from noughts.app.drawings import drawing
from noughts.app.explanation import explained_decision
from noughts.app.lessons import lessons_in, made_lesson
from noughts.app.pasting import Pasted, pasted
from noughts.app.review import ReviewLimits, thorough_review
from noughts.app.rule_cards import study
from noughts.app.rule_study import printed_sheet
from noughts.core.game import Game
from noughts.core.judgement import Judged
from noughts.core.notation import parse_cell, parse_position
from noughts.core.player import require_support
from noughts.core.position import SEATS, Position
from noughts.core.record import Record
from noughts.errors import InvalidPositionError, LimitExceeded, NoughtsError
from noughts.processes.channel import JSON, Report
from noughts.results.codec import encode
from noughts.results.decision import ChosenMove
from noughts.results.lesson import LessonAsked, LessonsOfGame
from noughts.results.review import Review, review
from noughts.results.rules import RuleStudy
from noughts.results.values import ExactValues, exact_values
from noughts.words.language import ENGLISH, speaking

REVIEW_SECONDS = 30.0  # then a move that remains, an early one, is judged where that takes no search

_Job = Callable[[JSON, Report], Any]


class Jobs:
    """The jobs by name, and the services they use. All raise NoughtsError for invalid input."""

    def __init__(self, services: Application) -> None:
        self.services = services
        self.table: dict[str, _Job] = {
            "decision": self.decision,
            "hint": self.hint,
            "values": self.values,
            "review": self.review,
            "proof": self.proof,
            "lesson": self.lesson,
            "lessons": self.lessons,
            "match": self.match,
            "drawing": self.drawing,
            "paste": self.paste,
            "rules": self.rules,
            "sheet": self.sheet,
        }

    def run(self, job: str, asked: JSON, report: Report) -> JSON:
        """Return the answer to a job as JSON."""
        document: JSON = encode(self.table[job](asked, report))
        return document

    def answer(self, request: JSON, report: Report) -> JSON:
        """Return the answer to one request, or its error; `report` receives the progress."""
        try:
            with speaking(request.get("language", ENGLISH)):
                return {"answer": self.run(request["job"], request["asked"], report)}
        except NoughtsError as error:
            return {"error": [type(error).__name__, str(error)]}

    def decision(self, asked: JSON, report: Report) -> ChosenMove:
        """Return a strategy's decision in a position, explained; `seed` determines the move that it draws.

        Code that has to be compiled first is compiled in a process of low priority, which outlives this one. Nobody
        waits for it in a `live` game, where the strategy has a stand-in.
        """
        position = open_position(asked["game"], asked["position"])
        strategy = self.services.load(asked["strategy"])
        if asked.get("live"):
            strategy = strategy.meanwhile(position.game)
        wait_for_kernels(strategy.kernels(position.game), lambda words: report({"compiling": True}))
        return explained_decision(strategy, position, asked.get("seed", 0)).chosen_move()

    def hint(self, asked: JSON, report: Report) -> ChosenMove:
        """Return the decision of the best adviser."""
        position = open_position(asked["game"], asked["position"])
        return explained_decision(adviser(position), position, 0).chosen_move()

    def values(self, asked: JSON, report: Report) -> ExactValues:
        """Return the exact value of every move. Raises LimitExceeded."""
        position = open_position(asked["game"], asked["position"])
        report({"limit": self.services.seconds})
        return exact_values(position, self.services.values(position))

    def review(self, asked: JSON, report: Report) -> Review:
        """Return every move of a game judged, by exact values or by a search, from the last to the first.

        A report has as `result` the review so far.
        """
        record = record_of(asked["game"], asked["moves"])
        left = [LimitExceeded("it was not judged yet")] * len(record.moves)

        def show(judged: Sequence[Judged]) -> None:
            so_far = review(record, [*left[len(judged) :], *judged[::-1]])
            report({"judged": len(judged), "of": len(record.moves), "result": encode(so_far)})

        limits = ReviewLimits(REVIEW_SECONDS, monotonic() + REVIEW_SECONDS)
        return review(record, thorough_review(record, limits, show))

    def lesson(self, asked: JSON, report: Report) -> LessonAsked:
        """Return the lesson of a grade and a seed."""
        return made_lesson(asked["grade"], asked["seed"])

    def lessons(self, asked: JSON, report: Report) -> LessonsOfGame:
        """Return the lessons in a game, for the side of a seat."""
        record = record_of(asked["game"], asked["moves"])
        return LessonsOfGame(lessons_in(record, asked["seat"]))

    def proof(self, asked: JSON, report: Report) -> JSON:
        """Return the proof of a strategy in its seats."""
        game, strategy = Game.from_text(asked["game"]), self.services.load(asked["strategy"])
        require_support(strategy, game)
        return self.services.prove(strategy, game, SEATS[asked["seat"]], report)

    def match(self, asked: JSON, report: Report) -> JSON:
        """Return the table of a match, everyone against everyone."""
        players = {name: self.services.load(name) for name in asked["players"]}
        return self.services.match(players, Game.from_text(asked["game"]), asked["games"], asked["seed"], report)

    def drawing(self, asked: JSON, report: Report) -> JSON:
        """Return the plan or the poster of a strategy, as `svg`."""
        strategy, (side,) = self.services.load(asked["strategy"]), SEATS[asked["seat"]]
        return {"svg": drawing(asked["kind"], strategy, Game.from_text(asked["game"]), side)}

    def paste(self, asked: JSON, report: Report) -> Pasted:
        """Return what a text contains."""
        return pasted(asked["text"], None if asked["game"] is None else Game.from_text(asked["game"]))

    def rules(self, asked: JSON, report: Report) -> RuleStudy:
        """Return what a list of rules does on a board."""
        return study(asked["rules"], Game.from_text(asked["game"]))

    def sheet(self, asked: JSON, report: Report) -> JSON:
        """Return a list of rules as a page to print, as `svg`; without one a blank worksheet."""
        return {"svg": printed_sheet(asked["rules"])}


def open_position(game: str, text: str) -> Position:
    """Return a position in which the game is not over. Raises NoughtsError."""
    position = parse_position(text, Game.from_text(game))
    if position.outcome is not None:
        raise InvalidPositionError(f"nothing to decide at {text!r}: the game is over ({position.outcome})")
    return position


def record_of(game: str, moves: str, players: tuple[str, str] = ("?", "?")) -> Record:
    """Return the record of a game whose moves are joined by commas. Raises NoughtsError."""
    rules = Game.from_text(game)
    return Record(rules, tuple(parse_cell(rules, name) for name in moves.split(",") if name.strip()), players)
