"""Random certificates about small games.

Brute force chooses their moves, and `noughts.certify` follows each entry to find which places need the next one. So
where it accepts a false entry, it gets the rest of a false certificate: other checkers and brute force refuse that.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

from noughts.certify import Entry, Head, Section
from noughts.certify.breaker_section import BreakerArgument
from noughts.certify.entry import ReplyGroup
from noughts.certify.strategy_section import StrategyArgument
from noughts.core.game import Game, cells_of
from noughts.core.position import Position, Side
from noughts.errors import CertificateRefused
from tests.fuzz.random_groups import triple, with_groups
from tests.fuzz.values import Triple, free_cells, is_over, lines, maker_wins, replies_to, value

NINE = (3, 3, 3)
TINY = [
    (1, 1, 1),
    (2, 2, 2),
    (3, 2, 2),
    (3, 2, 3),
    (2, 3, 3),
    (1, 4, 2),
    (4, 1, 4),
    (4, 2, 3),
    (2, 2, 1),
    (4, 3, 3),
    (4, 4, 3),
    (4, 4, 4),
    (5, 3, 3),
    NINE,
    NINE,
    NINE,
]
MOST = 500  # entries of a section: no game above needs as many
Place = tuple[int, int]


def random_place(game: Triple, plies: int, rng: random.Random) -> Place:
    """Return X's and O's stones after at most so many random moves."""
    own = theirs = done = 0
    while done < plies and not any(line & theirs == line for line in lines(game)):
        if not (cells := free_cells(game, own | theirs)):
            break
        own, theirs, done = theirs, own | 1 << rng.choice(cells), done + 1
    return (own, theirs) if done % 2 == 0 else (theirs, own)


def position_text(game: Triple, place: Place) -> str:
    """Return a position as a head has it."""
    marks = "".join("X" if place[0] >> c & 1 else "O" if place[1] >> c & 1 else "." for c in range(game[0] * game[1]))
    return "/".join(marks[row * game[0] : (row + 1) * game[0]] for row in range(game[1]))


def sealed(body: bytes, entries: int) -> bytes:
    """Return a file: the lines, and the last one with the count and the digest."""
    return body + b"end %d %s\n" % (entries, sha256(body).hexdigest().encode())


def resealed(body: bytes) -> bytes:
    """Return a file: any lines, and the last one with the count of the entries among them and the digest."""
    return sealed(body, sum(not line.startswith(b"{") for line in body.splitlines()))


# --- random certificates


def grown(rng: random.Random, breaker: float = 0.35) -> bytes:
    """Return a random certificate of a tiny game; most of them hold. `breaker`: the share of sections "breaker"."""
    start = _start(rng.choice(TINY), rng)
    facts = rng.choice([{}, {"strategy": "s"}, {"value": ("draw", "win", "loss")[_worth(start)]}])
    texts, count = [Head(start, "grown", **facts).to_json()], 0
    for section in _sections(start, breaker, rng):
        entries = entries_of(start, section, rng, errs=rng.random() < 0.2)
        texts += [section.to_json(), *map(str, entries)]
        count += len(entries)
    return sealed("".join(f"{text}\n" for text in texts).encode(), count)


def _start(game: Triple, rng: random.Random) -> Position:
    """Return a position with at most seven free cells, seldom one where the game is over."""
    cells = game[0] * game[1]
    while True:
        place = random_place(game, rng.randrange(max(0, cells - 7), cells + 1), rng)
        if not is_over(game, *place) or rng.random() < 0.05:
            return Position.from_boards(Game(*game), *place)


def _worth(start: Position) -> int:
    """Return the value of the start for the side to move."""
    return value(triple(start.game), start.own, start.theirs)


def _sections(start: Position, breaker: float, rng: random.Random) -> Iterator[Section]:
    """Yield one section or two, mostly those that can hold."""
    worth = _worth(start)
    sides = list(Side) if worth == 0 else [start.side if worth > 0 else start.side.opponent]
    if rng.random() < 0.1:
        sides = list(Side)
    rng.shuffle(sides)
    for about in sides[: rng.choice((1, 2, 2))]:
        symmetry = rng.random() < 0.5
        if rng.random() < breaker:
            yield Section("breaker", about.opponent.value, symmetry=symmetry)
        else:
            win = rng.random() < (0.7 if worth else 0.05)
            yield Section("strategy", about.value, "win" if win else "not lose", symmetry)


def entries_of(start: Position, section: Section, rng: random.Random, *, errs: bool = False) -> list[Entry]:
    """Return entries that lead on from the start until no place needs one, or the argument fails.

    `errs`: whether entries that may be wrong are tried.
    """
    entries = list[Entry]()
    with suppress(CertificateRefused):
        growth = (_Strategy if section.kind == "strategy" else _Breaker)(start, section, errs, rng)
        for entry in growth.grow():
            entries.append(entry)
            assert len(entries) < MOST, "places that are answered wait for an entry again"
            growth.argument.follow(growth.rules.find(entry), len(entries), f"{entry}\n".encode())
    return entries


class _Growth:
    """The argument of a section so far. `grow` yields an entry, which the argument follows before the next one."""

    def __init__(self, argument: Any, section: Section, errs: bool, rng: random.Random) -> None:
        self.argument, self.section, self.may_err, self.rng = argument, section, errs, rng
        self.rules = argument.rules
        self.game, self.size = self.rules.game, triple(self.rules.game)

    def grow(self) -> Iterator[Entry]:
        raise NotImplementedError

    def errs(self) -> bool:
        """Return whether a fault is tried now."""
        return self.may_err and self.rng.random() < 0.1

    def leaf(self, place: Place, free: int) -> Entry | None:
        """Return pairs or the potential that close a place, or None where chance finds none."""
        for _ in range(6):
            cells = [*cells_of(self.game.full if self.errs() else free)]
            self.rng.shuffle(cells)
            some = cells[: 2 * self.rng.randrange(len(cells) // 2 + 1)]
            pairs = tuple(zip(some[::2], some[1::2], strict=True))
            entry = Entry(*place, pairs=pairs, potential=not pairs)
            if self.rules.find(entry).fault is None or self.errs():
                return entry
        return None


class _Strategy(_Growth):
    argument: StrategyArgument

    def __init__(self, start: Position, section: Section, errs: bool, rng: random.Random) -> None:
        super().__init__(StrategyArgument(start, section, 2), section, errs, rng)

    def grow(self) -> Iterator[Entry]:
        may_close = self.section.goal == "not lose"
        while True:
            for number in [*self.argument.turns]:
                if (may_close and self.rng.random() < 0.4) or self.errs():
                    yield from self.leaves(number)
            places = self.waiting()
            if not places:
                return
            number = self.rng.choice(sorted(self.argument.seen) if self.errs() else places)
            leaves = [*self.leaves(number)] if (may_close and self.rng.random() < 0.3) or self.errs() else []
            yield from leaves or [self.moves(self.rules.images.unpack(number))]

    def waiting(self) -> list[int]:
        """Return the places that need an entry, and some that need none because the side completes a line there."""
        leads = {lead for turn, _ in self.argument.turns.values() for lead in turn.leads} - self.argument.seen
        places = sorted(leads.union(self.argument.answers))
        return [place for place in places if not self.wins_at_once(place) or self.rng.random() < 0.3]

    def wins_at_once(self, number: int) -> bool:
        own, theirs = self.boards(self.rules.images.unpack(number))
        cells = free_cells(self.size, own | theirs)
        return any(line & (own | 1 << cell) == line for line in lines(self.size) for cell in cells)

    def boards(self, place: Place) -> Place:
        """Return the stones of the section's side and those of the other one."""
        return place if self.section.side == "X" else place[::-1]

    def leaves(self, number: int) -> Iterator[Entry]:
        """Yield an entry that closes a place, if chance finds one."""
        x, o = self.rules.images.unpack(number)
        if entry := self.leaf((x, o), self.game.full & ~(x | o)):
            yield entry

    def moves(self, place: Place) -> Entry:
        """Return a best move, sometimes more of them, seldom others."""
        own, theirs = self.boards(place)
        cells = free_cells(self.size, own | theirs)
        best = value(self.size, own, theirs)
        good = [cell for cell in cells if -value(self.size, theirs, own | 1 << cell) == best]
        if self.errs():
            good = cells
        count = min(len(good), self.rng.choice((1, 1, 1, 2, 3)))
        return Entry(*place, moves=tuple(self.rng.sample(good, count)))


