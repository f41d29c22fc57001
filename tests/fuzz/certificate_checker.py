"""A second checker of certificates, written from docs/certificates.md alone: plain Python, nothing of noughts.

It has its own rules of the game, so that a fault of `noughts.certify` can't hide behind the same fault here.
Boards are ints as in the document: bit c stands for cell c.
"""

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256

from tests.fuzz.group_rules import GROUPS, Answer, answers_in, closed, dominated, next_place

LONGEST_LINE = 262_144  # bytes, with the line feed
MOST_ROWS = 26

HOLDS, REFUSED, NO_CERTIFICATE = "holds", "refused", "no certificate"

Place = tuple[int, int]
Triple = tuple[int, int, int]

_NUMBER = rb"(?:0|[1-9][0-9]{0,8})"
_BOARD = rb"(?:0|[1-9a-f][0-9a-f]*)"
_ESCAPE = rb'["\\bfnrt]|u(?:000[0-7bef]|001[0-9a-f]|007f|00[89a-f][0-9a-f]|0[1-9a-f][0-9a-f]{2}|[1-9a-f][0-9a-f]{3})'
_TEXT = rb'"(?:[ !#-\[\]-~]|\\(?:' + _ESCAPE + rb'))*"'
_HEAD = re.compile(
    rb'\{"schema": "noughts/certificate/2", "game": \[(%s), (%s), (%s)\]' % (_NUMBER, _NUMBER, _NUMBER)
    + rb', "position": "([XO.]+(?:/[XO.]+)*)"'
    + rb', "claim": %s(?:, "value": "(win|draw|loss)")?(?:, "strategy": %s)?\}' % (_TEXT, _TEXT)
)
_SECTION = re.compile(
    rb'\{"section": "(?:strategy|(breaker))", "side": "([XO])", "symmetry": (true|false)'
    rb'(?(1)|, "goal": "(win|not lose)")\}'
)
_MOVES = rb"m%s(?:,%s)*" % (_NUMBER, _NUMBER)
_REPLIES = rb"r%s:%s(?:,%s:%s)*" % (_NUMBER, _NUMBER, _NUMBER, _NUMBER)
_PAIRS = rb"p%s-%s(?:,%s-%s)*" % (_NUMBER, _NUMBER, _NUMBER, _NUMBER)
_ENTRY = re.compile(rb"(%s) (%s) (%s|%s|%s|%s|e)" % (_BOARD, _BOARD, _MOVES, _REPLIES, GROUPS, _PAIRS))
_END = re.compile(rb"end (%s) ([0-9a-f]{64})" % _NUMBER)


@dataclass(frozen=True)
class Verdict:
    """What a file is, and for one that holds what follows from it."""

    kind: str
    why: str = ""
    unbeaten: frozenset[str] = frozenset()  # the sides that don't lose, a winner among them
    winner: str | None = None
    value: str | None = None  # for the side to move at the start
    digests: tuple[str, ...] = ()  # of the entry lines of each section
    entries: int = 0


class NoCertificate(Exception):
    """The file breaks the format."""


class Refused(Exception):
    """The file is a certificate and does not hold."""


@dataclass(frozen=True)
class Start:
    """The game and the position of a head."""

    game: Triple
    x: int
    o: int

    @property
    def to_move(self) -> str:
        return "X" if self.x.bit_count() == self.o.bit_count() else "O"


@dataclass(frozen=True)
class Entry:
    line: int  # counted from 1
    place: Place
    kind: str
    numbers: tuple[int, ...]  # the moves; or the cells of the pairs, or move and reply, in turn
    answers: tuple[Answer, ...] = ()  # the groups

    @property
    def couples(self) -> list[tuple[int, int]]:
        """Return the pairs, or each move with its reply."""
        return list(zip(self.numbers[::2], self.numbers[1::2], strict=True))


@dataclass
class Section:
    line: int
    kind: str
    side: str
    symmetry: bool
    goal: str | None
    entries: list[Entry] = field(default_factory=list)
    text: bytes = b""

    @property
    def about(self) -> str:
        """Return the side that the section says something about."""
        return self.side if self.kind == "strategy" else _other(self.side)


