"""Answers the page's requests, each with a status and a document. It keeps nothing: the page sends the games along."""

from functools import partial
from secrets import token_urlsafe
from time import monotonic
from typing import Any

from noughts.app.application import JSON, Report
from noughts.app.questions import Jobs, record_of
from noughts.core.game import Game
from noughts.core.strategy import SMALL
from noughts.errors import NoughtsError
from noughts.web import limits
from noughts.web.ask.analysis import QUESTIONS, AnalysisService
from noughts.web.ask.drawings import file_name
from noughts.web.ask.drawings import question as drawing_question
from noughts.web.ask.jobkinds import Enquiry, Kind
from noughts.web.ask.matches import matches
from noughts.web.ask.pool import Pool
from noughts.web.ask.proofs import proofs
from noughts.web.kinds import KINDS, Problem, details, kind_of, of_job
from noughts.web.local.documents import analysis, level, plain
from noughts.web.local.games import LocalGames
from noughts.web.local.request import MOVES, POSITION, RULES, STRATEGY, Operations, PageAnswer, PageRequest, Text
from noughts.web.sharing import Download, download

_NAME = Text(limits.NAME, "?")
_TEXTS = {"game": RULES, "position": POSITION, "strategy": STRATEGY, "moves": MOVES}


class LocalProgram:
    """The operations of the API that the page needs."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.services = jobs.services
        self._games = LocalGames(jobs)
        self._operations = Operations()
        self._games.join(self._operations)
        add = self._operations.add
        add("GET", "/strategies", self._strategies)
        add("GET", "/gallery", self._gallery)
        add("GET", "/gallery/*", self._drawing)
        add("POST", "/records", self._paste)
        add("GET", "/records/*", self._record)
        add("GET", "/lessons", lambda request, report: PageAnswer({"grades": self.services.grades()}))
        add("GET", "/lessons/*", self._lesson)
        add("GET", "/analysis/lessons", self._lessons)
        for job, kind in AnalysisService(self.services, Pool((), 1)).kinds.items():  # a pool that runs nothing
            add("GET", f"/analysis/{job}", partial(self._question, kind))
            add("GET", f"/analysis/{job}/events", partial(self._follow_question, kind))
        for path, long in (("/proofs", proofs(self.services)), ("/matches", matches(self.services))):
            add("POST", path, partial(self._start, long))
            add("POST", f"{path}/*/events", partial(self._follow, long))

    def answer(self, asked: JSON, report: Report) -> JSON:
        """Return the `status` and the `document` of a request, and the `games` that it has changed."""
        request = PageRequest(**asked)
        try:
            answer = self._operations.answer(request, report)
        except Problem as problem:
            answer = _refusal(problem.kind, problem.detail, **problem.more)
        except NoughtsError as error:
            answer = self._refused(request, error)
        return {"status": answer.status, "document": answer.document, "games": answer.games}

    def _refused(self, request: PageRequest, error: NoughtsError) -> PageAnswer:
        """Return the answer of an error of ours; with a conflict comes the current state of the game."""
        kind, (game_id, game) = kind_of(error), next(iter(request.games.items()), ("", None))
        if KINDS[kind][0] != 409 or game is None:
            return _refusal(kind, str(error))
        state = self._games.state(PageRequest("GET", "", games={game_id: game}, parts=(game_id,)))
        return _refusal(kind, str(error), state=state)

    def _strategies(self, request: PageRequest, report: Report) -> PageAnswer:
        game = Game.from_text(request.queried(game=RULES)["game"])
        levels = [level(each) for each in self.services.levels(game)]
        return PageAnswer({"strategies": self.services.strategies(game), "levels": levels})

    def _gallery(self, request: PageRequest, report: Report) -> PageAnswer:
        return PageAnswer({"proofs": self.services.gallery(Game.from_text(request.queried(game=RULES)["game"]))})

    def _drawing(self, request: PageRequest, report: Report) -> PageAnswer:
        """Return the plan or the poster of a strategy; it takes its time."""
        if request.quick:
            return PageAnswer(None, 202)
        (kind,) = request.parts
        asked = drawing_question(self.services, kind, **request.queried(strategy=STRATEGY, game=RULES, seat=Text(6)))
        svg = self.jobs.drawing(asked, report)["svg"]
        return PageAnswer(plain(Download(file_name(kind, asked["strategy"], asked["seat"]), "image/svg+xml", svg)))

    def _paste(self, request: PageRequest, report: Report) -> PageAnswer:
        asked = request.sent(text=Text(limits.PASTE), game=Text(limits.RULES, None))
        return PageAnswer(self.jobs.paste(asked, report))

    def _record(self, request: PageRequest, report: Report) -> PageAnswer:
        asked = request.queried(moves=Text(limits.MOVES, ""), game=RULES, x=_NAME, o=_NAME)
        record = record_of(asked["game"], asked["moves"], (asked["x"], asked["o"]))
        return PageAnswer(plain(download(record, request.parts[0])))

    def _lesson(self, request: PageRequest, report: Report) -> PageAnswer:
        if request.quick:
            return PageAnswer(None, 202)
        seed = int(request.query.get("seed", 0))
        return PageAnswer(self.jobs.lesson({"grade": request.parts[0], "seed": seed}, report))

    def _lessons(self, request: PageRequest, report: Report) -> PageAnswer:
        if request.quick:
            return PageAnswer(None, 202)
        return PageAnswer(self.jobs.lessons(request.queried(game=RULES, moves=MOVES, seat=Text(6)), report))

    def _question(self, kind: Kind[Any], request: PageRequest, report: Report) -> PageAnswer:
        asked = _asked(kind, request)
        question = kind.question(asked)
        if request.quick and question.answer is None and Game.from_text(asked["game"]).cells > SMALL:
            return PageAnswer(None, 202)
        return PageAnswer(analysis(kind.job, self._answer(kind, question, report)))

    def _follow_question(self, kind: Kind[Any], request: PageRequest, report: Report) -> PageAnswer:
        return self._run(kind, kind.question(_asked(kind, request)), report)

    def _start(self, kind: Kind[Any], request: PageRequest, report: Report) -> PageAnswer:
        """Return the request for a long job: done where the answer is known, else for the page to follow."""
        question = kind.question(request.body)
        status = "running" if question.answer is None else "done"
        state = kind.state(id=token_urlsafe(18), status=status, result=question.answer, **question.named)
        return PageAnswer(plain(state), 200 if question.answer else 202)

    def _follow(self, kind: Kind[Any], request: PageRequest, report: Report) -> PageAnswer:
        """Run a long job to its end: the body is what began it."""
        question = kind.question(request.body)
        return self._run(kind, question, report, id=request.parts[0], **question.named)

    def _run(self, kind: Kind[Any], question: Enquiry, report: Report, **named: Any) -> PageAnswer:
        """Return the last state of a long job, and report the others."""
        began, progress, finished = monotonic(), None, None

        def show(told: JSON) -> None:
            nonlocal progress, finished
            finished = told.pop("result", finished)
            progress = {**told, "seconds": round(monotonic() - began, 2)}
            report(plain(kind.state(status="running", progress=progress, result=finished, **named)))

        try:
            result = self._answer(kind, question, show)
        except NoughtsError as error:
            failed = kind.state(status="failed", progress=progress, problem=of_job(kind.job, error), **named)
            return PageAnswer(plain(failed))
        return PageAnswer(plain(kind.state(status="done", progress=progress, result=result, **named)))

    def _answer(self, kind: Kind[Any], question: Enquiry, report: Report) -> JSON:
        if question.answer is not None:
            return question.answer
        try:
            answer = self.jobs.table[kind.job](question.asked, report)
        except NoughtsError as error:
            if (instead := kind.instead(question, error)) is None:
                raise
            return instead
        kind.keep(question, answer)
        return answer


def _asked(kind: Kind[Any], request: PageRequest) -> JSON:
    """Return what a question takes, from the query. Raises Problem where a part of it is missing or too long."""
    return request.queried(**{name: _TEXTS[name] for name in ("game", *QUESTIONS[kind.job])})


def _refusal(kind: str, detail: str, **more: Any) -> PageAnswer:
    return PageAnswer(details(kind, detail, **more), KINDS[kind][0])
