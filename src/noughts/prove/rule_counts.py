"""Which rule of a list decides: in how many positions of a walk, and at each move of a line."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.players.player import NO_DICE, Decision, Player, Wrapped, consult
from noughts.prove.proof import RuleCount


class Counting(Wrapped):
    """A list of rules that counts the decisions of each of its rules."""

    def __init__(self, strategy: Player) -> None:
        super().__init__(strategy)
        self._decided = Counter[int]()

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the list's decision."""
        decision = self.player.decide(position, rng)
        self._decided[len(decision.passed or ())] += 1
        return decision

    def counts(self) -> tuple[RuleCount, ...]:
        """Return in how many positions each rule has decided."""
        return tuple(RuleCount(text, self._decided[at]) for at, text in enumerate(self.rule_texts))


def line_rules(strategy: Player, game: Game, seat: Side, line: Sequence[Move] | None) -> tuple[str, ...]:
    """Return the rule of a list that makes each move of a line; an empty text for a move of the opponent."""
    return tuple(_rules_of(strategy, game, seat, line or ())) if strategy.rule_texts else ()


def _rules_of(strategy: Player, game: Game, seat: Side, line: Sequence[Move]) -> Iterator[str]:
    position = Position(game)
    for move in line:
        if position.side is seat:
            passed = len(consult(strategy, position, NO_DICE).passed or ())
            yield f"{passed + 1}. {strategy.rule_texts[passed]}"
        else:
            yield ""
        position = position.play_unchecked(move)
