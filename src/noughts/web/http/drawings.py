"""The drawings of the gallery, to download."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from noughts.web.ask.drawings import Drawings, file_name
from noughts.web.http import models
from noughts.web.http.disconnect import unless_disconnected
from noughts.web.http.problems import responses

router = APIRouter(prefix="/api/v1")


@router.get(
    "/gallery/{kind}",
    tags=["proofs"],
    response_class=Response,
    responses=responses("busy", "timed-out", "failed")
    | {200: {"description": "A picture", "content": {"image/svg+xml": {}}}},
)
async def draw_strategy(
    request: Request,
    kind: Literal["plan", "poster"],
    strategy: Annotated[models.StrategyText, Query()],
    seat: Annotated[Literal["first", "second"], Query()],
    game: Annotated[models.GameText, Query()] = "3,3,3",
) -> Response:
    """Download the plan or the poster of a strategy in the gallery, as SVG; a strategy that can lose has no plan."""
    drawings: Drawings = request.app.state.drawings
    drawn = await unless_disconnected(request, drawings.drawing(kind, strategy, game, seat))
    headers = {"Content-Disposition": f'attachment; filename="{file_name(kind, strategy, seat)}"'}
    return Response(drawn["svg"].encode(), media_type="image/svg+xml", headers=headers)
