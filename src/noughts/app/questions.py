"""What one can ask, once: a row for each question. All who answer are loops over this table.

A question is a function of the application, of a request and of what receives its progress; its annotations say the
classes of its request and its result, its docstring what it answers. Its row says the rest. The server's addresses and
its workers, the browser's host, the OpenAPI document and the page's types are made from the rows.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic
from typing import Any, Final, Generic, TypeVar, get_type_hints

from noughts.app.application import Application
from noughts.app.compilation import wait_for_kernels
from noughts.app.drawings import drawing
from noughts.app.explanation import adviser, explained_decision
from noughts.app.lessons import lessons_in, made_lesson
from noughts.app.listing import proof_of
from noughts.app.pasting import Pasted, pasted
from noughts.app.requests import (
    LessonsIn,
    ListOfRules,
    MoveInGame,
    NewDrawing,
    NewLesson,
    NewProof,
    NewSheet,
    OfMoves,
    OfPosition,
    OfStrategy,
    Paste,
)
from noughts.app.review import ReviewLimits, thorough_review
from noughts.app.rule_lists import RuleStudy, printed_sheet, study, visitors_list
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import SEATS, Position, require_unfinished
from noughts.core.record import Record, parse_moves
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.lessons.reply_tree import ReplyTree, reply_tree
from noughts.players.player import SMALL, Player, consult, is_instant, require_support
from noughts.processes.channel import JSON, Report
from noughts.processes.workers import TimedOut
from noughts.results.codec import decode, encode
from noughts.results.decision import ChosenMove
from noughts.results.lesson import LessonAsked, LessonsOfGame
from noughts.results.proof import SeatsDocument
from noughts.results.review import Review
from noughts.results.review import review as review_document
from noughts.results.values import ExactValues, exact_values
from noughts.review.judgement import Judged
from noughts.words import Said, speaking, stored
from noughts.words.language import ENGLISH

A = TypeVar("A")

# What an answer may cost, in seconds of a processor; this decides where it is computed.
HERE: Final = 0.003  # by who is asked, where others wait meanwhile
QUICK: Final = 3.0  # by the page's own worker in a browser; what costs more goes to a second one
LONG: Final = 300.0

REVIEW_SECONDS = 30.0  # then a move that remains, an early one, is judged where that takes no search
_STEPS = 700  # looks at a cell for one decision that cost no more than HERE: a pass over the largest board


@dataclass(frozen=True)
class Drawing:
    """A drawing, as SVG, with the name of its file."""

    name: str
    svg: str


@dataclass(frozen=True)
class ReplyInGame:
    """The move of a strategy in a game, its reason, and the numbers behind it."""

    choice: str
    reason: str
    saw: str


@dataclass(frozen=True, kw_only=True)
class Question(Generic[A]):
    """A row of the table."""

    answer: Callable[[Application, A, Report], Any]
    """The function. It raises NoughtsError for invalid input."""
    costs: Callable[[Application, A], float] = lambda application, request: LONG
    """What an answer may cost: HERE, QUICK or LONG."""
    seconds: float = 60.0
    """The limit in a worker, from its start."""
    address: str = ""
    """The method and the path at which a client asks it; empty where no client does."""
    topic: str = "analysis"
    """The group of operations that it belongs to."""
    problems: tuple[str, ...] = ()
    """The kinds of problems that it has besides those of all questions."""
    is_long: bool = False
    """Whether it takes minutes: then those that do not go before it."""
    is_followed: bool = False
    """Whether its progress can be followed, at `/analysis/NAME/events`."""
    kept: Callable[[Application, A], bool] = lambda application, request: True
    """Whether an answer is remembered: another one would not be as good."""
    tidied: Callable[[Application, A], A] = lambda application, request: request
    """Return the request in its usual form. It raises NoughtsError at once for what can be seen without work."""
    known: Callable[[Application, A], Any] = lambda application, request: None
    """The answer, where it comes with the program."""
    instead: Callable[[A, NoughtsError], Any] = lambda request, error: None
    """The answer in place of an error, or None."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.answer.__name__

    @property
    def about(self) -> str:
        """What it answers, in words."""
        return " ".join((self.answer.__doc__ or "").split())

    @cached_property
    def request(self) -> type[A]:
        """The class of its request."""
        kind: type[A] = get_type_hints(self.answer)["request"]
        return kind

    @cached_property
    def result(self) -> Any:
        """The class of its result."""
        return get_type_hints(self.answer)["return"]


class Jobs:
    """The questions of a table, asked as JSON: what a worker process and a page's worker do."""

    def __init__(self, application: Application, questions: Sequence[Question[Any]] | None = None) -> None:
        self.application = application
        self.table = {question.name: question for question in (QUESTIONS if questions is None else questions)}

    def run(self, job: str, request: JSON, report: Report) -> JSON:
        """Return the answer to a question as JSON. Raises NoughtsError."""
        question = self.table[job]
        document: JSON = encode(question.answer(self.application, decode(question.request, request), report))
        return document

    def answer(self, request: JSON, report: Report) -> JSON:
        """Return the answer to one request, or its error; `report` receives the progress."""
        try:
            with speaking(request.get("language", ENGLISH)):
                return {"answer": self.run(request["job"], request["asked"], report)}
        except NoughtsError as error:
            return {"error": [type(error).__name__, stored(error.said)]}


