"""The API, version 1. The page uses it, and so may any other client."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Cookie, Depends, Header, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic_core import to_json

from noughts.app.pasting import Pasted
from noughts.app.questions import record_of
from noughts.core.game import Game
from noughts.records import FORMATS
from noughts.web import limits, sharing
from noughts.web.ask.analysis import AnalysisService
from noughts.web.http import models
from noughts.web.http.disconnect import unless_disconnected
from noughts.web.http.problems import responses
from noughts.web.http.streams import Stream
from noughts.web.play.games import GameService
from noughts.web.play.tokens import new_secret
from noughts.web.play.views import Created, Games, GameState

COOKIE = "noughts_player"
COOKIE_SECONDS = 2 * 365 * 86400

router = APIRouter(prefix="/api/v1")


# Dependencies of the operations. All are async: FastAPI would run a plain function on another thread.


async def _games(request: Request) -> GameService:
    games: GameService = request.app.state.games
    return games


async def _analysis(request: Request) -> AnalysisService:
    analysis: AnalysisService = request.app.state.analysis
    return analysis


_bearer = HTTPBearer(auto_error=False, description="the secret token of a seat")


async def _token(held: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    return held.credentials if held else None


async def _owner(response: Response, request: Request, noughts_player: Annotated[str | None, Cookie()] = None) -> str:
    """Return the owner's secret from the cookie, or a new one; the response sets the cookie."""
    owner = noughts_player or new_secret()
    response.set_cookie(
        COOKIE,
        owner,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return owner


TheGames = Annotated[GameService, Depends(_games)]
TheAnalysis = Annotated[AnalysisService, Depends(_analysis)]
Token = Annotated[str | None, Depends(_token)]
Owner = Annotated[str, Depends(_owner)]
GameId = Annotated[str, Path(max_length=50, description="a game's id")]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=100,
        description="a repeated request changes nothing",
    ),
]
Form = Annotated[str, Path(max_length=10, json_schema_extra={"enum": list(FORMATS)}, description="of a record")]
RulesQuery = Annotated[models.GameText, Query(alias="game")]
PositionQuery = Annotated[models.PositionText, Query()]
MovesQuery = Annotated[models.MovesText, Query()]

WRITES = responses(
    "no-token", "wrong-token", "cross-site", "no-such-game", "conflict", "not-your-turn", "illegal-move", "too-large"
)
FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "A file", "content": {kind.media_type.partition(";")[0]: {} for kind in FORMATS.values()}}
}
ANALYSES = responses("busy", "timed-out", "failed")


# Games.


@router.post("/games", status_code=201, tags=["games"], responses=responses("cross-site", "illegal-move", "too-large"))
async def create_game(new: models.NewGame, games: TheGames, owner: Owner, response: Response) -> Created:
    """Begin a game. No other response contains the tokens of its seats."""
    created = await games.create(Game.from_text(new.game), (new.x, new.o), new.moves, owner, new.hints)
    response.headers["Location"] = f"/api/v1/games/{created.game.id}"
    return created


