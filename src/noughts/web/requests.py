"""What a client sends, one class for each request.

Its fields are those of the path, of the headers that `SENT` names, and of the query or the body. The limits are those
of the published JSON Schema, by which every request is checked.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from mashumaro.jsonschema.annotations import Maximum, MaxItems, MaxLength, Minimum, MinLength
from mashumaro.jsonschema.models import JSONSchema

from noughts.records import FORMATS

COOKIE: Final = "noughts_player"
SENT: Final = {  # fields that stand in a header or in the cookie, and their names there
    "token": ("header", "Authorization"),
    "key": ("header", "Idempotency-Key"),
    "etag": ("header", "If-None-Match"),
    "owner": ("cookie", COOKIE),
}


class About(JSONSchema):
    """A part of a field's JSON Schema, in its type, where it must have a hash."""

    __hash__ = object.__hash__


Id = Annotated[str, MaxLength(50), About(description="the id of a game, a proof or a match")]
GameText = Annotated[
    str,
    MaxLength(20),
    About(
        description="the rules: columns, rows, how many in a row; = at the end: a longer row does not win",
        examples=["3,3,3", "15,15,5="],
    ),
]
CellText = Annotated[
    str,
    MinLength(1),
    MaxLength(5),
    About(description="a cell: column letter, row from the top", examples=["b2"]),
]
LONGEST: Final = 1000  # characters of a strategy: a list of rules is written in full
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
StrategyText = Annotated[str, MinLength(1), MaxLength(LONGEST), About(examples=["weights", "rules: win, block, any"])]
RulesText = Annotated[str, MinLength(1), MaxLength(LONGEST), About(examples=["win, block, any"])]
PositionText = Annotated[str, MaxLength(2000), About(description="rows from the top", examples=["X../.O./..."])]
MovesText = Annotated[str, MaxLength(4000), About(description="cells joined by commas", examples=["b2,a1,c3"])]
NameText = Annotated[str, MaxLength(200), About(description="of a player")]
FormText = Annotated[str, MaxLength(10), About(description="of a record", enum=list(FORMATS))]
VersionNumber = Annotated[
    int,
    Minimum(0),
    Maximum(1_000_000),
    About(description="the game's version that the request builds on"),
]
Million = Annotated[int, Minimum(0), Maximum(1_000_000)]
Seed = Annotated[int, Minimum(0), Maximum(2**31 - 1)]
PlayedSeat = Literal["first", "second"]
Question = Literal["decision", "hint", "values", "review"]
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


# Positions.


@dataclass(frozen=True, kw_only=True)
class OfPosition:
    """A question about a position."""

    position: PositionText
    game: GameText = "3,3,3"


@dataclass(frozen=True, kw_only=True)
class OfStrategy(OfPosition):
    """A question about a strategy in a position."""

    strategy: StrategyText


@dataclass(frozen=True, kw_only=True)
class OfMoves:
    """A question about the moves of a game."""

    moves: MovesText
    game: GameText = "3,3,3"


@dataclass(frozen=True, kw_only=True)
class Followed:
    """A question that is followed: each takes what its own address takes."""

    question: Question
    position: PositionText | None = None
    moves: MovesText | None = None
    strategy: StrategyText | None = None
    game: GameText = "3,3,3"


# Lessons.


@dataclass(frozen=True, kw_only=True)
class NewLesson:
    """A lesson of a grade."""

    grade: Annotated[str, MaxLength(20), About(description="the name of a grade", examples=["fork"])]
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class LessonsIn(OfMoves):
    """The lessons in a game."""

    seat: PlayedSeat = field(metadata={"description": "whose mistakes"})


# Strategies, proofs, matches.


@dataclass(frozen=True, kw_only=True)
class OnBoard:
    """A question about a game as such."""

    game: GameText = "3,3,3"


@dataclass(frozen=True, kw_only=True)
class ListOfRules(OnBoard):
    """A list of rules, on a board."""

    rules: RulesText


@dataclass(frozen=True, kw_only=True)
class NewSheet:
    """A page to print: a list of rules, or the name of one that comes with the program; without it a worksheet."""

    rules: RulesText | None = None


@dataclass(frozen=True, kw_only=True)
class NewDrawing(OnBoard):
    """A drawing of a strategy in the gallery."""

    kind: Literal["plan", "poster"]
    strategy: StrategyText
    seat: PlayedSeat


@dataclass(frozen=True, kw_only=True)
class NewProof:
    """The strategy, the game and the seat of a proof."""

    strategy: StrategyText
    game: GameText = "3,3,3"
    seat: Literal["first", "second", "both"] = "both"


@dataclass(frozen=True, kw_only=True)
class OfProof:
    """A proof by its id."""

    proof_id: Id


@dataclass(frozen=True, kw_only=True)
class NewMatch:
    """The board and the players of a match; `games` of each two players, where the result cannot be computed."""

    game: GameText = "3,3,3"
    players: Annotated[list[StrategyText], MaxItems(50), About(examples=[["weights", "random"]])]
    games: Annotated[Million, About(description="an even number")] = 20
    seed: Annotated[Million, About(description="the same seed gives the same games")] = 0


@dataclass(frozen=True, kw_only=True)
class OfMatch:
    """A match by its id."""

    match_id: Id


# Records.


@dataclass(frozen=True, kw_only=True)
class Paste:
    """A text with a record or a position, in any supported format."""

    text: Annotated[str, MinLength(1), MaxLength(50_000)]
    game: GameText | None = None


@dataclass(frozen=True, kw_only=True)
class MovesFile:
    """Moves to be written as a file."""

    form: FormText
    moves: MovesText = ""
    game: GameText = "3,3,3"
    x: NameText = "?"
    o: NameText = "?"
