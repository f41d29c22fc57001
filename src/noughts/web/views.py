"""Games as the API shows them."""

from collections.abc import Sequence

from noughts.core.position import Side
from noughts.web.desk import Table
from noughts.web.events import SEATS, Seat
from noughts.web.live import LiveGame
from noughts.web.models import Ending, GameState, GameSummary, May, MoveMade
from noughts.web.store import Stored


def state_of(table: Table, thinking: bool) -> GameState:
    """Return a game as it stands."""
    game = table.game
    header = game.header
    return GameState(
        id=header.id,
        game=str(header.game),
        version=game.version,
        players={SEATS[side]: header.player(side) for side in Side},  # type: ignore[misc]
        opening=len(header.opening),
        moves=[
            MoveMade(cell=header.game.name(made.move), side=made.side.value, by=made.by, reason=made.reason)
            for made in game.moves
        ],
        position=str(game.position),
        to_move=None if game.over else game.position.side.value,
        waits_for=game.waits_for,
        thinking=thinking,
        failure=table.failure,
        outcome=ending_of(game),
        may=May(undo=list(game.may_undo()), redo=list(game.may_redo()), resign=list(game.may_resign())),
        rematch=table.rematch,
        created=header.created,
        updated=game.updated,
    )


def summary_of(stored: Stored, seats: Sequence[Seat]) -> GameSummary:
    """Return a game in a list, with the seats that whoever asks has there."""
    game = LiveGame.replay(stored.header, stored.events)
    return GameSummary(
        id=game.header.id,
        game=str(game.header.game),
        version=game.version,
        players={SEATS[side]: game.header.player(side) for side in Side},  # type: ignore[misc]
        ply=len(game.moves),
        position=str(game.position),
        to_move=None if game.over else game.position.side.value,
        outcome=ending_of(game),
        seats=list(seats),
        created=game.header.created,
        updated=game.updated,
    )


def ending_of(game: LiveGame) -> Ending | None:
    """Return how a game ended, None while it is on."""
    outcome = game.outcome
    if outcome is None:
        return None
    line = None if outcome.line is None else [game.header.game.name(cell) for cell in outcome.line]
    return Ending(winner=outcome.winner.value if outcome.winner else None, line=line, ending=outcome.ending)
