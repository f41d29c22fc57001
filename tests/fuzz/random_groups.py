"""Random groups of replies with which Breaker holds by brute force, and mutations of groups."""

import random
from collections.abc import Callable
from dataclasses import replace

from noughts.certify import Entry, ReplyGroup
from noughts.certify.breaker_section import BreakerRules
from noughts.certify.entry import Pairs
from noughts.certify.leaves import live_lines, masks_of
from noughts.core.game import Game, cells_of
from tests.fuzz.values import Triple, maker_wins, replies_to

LARGEST = Game(26, 26, 26)
Groups = tuple[ReplyGroup, ...]


def triple(game: Game) -> Triple:
    """Return a game as tests/fuzz/values.py has it."""
    return game.m, game.n, game.k


def with_groups(rules: BreakerRules, maker: int, free: int, errs: Callable[[], bool], rng: random.Random) -> Entry:
    """Return an entry that answers Maker's moves, changed at random; `errs`: whether to leave a move out."""
    game, groups = triple(rules.game), Groups()
    for move in rng.sample(cells_of(free), free.bit_count()):
        if (replies := replies_to(game, maker, free, move)) and not errs():
            groups += (ReplyGroup(rng.choice(replies), 1 << move),)
    entry = Entry(maker, free, groups=groups)
    changes = [changed_groups, _with_more] * (rng.choice((0, 10, 20)) if groups else 0)
    for change in [*changes, *(_without_one for group in groups)]:
        changed = replace(entry, groups=change(entry.groups, rules.game.cells, rng))
        entry = changed if changed.groups and holds(rules, changed) else entry
    return _exchanged(rules, entry, rng)


def _exchanged(rules: BreakerRules, entry: Entry, rng: random.Random) -> Entry:
    """Return an entry with some exchanges more that are allowed."""
    for i, old in enumerate(entry.groups):
        free = entry.second & ~(old.moves | 1 << old.reply)
        if not old.exchanges and (pairs := exchanges(rules.game, entry.first | old.moves, free)) and rng.random() < 0.4:
            group = replace(old, exchanges=(rng.choice(pairs),))
            changed = replace(entry, groups=(*entry.groups[:i], group, *entry.groups[i + 1 :]))
            entry = changed if holds(rules, changed) else entry
    return entry


def exchanges(game: Game, maker: int, free: int) -> Pairs:
    """Return the pairs of free cells of which each live line through the second passes through the first."""
    lines, left = masks_of(game, live_lines(game, maker, free)), cells_of(free)
    return tuple((a, b) for a in left for b in left if a != b and all(line >> a & 1 for line in lines if line >> b & 1))


def _without_one(groups: Groups, cells: int, rng: random.Random) -> Groups:
    i = rng.randrange(len(groups))
    return groups[:i] + groups[i + 1 :]


def _with_more(groups: Groups, cells: int, rng: random.Random) -> Groups:
    """Return groups with a move or a pair more, of cells that one of them does not name."""
    i = rng.randrange(len(groups))
    old = groups[i]
    named = {old.reply, *cells_of(old.moves), *(cell for pair in old.exchanges + old.pairs for cell in pair)}
    left = [cell for cell in range(cells) if cell not in named]
    if len(left) < 2:
        return groups
    a, b = rng.sample(left, 2)
    new = rng.choice((replace(old, moves=old.moves | 1 << a), replace(old, pairs=(*old.pairs, (a, b)))))
    return (*groups[:i], new, *groups[i + 1 :])


def holds(rules: BreakerRules, entry: Entry) -> bool:
    """Return whether the rules accept an entry, and Maker wins at no place that it leads to."""
    found = rules.find(entry)
    leads = map(rules.images.unpack, found.leads)
    return found.fault is None and not any(maker_wins(triple(rules.game), *lead) for lead in leads)


def groups_in(entry: bytes) -> Groups:
    """Return the groups of an entry's line, none where it has none or is not an entry."""
    try:
        return Entry.from_text(entry.decode(), LARGEST).groups
    except ValueError:
        return ()


def text_of(groups: Groups) -> bytes:
    """Return groups as an entry has them behind its boards."""
    return b"g" + ",".join(map(str, groups)).encode() if groups else b"e"


def changed_groups(groups: Groups, cells: int, rng: random.Random) -> Groups:
    """Return groups with one change: another reply or board, an exchange more, less or turned, a group more or less."""
    i = rng.randrange(len(groups))
    old, cell, other = groups[i], rng.randrange(cells), rng.randrange(cells)
    pairs = old.exchanges
    at = rng.randrange(len(pairs) + 1)
    match rng.randrange(11):
        case 0:
            new = replace(old, reply=cell)
        case 1 | 2:
            new = replace(old, moves=(old.moves ^ 1 << cell) or 1)
        case 3:
            new = replace(old, moves=old.moves | rng.choice(groups).moves)
        case 4:
            new = replace(old, exchanges=(*pairs[:at], (cell, other), *pairs[at:]))
        case 5:
            new = replace(old, exchanges=tuple((b, a) if rng.random() < 0.5 else (a, b) for a, b in pairs))
        case 6:
            new = replace(old, exchanges=tuple(rng.sample(pairs, rng.choice((at, len(pairs))))))
        case 7:
            return _without_one(groups, cells, rng)
        case 8:
            new = replace(old, pairs=(*old.pairs, (cell, other)))
        case 9:
            new = replace(old, pairs=old.pairs[1:], exchanges=old.exchanges + old.pairs[2:])
        case _:
            return (*groups[:i], rng.choice(groups), *groups[i:])
    return (*groups[:i], new, *groups[i + 1 :])


def turned_groups(groups: Groups, board: Callable[[int], int], cell: Callable[[int], int]) -> Groups:
    """Return the image of groups, with the images of a board and of a cell given."""
    return tuple(
        ReplyGroup(
            cell(old.reply),
            board(old.moves),
            tuple((cell(a), cell(b)) for a, b in old.exchanges),
            tuple((cell(a), cell(b)) for a, b in old.pairs),
        )
        for old in groups
    )
