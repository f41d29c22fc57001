"""The shortest lists of rules that never lose, by an exact search.

A list is extended rule by rule. What the rules so far decide is walked against every reply, over all equal moves;
where none of them has a cell the walk stops, and a later rule must decide. So one walk refutes, or leaves alone, every
list that begins in the same way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from time import monotonic

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded

Cells = Callable[[Position], Iterable[Move]]
Image = Callable[[Position], Position]


@dataclass
class Shortest:
    """The shortest lists of rules that never lose, in the words of their rules; none if no list has at most `length`.

    `length`: the rules of each. `tried`: the lists that were begun. Of these `lost`: it loses with the rules so far,
    and so does every list that begins with them; `unfinished`: it has no move in some position, and as many rules as a
    list may have.
    """

    length: int = 0
    lists: list[tuple[str, ...]] = field(default_factory=list)
    tried: int = 0
    lost: int = 0
    unfinished: int = 0


def shortest_lists(
    rules: Mapping[str, Cells],
    game: Game,
    seats: Iterable[Side],
    *,
    image: Image = Position.canonical,
    progress: Callable[[Shortest], None] = lambda shortest: None,
    end: float = inf,
) -> Shortest:
    """Return the shortest lists, made of some of the rules, that never lose in any of the seats.

    `rules`: by their words, each with the cells that it names in a position. `image`: positions with the same image
    are one: the identity, if a rule depends on how the board is turned. `end`: of `time.monotonic`; LimitExceeded
    beyond.
    """
    search = _Search(rules, image, progress, end)
    first = frozenset(image(position) for seat in seats for position in _starts(game, seat))
    for length in range(1, len(rules) + 1):
        search.shortest.length = length
        search.extend((), frozenset(), first)
        if search.shortest.lists:
            break
    return search.shortest


def _starts(game: Game, seat: Side) -> Iterable[Position]:
    start = Position(game)
    return (start,) if seat is Side.X else (after for after in map(start.play, start.legal_moves) if not after.outcome)


class _Search:
    """One search: the positions after each rule's moves are computed once."""

    def __init__(
        self, rules: Mapping[str, Cells], image: Image, progress: Callable[[Shortest], None], end: float
    ) -> None:
        self.rules, self.image, self.progress, self.end = rules, image, progress, end
        self.shortest = Shortest()
        self._named = cache(lambda rule, position: tuple(rules[rule](position)))
        self._replied = cache(self._replied_to)

    def extend(self, begun: tuple[str, ...], seen: frozenset[Position], open_here: frozenset[Position]) -> None:
        """Try every rule after those of a list that was begun.

        `seen`: the positions that its rules decide; `open_here`: those that they reach and do not decide.
        """
        for rule in self.rules:
            if rule not in begun:
                self._try((*begun, rule), seen, open_here)

    def _try(self, rules: tuple[str, ...], seen: frozenset[Position], open_here: frozenset[Position]) -> None:
        self.shortest.tried += 1
        if monotonic() >= self.end:
            raise LimitExceeded(f"no shortest list within the limit: every list of {self.shortest.length - 1} can lose")
        self.progress(self.shortest)
        if len(rules) == self.shortest.length and not all(self._named(rules[-1], position) for position in open_here):
            self.shortest.unfinished += 1
            return
        walked = self._walk(rules, seen, open_here)
        if walked is None:
            self.shortest.lost += 1
        elif not walked[1]:
            self.shortest.lists.append(rules)
        elif len(rules) == self.shortest.length:
            self.shortest.unfinished += 1
        else:
            self.extend(rules, *walked)

    def _walk(
        self, rules: Sequence[str], seen: frozenset[Position], open_here: frozenset[Position]
    ) -> tuple[frozenset[Position], frozenset[Position]] | None:
        """Return the positions that rules decide and those that they leave open; None if they lose."""
        decided, left, ahead = set(seen), set[Position](), list(open_here)
        while ahead:
            position = ahead.pop()
            if position in decided or position in left:
                continue
            rule = next((rule for rule in rules if self._named(rule, position)), None)
            if rule is None:
                left.add(position)
                continue
            after = self._replied(rule, position)
            if after is None:
                return None
            decided.add(position)
            ahead += after
        return frozenset(decided), frozenset(left)

    def _replied_to(self, rule: str, position: Position) -> tuple[Position, ...] | None:
        """Return what a rule's moves and every reply lead to; None if a reply wins."""
        positions = set[Position]()
        for after in map(position.play_unchecked, self._named(rule, position)):
            if after.outcome is None:
                replied = [after.play_unchecked(move) for move in after.legal_moves]
                if any(each.outcome is not None and each.outcome.winner is after.side for each in replied):
                    return None
                positions.update(self.image(each) for each in replied if each.outcome is None)
        return tuple(positions)
