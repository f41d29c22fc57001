"""Questions about positions: strategies' decisions, hints, exact values, reviews; and lessons and drawings.

A quick strategy decides at once; all other jobs run in the worker pool, and end when the call is cancelled. A client
that wants to see how far a slow one is follows it as a long job. Answers are cached.
"""

import json
from collections import OrderedDict

from noughts.app.application import Application
from noughts.app.explanation import explained_decision
from noughts.app.pasting import Pasted
from noughts.app.questions import open_position, record_of
from noughts.app.rule_cards import visitors_list
from noughts.app.shipped import proof_of
from noughts.core.game import Game
from noughts.core.player import is_instant
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.processes.channel import JSON
from noughts.processes.workers import TimedOut
from noughts.results.codec import decode, encode
from noughts.results.decision import ChosenMove
from noughts.results.lesson import LessonAsked, LessonsOfGame
from noughts.results.review import Review
from noughts.results.rules import RuleStudy
from noughts.results.values import ExactValues, unknown_values
from noughts.web.ask.jobkinds import JobKind, JobQuestion, JobState
from noughts.web.ask.pool import PATIENCE, Pool
from noughts.words.language import language

QUESTIONS = {  # what each question takes besides the game
    "decision": ("position", "strategy"),
    "hint": ("position",),
    "values": ("position",),
    "review": ("moves",),
}
SECONDS = {"decision": 30.0, "hint": 30.0, "values": 60.0, "review": 120.0}
_MADE_SECONDS = 60.0  # for a lesson, a drawing, or the study of a list of rules
_PASTE_SECONDS = 10.0
_REMEMBERED = 5000  # answers in the cache


class AnalysisService:
    """The service for positions. Every method raises NoughtsError for invalid input.

    `question` is one of the first four as a long job.
    """

    def __init__(self, services: Application, pool: Pool) -> None:
        self.services = services
        self.pool = pool
        self._kinds = {job: JobKind(job, JobState, SECONDS[job], instead=_instead, keep=self._keep) for job in SECONDS}
        self._known: OrderedDict[str, JSON] = OrderedDict()

    async def decision(self, game: str, position: str, strategy: str) -> ChosenMove:
        """Return a strategy's decision, explained."""
        asked = {"game": game, "position": position, "strategy": strategy}
        return decode(ChosenMove, await self._ask("decision", asked))

    async def hint(self, game: str, position: str) -> ChosenMove:
        """Return the decision of the best adviser."""
        return decode(ChosenMove, await self._ask("hint", {"game": game, "position": position}))

    async def values(self, game: str, position: str) -> ExactValues:
        """Return the exact value of every move; beyond the budget `known` is false."""
        return decode(ExactValues, await self._ask("values", {"game": game, "position": position}))

    async def review(self, game: str, moves: str) -> Review:
        """Return every move of a game judged by exact values."""
        return decode(Review, await self._ask("review", {"game": game, "moves": moves}))

    async def lesson(self, grade: str, seed: int) -> LessonAsked:
        """Return the lesson of a grade and a seed."""
        return decode(LessonAsked, await self._made("lesson", {"grade": grade, "seed": seed}))

    async def lessons(self, game: str, moves: str, seat: str) -> LessonsOfGame:
        """Return the lessons in a game, for the side of a seat."""
        record_of(game, moves)
        return decode(LessonsOfGame, await self._made("lessons", {"game": game, "moves": moves, "seat": seat}))

    async def rules(self, text: str, game: str) -> RuleStudy:
        """Return what a list of rules does on a board."""
        visitors_list(text)
        return decode(RuleStudy, await self._made("rules", {"rules": text, "game": str(Game.from_text(game))}))

    async def paste(self, text: str, game: str | None) -> Pasted:
        """Return what a text contains: a worker reads it, as a long text would keep all clients waiting here."""
        asked = {"text": text, "game": game}
        return decode(Pasted, await self.pool.run("paste", asked, _PASTE_SECONDS, patience=PATIENCE))

    async def drawing(self, kind: str, strategy: str, game: str, seat: str) -> str:
        """Return the plan or the poster of a strategy in the gallery, as SVG. Raises NoughtsError for another one."""
        rules = Game.from_text(game)
        if proof_of(strategy, rules) is None:
            raise StrategyError(f"no strategy {strategy!r} in the gallery of {rules}")
        asked = {"kind": kind, "strategy": strategy, "game": str(rules), "seat": seat}
        return str((await self._made("drawing", asked))["svg"])

    async def sheet(self, rules: str | None) -> str:
        """Return a list of rules as a page to print, as SVG; without one a blank worksheet."""
        return str((await self._made("sheet", {"rules": rules}))["svg"])

    async def _made(self, job: str, asked: JSON) -> JSON:
        """Return the answer to a question that has one answer only."""
        answer = self._remembered(job, asked)
        if answer is None:
            answer = await self.pool.run(job, asked, _MADE_SECONDS, patience=PATIENCE)
            self._remember(job, asked, answer)
        return answer

    async def _ask(self, job: str, asked: JSON) -> JSON:
        question = self.question(job, asked)
        answer: JSON | None = question.answer
        if answer is not None:
            return answer
        try:
            answer = await self.pool.run(job, question.asked, SECONDS[job], patience=PATIENCE)
        except NoughtsError as error:
            if (instead := _instead(question, error)) is None:
                raise
            return instead
        self._keep(question, answer)
        return answer

    def question(self, job: str, asked: JSON) -> JobQuestion[JobState]:
        """Return a question, with its answer if that is known or costs nothing. Raises NoughtsError."""
        if job == "review":
            record_of(asked["game"], asked["moves"])
        else:
            board = open_position(asked["game"], asked["position"])
            asked = {**asked, "position": str(board)}
            if job == "decision":
                player = self.services.load(asked["strategy"])
                if is_instant(player, board.game):
                    chosen = explained_decision(player, board, 0).chosen_move()
                    return JobQuestion(self._kinds[job], asked, asked, encode(chosen))
        return JobQuestion(self._kinds[job], asked, asked, self._remembered(job, asked))

    def _remembered(self, job: str, asked: JSON) -> JSON | None:
        key = json.dumps([job, asked, language()])
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def _keep(self, question: JobQuestion[JobState], answer: JSON) -> None:
        """Remember an answer, unless another one would be as good."""
        job = question.kind.job
        if job != "decision" or not self.services.load(question.asked["strategy"]).noisy:
            self._remember(job, question.asked, answer)

    def _remember(self, job: str, asked: JSON, answer: JSON) -> None:
        self._known[json.dumps([job, asked, language()])] = answer
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _instead(question: JobQuestion[JobState], error: NoughtsError) -> JSON | None:
    """Return that the values of a position are not known, where a limit has been reached."""
    if question.kind.job != "values" or not isinstance(error, LimitExceeded | TimedOut):
        return None
    asked = question.asked
    document: JSON = encode(unknown_values(open_position(asked["game"], asked["position"]), str(error)))
    return document
