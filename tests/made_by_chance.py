"""Strategies made by chance, a number for each. They write down every answer that they give.

Most of their moves are the best ones; so about half of them never lose, where that can be. They are of eight kinds. In
four of them a decision depends on the position alone: one move, equal moves, moves with other chances, and moves that
break the rules in some positions. In the other four it depends on more: on the hash seed of a process, on how often the
position was asked for, on the number of all questions, on the question before.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.players.player import Decision, Player, Strategy, as_player
from noughts.solve.minimax import Plain

FIXED = ("one move", "equal moves", "chances", "broken rules")
CHANGING = ("hash seed", "second question", "call count", "order")
KINDS = (*FIXED, *CHANGING)

SEATS = {  # how many of 100 strategies play there: where a seat does not win soon, a walk takes longer
    (Game(3, 3, 3), Side.X): 50,
    (Game(3, 3, 3), Side.O): 26,
    (Game(4, 3, 3), Side.X): 23,
    (Game(4, 3, 3), Side.O): 1,
}

TAKEN, RAISED, NO_MOVE = "plays a taken cell", "raises", "names no move"  # the ways to break the rules

Stones = tuple[int, int]  # X's, O's
Answer = Mapping[Move, int] | str  # the shares of each move in WHOLE, or how it breaks the rules
WHOLE = 27720  # a multiple of the numbers to 12: so that many equal moves have whole shares


@dataclass(frozen=True)
class Recipe:
    """What a strategy is made of.

    `flaws`: in one of how many positions its moves need not be the best; 0: in none. `changes`: in one of how many
    positions a strategy of a changing kind has a second answer. `late`: after how many questions, or, of one position,
    whether from the second question on, and not at the second one alone.
    """

    number: int
    kind: str
    game: Game
    seat: Side
    flaws: int
    changes: int
    late: int

    @classmethod
    def of(cls, number: int) -> "Recipe":
        """Return the recipe of a number."""
        rng = random.Random(number)
        ((game, seat),) = rng.choices(list(SEATS), list(SEATS.values()))
        late = round(10 ** rng.uniform(0, 3))
        return cls(
            number, KINDS[number % len(KINDS)], game, seat, rng.choice((0, 0, 50, 8)), rng.choice((1, 6, 40)), late
        )

    def answer(self, stones: Stones, second: bool = False) -> Answer:
        """Return the answer in a position; `second`: the second one."""
        chance = mixed(self.number, *stones)
        best, free = moves_of(self.game, stones)
        if second and chance % self.changes == 0:
            chance, best = mixed(chance, 1), free
            if chance % 5 == 0:
                return broken(chance, stones)
        if self.kind == "broken rules" and chance % 25 == 0:
            return broken(chance, stones)
        moves = free if self.flaws and chance % self.flaws == 0 else best
        several = 1 if self.kind == "one move" else 1 + (chance >> 8) % 3
        first = (chance >> 16) % len(moves)
        chosen = (*moves[first:], *moves[:first])[:several]
        weights = [1 + (chance >> 24 + 2 * at) % 4 if self.kind == "chances" else 1 for at in range(len(chosen))]
        unit = WHOLE // sum(weights)
        return {move: weight * unit for move, weight in zip(chosen, weights, strict=True)}


def mixed(*numbers: int) -> int:
    """Return a number of 50 bits in which each bit depends on all numbers; it is the same in every process."""
    bits = 0x9E3779B97F4A7C15
    for number in numbers:
        bits = (bits ^ number) * 0xD6E8FEB86659FD93 & (1 << 64) - 1
        bits ^= bits >> 32
    return bits * 0xD6E8FEB86659FD93 >> 14 & (1 << 50) - 1


def broken(chance: int, stones: Stones) -> str:
    """Return a way to break the rules."""
    ways = (TAKEN, RAISED, NO_MOVE) if any(stones) else (RAISED, NO_MOVE)
    return ways[chance // 25 % len(ways)]


@cache
def _values(game: Game) -> Plain:
    return Plain()


@cache
def moves_of(game: Game, stones: Stones) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Return the best moves in a position, and all of them."""
    values = _values(game).values(Position.from_boards(game, *stones))
    most = max(values.values())
    return tuple(move for move, value in values.items() if value == most), tuple(values)