# Positions.


def decision(application: Application, request: OfStrategy, report: Report) -> ChosenMove:
    """Return a strategy's decision in a position: moves, scores of cells and lines, and the reason."""
    strategy, position = application.load(request.strategy), open_position(request)
    _wait_for_kernels(strategy, position, report)
    return explained_decision(strategy, position, 0).chosen_move()


def move(application: Application, request: MoveInGame, report: Report) -> ReplyInGame:
    """Return a strategy's move in a game; its stand-in, if it has one, moves while its code is compiled."""
    position, rng = open_position(request), random.Random(request.seed)
    strategy = application.load(request.strategy).meanwhile(position.game)
    _wait_for_kernels(strategy, position, report)
    require_support(strategy, position.game)
    decision = consult(strategy, position, rng)
    return ReplyInGame(position.game.name(decision.choose(rng)), str(decision.reason), str(decision.saw))


def _wait_for_kernels(strategy: Player, position: Position, report: Report) -> None:
    """Let code be compiled that a decision needs: in a process of low priority, which outlives this one."""
    wait_for_kernels(strategy.kernels(position.game), lambda words: report({"compiling": True}))


def hint(application: Application, request: OfPosition, report: Report) -> ChosenMove:
    """Return the best available decision: perfect play where exact values are available."""
    position = open_position(request)
    return explained_decision(adviser(position), position, 0).chosen_move()


def values(application: Application, request: OfPosition, report: Report) -> ExactValues:
    """Return the exact value of every move; beyond the budget the values are null. Values are never estimates."""
    position = open_position(request)
    report({"limit": application.seconds})
    return exact_values(position, application.values(position))


def tree(application: Application, request: OfPosition, report: Report) -> ReplyTree:
    """Walk the tree of replies to a position with few free cells by plain alpha-beta: a sentence for each step."""
    return reply_tree(open_position(request))


def review(application: Application, request: OfMoves, report: Report) -> Review:
    """Judge every move of a game by exact values."""
    record = record_of(request.game, request.moves)
    left = [LimitExceeded(Said("error.not-judged"))] * len(record.moves)

    def show(judged: Sequence[Judged]) -> None:
        so_far = review_document(record, [*left[len(judged) :], *judged[::-1]])
        report({"judged": len(judged), "of": len(record.moves), "result": encode(so_far)})

    limits = ReviewLimits(REVIEW_SECONDS, monotonic() + REVIEW_SECONDS)
    return review_document(record, thorough_review(record, limits, show))


# Lessons.


def make_lesson(application: Application, request: NewLesson, report: Report) -> LessonAsked:
    """Return the lesson of a grade and a seed: a position with exactly one right move, and why the others are wrong."""
    return made_lesson(request.grade, request.seed)


def lessons_of_a_game(application: Application, request: LessonsIn, report: Report) -> LessonsOfGame:
    """Make lessons of a game: where a side gave value away, and exactly one move would have kept it."""
    return LessonsOfGame(lessons_in(record_of(request.game, request.moves), request.seat))


# Strategies and lists of rules.


def draw_strategy(application: Application, request: NewDrawing, report: Report) -> Drawing:
    """Download the plan or the poster of a strategy in the gallery, as SVG; a strategy that can lose has no plan."""
    strategy, (side,) = application.load(request.strategy), SEATS[request.seat]
    text = request.strategy.replace(":", "-").replace("=", "-").replace(",", "-")
    svg = drawing(request.kind, strategy, Game.from_text(request.game), side)
    return Drawing(f"noughts-{request.kind}-{text}-{request.seat}.svg", svg)


def study_rules(application: Application, request: ListOfRules, report: Report) -> RuleStudy:
    """Read a list of rules; on a small board also prove it: verdicts, losing lines with the rule of each move."""
    return study(request.rules, Game.from_text(request.game))


def draw_sheet(application: Application, request: NewSheet, report: Report) -> Drawing:
    """Download a list of rules as a page to print, with what is proved of it, as SVG; without one a blank worksheet."""
    return Drawing("noughts-sheet.svg", printed_sheet(request.rules, request.title, request.copy == "teacher"))


# Proofs.


def proof(application: Application, request: NewProof, report: Report) -> SeatsDocument:
    """Prove a strategy against every reply, over all equal moves; the same proof is computed once for all who ask."""
    game, strategy = Game.from_text(request.game), application.load(request.strategy)
    require_support(strategy, game)
    return application.prove(strategy, game, SEATS[request.seat], report)


# Records.


def read_record(application: Application, request: Paste, report: Report) -> Pasted:
    """Read a game or a position from a text: SGF, PSQ, JSON, a list of moves, a drawn board."""
    return pasted(request.text, None if request.game is None else Game.from_text(request.game))


# What a row says of its requests.


def decides_here(player: Player, game: Game) -> bool:
    """Return whether a player's decision costs so little that it is made where others wait meanwhile."""
    return is_instant(player, game) and player.steps * game.cells <= _STEPS