def check(data: bytes) -> Verdict:
    """Return what the document says of a file that holds these bytes."""
    try:
        start, value, sections = _read(data)
    except NoCertificate as fault:
        return Verdict(NO_CERTIFICATE, str(fault))
    try:
        for section in sections:
            _follow(start, section)
        return _conclusion(start, value, sections)
    except Refused as fault:
        return Verdict(REFUSED, str(fault))


def _conclusion(start: Start, claimed: str | None, sections: list[Section]) -> Verdict:
    """Return what follows from sections that hold."""
    unbeaten = {section.about for section in sections}
    winner = next((section.side for section in sections if section.goal == "win"), None)
    if unbeaten == {"O"} and not start.x | start.o:
        unbeaten.add("X")
    value = None
    if winner is not None:
        value = "win" if winner == start.to_move else "loss"
    elif unbeaten == {"X", "O"}:
        value = "draw"
    if claimed not in (None, value):
        raise Refused(f"line 1: the value {claimed} does not follow")
    digests = tuple(sha256(section.text).hexdigest() for section in sections)
    return Verdict(HOLDS, "", frozenset(unbeaten), winner, value, digests, sum(len(s.entries) for s in sections))


def _other(side: str) -> str:
    return "O" if side == "X" else "X"


# --- the format


def _read(data: bytes) -> tuple[Start, str | None, list[Section]]:
    """Return the start, the claimed value and the sections; raises NoCertificate."""
    lines = data.split(b"\n")
    if lines.pop():
        raise NoCertificate("the last line has no line feed")
    for number, line in enumerate(lines, 1):
        _need(len(line) + 1 <= LONGEST_LINE, number, "too long")
    _need(len(lines) >= 3, len(lines), "too few lines")
    start, value = _head(lines[0])
    sections: list[Section] = []
    for number, line in enumerate(lines[1:-1], 2):
        if line.startswith(b"{"):
            sections.append(_section(line, number))
            continue
        _need(bool(sections), number, "an entry before the first section")
        sections[-1].entries.append(_entry(line, number, start.game))
        sections[-1].text += line + b"\n"
    _together(sections)
    _end(lines, sum(len(section.entries) for section in sections), data)
    return start, value, sections


def _need(fine: bool, line: int, fault: str) -> None:
    if not fine:
        raise NoCertificate(f"line {line}: {fault}")


def _matched(pattern: re.Pattern[bytes], line: bytes, number: int) -> re.Match[bytes]:
    found = pattern.fullmatch(line)
    if found is None:
        raise NoCertificate(f"line {number}: breaks the grammar")
    return found


def _head(line: bytes) -> tuple[Start, str | None]:
    found = _matched(_HEAD, line, 1)
    m, n, k = (int(found[i]) for i in (1, 2, 3))
    _need(1 <= m <= MOST_ROWS and 1 <= n <= MOST_ROWS and 1 <= k <= max(m, n), 1, "no such game")
    rows = found[4].decode().split("/")
    _need(len(rows) == n and all(len(row) == m for row in rows), 1, "the position has another size")
    cells = "".join(rows)
    x, o = (sum(1 << i for i, cell in enumerate(cells) if cell == side) for side in "XO")
    _need(_reachable((m, n, k), x, o), 1, "no game reaches the position")
    return Start((m, n, k), x, o), found[5].decode() if found[5] else None


def _section(line: bytes, number: int) -> Section:
    found = _matched(_SECTION, line, number)
    goal = found[4].decode() if found[4] else None
    return Section(number, "breaker" if found[1] else "strategy", found[2].decode(), found[3] == b"true", goal)


