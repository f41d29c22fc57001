"""Which rule of a list decides: in how many positions of a walk, and at each move of a line."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import NO_DICE, Decision, Strategy, consult
from noughts.prove.proof import RuleCount


def texts_of(strategy: Strategy) -> tuple[str, ...]:
    """Return the rules of a list in words; none of another strategy."""
    texts: tuple[str, ...] = getattr(strategy, "rule_texts", ())
    return texts


class Counting:
    """A list of rules that counts the decisions of each of its rules."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.name, self.supports = strategy, strategy.name, strategy.supports
        self._decided = Counter[int]()

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the list's decision."""
        decision = self.strategy.decide(position, rng)
        self._decided[len(decision.passed or ())] += 1
        return decision

    def counts(self) -> tuple[RuleCount, ...]:
        """Return in how many positions each rule has decided."""
        return tuple(RuleCount(text, self._decided[at]) for at, text in enumerate(texts_of(self.strategy)))


def line_rules(strategy: Strategy, game: Game, seat: Side, line: Sequence[Move] | None) -> tuple[str, ...]:
    """Return the rule of a list that makes each move of a line; an empty text for a move of the opponent."""
    return tuple(_rules_of(strategy, game, seat, line or ())) if texts_of(strategy) else ()


def _rules_of(strategy: Strategy, game: Game, seat: Side, line: Sequence[Move]) -> Iterator[str]:
    position = Position(game)
    for move in line:
        if position.side is seat:
            passed = len(consult(strategy, position, NO_DICE).passed or ())
            yield f"{passed + 1}. {texts_of(strategy)[passed]}"
        else:
            yield ""
        position = position.play_unchecked(move)
