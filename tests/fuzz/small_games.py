"""Random certificates about small games. Nothing of noughts."""

import json
import random
import re
from contextlib import suppress
from hashlib import sha256

from tests.fuzz.certificate_checker import Breaker, Entry, Place, PlanPlayer, Refused, Section, Start, Strategy, Triple
from tests.fuzz.group_rules import answers_in
from tests.fuzz.random_groups import groups_text
from tests.fuzz.values import free_cells, is_over, lines, maker_wins, replies_to, value

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


# --- random certificates


def grown(rng: random.Random) -> bytes:
    """Return a random certificate of a tiny game; most of them hold."""
    start = _start(rng.choice(TINY), rng)
    sections = _sections(start, rng)
    head = {"schema": "noughts/certificate/2", "game": start.game}
    head["position"] = position_text(start.game, (start.x, start.o))
    facts = rng.choice([{}, {"strategy": "s"}, {"value": _word(start)}])
    texts, entries = [json.dumps(head | {"claim": "grown"} | facts)], 0
    for section in sections:
        lines_of = entries_of(start, section, rng, 0 if rng.random() < 0.8 else 0.8)
        texts += [_section_text(section), *lines_of]
        entries += len(lines_of)
    return sealed("".join(f"{text}\n" for text in texts).encode(), entries)


def _start(game: Triple, rng: random.Random) -> Start:
    """Return a position with at most seven free cells, seldom one where the game is over."""
    cells = game[0] * game[1]
    while True:
        x, o = random_place(game, rng.randrange(max(0, cells - 7), cells + 1), rng)
        if not is_over(game, x, o) or rng.random() < 0.05:
            return Start(game, x, o)


def _worth(start: Start) -> int:
    """Return the value of the start for X."""
    return value(start.game, start.x, start.o) if start.to_move == "X" else -value(start.game, start.o, start.x)


def _word(start: Start) -> str:
    return ("draw", "win", "loss")[_worth(start) * (1 if start.to_move == "X" else -1)]


def _sections(start: Start, rng: random.Random) -> list[Section]:
    """Return one section or two, mostly those that can hold."""
    worth = _worth(start)
    sides = ["X", "O"] if worth == 0 else ["X" if worth > 0 else "O"]
    if rng.random() < 0.1:
        sides = ["O", "X"]
    rng.shuffle(sides)
    return [_one_section(side, worth != 0, rng) for side in sides[: rng.choice((1, 2, 2))]]


def _one_section(about: str, won: bool, rng: random.Random) -> Section:
    symmetry = rng.random() < 0.5
    if rng.random() < 0.35:
        return Section(0, "breaker", "XO"[about == "X"], symmetry, None)
    return Section(0, "strategy", about, symmetry, "win" if rng.random() < (0.7 if won else 0.05) else "not lose")


def _section_text(section: Section) -> str:
    shown = {"section": section.kind, "side": section.side, "symmetry": section.symmetry}
    return json.dumps(shown | ({"goal": section.goal} if section.goal else {}))


class _Careless(PlanPlayer):
    """A follower that overlooks some faults, so that the rest of a false argument is as good as it can be."""

    def __init__(self, start: Start, section: Section, overlooks: float, rng: random.Random) -> None:
        self.overlooks, self.rng = overlooks, rng
        super().__init__(start, section)

    def need(self, fine: bool, fault: str) -> None:
        super().need(fine or self.rng.random() < self.overlooks, fault)

    def errs(self) -> bool:
        """Return whether a fault is tried: now and then, where faults are overlooked."""
        return self.overlooks > 0 and self.rng.random() < 0.1

    def write(self, texts: list[str], place: Place, what: str) -> None:
        """Write an entry, if there is one, and follow it; raises Refused."""
        if what:
            texts.append(f"{place[0]:x} {place[1]:x} {what}")
            if what.startswith("g"):
                self.follow(Entry(0, place, "g", (), answers_in(what.encode())))
                return
            self.follow(Entry(0, place, what[0], tuple(int(number) for number in re.findall("[0-9]+", what))))


class _Strategy(_Careless, Strategy):
    pass


class _Breaker(_Careless, Breaker):
    pass


def entries_of(start: Start, section: Section, rng: random.Random, overlooks: float = 0) -> list[str]:
    """Return entries that lead on from the start until nothing waits, or the argument fails.

    `overlooks`: the chance that a fault is overlooked. Above 0, faults are also tried.
    """
    texts: list[str] = []
    grow = _grow_strategy if section.kind == "strategy" else _grow_breaker
    with suppress(Refused):
        grow(start, section, texts, overlooks, rng)
    return texts


