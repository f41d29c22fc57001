"""The operations of the API, each said once: its address, its function, and what can go wrong.

A function takes a request of its class and returns a result: the annotations say which. The routes of the application,
the OpenAPI document and the page's types are made from this table.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, fields
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from noughts import records
from noughts.app.application import Application
from noughts.app.lessons import lesson_grades
from noughts.app.listing import levels, proofs_on
from noughts.app.questions import QUESTIONS, TABLE, Drawing, Question, record_of
from noughts.app.requests import OnBoard
from noughts.app.rule_lists import RuleShelf, shelf
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.processes.channel import JSON
from noughts.results.codec import encode
from noughts.results.lesson import LessonGrades
from noughts.results.proof import SeatsDocument
from noughts.results.strategies import Strategies
from noughts.web.ask.answers import Answers
from noughts.web.play.games import GameService
from noughts.web.play.live import Place, new_secret
from noughts.web.play.views import Created, Games, GameState
from noughts.web.problems import Problem
from noughts.web.requests import (
    BySeat,
    Change,
    ClaimSeats,
    Followed,
    GameFile,
    ListGames,
    MovesFile,
    NewGame,
    NewMove,
    Nothing,
    OfGame,
    ReadGame,
)
from noughts.web.streams import OpenStreams, StreamEvent
from noughts.words import Said, both
from noughts.words.language import language

ROOT: Final = "/api/v1"
PICTURE: Final = "image/svg+xml"

T = TypeVar("T")


@dataclass
class Services:
    """The services of a host."""

    app: Application
    games: GameService
    answers: Answers
    open: OpenStreams


@dataclass(frozen=True)
class Seats:
    """The seats that a token holds."""

    seats: list[Place]


@dataclass(frozen=True)
class Gallery:
    """Proofs and measurements of several strategies on one game."""

    proofs: list[SeatsDocument]


@dataclass(frozen=True)
class Download:
    """A file: a browser saves it or, `shown`, opens it."""

    name: str
    media_type: str
    text: str
    shown: bool = False


@dataclass(frozen=True)
class Answer(Generic[T]):
    """A result with more of a response: another status, headers, the owner's secret for the cookie.

    A result of None has no body.
    """

    result: T
    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    owner: str | None = None


Events = AsyncGenerator[StreamEvent, None]


@dataclass(frozen=True)
class Operation:
    """An operation: its function, and the classes of its request and its result.

    The class of the result is `StreamEvent` for a stream, that of None for nothing. `waits`: for a worker, and it is
    given up when the client disconnects.
    """

    method: str
    path: str
    run: Callable[[Services, Any], Any]
    tag: str
    name: str
    about: str
    request: type[Any]
    result: Any
    status: int = 200
    problems: tuple[str, ...] = ()
    waits: bool = False

    @property
    def streams(self) -> bool:
        """Whether the result is a stream of events."""
        return self.result is StreamEvent


def _operation(
    method: str,
    path: str,
    run: Callable[[Services, Any], Any],
    tag: str,
    status: int = 200,
    problems: tuple[str, ...] = (),
    waits: bool = False,
) -> Operation:
    """Return an operation of which its function says the rest: by its name, its docstring and its annotations."""
    hints, about = get_type_hints(run), " ".join((run.__doc__ or "").split())
    given = hints["return"]
    result = get_args(given)[0] if get_origin(given) in (Answer, AsyncGenerator) else given
    return Operation(method, path, run, tag, run.__name__, about, hints["request"], result, status, problems, waits)


# Games.


async def create_game(services: Services, request: NewGame) -> Answer[Created]:
    """Begin a game. No other response contains the tokens of its seats."""
    owner = request.owner or new_secret()
    game, players = Game.from_text(request.game), (request.x, request.o)
    created = await services.games.create(game, players, request.moves, owner, request.hints)
    return Answer(created, headers={"Location": f"{ROOT}/games/{created.game.id}"}, owner=owner)


async def list_games(services: Services, request: ListGames) -> Games:
    """List the games in which this browser has a seat, the last changed first. Other browsers' games are not listed."""
    return await services.games.mine(request.owner, request.limit, request.before)


async def read_game(services: Services, request: ReadGame) -> Answer[GameState]:
    """Read the state of a game. The id is a secret: every client that knows it may watch."""
    state = await services.games.state(request.game_id)
    etag = f'"{state.version}-{int(state.thinking)}-{state.rematch or ""}-{language()}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    return Answer(state, status=304 if request.etag == etag else None, headers=headers)


async def claim_seats(services: Services, request: ClaimSeats) -> Answer[Seats]:
    """Add the seats of a token to this browser's list of games."""
    owner = request.owner or new_secret()
    return Answer(Seats(await services.games.claim(request.game_id, request.token, owner)), owner=owner)


async def make_move(services: Services, request: NewMove) -> GameState:
    """Make a move. The response includes the reply of a quick strategy; the reply of a slow one comes as an event."""
    return await services.games.change(
        "move", request.game_id, request.token, request.version, request.key, request.cell
    )


async def step(services: Services, request: Change) -> GameState:
    """Make the next move of a strategy: where a host sets the pace, or where the strategy failed before."""
    return await services.games.step(request.game_id, request.token, request.version)


async def undo(services: Services, request: Change) -> GameState:
    """Take back your move and a strategy's reply, your move that no person has answered, or your resignation."""
    return await services.games.change("undo", request.game_id, request.token, request.version, request.key)


