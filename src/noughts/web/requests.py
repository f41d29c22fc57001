"""What a client sends, one class for each request.

Its fields are those of the path, of the headers that `SENT` names, and of the query or the body. The limits are those
of the published JSON Schema, by which every request is checked.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final

from mashumaro.jsonschema.annotations import Maximum, MaxItems, MaxLength, Minimum, MinLength

from noughts.app.questions import QUESTIONS
from noughts.app.requests import LONGEST, About, CellText, GameText, MovesText, PositionText, ProvedSeats, StrategyText
from noughts.records import FORMATS

COOKIE: Final = "noughts_player"
SENT: Final = {  # fields that stand in a header or in the cookie, and their names there
    "token": ("header", "Authorization"),
    "key": ("header", "Idempotency-Key"),
    "etag": ("header", "If-None-Match"),
    "owner": ("cookie", COOKIE),
}

Id = Annotated[str, MaxLength(50), About(description="the id of a game")]
PlayerText = Annotated[
    str,
    MinLength(1),
    MaxLength(LONGEST),
    About(
        description="human, friend, or a strategy",
        examples=[
            "human",
            "paths:level=easy",
        ],
    ),
]
FormText = Annotated[str, MaxLength(10), About(description="of a record", enum=list(FORMATS))]
NameText = Annotated[str, MaxLength(200), About(description="of a player")]
VersionNumber = Annotated[
    int,
    Minimum(0),
    Maximum(1_000_000),
    About(description="the game's version that the request builds on"),
]
Followable = Annotated[str, About(enum=[question.name for question in QUESTIONS if question.is_followed])]
Token = Annotated[str, MaxLength(200), About(description="the secret token of a seat")]
Key = Annotated[str, MinLength(1), MaxLength(100), About(description="a repeated request changes nothing")]
Owner = Annotated[str, About(description="says which games are this browser's")]


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """A request that says nothing more."""


# Games.


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """A new game: its rules, its players, and opening moves, which no undo takes back.

    `hints`: two people who play against each other both get hints and exact values before the game is over.
    """

    game: GameText = "3,3,3"
    x: PlayerText = "human"
    o: PlayerText = "human"
    moves: Annotated[list[CellText], MaxItems(1000)] = field(default_factory=list)
    hints: bool = False
    owner: Owner | None = None


@dataclass(frozen=True, kw_only=True)
class ListGames:
    """A page of this browser's games."""

    limit: Annotated[int, Minimum(1), Maximum(100)] = 20
    before: Annotated[str, MaxLength(100), About(description="`next` of the previous page")] | None = None
    owner: Owner | None = None


@dataclass(frozen=True, kw_only=True)
class ReadGame:
    """A game by its id, unless the client has that state of it."""

    game_id: Id
    etag: Annotated[str, MaxLength(200)] | None = None


@dataclass(frozen=True, kw_only=True)
class OfGame:
    """A game by its id."""

    game_id: Id


@dataclass(frozen=True, kw_only=True)
class GameFile(OfGame):
    """A game as a file."""

    form: FormText


@dataclass(frozen=True, kw_only=True)
class BySeat(OfGame):
    """The holder of a seat."""

    token: Token | None = None


@dataclass(frozen=True, kw_only=True)
class ClaimSeats(BySeat):
    """The seats of a token, for this browser's list."""

    owner: Owner | None = None


@dataclass(frozen=True, kw_only=True)
class NewMove(BySeat):
    """A move for the seat of the token."""

    cell: CellText
    version: VersionNumber
    key: Key | None = None


@dataclass(frozen=True, kw_only=True)
class Change(BySeat):
    """Undo, redo, resign or step."""

    version: VersionNumber
    key: Key | None = None


# Questions.


@dataclass(frozen=True, kw_only=True)
class Followed:
    """A question that is followed: each takes what its own address takes."""

    question: Followable
    position: PositionText | None = None
    moves: MovesText | None = None
    strategy: StrategyText | None = None
    seat: ProvedSeats = "both"
    game: GameText = "3,3,3"


# Records.


@dataclass(frozen=True, kw_only=True)
class MovesFile:
    """Moves to be written as a file."""

    form: FormText
    moves: MovesText = ""
    game: GameText = "3,3,3"
    x: NameText = "?"
    o: NameText = "?"
