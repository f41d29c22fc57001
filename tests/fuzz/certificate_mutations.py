"""Mutations of certificates: each takes a file and returns another one, most of them with a right count and digest."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.fuzz.mutate import mutated, strange_text
from tests.fuzz.random_groups import changed_groups, groups_in, text_of, turned_groups
from tests.fuzz.small_games import position_text, random_place, resealed, sealed
from tests.fuzz.values import Triple

_GAME = re.compile(rb'"game": \[([0-9]+), ([0-9]+), ([0-9]+)\]')
_POSITION = re.compile(rb'"position": "([XO./]*)"')
_VALUE = re.compile(rb', "value": "[a-z]*"')
_GOAL = re.compile(rb', "goal": "([a-z ]*)"')
_NUMBER = re.compile(rb"[0-9]+")

Mutation = Callable[[bytes, random.Random], bytes]
Change = Callable[["Draft", random.Random], None]


@dataclass
class Part:
    """A section: its line and its entries, without line feeds."""

    line: bytes
    entries: list[bytes]


@dataclass
class Draft:
    """A certificate in pieces."""

    head: bytes
    parts: list[Part]

    @classmethod
    def of(cls, data: bytes) -> "Draft":
        """Return the pieces of a file that is a certificate."""
        head, *lines = data.splitlines()
        parts: list[Part] = []
        for line in lines[:-1]:
            if line.startswith(b"{"):
                parts.append(Part(line, []))
            else:
                parts[-1].entries.append(line)
        return cls(head, parts)

    @property
    def game(self) -> Triple:
        m, n, k = (int(number) for number in _GAME.findall(self.head)[0])
        return m, n, k

    @property
    def stones(self) -> tuple[int, int]:
        """X's and O's stones at the start."""
        marks = _POSITION.findall(self.head)[0].replace(b"/", b"").decode()
        x, o = (sum(1 << cell for cell, mark in enumerate(marks) if mark == side) for side in "XO")
        return x, o

    def sealed(self) -> bytes:
        """Return the file, with a right count and digest."""
        lines = [self.head]
        for part in self.parts:
            lines += [part.line, *part.entries]
        return sealed(b"\n".join(lines) + b"\n", sum(len(part.entries) for part in self.parts))

    def any_entry(self, rng: random.Random) -> tuple[list[bytes], int]:
        """Return the entries of a section and the index of one of them; a section gets one if none has any."""
        filled = [part.entries for part in self.parts if part.entries]
        if not filled:
            self.parts[0].entries.append(b"0 0 m0")
            return self.parts[0].entries, 0
        entries = rng.choice(filled)
        return entries, rng.randrange(len(entries))


# --- bytes


def raw(data: bytes, rng: random.Random) -> bytes:
    """Any bytes change; the digest stays as it is."""
    return mutated(data, rng)


def body(data: bytes, rng: random.Random) -> bytes:
    """Any bytes above the last line change."""
    return resealed(mutated(data.rpartition(b"end ")[0], rng))


def last_line(data: bytes, rng: random.Random) -> bytes:
    """The last line changes, or something stands below it."""
    above, end, rest = data.rpartition(b"end ")
    if rng.random() < 0.3:
        return data + rng.choice((b"\n", b" ", data, end + rest, b"0 0 e\n"))
    return above + mutated(end + rest, rng)


def one_line(data: bytes, rng: random.Random) -> bytes:
    """One line changes, perhaps into several."""
    draft = Draft.of(data)
    which = rng.random()
    if which < 0.25:
        draft.head = mutated(draft.head, rng)
    elif which < 0.4:
        part = rng.choice(draft.parts)
        part.line = mutated(part.line, rng)
    else:
        entries, i = draft.any_entry(rng)
        entries[i] = mutated(entries[i], rng)
    return draft.sealed()


def long_line(data: bytes, rng: random.Random) -> bytes:
    """The claim makes the first line about as long as a line may be."""
    draft = Draft.of(data)
    wanted = rng.choice((262_142, 262_143, 262_144, 262_145, 300_000))
    draft.head = draft.head.replace(b'"claim": "', b'"claim": "' + b"a" * (wanted - len(draft.head)))
    return draft.sealed()


# --- what it says


def head(draft: Draft, rng: random.Random) -> None:
    """The value, the claim, the position or the game becomes another."""
    rng.choice((_value, _claim, _position, _position, _board))(draft, rng)


def _value(draft: Draft, rng: random.Random) -> None:
    bare = _VALUE.sub(b"", draft.head)
    claim = re.search(rb'"claim": "(?:[^"\\]|\\.)*"', bare)
    if claim is None:
        return
    new = rng.choice([b"", *(b', "value": "%s"' % value for value in (b"win", b"draw", b"loss"))])
    draft.head = bare[: claim.end()] + new + bare[claim.end() :]


def _claim(draft: Draft, rng: random.Random) -> None:
    new = rng.choice(
        [r"\n", r"\u0041", r"\u001b", r"\u007f", r"\ud83d\ude00", r"\udc00", r"\/", r"\"", strange_text(rng)]
    )
    draft.head = draft.head.replace(b'"claim": "', b'"claim": "' + new.encode())


def _position(draft: Draft, rng: random.Random) -> None:
    if rng.random() < 0.3:  # what some entry leads to
        entries, i = draft.any_entry(rng)
        first, second = (int(board, 16) for board in entries[i].split()[:2])
        place = first, second & ~first
    else:
        place = random_place(draft.game, rng.randrange(4), rng)
    draft.head = _POSITION.sub(b'"position": "%s"' % position_text(draft.game, place).encode(), draft.head)


def _board(draft: Draft, rng: random.Random) -> None:
    """Columns and rows are exchanged, or another number of cells in a row wins."""
    m, n, k = draft.game
    new: Triple = rng.choice([(n, m, k), (m, n, k + 1), (m, n, k - 1), (m, n, max(m, n)), (m + 1, n, k), (k, k, k)])
    draft.head = _GAME.sub(b'"game": [%d, %d, %d]' % new, draft.head)
    if rng.random() < 0.8 and (new[0], new[1]) != (m, n):
        empty = position_text(new, (0, 0)).encode()
        draft.head = _POSITION.sub(b'"position": "%s"' % empty, draft.head)


def section(draft: Draft, rng: random.Random) -> None:
    """A section's symmetry, side, goal or kind becomes the other."""
    part = rng.choice(draft.parts)
    part.line = rng.choice((_other_symmetry, _other_symmetry, _other_side, _other_goal, _other_kind))(part.line)