async def redo(services: Services, request: Change) -> GameState:
    """Make the moves again that the last undo took back, unless a new move was made."""
    return await services.games.change("redo", request.game_id, request.token, request.version, request.key)


async def resign(services: Services, request: Change) -> GameState:
    """Resign."""
    return await services.games.change("resign", request.game_id, request.token, request.version, request.key)


async def rematch(services: Services, request: BySeat) -> Created:
    """Begin the next game, sides swapped, or return it where it exists. Every person keeps the same token."""
    return await services.games.rematch(request.game_id, request.token)


async def follow_game(services: Services, request: OfGame) -> Events:
    """Follow a game: an event `state` now and after every change; `data` is the state of the game."""
    await services.games.state(request.game_id)  # an unknown game must not count as an open stream
    with services.open.stream():
        async for state in services.games.follow(request.game_id):
            yield StreamEvent("state", encode(state), state.version)


async def download_game(services: Services, request: GameFile) -> Download:
    """Download a game as sgf, psq, text or json."""
    return _download((await services.games.game(request.game_id)).record(), request.form)


# Questions.


async def follow_question(services: Services, request: Followed) -> Events:
    """Ask a question that may take long: events `progress`, then one `done`; `result` is what the question's own
    address answers. A client that closes the stream cancels its question."""
    question = TABLE[request.question]
    given = {each.name: getattr(request, each.name) for each in fields(question.request)}
    if missing := [name for name, value in given.items() if value is None]:
        values = {"question": repr(request.question), "fields": both(missing)}
        raise Problem("invalid-request", Said("error.question-needs", values))
    with services.open.question():
        asking = services.answers.question(question, question.request(**given))
        async with aclosing(services.answers.follow(asking)) as states:
            async for state in states:
                yield StreamEvent("done" if state.ended else "progress", encode(state))


def _asked(question: Question[Any]) -> "Operation":
    """Return the operation of a question that its client waits for."""

    async def run(services: Services, request: Any) -> JSON | Download:
        answer = await services.answers.ask(question, request)
        return Download(answer["name"], PICTURE, answer["svg"], shown=True) if question.result is Drawing else answer

    method, path = question.address.split()
    result = Download if question.result is Drawing else question.result
    return Operation(
        method,
        path,
        run,
        question.topic,
        question.name,
        question.about,
        question.request,
        result,
        problems=question.problems,
        waits=True,
    )


# Lessons, strategies, and the proofs of them that come with the program.


async def list_grades(services: Services, request: Nothing) -> LessonGrades:
    """List the grades of lessons."""
    return lesson_grades()


async def list_strategies(services: Services, request: OnBoard) -> Strategies:
    """List the strategies that play a game, with their options and their verdicts."""
    game = Game.from_text(request.game)
    return Strategies(services.app.strategies(game), levels(game))


async def show_gallery(services: Services, request: OnBoard) -> Gallery:
    """List the proofs of shipped strategies on a game, as far as they come with the program."""
    return Gallery(proofs_on(Game.from_text(request.game)))


async def show_shelf(services: Services, request: OnBoard) -> RuleShelf:
    """List what the rules of a list can say on a board: conditions, limits, and which of a rule's cells it takes."""
    return shelf(Game.from_text(request.game))


async def write_record(services: Services, request: MovesFile) -> Download:
    """Write moves as a file: sgf, psq, text or json."""
    return _download(record_of(request.game, request.moves, (request.x, request.o)), request.form)


def _download(record: Record, form: str) -> Download:
    """Return a record as a file of one of the formats."""
    kind = records.FORMATS[form]
    name = f"noughts-{str(record.game).replace(',', '-').replace('=', '-exact')}{kind.suffix}"
    return Download(name, kind.media_type, records.write_record(record, form))


_MOVE = ("conflict", "not-your-turn", "illegal-move")
OPERATIONS: Final = (
    _operation("POST", "/games", create_game, "games", 201, ("illegal-move",)),
    _operation("GET", "/games", list_games, "games"),
    _operation("GET", "/games/{game_id}", read_game, "games"),
    _operation("POST", "/games/{game_id}/seats", claim_seats, "games"),
    _operation("POST", "/games/{game_id}/moves", make_move, "games", problems=_MOVE),
    _operation("POST", "/games/{game_id}/step", step, "games", problems=(*_MOVE, "busy", "timed-out", "failed")),
    _operation("POST", "/games/{game_id}/undo", undo, "games", problems=_MOVE),
    _operation("POST", "/games/{game_id}/redo", redo, "games", problems=_MOVE),
    _operation("POST", "/games/{game_id}/resign", resign, "games", problems=_MOVE),
    _operation("POST", "/games/{game_id}/rematch", rematch, "games", 201),
    _operation("GET", "/games/{game_id}/events", follow_game, "games"),
    _operation("GET", "/games/{game_id}/record/{form}", download_game, "games"),
    _operation("GET", "/analysis/{question}/events", follow_question, "analysis", problems=("busy", "illegal-move")),
    _operation("GET", "/lessons", list_grades, "lessons"),
    _operation("GET", "/strategies", list_strategies, "strategies"),
    _operation("GET", "/gallery", show_gallery, "proofs"),
    _operation("GET", "/rules", show_shelf, "rules"),
    *(_asked(question) for question in QUESTIONS if question.address),
    _operation("GET", "/records/{form}", write_record, "records", problems=("illegal-move",)),
)
