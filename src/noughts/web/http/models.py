"""Models of the API's requests and responses. A request is strict: an unknown field is an error."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from noughts.app.application import JSON
from noughts.web import limits
from noughts.web.play.events import Seat
from noughts.web.play.views import SIDES

GameText = Annotated[
    str,
    Field(
        max_length=limits.RULES,
        description="the rules: columns, rows, how many in a row; = at the end: a longer row does not win",
        examples=["3,3,3", "15,15,5="],
    ),
]
CellText = Annotated[
    str,
    Field(min_length=1, max_length=limits.CELL, description="a cell: column letter, row from the top", examples=["b2"]),
]
PlayerText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=limits.PLAYER,
        description="human, friend, or a strategy",
        examples=["human", "paths:level=easy"],
    ),
]
StrategyText = Annotated[str, Field(min_length=1, max_length=limits.STRATEGY, examples=["weights"])]
PositionText = Annotated[
    str, Field(max_length=limits.POSITION, description="rows from the top", examples=["X../.O./..."])
]
MovesText = Annotated[str, Field(max_length=limits.MOVES, description="cells joined by commas", examples=["b2,a1,c3"])]
VersionNumber = Annotated[int, Field(ge=0, le=1_000_000, description="the game's version that the request builds on")]


class RequestBody(BaseModel):
    """A request's body."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewGame(RequestBody):
    """A new game: its rules, its players, and opening moves, which no undo takes back.

    `hints`: two people who play against each other both get hints and exact values before the game is over.
    """

    game: GameText = "3,3,3"
    x: PlayerText = "human"
    o: PlayerText = "human"
    moves: Annotated[list[CellText], Field(max_length=1000)] = []
    hints: bool = False


class NewMove(RequestBody):
    """A move for the seat of the token."""

    cell: CellText
    version: VersionNumber


class Change(RequestBody):
    """Undo, redo, resign or step."""

    version: VersionNumber


class NewProof(RequestBody):
    """The strategy, the game and the seat of a proof."""

    strategy: StrategyText
    game: GameText = "3,3,3"
    seat: Literal["first", "second", "both"] = "both"


class NewMatch(RequestBody):
    """The board and the players of a match; `games` of each two players, where the result cannot be computed."""

    game: GameText = "3,3,3"
    players: Annotated[list[StrategyText], Field(max_length=50, examples=[["weights", "random"]])]
    games: Annotated[int, Field(ge=0, le=1_000_000, description="an even number")] = 20
    seed: Annotated[int, Field(ge=0, le=1_000_000, description="the same seed gives the same games")] = 0


class Paste(RequestBody):
    """A text with a record or a position, in any supported format."""

    text: Annotated[str, Field(min_length=1, max_length=limits.PASTE)]
    game: GameText | None = None


class Seats(BaseModel):
    """The seats that a token holds."""

    seats: list[Seat]


class LineScore(BaseModel):
    """A line and the score that it gives each of its free cells."""

    cells: list[str]
    score: float


class DecisionMade(BaseModel):
    """A strategy's decision: its moves and the reason. `chances` are fractions, null where all are equally likely."""

    strategy: str
    side: SIDES
    moves: list[str]
    chances: dict[str, str] | None = None
    scores: dict[str, float] | None
    reason: str
    lines: list[LineScore] | None


class WorthOf(BaseModel):
    """A value for the side to move, with the plies to the end where they are known."""

    result: Literal["win", "draw", "loss"]
    distance: int | None


class ExactValues(BaseModel):
    """The exact values of a position and its moves, or the reason why they are not known. Never an estimate."""

    known: bool
    side: SIDES
    value: WorthOf | None = None
    moves: dict[str, WorthOf] | None = None
    reason: str | None = None


class JudgedMove(BaseModel):
    """A move judged by exact values; a move that still wins is never a mistake. `better`: the moves in its place."""

    cell: str
    side: SIDES
    known: bool
    reason: str | None = None
    before: Literal["win", "draw", "loss"] | None = None
    after: Literal["win", "draw", "loss"] | None = None
    mistake: bool | None = None
    only: bool | None = None
    forced: bool | None = None
    better: list[str] | None = None
    words: str | None = None


class Review(BaseModel):
    """Every move of a game judged; `mistakes` are indices into `moves`."""

    moves: list[JudgedMove]
    mistakes: list[int]


class LessonGrade(BaseModel):
    """A grade of lessons: its boards, and what all its lessons have in common."""

    name: str
    title: str
    games: list[str]
    about: str


class LessonGrades(BaseModel):
    """The grades of lessons, the easiest first."""

    grades: list[LessonGrade]


class RefutedMove(BaseModel):
    """A wrong move: a line that begins with it, and what is left of the value, null where that is not known."""

    line: list[str]
    words: str
    after: Literal["draw", "loss"] | None


class LessonAsked(BaseModel):
    """A position with exactly one right move: the document noughts/lesson/1. `moves` lead there."""

    document: Literal["noughts/lesson/1"] = Field(alias="schema")
    grade: str
    seed: int | None
    game: list[int | Literal["exact"]]
    position: str
    side: SIDES
    moves: list[str]
    question: str
    answer: str
    why: str
    line: list[str]
    wrong: dict[str, RefutedMove]


class LessonsOfGame(BaseModel):
    """The lessons in a game, in the order of its moves."""

    lessons: list[LessonAsked]


class StrategyOption(BaseModel):
    """An option of a strategy: written `name=value`."""

    name: str
    kind: Literal["choice", "switch", "number"]
    choices: list[str] | None
    default: str


class StrategyListed(BaseModel):
    """A strategy that plays a game.

    `usual`: how a person meets it there by default, null where they meet another. `verdicts` come from the proofs in
    the package, null without one.
    """

    name: str
    about: str
    origin: str
    noisy: bool
    view: Literal["grid", "matrix", "rules"] | None
    usual: str | None
    options: list[StrategyOption]
    verdicts: dict[Literal["first", "second"], str | None]


class Measured(BaseModel):
    """The shares of games that a level wins and loses against another one, half of them in each seat.

    `games`: how many were played, `interval`: of the lost share, at 95 % confidence; both are null where the result is
    computed over all games.
    """

    against: str
    won: float
    lost: float
    games: int | None
    interval: tuple[float, float] | None = None


class Level(BaseModel):
    """An opponent that a person chooses by its strength: `measured` against the best level, `step` against the next.

    Both are null on boards where that was not done, and for the best level.
    """

    name: str
    strategy: str
    measured: Measured | None
    step: Measured | None = None


class Strategies(BaseModel):
    """The strategies that play a game, and the levels among them, the weakest first."""

    strategies: list[StrategyListed]
    levels: list[Level]


class Gallery(BaseModel):
    """Proofs of several strategies on one game: documents noughts/proof/1."""

    proofs: list[JSON]