def _other_symmetry(line: bytes) -> bytes:
    return line.replace(b"true", b"false") if b"true" in line else line.replace(b"false", b"true")


def _other_side(line: bytes) -> bytes:
    return line.replace(b'"X"', b'"O"') if b'"X"' in line else line.replace(b'"O"', b'"X"')


def _other_goal(line: bytes) -> bytes:
    return line.replace(b"not lose", b"win") if b"not lose" in line else line.replace(b'"win"', b'"not lose"')


def _other_kind(line: bytes) -> bytes:
    if b"strategy" in line:
        return _GOAL.sub(b"", line).replace(b"strategy", b"breaker")
    return line.replace(b"breaker", b"strategy").replace(b"}", b', "goal": "not lose"}')


def sections(draft: Draft, rng: random.Random) -> None:
    """Sections are left out, repeated, exchanged or split."""
    part = rng.choice(draft.parts)
    match rng.randrange(5):
        case 0:
            draft.parts.remove(part)
        case 1:
            draft.parts.append(Part(part.line, part.entries[:]))
        case 2:
            draft.parts.append(Part(rng.choice((_other_side, _other_kind, _other_goal))(part.line), part.entries[:]))
        case 3:
            at = rng.randrange(len(part.entries) + 1)
            draft.parts.append(Part(part.line, part.entries[at:]))
            del part.entries[at:]
        case _:
            draft.parts.reverse()


def order(draft: Draft, rng: random.Random) -> None:
    """An entry is left out, repeated or moved up or down."""
    entries, i = draft.any_entry(rng)
    near = min(max(i + rng.choice((-2, -1, 1, 2)), 0), len(entries) - 1)
    match rng.randrange(7):
        case 0:
            del entries[i]
        case 1:
            entries.insert(rng.randrange(len(entries) + 1), entries[i])
        case 2:
            entries.append(entries.pop(i))
        case 3:
            entries.insert(rng.randrange(len(entries)), entries.pop(i))
        case 4 | 5:
            entries.insert(near, entries.pop(i))
        case _:
            other, j = draft.any_entry(rng)
            entries[i], other[j] = other[j], entries[i]


def number(draft: Draft, rng: random.Random) -> None:
    """One number of an entry becomes another: a move, a reply, a cell of a pair."""
    entries, i = draft.any_entry(rng)
    place, _, what = entries[i].rpartition(b" ")
    if found := [*_NUMBER.finditer(what)]:
        old = rng.choice(found)
        what = what[: old.start()] + b"%d" % _cell(draft, rng) + what[old.end() :]
    entries[i] = place + b" " + what


def groups(draft: Draft, rng: random.Random) -> None:
    """One thing in the groups of an entry becomes another; an entry without groups stays."""
    grouped = [(part.entries, i) for part in draft.parts for i, entry in enumerate(part.entries) if groups_in(entry)]
    if grouped:
        entries, i = rng.choice(grouped)
        place, _, _ = entries[i].rpartition(b" ")
        cells = draft.game[0] * draft.game[1] + (rng.random() < 0.03)
        entries[i] = place + b" " + text_of(changed_groups(groups_in(entries[i]), cells, rng))


def _cell(draft: Draft, rng: random.Random) -> int:
    cells = draft.game[0] * draft.game[1]
    return rng.randrange(cells) if rng.random() < 0.97 else cells


