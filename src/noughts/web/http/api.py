"""The API, version 1: the page's only way in, and anybody's."""

from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Depends, Header, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.sse import EventSourceResponse, ServerSentEvent

from noughts.core.game import Game
from noughts.records import FORMATS
from noughts.web.ask.analysis import AnalysisService
from noughts.web.ask.proofs import ProofService, ProofState
from noughts.web.http import models, sharing
from noughts.web.http.disconnect import unless_disconnected
from noughts.web.http.problems import Problem, responses
from noughts.web.play.games import GameService
from noughts.web.play.tokens import new_secret
from noughts.web.play.views import Created, Games, GameState

COOKIE = "noughts_player"
COOKIE_SECONDS = 2 * 365 * 86400
STREAMS, STREAMS_OF_ONE = 2000, 100  # of events that are open at once, in all and for one client

router = APIRouter(prefix="/api/v1")


# What the operations are given. All of it is async: what is not, FastAPI sends to another thread and waits for.


async def _games(request: Request) -> GameService:
    games: GameService = request.app.state.games
    return games


async def _analysis(request: Request) -> AnalysisService:
    analysis: AnalysisService = request.app.state.analysis
    return analysis


async def _proofs(request: Request) -> ProofService:
    proofs: ProofService = request.app.state.proofs
    return proofs


_bearer = HTTPBearer(auto_error=False, description="the secret token of a seat")