def _entry(line: bytes, number: int, game: Triple) -> Entry:
    found = _matched(_ENTRY, line, number)
    cells = game[0] * game[1]
    place = int(found[1], 16), int(found[2], 16)
    if found[3].startswith(b"g"):
        return _groups(place, answers_in(found[3]), number, game)
    numbers = tuple(int(digits) for digits in re.findall(rb"[0-9]+", found[3]))
    kind = found[3][:1].decode()
    _need(max(place) < 1 << cells, number, "a board beyond the cells")
    _need(all(cell < cells for cell in numbers), number, "no such cell")
    alone = numbers[::2] if kind == "r" else numbers
    _need(len(set(alone)) == len(alone), number, "a cell twice")
    return Entry(number, place, kind, numbers)


def _groups(place: Place, answers: tuple[Answer, ...], number: int, game: Triple) -> Entry:
    cells = game[0] * game[1]
    boards = [*place, *(answer.board for answer in answers)]
    _need(max(boards) < 1 << cells, number, "a board beyond the cells")
    _need(all(cell < cells for answer in answers for cell in answer.cells), number, "no such cell")
    return Entry(number, place, "g", (), answers)


def _together(sections: list[Section]) -> None:
    _need(1 <= len(sections) <= 2, 2, "one section or two are needed")
    if len(sections) == 2:
        line = sections[1].line
        _need(sections[0].about != sections[1].about, line, "two sections about one side")
        _need(all(section.goal != "win" for section in sections), line, "a section beside a win")


def _end(lines: list[bytes], entries: int, data: bytes) -> None:
    found = _matched(_END, lines[-1], len(lines))
    _need(int(found[1]) == entries, len(lines), "another number of entries")
    before = data[: -len(lines[-1]) - 1]
    _need(found[2].decode() == sha256(before).hexdigest(), len(lines), "another digest")


# --- the game


@cache
def _lines(game: Triple) -> tuple[int, ...]:
    """Return every line as a board, once: with k = 1 a cell is one line."""
    m, n, k = game
    found = set()
    for column in range(m):
        for row in range(n):
            for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * right, row + i * down) for i in range(k)]
                if all(0 <= c < m and 0 <= r < n for c, r in cells):
                    found.add(sum(1 << (r * m + c) for c, r in cells))
    return tuple(sorted(found))


@lru_cache(1 << 16)
def _has_line(game: Triple, board: int) -> bool:
    return any(line & board == line for line in _lines(game))


def _bits(board: int) -> list[int]:
    """Return the cells of a board in ascending order."""
    return [cell for cell in range(board.bit_length()) if board >> cell & 1]


def _all(game: Triple) -> int:
    return (1 << game[0] * game[1]) - 1


def _reachable(game: Triple, x: int, o: int) -> bool:
    """Return whether some game reaches the position: X begins, and nobody moves after a line."""
    if x.bit_count() - o.bit_count() not in (0, 1):
        return False
    last, before = (x, o) if x.bit_count() > o.bit_count() else (o, x)
    if _has_line(game, before):
        return False
    return not _has_line(game, last) or any(not _has_line(game, last & ~(1 << cell)) for cell in _bits(last))


@cache
def _symmetries(game: Triple) -> list[list[int]]:
    """Return each turn and reflection of the board as the list of the cells' images."""
    m, n, _ = game
    found = []
    for flip_columns in (False, True):
        for flip_rows in (False, True):
            for swap in (False, True) if m == n else (False,):
                images = []
                for cell in range(m * n):
                    row, column = divmod(cell, m)
                    column = m - 1 - column if flip_columns else column
                    row = n - 1 - row if flip_rows else row
                    images.append(column * m + row if swap else row * m + column)
                found.append(images)
    return found


def _image(board: int, images: list[int]) -> int:
    return sum(1 << images[cell] for cell in _bits(board))


@lru_cache(1 << 16)
def _least(game: Triple, place: Place) -> Place:
    """Return the least image of a place."""
    return min((_image(place[0], images), _image(place[1], images)) for images in _symmetries(game))


# --- the sections


def _follow(start: Start, section: Section) -> None:
    """Follow the argument of a section to its end; raises Refused."""
    follower: PlanPlayer = (Strategy if section.kind == "strategy" else Breaker)(start, section)
    for entry in section.entries:
        follower.line = entry.line
        follower.follow(entry)
    follower.finish()