def open_position(request: OfPosition) -> Position:
    """Return the position of a request, in which the game is not over. Raises NoughtsError."""
    position = parse_position(request.position, Game.from_text(request.game))
    require_unfinished(position, "error.nothing-to-decide", request.position)
    return position


def record_of(game: str, moves: str, players: tuple[str, str] = ("?", "?")) -> Record:
    """Return the record of a game whose moves are joined by commas. Raises NoughtsError."""
    rules = Game.from_text(game)
    return Record(rules, parse_moves(rules, (name.strip() for name in moves.split(",") if name.strip())), players)


def _quick(application: Application, request: object) -> float:
    return QUICK


def _by_board(application: Application, request: OfPosition | OfMoves | ListOfRules) -> float:
    """Return the cost of what is found by a table on a small board."""
    return QUICK if Game.from_text(request.game).cells <= SMALL else LONG


def _of_decision(application: Application, request: OfStrategy) -> float:
    here = decides_here(application.load(request.strategy), Game.from_text(request.game))
    return HERE if here else _by_board(application, request)


def _with_position(application: Application, request: A) -> A:
    return replace(request, position=str(open_position(request)))  # type: ignore[type-var, arg-type]


def _with_strategy(application: Application, request: OfStrategy) -> OfStrategy:
    application.load(request.strategy)
    return _with_position(application, request)


def _with_moves(application: Application, request: A) -> A:
    record_of(request.game, request.moves)  # type: ignore[attr-defined]
    return request


def _with_rules(application: Application, request: ListOfRules) -> ListOfRules:
    visitors_list(request.rules)
    return replace(request, game=str(Game.from_text(request.game)))


def _of_gallery(application: Application, request: NewDrawing) -> NewDrawing:
    rules = Game.from_text(request.game)
    if proof_of(request.strategy, rules) is None:
        values = {"strategy": repr(request.strategy), "game": rules}
        raise StrategyError(Said("error.not-in-gallery", values))
    return replace(request, game=str(rules))


def _of_proof(application: Application, request: NewProof) -> NewProof:
    rules = Game.from_text(request.game)
    require_support(application.load(request.strategy), rules)
    return replace(request, game=str(rules))


def _shipped_proof(application: Application, request: NewProof) -> SeatsDocument | None:
    """Return a proof from the package, with the requested seats only, or None."""
    document = proof_of(application.load(request.strategy).name, Game.from_text(request.game))
    return document and replace(document, seats={side.seat: document.seats[side.seat] for side in SEATS[request.seat]})


def _unknown(request: OfPosition, error: NoughtsError) -> ExactValues | None:
    """Return that the values of a position are not known, where a limit has been reached."""
    return exact_values(open_position(request), {}, str(error)) if isinstance(error, LimitExceeded | TimedOut) else None


QUESTIONS: Final[Sequence[Question[Any]]] = (
    Question(
        answer=decision,
        address="GET /analysis/decision",
        costs=_of_decision,
        seconds=30.0,
        is_followed=True,
        tidied=_with_strategy,
        kept=lambda application, request: not application.load(request.strategy).noisy,
    ),
    Question(answer=move, costs=_of_decision, kept=lambda application, request: False),
    Question(
        answer=hint,
        address="GET /analysis/hint",
        costs=_by_board,
        seconds=30.0,
        is_followed=True,
        tidied=_with_position,
    ),
    Question(
        answer=values,
        address="GET /analysis/values",
        costs=_by_board,
        is_followed=True,
        tidied=_with_position,
        instead=_unknown,
    ),
    Question(
        answer=tree,
        address="GET /analysis/tree",
        costs=_quick,
        seconds=10.0,
        tidied=_with_position,
    ),
    Question(
        answer=review,
        address="GET /analysis/review",
        problems=("illegal-move",),
        costs=_by_board,
        seconds=120.0,
        is_followed=True,
        tidied=_with_moves,
    ),
    Question(answer=make_lesson, address="GET /lessons/{grade}", topic="lessons"),
    Question(
        answer=lessons_of_a_game,
        address="GET /analysis/lessons",
        topic="lessons",
        problems=("illegal-move",),
        tidied=_with_moves,
    ),
    Question(
        answer=draw_strategy,
        address="GET /gallery/{kind}",
        topic="proofs",
        tidied=_of_gallery,
    ),
    Question(
        answer=study_rules,
        address="GET /rules/study",
        topic="rules",
        costs=_by_board,
        tidied=_with_rules,
    ),
    Question(answer=draw_sheet, address="GET /rules/sheet", topic="rules"),
    Question(
        answer=proof,
        address="GET /analysis/proof",
        topic="proofs",
        seconds=LONG,
        is_long=True,
        is_followed=True,
        tidied=_of_proof,
        known=_shipped_proof,
    ),
    Question(
        answer=read_record,
        address="POST /records",
        topic="records",
        problems=("illegal-move",),
        costs=_quick,
        seconds=10.0,
        kept=lambda application, request: False,
    ),
)
TABLE: Final = {question.name: question for question in QUESTIONS}