def _grow_strategy(start: Start, section: Section, texts: list[str], overlooks: float, rng: random.Random) -> None:
    follower = _Strategy(start, section, overlooks, rng)
    while True:
        for place in follower.fresh[:]:
            if (section.goal == "not lose" and rng.random() < 0.4) or follower.errs():
                follower.write(texts, place, _strategy_leaf(follower, place))
        follower.follow_fresh()
        waiting = [place for place in follower.waiting if not _wins_at_once(start.game, place) or rng.random() < 0.3]
        if not waiting:
            return
        place = rng.choice(sorted(follower.reached if follower.errs() else waiting))
        what = ""
        if (section.goal == "not lose" and rng.random() < 0.3) or follower.errs():
            what = _strategy_leaf(follower, place)
        follower.write(texts, place, what or _moves(follower, place))


def _wins_at_once(game: Triple, place: Place) -> bool:
    """Return whether the side to move completes a line at once."""
    own = place[place[0].bit_count() > place[1].bit_count()]
    cells = free_cells(game, place[0] | place[1])
    return any(line & (own | 1 << cell) == line for line in lines(game) for cell in cells)


def _moves(follower: _Strategy, place: Place) -> str:
    """Return a best move, sometimes more of them, seldom others."""
    rng, game = follower.rng, follower.game
    own, theirs = place if follower.side == "X" else place[::-1]
    cells = free_cells(game, own | theirs)
    good = [cell for cell in cells if -value(game, theirs, own | 1 << cell) == value(game, own, theirs)]
    if follower.errs():
        good = cells
    return "m" + ",".join(map(str, rng.sample(good, min(len(good), rng.choice((1, 1, 1, 2, 3))))))


def _grow_breaker(start: Start, section: Section, texts: list[str], overlooks: float, rng: random.Random) -> None:
    follower = _Breaker(start, section, overlooks, rng)
    if follower.first is not None:
        maker, free = follower.first
        cells = free_cells(start.game, ~free)
        good = [cell for cell in cells if not maker_wins(start.game, maker, free & ~(1 << cell))]
        if cells or follower.errs():
            follower.write(texts, follower.first, f"m{rng.choice(good or cells or [0])}")
    while waiting := [place for place in follower.waiting if place != (0, 0) or rng.random() < 0.2]:
        place = rng.choice(sorted(follower.reached if follower.errs() else waiting))
        what = _leaf(follower, *place, True) if place == (0, 0) or rng.random() < 0.5 else ""
        answered = groups_text(start.game, *place, follower.errs, rng) if rng.random() < 0.7 else ""
        follower.write(texts, place, what or answered or _replies(follower, place))


def _replies(follower: _Breaker, place: Place) -> str:
    """Return a reply to each move of Maker; seldom a bad one, or a move without one."""
    rng, game, (maker, free) = follower.rng, follower.game, place
    cells = free_cells(game, ~free)
    rng.shuffle(cells)
    good = {move: replies_to(game, maker, free, move) for move in cells}
    if cells and follower.errs():
        good[rng.choice(cells)] = list(range(game[0] * game[1]))
    moves = cells[1:] if follower.errs() else cells
    pairs = [f"{move}:{rng.choice(good[move] or cells)}" for move in moves]
    return "r" + ",".join(pairs) if pairs else "e"


def _strategy_leaf(follower: _Strategy, place: Place) -> str:
    to_move = "X" if place[0].bit_count() == place[1].bit_count() else "O"
    return _leaf(follower, place["OX".index(follower.side)], follower.free(place), to_move != follower.side)


def _leaf(follower: _Careless, maker: int, free: int, to_move: bool) -> str:
    """Return pairs or the potential that close a place, or nothing where chance finds none."""
    for _ in range(6):
        cells = free_cells(follower.game, 0 if follower.errs() else ~free)
        follower.rng.shuffle(cells)
        some = cells[: 2 * follower.rng.randrange(len(cells) // 2 + 1)]
        entry = Entry(0, (0, 0), "p" if some else "e", tuple(some))
        with suppress(Refused):
            follower.need_stopped(maker, free, entry, to_move)
            return entry.kind + ",".join(f"{a}-{b}" for a, b in entry.couples)
    return ""
