"""What is asked with each question: its fields, and their limits, which are those of the published JSON Schema."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from mashumaro.jsonschema.annotations import Maximum, MaxLength, Minimum, MinLength
from mashumaro.jsonschema.models import JSONSchema


class About(JSONSchema):
    """A part of a field's JSON Schema, in its type, where it must have a hash."""

    __hash__ = object.__hash__


GameText = Annotated[
    str,
    MaxLength(30),
    About(
        description="the rules: columns, rows, how many in a row; options: gravity, misere, exact",
        examples=["3,3,3", "7,6,4-gravity"],
    ),
]
CellText = Annotated[
    str,
    MinLength(1),
    MaxLength(5),
    About(description="a cell: column letter, row from the top", examples=["b2"]),
]
LONGEST: Final = 1000  # characters of a strategy: a list of rules is written in full
StrategyText = Annotated[str, MinLength(1), MaxLength(LONGEST), About(examples=["weights", "rules: win, block, any"])]
RulesText = Annotated[str, MinLength(1), MaxLength(LONGEST), About(examples=["win, block, any"])]
PositionText = Annotated[str, MaxLength(2000), About(description="rows from the top", examples=["X../.O./..."])]
MovesText = Annotated[str, MaxLength(4000), About(description="cells joined by commas", examples=["b2,a1,c3"])]
Seed = Annotated[int, Minimum(0), Maximum(2**31 - 1)]
PlayedSeat = Literal["first", "second"]
ProvedSeats = Literal["first", "second", "both"]


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
class MoveInGame(OfStrategy):
    """The next move of a strategy in a game; `seed` determines the move that it draws."""

    seed: str


@dataclass(frozen=True, kw_only=True)
class OfMoves:
    """A question about the moves of a game."""

    moves: MovesText
    game: GameText = "3,3,3"


@dataclass(frozen=True, kw_only=True)
class NewLesson:
    """A lesson of a grade."""

    grade: Annotated[str, MaxLength(20), About(description="the name of a grade", examples=["fork"])]
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class LessonsIn(OfMoves):
    """The lessons in a game."""

    seat: PlayedSeat = field(metadata={"description": "whose mistakes"})


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
    title: Annotated[str, MinLength(1), MaxLength(100), About(description="in place of the list's name")] | None = None
    copy: Annotated[Literal["teacher", "class"], About(description="the class reads nothing of what is proved")] = (
        "teacher"
    )


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
    seat: ProvedSeats = "both"


@dataclass(frozen=True, kw_only=True)
class Paste:
    """A text with a record or a position, in any supported format."""

    text: Annotated[str, MinLength(1), MaxLength(50_000)]
    game: GameText | None = None
