"""Groups of replies: what an entry with groups leads to, each fault that it can have, and that the rules are sound."""

import random
from pathlib import Path

import pytest

from noughts.certify import Entry, ReplyGroup, Section, check
from noughts.certify.breaker_section import BreakerRules
from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.errors import CertificateRefused, LimitExceeded
from tests.certify.builders import normal_form, write
from tests.fuzz.random_groups import exchanges, triple
from tests.fuzz.values import maker_wins, replies_to

ROWS, NINE = Game(3, 2, 3), Game(3, 3, 3)  # two rows: a line each
BREAKER = Section("breaker", "X")
NO_GROUPS = """
    g g: g1 g1: g1:0 g1:01 g01:1 g1:A g+1:1 g1:1, g,1:1 g1:1,, g1:1:1 g1x:1 g1x2:1 g1x2-:1 g1x-2:1 g1x2-3x:1 g1x02-3:1
    g1-2:1 gx2-3:1 g1x2-3 g6:1 g1:40 g1x6-2:1 g1x2-6:1 g1:1r0:1 G1:1 g1:0x1 g1:1_0 g1x2-3,4:1
    g1p2-3x4-5:1 g1p2:1 g1p2-03:1 g1p2-3p:1 g1p2-6:1 g1p:1
"""


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        # On two rows the potential closes what any reply leads to.
        (ROWS, "0 3f g1:5,0:2,4:28,3:10", None),
        (ROWS, "0 3f g1:1,4:8", None),  # 0 is on every line through 1 and 2, 3 on every line through 4 and 5
        (ROWS, "0 3f g1:5,0:2,4:28,3:10,1:5", None),
        (ROWS, "0 3f g1x3-4:5,4:8", None),
        (ROWS, "0 3f g1p3-4:5,4:8", None),
        (ROWS, "0 3f g1x3-4p2-5:1,4:8", None),
        (ROWS, "0 3f g1p2-3:1,4:8", None),  # 2 is free, and on no live line any more
        (ROWS, "0 3f g1p3-3:5,4:8", "pair 3-3 needs two free cells"),
        (ROWS, "0 3f g1p3-4p4-5:5,4:8", "pair 4-5 needs two free cells that no other pair has"),
        (ROWS, "0 3f g1p1-3:5,4:8", "pair 1-3 needs two free cells"),  # the reply
        (ROWS, "0 3f g1p2-3:5,4:8", "pair 2-3 needs two free cells"),  # on the board
        (ROWS, "0 3f g1x3-4p4-5:1,4:8", "pair 4-5 needs two free cells"),  # given away
        (NINE, "0 1ff g4p1-2:1,0:10", "too much potential in the [0-9] lines that no pair stops"),
        (ROWS, "0 3f g1:5", "does not answer Maker's move 3"),
        (ROWS, "0 3f g4:8", "does not answer Maker's move 0"),  # 0, 1 and 2 dominate each other, and none is answered
        (ROWS, "0 3f g1:3,4:38", "reply 1 is not free"),
        (ROWS, "1 3e g2:3,4:38", r"\(0,\) are not free"),
        (ROWS, "1 3e g0:2,4:38", "reply 0 is not free"),
        (ROWS, "1 3e g4:6,1:38", "Maker completes a line with 1, 2"),
        (ROWS, "0 3f g3x0-1:4,4:8", None),
        (ROWS, "1 3e g3x1-2:10", "Maker's move 1"),
        (ROWS, "1 3e g4x3-3:2,1:8", "exchange 3-3 needs two free cells"),
        (ROWS, "1 3e g4x3-4:2,1:8", "exchange 3-4 needs two free cells"),  # the reply
        (ROWS, "1 3e g4x1-3:2,1:8", "exchange 1-3 needs two free cells"),  # Maker's
        (ROWS, "1 3e g4x3-0:2,1:8", "exchange 3-0 needs two free cells"),
        (ROWS, "1 3e g4x3-5x5-2:2,1:8", "exchange 5-2 needs two free cells"),  # given away before
        (ROWS, "5 3a g3x1-5:10,1:38", "Maker completes a line with 1, 4"),  # 5 is on no live line, 1 is the last cell
        # With a reply in the centre four lines are left: the sides.
        (NINE, "0 1ff g4x0-3:2,0:1fc", "Maker completes a line"),
        (NINE, "0 1ff g4x3-0:2,0:1fc", "a live line through 0 does not pass through 3"),
        (NINE, "0 1ff g4x1-2x8-5:8,0:1fe", "a live line through 2 does not pass through 1"),
        (NINE, "0 1ff g4x8-5x1-2:8,0:10", "does not answer Maker's move 0"),  # the other order: 5 has stopped 2, 5, 8
    ],
)
def test_what_an_entry_with_groups_leads_to(game: Game, text: str, fault: str | None) -> None:
    found = BreakerRules(game, BREAKER).find(Entry.from_text(text, game))
    if fault is None:
        assert (found.leads, found.fault) == ([], None)
    else:
        with pytest.raises(CertificateRefused, match=fault):
            raise CertificateRefused(found.fault)


@pytest.mark.parametrize("text", NO_GROUPS.split())
def test_groups_that_are_no_groups(text: str) -> None:
    with pytest.raises(ValueError, match=r"no head, section, entry or end|names cell 6|a board of more than 6 cells"):
        Entry.from_text(f"0 3f {text}", ROWS)


def test_more_places_than_entries_are_allowed(tmp_path: Path) -> None:
    """The check stops where a section needs more entries than it may have, and not only where it has them."""
    game = Game(5, 5, 4)
    groups = tuple(ReplyGroup((move + 1) % 25, 1 << move) for move in range(25))
    path = write(tmp_path / "f", Position(game), "", [(BREAKER, [Entry(0, game.full, groups=groups)])])
    with pytest.raises(CertificateRefused, match="no reply is given, and line 3 leads there"):
        check(path, max_entries=25)
    with pytest.raises(LimitExceeded, match="it needs more than 24 entries"):
        check(path, max_entries=24)


def test_a_place_that_the_potential_closes_has_no_entry(tmp_path: Path) -> None:
    """The checker finds it itself. An entry for it would be of no use: no line leads there."""
    first, rest = Entry.from_text("0 3f g1:5,0:2,4:28,3:10", ROWS), Entry(0, 0b111000, potential=True)
    path = tmp_path / "f"
    assert check(write(path, Position(ROWS), "", [(BREAKER, [first])])).positions == 1
    with pytest.raises(CertificateRefused, match="line 4: entry '0 38 e': no line above leads to this place"):
        check(write(path, Position(ROWS), "", [(BREAKER, [first, rest])]))


def test_groups_in_a_section_of_a_strategy(tmp_path: Path) -> None:
    entry = Entry(0, 0, groups=(ReplyGroup(1, 1),))
    with pytest.raises(CertificateRefused, match=r"line 3: .*is not a leaf"):
        check(write(tmp_path / "f", Position(ROWS), "", [(Section("strategy", "X"), [entry])]))


# --- by brute force: no entry leads from a place that Maker wins to none that he wins


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