@router.get("/games", tags=["games"], responses=responses())
async def list_games(
    games: TheGames,
    noughts_player: Annotated[str | None, Cookie()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[str | None, Query(max_length=100, description="`next` of the previous page")] = None,
) -> Games:
    """List the games in which this browser has a seat, the last changed first. Other browsers' games are not listed."""
    return await games.mine(noughts_player, limit, before)


@router.get(
    "/games/{game_id}",
    tags=["games"],
    responses=responses("no-such-game") | {304: {"description": "The game has not changed"}},
)
async def read_game(
    game_id: GameId,
    games: TheGames,
    response: Response,
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
) -> GameState:
    """Read the state of a game. The id is a secret: every client that knows it may watch."""
    state = await games.state(game_id)
    etag = f'"{state.version}-{int(state.thinking)}-{state.rematch or ""}"'
    if if_none_match == etag:
        return Response(status_code=304, headers={"ETag": etag})  # type: ignore[return-value]
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    return state


@router.post("/games/{game_id}/seats", tags=["games"], responses=WRITES)
async def claim_seats(game_id: GameId, games: TheGames, token: Token, owner: Owner) -> models.Seats:
    """Add the seats of a token to this browser's list of games."""
    return models.Seats(seats=await games.claim(game_id, token, owner))


@router.post("/games/{game_id}/moves", tags=["games"], responses=WRITES)
async def make_move(game_id: GameId, move: models.NewMove, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Make a move. The response includes the reply of a quick strategy; the reply of a slow one comes as an event."""
    return await games.move(game_id, token, move.cell, move.version, key)


@router.post("/games/{game_id}/step", tags=["games"], responses=WRITES | ANALYSES)
async def step(game_id: GameId, change: models.Change, games: TheGames, token: Token) -> GameState:
    """Make the next move of a strategy: where a host sets the pace, or where the strategy failed before."""
    return await games.step(game_id, token, change.version)


@router.post("/games/{game_id}/undo", tags=["games"], responses=WRITES)
async def undo(game_id: GameId, change: models.Change, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Take back your move and a strategy's reply, your move that no person has answered, or your resignation."""
    return await games.change("undo", game_id, token, change.version, key)


@router.post("/games/{game_id}/redo", tags=["games"], responses=WRITES)
async def redo(game_id: GameId, change: models.Change, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Make the moves again that the last undo took back, unless a new move was made."""
    return await games.change("redo", game_id, token, change.version, key)


@router.post("/games/{game_id}/resign", tags=["games"], responses=WRITES)
async def resign(game_id: GameId, change: models.Change, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Resign."""
    return await games.change("resign", game_id, token, change.version, key)


@router.post("/games/{game_id}/rematch", status_code=201, tags=["games"], responses=WRITES)
async def rematch(game_id: GameId, games: TheGames, token: Token) -> Created:
    """Begin the next game, sides swapped, or return it where it exists. Every person keeps the same token."""
    return await games.rematch(game_id, token)


async def _existing_game(game_id: GameId, games: TheGames) -> str:
    """Return the id of a game that exists: an error must be sent before the stream begins."""
    await games.state(game_id)
    return game_id


@router.get(
    "/games/{game_id}/events",
    tags=["games"],
    response_class=EventSourceResponse,
    responses=responses("no-such-game", "too-many-requests"),
)
async def follow_game(
    game_id: Annotated[str, Depends(_existing_game)], games: TheGames, stream: Stream
) -> AsyncIterator[ServerSentEvent]:
    """Follow a game: an event `state` now and after every change; `data` is the state of the game."""
    async for state in games.follow(game_id):
        yield ServerSentEvent(event="state", id=str(state.version), raw_data=to_json(state).decode())


@router.get(
    "/games/{game_id}/record/{form}",
    tags=["games"],
    response_class=Response,
    responses=responses("no-such-game", "not-found") | FILE,
)
async def download_game(game_id: GameId, form: Form, games: TheGames) -> Response:
    """Download a game as sgf, psq, text or json."""
    return _file(sharing.download(await games.record(game_id), form))


# Positions.


@router.get("/analysis/decision", tags=["analysis"], responses=ANALYSES)
async def decision(
    request: Request,
    analysis: TheAnalysis,
    position: PositionQuery,
    strategy: Annotated[models.StrategyText, Query()],
    game: RulesQuery = "3,3,3",
) -> models.DecisionMade:
    """Return a strategy's decision in a position: moves, scores of cells and lines, and the reason."""
    return models.DecisionMade(**await unless_disconnected(request, analysis.decision(game, position, strategy)))


@router.get("/analysis/hint", tags=["analysis"], responses=ANALYSES)
async def hint(
    request: Request, analysis: TheAnalysis, position: PositionQuery, game: RulesQuery = "3,3,3"
) -> models.DecisionMade:
    """Return the best available decision: perfect play where exact values are available."""
    return models.DecisionMade(**await unless_disconnected(request, analysis.hint(game, position)))


@router.get("/analysis/values", tags=["analysis"], responses=ANALYSES)
async def values(
    request: Request, analysis: TheAnalysis, position: PositionQuery, game: RulesQuery = "3,3,3"
) -> models.ExactValues:
    """Return the exact value of every move; beyond the budget `known` is false. Values are never estimates."""
    return models.ExactValues(**await unless_disconnected(request, analysis.values(game, position)))


@router.get("/analysis/review", tags=["analysis"], responses=responses("busy", "timed-out", "failed", "illegal-move"))
async def review(
    request: Request, analysis: TheAnalysis, moves: MovesQuery, game: RulesQuery = "3,3,3"
) -> models.Review:
    """Judge every move of a game by exact values."""
    return models.Review(**await unless_disconnected(request, analysis.review(game, moves)))


# Lessons.


@router.get("/lessons", tags=["lessons"], responses=responses())
def list_grades(analysis: TheAnalysis) -> models.LessonGrades:
    """List the grades of lessons."""
    return models.LessonGrades.model_validate({"grades": analysis.services.grades()})


@router.get("/lessons/{grade}", tags=["lessons"], responses=responses("busy", "timed-out", "failed"))
async def make_lesson(
    request: Request,
    analysis: TheAnalysis,
    grade: Annotated[str, Path(max_length=20, description="the name of a grade", examples=["fork"])],
    seed: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> models.LessonAsked:
    """Return the lesson of a grade and a seed: a position with exactly one right move, and why the others are wrong."""
    return models.LessonAsked.model_validate(await unless_disconnected(request, analysis.lesson(grade, seed)))


@router.get("/analysis/lessons", tags=["lessons"], responses=responses("busy", "timed-out", "failed", "illegal-move"))
async def lessons_of_a_game(
    request: Request,
    analysis: TheAnalysis,
    seat: Annotated[Literal["first", "second"], Query(description="whose mistakes")],
    moves: MovesQuery,
    game: RulesQuery = "3,3,3",
) -> models.LessonsOfGame:
    """Make lessons of a game: where a side gave value away, and exactly one move would have kept it."""
    return models.LessonsOfGame.model_validate(await unless_disconnected(request, analysis.lessons(game, moves, seat)))


# Strategies, and their proofs that come with the program.


@router.get("/strategies", tags=["strategies"], responses=responses())
def list_strategies(analysis: TheAnalysis, game: RulesQuery = "3,3,3") -> models.Strategies:
    """List the strategies that play a game, with their options and their verdicts."""
    rules, services = Game.from_text(game), analysis.services
    return models.Strategies.model_validate(
        {"strategies": services.strategies(rules), "levels": services.levels(rules)}
    )


@router.get("/gallery", tags=["proofs"], responses=responses())
def show_gallery(analysis: TheAnalysis, game: RulesQuery = "3,3,3") -> models.Gallery:
    """List the proofs of shipped strategies on a game, as far as they come with the program."""
    return models.Gallery.model_validate({"proofs": analysis.services.gallery(Game.from_text(game))})


# Records.


@router.post(
    "/records",
    tags=["records"],
    responses=responses("cross-site", "illegal-move", "too-large", "busy", "timed-out", "failed"),
)
async def read_record(request: Request, paste: models.Paste, analysis: TheAnalysis) -> Pasted:
    """Read a game or a position from a text: SGF, PSQ, JSON, a list of moves, a drawn board."""
    return Pasted(**await unless_disconnected(request, analysis.paste(paste.text, paste.game)))


@router.get(
    "/records/{form}",
    tags=["records"],
    response_class=Response,
    responses=responses("not-found", "illegal-move") | FILE,
)
def write_record(
    form: Form,
    moves: MovesQuery = "",
    game: RulesQuery = "3,3,3",
    x: Annotated[str, Query(max_length=limits.NAME)] = "?",
    o: Annotated[str, Query(max_length=limits.NAME)] = "?",
) -> Response:
    """Write moves as a file: sgf, psq, text or json."""
    return _file(sharing.download(record_of(game, moves, (x, o)), form))


def _file(file: sharing.Download) -> Response:
    """Return the response of a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text.encode(), media_type=file.media_type, headers=headers)