def items(draft: Draft, rng: random.Random) -> None:
    """A move, a pair or a reply is left out, added, repeated or exchanged with another."""
    entries, i = draft.any_entry(rng)
    place, _, what = entries[i].rpartition(b" ")
    listed = what[1:].split(b",")
    at = rng.randrange(len(listed))
    match rng.randrange(4):
        case 0:
            del listed[at]
        case 1:
            listed.insert(at, _item(what[:1], draft, rng))
        case 2:
            listed.insert(rng.randrange(len(listed) + 1), listed[at])
        case _:
            rng.shuffle(listed)
    entries[i] = place + b" " + what[:1] + b",".join(listed)


def _item(kind: bytes, draft: Draft, rng: random.Random) -> bytes:
    a, b = _cell(draft, rng), _cell(draft, rng)
    return {b"p": b"%d-%d" % (a, b), b"m": b"%d" % a}.get(kind, b"")


def kind(draft: Draft, rng: random.Random) -> None:
    """An entry says something else of its place, or a new one stands below it."""
    entries, i = draft.any_entry(rng)
    place, _, old = entries[i].rpartition(b" ")
    new = rng.choice((b"e", b"m", b"p"))
    what = new + b",".join(_item(new, draft, rng) for _ in range(rng.choice((1, 1, 2, 3))) if new != b"e")
    if rng.random() < 0.1:
        what = b"e"
    entries[i] = place + b" " + (what if rng.random() < 0.9 else old + what)


def place(draft: Draft, rng: random.Random) -> None:
    """The boards of an entry change: one cell, both exchanged, or those of another entry."""
    entries, i = draft.any_entry(rng)
    *boards, what = entries[i].split()
    first, second = (int(board, 16) for board in boards)
    bit = 1 << _cell(draft, rng)
    other, j = draft.any_entry(rng)
    third, fourth = (int(board, 16) for board in other[j].split()[:2])
    new = rng.choice([(first ^ bit, second), (first, second ^ bit), (second, first), (0, 0), (third, fourth)])
    entries[i] = b"%x %x %s" % (*new, what)


def below(draft: Draft, rng: random.Random) -> None:
    """A new entry closes, or seems to close, what a move of another entry leads to."""
    entries, i = draft.any_entry(rng)
    *boards, _ = entries[i].split()
    first, second = (int(board, 16) for board in boards)
    bit = 1 << _cell(draft, rng)
    new = rng.choice([(first | bit, second), (first, second | bit), (first | bit, second & ~bit)])
    pair = _item(b"p", draft, rng)
    entries.insert(
        min(i + rng.choice((0, 1, 1, 1, 2)), len(entries)), b"%x %x %s" % (*new, rng.choice((b"e", b"p" + pair)))
    )


def image(draft: Draft, rng: random.Random) -> None:
    """An entry, a section's entries or the whole argument becomes its image under a symmetry."""
    m, n, _ = draft.game
    images = rng.choice(symmetries(m, n))
    entries, i = draft.any_entry(rng)
    which = rng.random()
    if which < 0.5:
        entries[i] = _image(entries[i], images)
        return
    entries[:] = [_image(entry, images) for entry in entries]
    if which < 0.75:
        x, o = draft.stones
        text = position_text(draft.game, (_turned(x, images), _turned(o, images)))
        draft.head = _POSITION.sub(b'"position": "%s"' % text.encode(), draft.head)


def symmetries(m: int, n: int) -> list[list[int]]:
    """Return the cells' images under turns and reflections."""
    rows = [list(range(row * m, row * m + m)) for row in range(n)]
    found = []
    for _ in range(4):
        found += [rows, [row[::-1] for row in rows]]
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return [[cell for row in turned for cell in row] for turned in found if len(turned) == n]


def _turned(board: int, images: list[int]) -> int:
    return sum(1 << to for cell, to in enumerate(images) if board >> cell & 1)


def _image(entry: bytes, images: list[int]) -> bytes:
    first, second, what = entry.split()
    x, y = (_turned(int(board, 16), images) for board in (first, second))
    if groups := groups_in(entry):
        turned = turned_groups(groups, lambda board: _turned(board, images), lambda cell: images[cell % len(images)])
        return b"%x %x %s" % (x, y, text_of(turned))
    return b"%x %x %s" % (x, y, _NUMBER.sub(lambda found: b"%d" % images[int(found[0]) % len(images)], what))


def _changed(change: Change) -> Mutation:
    """Return a mutation that changes what a file says, once or twice, and gives it a right count and digest."""

    def mutation(data: bytes, rng: random.Random) -> bytes:
        draft = Draft.of(data)
        change(draft, rng)
        if rng.random() < 0.1 and draft.parts:
            rng.choice((head, section, order))(draft, rng)
        return draft.sealed()

    mutation.__name__ = change.__name__
    return mutation


BYTES: list[Mutation] = [raw, body, last_line, one_line]
CHANGES: list[Change] = [head, section, sections, order, order, number, number, items, kind, place, below, image, image]
CHANGES += [groups] * 8
KINDS: list[Mutation] = BYTES + [_changed(change) for change in CHANGES]