class _Breaker(_Growth):
    argument: BreakerArgument

    def __init__(self, start: Position, section: Section, errs: bool, rng: random.Random) -> None:
        super().__init__(BreakerArgument(start, section, 2), section, errs, rng)

    def grow(self) -> Iterator[Entry]:
        if self.argument.first is not None:
            maker, free = self.rules.images.unpack(self.argument.first)
            cells = cells_of(free)
            good = [cell for cell in cells if not maker_wins(self.size, maker, free & ~(1 << cell))]
            if cells or self.errs():
                yield Entry(maker, free, moves=(self.rng.choice(good or cells or (0,)),))
        while numbers := [place for place in self.waiting() if place or self.rng.random() < 0.2]:
            number = self.rng.choice(sorted(self.argument.reached) if self.errs() else numbers)
            yield self.entry(self.rules.images.unpack(number))

    def waiting(self) -> list[int]:
        return [place for place, line in self.argument.reached.items() if line]

    def entry(self, place: Place) -> Entry:
        """Return an entry of any kind for a place."""
        leaf = self.leaf(place, place[1]) if not place[1] or self.rng.random() < 0.5 else None
        if leaf is not None or not place[1]:
            return leaf or Entry(*place, potential=True)
        groups = with_groups(self.rules, *place, self.errs, self.rng) if self.rng.random() < 0.7 else None
        return groups if groups and groups.groups else self.replies(place)

    def replies(self, place: Place) -> Entry:
        """Return a reply to each move of Maker; seldom a bad one, or a move without one."""
        maker, free = place
        cells = [*cells_of(free)]
        self.rng.shuffle(cells)
        good = {move: replies_to(self.size, maker, free, move) for move in cells}
        if self.errs():
            good[self.rng.choice(cells)] = list(range(self.game.cells))
        moves = cells[1:] if len(cells) > 1 and self.errs() else cells
        return Entry(
            maker, free, groups=tuple(ReplyGroup(self.rng.choice(good[move] or cells), 1 << move) for move in moves)
        )
