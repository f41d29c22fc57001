"""How a move changed the exact value of its position. Every review uses this."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import WORDS, Truth, Value
from noughts.errors import LimitExceeded
from noughts.words import Said, Words, either

if TYPE_CHECKING:
    from noughts.core.record import Record


@dataclass(frozen=True)
class Judgement:
    """A move judged by exact values: the mover's result before it and after it (1, 0 or -1), whether it was the only
    move that kept the result, and whether it was the only free cell. `better`: in place of a mistake, what keeps it.

    A move that still wins is not a mistake, however slow.
    """

    before: int
    after: int
    only: bool = False
    forced: bool = False
    better: tuple[Move, ...] = ()

    @property
    def mistake(self) -> bool:
        """Whether the move gave value away."""
        return self.after < self.before

    def words(self, game: Game) -> str:
        """Return the judgement in words, with the moves that would have been better by name.

        >>> Judgement(0, -1, better=(0, 2)).words(Game(3, 3, 3))
        'lost the draw; a1 or c1 would have kept it'
        """
        if self.before < 0:
            return str(Said("review.lost-already"))
        if self.mistake:
            how = f"slip-{WORDS[self.after]}" if self.before else "lost-draw"
            return str(Said(f"review.{how}", {"moves": any_of([*map(game.name, self.better)])}))
        form = "-forced" if self.forced else "-only" if self.only else ""
        return str(Said(f"review.kept-{WORDS[self.before]}{form}"))


def any_of(moves: Sequence[str]) -> Words:
    """Return one or more moves of which each will do, by their names: of many the first, and how many others."""
    if len(moves) > 2:
        return Said("review.more", {"move": moves[0], "count": len(moves) - 1})
    return either(moves)


@dataclass(frozen=True)
class SearchJudgement:
    """What a search says of a move whose exact value is not known, in `words`.

    `before`, `after`: the mover's result before and after the move (1, 0 or -1) where the search has proved it, else
    None. `estimate`: the search's score after the move for the mover, if nothing is proved, and `drop`: by how much it
    fell with this move; these are not values. `line`: a win that the move missed or left to the opponent; `better`: a
    move that the search prefers: it wins, prevents the opponent's win, or has a better estimate.
    """

    words: Words
    before: int | None = None
    after: int | None = None
    estimate: int | None = None
    drop: int = 0
    better: Move | None = None
    line: tuple[Move, ...] = ()

    @property
    def mistake(self) -> bool:
        """Whether the move gave up a proved win, or overlooked one of the opponent's that another move prevents."""
        return (self.before == 1 and self.after != 1) or (self.after == -1 and self.better is not None)

    def __str__(self) -> str:
        return str(self.words)


Judged = Judgement | SearchJudgement | LimitExceeded  # of a move; the error where nothing is known of it


def judge(values: Mapping[Move, Value], move: Move) -> Judgement:
    """Return the judgement of a move, from the value of every legal move of its position.

    >>> values = {0: Value(1), 1: Value(0)}
    >>> judge(values, 1).mistake, judge(values, 0).only
    (True, True)
    """
    before, after = max(value.result for value in values.values()), values[move].result
    keep = tuple(cell for cell, value in values.items() if value.result == before)
    if after < before:
        return Judgement(before, after, better=keep)
    return Judgement(before, after, only=len(keep) == 1, forced=len(values) == 1)


def judge_game(
    record: "Record", truth: Truth, by_search: Callable[[Position, Move], SearchJudgement] | None = None
) -> Iterator[Judged]:
    """Yield the judgement of each move of a game, from the last move, whose value is found soonest, to the first.

    Where `truth` has no value, `by_search` is asked about the move, if there is one; it may raise LimitExceeded too.
    """
    for position, move in reversed([*zip(record.positions(), record.moves, strict=False)]):
        try:
            yield judge(truth(position), move)
        except LimitExceeded as limit:
            yield limit if by_search is None else _searched(by_search, position, move)


def _searched(by_search: Callable[[Position, Move], SearchJudgement], position: Position, move: Move) -> Judged:
    try:
        return by_search(position, move)
    except LimitExceeded as limit:
        return limit