class PlanPlayer:
    """What the two kinds of section have in common: the places that wait for an entry."""

    def __init__(self, start: Start, section: Section) -> None:
        self.game = start.game
        self.side = section.side
        self.symmetry = section.symmetry
        self.line = section.line
        self.reached: set[Place] = set()
        self.waiting: set[Place] = set()

    def follow(self, entry: Entry) -> None:
        """Follow one entry; raises Refused."""
        raise NotImplementedError

    def finish(self) -> None:
        """Take the section as finished; raises Refused."""
        raise NotImplementedError

    def refuse(self, fault: str) -> Refused:
        return Refused(f"line {self.line}: {fault}")

    def need(self, fine: bool, fault: str) -> None:
        if not fine:
            raise self.refuse(fault)

    def named(self, place: Place) -> Place:
        """Return the boards that an entry for this place has."""
        return _least(self.game, place) if self.symmetry else place

    def take(self, place: Place) -> None:
        """A place that waits has its entry now."""
        self.need(place in self.waiting, "nothing above leads to this place, or it is answered already")
        self.waiting.discard(place)

    def need_stopped(self, own: int, free: int, entry: Entry, to_move: bool) -> None:
        """The pairs and the potential must stop the side whose stones are `own`."""
        paired = sum(1 << cell for cell in entry.numbers)
        self.need(paired & ~free == 0, "a cell of a pair is not free")
        pairs = [1 << a | 1 << b for a, b in entry.couples]
        weights = self.weights(own, free, pairs)
        total, one = sum(weights.values()), 1 << self.game[2]
        self.need(total < one, "the potential is too high")
        if to_move:
            for cell in _bits(free & ~paired):
                through = sum(weight for line, weight in weights.items() if line >> cell & 1)
                self.need(total + through < one, f"the potential is too high after a move at {cell}")

    def weights(self, own: int, free: int, pairs: list[int]) -> dict[int, int]:
        """Return the live lines that no pair stops with their weights, as multiples of 2^-k."""
        paired = sum(pairs)
        live = [line for line in _lines(self.game) if line & ~(own | free) == 0]
        open_lines = [line for line in live if not any(line & pair == pair for pair in pairs)]
        return {line: 1 << self.game[2] - (line & free & ~paired).bit_count() for line in open_lines}


class Strategy(PlanPlayer):
    def __init__(self, start: Start, section: Section) -> None:
        super().__init__(start, section)
        self.goal = section.goal
        self.fresh: list[Place] = []  # the opponent is to move; reached for the first time by the line above
        self.reach((start.x, start.o))

    def follow(self, entry: Entry) -> None:
        self.need(entry.kind not in ("r", "g"), "replies in a strategy section")
        self.need(self.goal == "not lose" or entry.kind == "m", "pairs and potential show no win")
        if entry.place in self.fresh and entry.kind != "m":
            self.fresh.remove(entry.place)
            self.close(entry, to_move=True)
            return
        self.follow_fresh()
        self.take(entry.place)
        if entry.kind != "m":
            self.close(entry, to_move=False)
            return
        for cell in entry.numbers:
            self.need(self.free(entry.place) >> cell & 1 == 1, f"{cell} is not free")
            self.reach(self.after(entry.place, cell, self.side))

    def finish(self) -> None:
        self.follow_fresh()
        for place in self.waiting:
            own = place["XO".index(self.side)]
            wins = any(_has_line(self.game, own | 1 << cell) for cell in _bits(self.free(place)))
            self.need(wins, f"no entry for {place}")

    def close(self, entry: Entry, to_move: bool) -> None:
        theirs = entry.place["XO".index(_other(self.side))]
        self.need_stopped(theirs, self.free(entry.place), entry, to_move)

    def follow_fresh(self) -> None:
        """Every move of the opponent is followed where no entry closes the place."""
        places, self.fresh = self.fresh, []
        for place in places:
            for cell in _bits(self.free(place)):
                self.reach(self.after(place, cell, _other(self.side)))

    def reach(self, place: Place) -> None:
        """The argument comes to this place: it ends there as the goal says, or the place waits."""
        x, o = place
        if _has_line(self.game, x) or _has_line(self.game, o):
            winner = "X" if _has_line(self.game, x) else "O"
            self.need(winner == self.side, f"{winner} wins at {place}")
            return
        if not self.free(place):
            self.need(self.goal == "not lose", f"a draw at {place}")
            return
        name = self.named(place)
        if name in self.reached:
            return
        self.reached.add(name)
        to_move = "X" if x.bit_count() == o.bit_count() else "O"
        if to_move == self.side:
            self.waiting.add(name)
        else:
            self.fresh.append(name)

    def free(self, place: Place) -> int:
        return _all(self.game) & ~(place[0] | place[1])

    def after(self, place: Place, cell: int, side: str) -> Place:
        x, o = place
        return (x | 1 << cell, o) if side == "X" else (x, o | 1 << cell)