def decision(position: Position, answer: Answer) -> Decision:
    """Return an answer as a decision, or break the rules as it says."""
    if isinstance(answer, str):
        if answer == RAISED:
            raise KeyError(position.ply)
        taken = tuple(cell for cell in range(position.game.cells) if position.stone(cell))
        return Decision(taken[-1:] if answer == TAKEN else ())
    if len(set(answer.values())) == 1:
        return Decision(tuple(answer))
    return Decision(tuple(answer), chances=tuple(Fraction(share, WHOLE) for share in answer.values()))


class Said(NamedTuple):
    """A question and its answer; `process`: in which process, from 0."""

    process: int
    stones: Stones
    answer: Answer


@dataclass
class Heard:
    """All that a strategy has answered, in order."""

    said: list[Said] = field(default_factory=list)

    @property
    def answers(self) -> dict[Stones, Answer]:
        """The first answer in each position."""
        return {stones: answer for _, stones, answer in reversed(self.said)}

    @property
    def contradictions(self) -> set[Stones]:
        """The positions with two different answers."""
        first = self.answers
        return {stones for _, stones, answer in self.said if answer != first[stones]}

    @property
    def times(self) -> Mapping[int, Counter[Stones]]:
        """How often each position was asked for, in each process."""
        found = defaultdict[int, Counter[Stones]](Counter)
        for process, stones, _ in self.said:
            found[process][stones] += 1
        return found


class Made(Player):
    """The strategy of a recipe; `process` is the one in which it plays."""

    def __init__(self, recipe: Recipe, heard: Heard, process: int = 0) -> None:
        self.recipe, self.heard, self.process = recipe, heard, process
        self._questions, self._times, self._before = count(), Counter[Stones](), (0, 0)

    @property
    def name(self) -> str:
        """`made 17: order`."""
        return f"made {self.recipe.number}: {self.recipe.kind}"

    def supports(self, game: Game) -> bool:
        return game == self.recipe.game

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return decision(position, self.answered((position.x, position.o)))

    def answered(self, stones: Stones) -> Answer:
        """Return the answer in a position, and write it down."""
        asked, before = next(self._questions), self._times[stones]
        second = {
            "hash seed": self.process > 0,
            "second question": before > 0 if self.recipe.late % 2 else before == 1,
            "call count": asked >= self.recipe.late,
            "order": mixed(*self._before) % 2 == 1,
        }.get(self.recipe.kind, False)
        answer = self.recipe.answer(stones, second)
        self._times[stones], self._before = before + 1, stones
        self.heard.said.append(Said(self.process, stones, answer))
        return answer

    def started_again(self) -> Player | None:
        """Return it in another process, where strings have other hashes."""
        return Made(self.recipe, self.heard, self.process + 1) if self.recipe.kind == "hash seed" else None


class Replayed(Player):
    """Gives the answers of a table."""

    name = "replayed"

    def __init__(self, answers: Mapping[Stones, Answer]) -> None:
        self.answers = answers

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return decision(position, self.answers[position.x, position.o])


class MadeInBatches(Made):
    """The same, which decides many positions together too."""

    in_batches = True

    def decide_batch(
        self, game: Game, own: npt.NDArray[np.uint8], theirs: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.bool_]:
        powers = 1 << np.arange(game.cells)
        moves: npt.NDArray[np.bool_] = np.zeros(own.shape, np.bool_)
        for row, (mine, others) in enumerate(zip((own @ powers).tolist(), (theirs @ powers).tolist(), strict=True)):
            answer = self.answered((mine, others) if mine.bit_count() == others.bit_count() else (others, mine))
            for move in answer:
                moves[row, int(move)] = True
        return moves


class Bare:
    """The same as a user writes it: a class with a name and two methods."""

    def __init__(self, made: Made) -> None:
        self.name, self.supports, self.decide = made.name, made.supports, made.decide


def made(recipe: Recipe) -> tuple[Player, Heard]:
    """Return the strategy of a recipe, and what it will have answered."""
    heard = Heard()
    if recipe.kind in {"one move", "equal moves"} and recipe.number % 3 == 0:
        return MadeInBatches(recipe, heard), heard
    strategy = Made(recipe, heard)
    bare: Strategy = Bare(strategy)
    return as_player(bare if recipe.kind != "hash seed" and recipe.number % 5 < 2 else strategy), heard