async def _token(held: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    return held.credentials if held else None


async def _owner(response: Response, request: Request, noughts_player: Annotated[str | None, Cookie()] = None) -> str:
    """Whose games these are: the secret of a cookie, which is set where there is none."""
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


async def _stream(request: Request) -> AsyncIterator[None]:
    """A place among the streams of events, for as long as the answer lasts."""
    streams: Counter[str] = request.app.state.streams
    client = request.client.host if request.client else "?"
    if streams[client] >= STREAMS_OF_ONE or streams.total() >= STREAMS:
        raise Problem("too-many-requests", "too many streams of events are open: close a page")
    streams[client] += 1
    try:
        yield
    finally:
        streams[client] -= 1
        if not streams[client]:
            del streams[client]


TheGames = Annotated[GameService, Depends(_games)]
TheAnalysis = Annotated[AnalysisService, Depends(_analysis)]
TheProofs = Annotated[ProofService, Depends(_proofs)]
Token = Annotated[str | None, Depends(_token)]
Owner = Annotated[str, Depends(_owner)]
Stream = Annotated[None, Depends(_stream)]
GameId = Annotated[str, Path(max_length=50, description="a game's id")]
ProofId = Annotated[str, Path(max_length=50, description="a proof's id")]
Key = Annotated[
    str | None,
    Header(alias="Idempotency-Key", min_length=1, max_length=100, description="a repeated request changes nothing"),
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
    """Begin a game. The tokens of its seats are told here, once."""
    created = await games.create(Game.from_text(new.game), (new.x, new.o), new.moves, owner)
    response.headers["Location"] = f"/api/v1/games/{created.game.id}"
    return created


@router.get("/games", tags=["games"], responses=responses())
async def list_games(
    games: TheGames,
    noughts_player: Annotated[str | None, Cookie()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[str | None, Query(max_length=100, description="`next` of the page before")] = None,
) -> Games:
    """List the games in which this browser has a seat, the newest first. Nobody lists anybody else's."""
    return await games.mine(noughts_player, limit, before)


@router.get(
    "/games/{game_id}",
    tags=["games"],
    responses=responses("no-such-game") | {304: {"description": "It is still as you know it"}},
)
async def read_game(
    game_id: GameId,
    games: TheGames,
    response: Response,
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
) -> GameState:
    """Read a game as it stands. Its id is its secret: whoever has it may watch."""
    state = await games.state(game_id)
    etag = f'"{state.version}-{int(state.thinking)}-{state.rematch or ""}"'
    if if_none_match == etag:
        return Response(status_code=304, headers={"ETag": etag})  # type: ignore[return-value]
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    return state


@router.post("/games/{game_id}/seats", tags=["games"], responses=WRITES)
async def claim_seats(game_id: GameId, games: TheGames, token: Token, owner: Owner) -> models.Seats:
    """Put the seats that a token holds into this browser's list of games."""
    return models.Seats(seats=await games.claim(game_id, token, owner))


@router.post("/games/{game_id}/moves", tags=["games"], responses=WRITES)
async def make_move(game_id: GameId, move: models.NewMove, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Make a move. The reply of a quick strategy is in the answer already; a slow one's comes by the events."""
    return await games.move(game_id, token, move.cell, move.version, key)


@router.post("/games/{game_id}/step", tags=["games"], responses=WRITES | ANALYSES)
async def step(game_id: GameId, change: models.Change, games: TheGames, token: Token) -> GameState:
    """Let the strategy to move make its move: the host's pace of two strategies; or ask one that failed again."""
    return await games.step(game_id, token, change.version)


@router.post("/games/{game_id}/undo", tags=["games"], responses=WRITES)
async def undo(game_id: GameId, change: models.Change, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Take back: both moves against a strategy, your own move until a person has answered it, or a resignation."""
    return await games.change("undo", game_id, token, change.version, key)


@router.post("/games/{game_id}/redo", tags=["games"], responses=WRITES)
async def redo(game_id: GameId, change: models.Change, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Make again what the last undo took back, until another move is made."""
    return await games.change("redo", game_id, token, change.version, key)


@router.post("/games/{game_id}/resign", tags=["games"], responses=WRITES)
async def resign(game_id: GameId, change: models.Change, games: TheGames, token: Token, key: Key = None) -> GameState:
    """Give the game up."""
    return await games.change("resign", game_id, token, change.version, key)


@router.post("/games/{game_id}/rematch", status_code=201, tags=["games"], responses=WRITES)
async def rematch(game_id: GameId, games: TheGames, token: Token) -> Created:
    """Play again with the sides swapped; asked twice it is the same game. Every token goes with its person."""
    return await games.rematch(game_id, token)


async def _listened(game_id: GameId, games: TheGames) -> str:
    """A game that is there: what is wrong must be said before the stream begins."""
    await games.state(game_id)
    return game_id


@router.get(
    "/games/{game_id}/events",
    tags=["games"],
    response_class=EventSourceResponse,
    responses=responses("no-such-game", "too-many-requests"),
)
async def follow_game(
    game_id: Annotated[str, Depends(_listened)], games: TheGames, stream: Stream
) -> AsyncIterator[ServerSentEvent]:
    """Follow a game: an event `state` at once, and whenever it changes; `data` is the game as it stands."""
    async for state in games.follow(game_id):
        yield ServerSentEvent(event="state", id=str(state.version), data=state)


@router.get(
    "/games/{game_id}/record/{form}",
    tags=["games"],
    response_class=Response,
    responses=responses("no-such-game", "not-found") | FILE,
)
async def download_game(game_id: GameId, form: Form, games: TheGames) -> Response:
    """Download a game as sgf, psq, text or json."""
    return sharing.download(await games.record(game_id), form)


# Positions.


@router.get("/analysis/decision", tags=["analysis"], responses=ANALYSES)
async def decision(
    request: Request,
    analysis: TheAnalysis,
    position: PositionQuery,
    strategy: Annotated[models.StrategyText, Query()],
    game: RulesQuery = "3,3,3",
) -> models.DecisionMade:
    """Ask what a strategy would do in a position, and why: its scores by cell and by line."""
    return models.DecisionMade(**await unless_disconnected(request, analysis.decision(game, position, strategy)))


@router.get("/analysis/hint", tags=["analysis"], responses=ANALYSES)
async def hint(
    request: Request, analysis: TheAnalysis, position: PositionQuery, game: RulesQuery = "3,3,3"
) -> models.DecisionMade:
    """Ask for the best advice there is: perfect play where exact values are at hand."""
    return models.DecisionMade(**await unless_disconnected(request, analysis.hint(game, position)))


@router.get("/analysis/values", tags=["analysis"], responses=ANALYSES)
async def values(
    request: Request, analysis: TheAnalysis, position: PositionQuery, game: RulesQuery = "3,3,3"
) -> models.ExactValues:
    """Ask what every move is worth, exactly; beyond the budget the answer is `known: false`, never a guess."""
    return models.ExactValues(**await unless_disconnected(request, analysis.values(game, position)))


@router.get("/analysis/review", tags=["analysis"], responses=responses("busy", "timed-out", "failed", "illegal-move"))
async def review(
    request: Request, analysis: TheAnalysis, moves: MovesQuery, game: RulesQuery = "3,3,3"
) -> models.Review:
    """Have every move of a game judged by exact values."""
    return models.Review(**await unless_disconnected(request, analysis.review(game, moves)))


# Strategies and proofs.


@router.get("/strategies", tags=["strategies"], responses=responses())
def list_strategies(analysis: TheAnalysis, game: RulesQuery = "3,3,3") -> models.Strategies:
    """List the strategies that play a game, with their options and what is proved of them."""
    return models.Strategies.model_validate({"strategies": analysis.services.listing(Game.from_text(game))})


@router.post(
    "/proofs",
    status_code=202,
    tags=["proofs"],
    responses=responses("cross-site", "too-large") | {200: {"model": ProofState, "description": "Done already"}},
)
async def start_proof(new: models.NewProof, proofs: TheProofs, response: Response) -> ProofState:
    """Prove a strategy: against every reply, over every tie. A proof that is there already is not made again."""
    state = await proofs.start(new.strategy, new.game, new.seat)
    response.headers["Location"] = f"/api/v1/proofs/{state.id}"
    if state.status != "running":
        response.status_code = 200
    return state


@router.get("/proofs/{proof_id}", tags=["proofs"], responses=responses("no-such-proof"))
async def read_proof(proof_id: ProofId, proofs: TheProofs) -> ProofState:
    """Read how far a proof is, or what has come of it."""
    return proofs.state(proof_id)


@router.delete(
    "/proofs/{proof_id}", status_code=204, tags=["proofs"], responses=responses("cross-site", "no-such-proof")
)
async def cancel_proof(proof_id: ProofId, proofs: TheProofs) -> None:
    """Stop a proof."""
    await proofs.cancel(proof_id)


async def _proof_there(proof_id: ProofId, proofs: TheProofs) -> str:
    return proofs.state(proof_id).id


@router.get(
    "/proofs/{proof_id}/events",
    tags=["proofs"],
    response_class=EventSourceResponse,
    responses=responses("no-such-proof", "too-many-requests"),
)
async def follow_proof(
    proof_id: Annotated[str, Depends(_proof_there)], proofs: TheProofs, stream: Stream
) -> AsyncIterator[ServerSentEvent]:
    """Follow a proof: events `progress`, then one `done`, however it ended."""
    async for state in proofs.follow(proof_id):
        yield ServerSentEvent(event="progress" if state.status == "running" else "done", data=state)


# Records.


@router.post("/records", tags=["records"], responses=responses("cross-site", "illegal-move", "too-large"))
def read_record(paste: models.Paste) -> models.Pasted:
    """Read a game or a position from a text: SGF, PSQ, JSON, a list of moves, a drawn board."""
    return sharing.pasted(paste.text, None if paste.game is None else Game.from_text(paste.game))


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
    x: Annotated[str, Query(max_length=200)] = "?",
    o: Annotated[str, Query(max_length=200)] = "?",
) -> Response:
    """Write moves as a file: sgf, psq, text or json."""
    return sharing.download(sharing.record_of(game, moves, (x, o)), form)