class Breaker(PlanPlayer):
    def __init__(self, start: Start, section: Section) -> None:
        super().__init__(start, section)
        free = _all(self.game) & ~(start.x | start.o)
        over = not free or _has_line(self.game, start.x) or _has_line(self.game, start.o)
        self.need(not over, "the game is over at the start")
        maker = start.x if self.side == "X" else start.o
        self.first: Place | None = None  # the place of the start, where Breaker is to move there
        if start.to_move == self.side:
            self.reach(maker, free)
        else:
            self.first = self.rest(maker, free)

    def follow(self, entry: Entry) -> None:
        if self.first is not None:
            self.begin(entry)
            return
        self.need(entry.kind != "m", "Breaker's move stands at the start alone")
        self.take(entry.place)
        if entry.kind == "r":
            self.reply(entry)
        elif entry.kind == "g":
            self.answer(entry)
        else:
            self.need_stopped(*entry.place, entry, to_move=True)

    def finish(self) -> None:
        self.need(self.first in (None, (0, 0)), "Breaker's first move is missing")
        self.need(self.waiting <= {(0, 0)}, "a place has no entry")

    def begin(self, entry: Entry) -> None:
        """Breaker moves at the start."""
        self.need(entry.kind == "m" and len(entry.numbers) == 1, "the first entry must be Breaker's one move")
        self.need(entry.place == self.first, "the first entry is for another place")
        maker, free = entry.place
        cell = entry.numbers[0]
        self.need(free >> cell & 1 == 1, f"{cell} is not free")
        self.first = None
        self.reach(maker, free & ~(1 << cell))

    def reply(self, entry: Entry) -> None:
        """Maker takes each free cell, and Breaker replies."""
        maker, free = entry.place
        moves = sum(1 << move for move, _ in entry.couples)
        self.need(moves == free, "not every free cell is answered, or another is")
        for move, answer in entry.couples:
            self.need(not _has_line(self.game, maker | 1 << move), f"Maker completes a line at {move}")
            self.need(free >> answer & 1 == 1 and answer != move, f"{answer} is no reply to {move}")
            self.reach(maker | 1 << move, free & ~(1 << move | 1 << answer))

    def answer(self, entry: Entry) -> None:
        """Breaker replies to groups of Maker's moves."""
        lines, answered = _lines(self.game), 0
        for answer in entry.answers:
            answered |= answer.board
            maker, free, fault = next_place(lines, *entry.place, answer)
            self.need(not fault, fault)
            if answer.pairs:
                self.need(closed(lines, maker, free, answer.pairs), "the pairs do not close what is next")
            elif not closed(lines, maker, free):
                self.reach(maker, free)
        for cell in _bits(entry.place[1] & ~answered):
            self.need(dominated(lines, *entry.place, cell, answered), f"no answer to {cell}")

    def reach(self, maker: int, free: int) -> None:
        place = self.rest(maker, free)
        if place not in self.reached:
            self.reached.add(place)
            self.waiting.add(place)

    def rest(self, maker: int, free: int) -> Place:
        """Return what is left of two boards: the cells on live lines."""
        cells = 0
        for line in _lines(self.game):
            if line & ~(maker | free) == 0:
                cells |= line
        return self.named((maker & cells, free & cells))
