"""The rules of groups are sound, by brute force: no entry leads from a place that Maker wins to none that he wins.

The entries answer as well as they can. Where Maker wins, some move of his has no answer: it is hidden on another board,
in an exchange, or behind a cell that seems to dominate it.
"""

import random

from noughts.certify import Entry, ReplyGroup, Section
from noughts.certify.breaker_section import BreakerRules
from noughts.core.game import Game, cells_of
from tests.certify.builders import normal_form
from tests.fuzz.random_groups import exchanges, triple
from tests.fuzz.values import maker_wins, replies_to

GAMES = [Game(3, 3, 3), Game(3, 3, 3), Game(4, 3, 3), Game(4, 4, 3), Game(4, 4, 4), Game(5, 3, 3)]


def random_place(game: Game, rng: random.Random) -> tuple[int, int]:
    """Return a place with at most seven free cells and no line of Maker's."""
    while True:
        cells = rng.sample(range(game.cells), game.cells)
        free = sum(1 << cell for cell in cells[: rng.randrange(2, 8)])
        maker = sum(1 << cell for cell in range(game.cells) if not free >> cell & 1 and rng.random() < 0.5)
        place = normal_form(game, maker, free, symmetry=False)
        if place[1] and not any(line & place[0] == line for line in game.line_masks):
            return place


def random_entry(game: Game, maker: int, free: int, rng: random.Random) -> Entry:
    """Return an entry that answers each move that has an answer, and cheats where one has none."""
    groups, gaps = [], rng.random() < 0.3
    for move in cells_of(free):
        if replies := replies_to(triple(game), maker, free, move):
            group = widened(game, maker, free, ReplyGroup(rng.choice(replies), 1 << move), rng)
            groups += [] if gaps and rng.random() < 0.3 else [group]
        elif not gaps:
            groups += cheats(game, maker, free, move, rng)
    return Entry(maker, free, groups=tuple(groups))


def widened(game: Game, maker: int, free: int, group: ReplyGroup, rng: random.Random) -> ReplyGroup:
    """Return the group with a larger board, and sometimes an exchange, as long as Breaker holds."""
    board, rest = group.moves, free & ~(1 << group.reply)
    for cell in cells_of(rest):
        if rng.random() < 0.5 and not lost(game, maker | board | 1 << cell, rest & ~board & ~(1 << cell)):
            board |= 1 << cell
    pairs = exchanges(game, maker | board, rest & ~board)
    a, b = rng.choice(pairs) if pairs else (0, 0)
    kept = pairs and not lost(game, maker | board | 1 << a, rest & ~board & ~(1 << a | 1 << b))
    return ReplyGroup(group.reply, board, ((a, b),) if kept else ())


def cheats(game: Game, maker: int, free: int, move: int, rng: random.Random) -> list[ReplyGroup]:
    """Return a group for a move without an answer: if its reply and its exchange were allowed, Breaker would hold."""
    for _ in range(30):
        reply, a, b = (rng.choice(cells_of(free) if rng.random() < 0.8 else cells_of(game.full)) for _ in range(3))
        b = a if rng.random() < 0.1 else b
        pairs = ((a, b),) if rng.random() < 0.7 else ()
        taken = 1 << reply | (1 << b if pairs else 0)
        given = 1 << move | (1 << a if pairs else 0)
        if not lost(game, (maker | given) & ~taken, free & ~given & ~taken):
            return [ReplyGroup(reply, 1 << move, pairs)]
    return []


def lost(game: Game, maker: int, free: int) -> bool:
    """Return whether Maker has a line, or wins with the move."""
    return any(line & maker == line for line in game.line_masks) or maker_wins(triple(game), maker, free)


def test_no_step_from_a_lost_place_leads_to_held_ones_alone(full: bool) -> None:
    rng, accepted, refused, exchanged, gaps = random.Random(0), 0, 0, 0, 0
    rules = {game: BreakerRules(game, Section("breaker", "X")) for game in GAMES}
    for _ in range(8_000 if full else 1_500):
        game = rng.choice(GAMES)
        entry = random_entry(game, *random_place(game, rng), rng)
        found = rules[game].find(entry)
        if found.fault is not None:
            refused += 1
            continue
        leads = [rules[game].images.unpack(lead) for lead in found.leads]
        if not any(lost(game, *lead) for lead in leads):
            assert not lost(game, *entry.place), entry
            accepted += 1
            exchanged += any(group.exchanges for group in entry.groups)
            gaps += len({cell for group in entry.groups for cell in cells_of(group.moves)}) < entry.second.bit_count()
    assert min(accepted, refused) > 200
    assert min(exchanged, gaps) > 20
