"""Groups of replies, and the grammar: what an entry leads to, each fault that it can have, each spelling."""

import gzip
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.certify import Entry, Head, ReplyGroup, Section, check
from noughts.certify.breaker_section import BreakerRules
from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.errors import CertificateError, CertificateRefused, LimitExceeded, NoughtsError
from tests.certify.builders import draw_of_333, kept, normal_form, write
from tests.fuzz.mutate import mutated
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


HELD = [Game(3, 3, 3), Game(3, 3, 3), Game(4, 3, 3), Game(4, 4, 3), Game(4, 4, 4), Game(5, 3, 3)]


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
    rules = {game: BreakerRules(game, Section("breaker", "X")) for game in HELD}
    for _ in range(8_000 if full else 1_500):
        game = rng.choice(HELD)
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


GRAMMAR = Path(__file__).parents[2] / "docs" / "certificate.abnf"
SMALL = kept(most=3000)
SHORT = min(SMALL, key=lambda path: path.stat().st_size)
Rules = dict[str, str]

# A piece of RFC 5234: a count of repetitions, then a quoted string, a range of characters, a rule's name or a bracket.
_PIECE = re.compile(
    r'\s*(?P<count>\d*\*\d*|\d+)?(?:"(?P<quoted>[^"]*)"|%x(?P<low>[0-9A-F]+)(?:-(?P<high>[0-9A-F]+))?'
    r"|(?P<name>[A-Za-z][A-Za-z0-9-]*)|(?P<bracket>[()\[\]/]))\s*"
)


def rules_of(grammar: str) -> Rules:
    """Return the rules of a grammar by name. A line that begins with a blank goes on with the rule above it."""
    lines = re.sub(r"\n[ \t]+", " ", grammar).splitlines()
    parts = (line.partition("=") for line in lines if line and not line.startswith(";"))
    return {name.strip(): rule.strip() for name, _, rule in parts}


def regex(name: str, rules: Rules) -> str:
    """Return the regular expression of a rule; the rules must not use themselves."""
    text, at, parts, counts = rules[name], 0, list[str](), list[str]()
    while at < len(text):
        piece = _PIECE.match(text, at)
        assert piece, f"{name}: {text[at:]}"
        at = piece.end()
        count, bracket = _repetition(piece["count"]), piece["bracket"]
        if bracket in {"(", "["}:
            parts.append("(?:")
            counts.append("?" if bracket == "[" else count)
        elif bracket in {")", "]"}:
            parts.append(f"){counts.pop()}")
        elif bracket == "/":
            parts.append("|")
        else:
            parts.append(f"(?:{_element(piece, rules)}){count}")
    return "".join(parts)


def _element(piece: re.Match[str], rules: Rules) -> str:
    if piece["name"]:
        return regex(piece["name"], rules)
    if piece["low"]:
        low, high = (re.escape(chr(int(code, 16))) for code in (piece["low"], piece["high"] or piece["low"]))
        return f"[{low}-{high}]"
    return re.escape(piece["quoted"])


def _repetition(count: str | None) -> str:
    """Return a count of repetitions, such as `2`, `*` or `1*2`, as a regular expression has it."""
    if not count:
        return ""
    least, star, most = count.partition("*")
    return f"{{{least or 0},{most}}}" if star else f"{{{least}}}"


RULES = rules_of(GRAMMAR.read_text(encoding="utf-8"))
ACCEPTS = {name: re.compile(regex(name, RULES)) for name in ("certificate", "head", "section", "entry", "end", "text")}
GAMES = [Game(1, 1, 1), Game(3, 3, 3), Game(4, 3, 3), Game(26, 26, 5)]

# Rules that are narrower, so that most of what they generate satisfies what the grammar does not say.
SMALL_NUMBERS = RULES | {"number": '"0" / digit1 *1digit', "cells": "nonzero16 *8digit16"}


def narrow_head(game: Game, position: str) -> Rules:
    """Return rules that generate heads with this game and position."""
    return RULES | {
        "key-game": f'q "game" q ": [{game.m}, {game.n}, {game.k}"'
        + "".join(f' ", " q "{o}" q' for o in game.options)
        + ' "]"',
        "key-place": f'q "position" q ": " q "{position}" q',
    }


def test_every_rule_is_used() -> None:
    used = set(re.findall(r"[A-Za-z][A-Za-z0-9-]*", re.sub(r'"[^"]*"|%x[0-9A-F-]+', "", " ".join(RULES.values()))))
    assert set(RULES) - used == {"certificate"}
    assert used <= set(RULES)


# --- what the grammar generates is read


@given(st.sampled_from(GAMES), st.from_regex(regex("entry", SMALL_NUMBERS), fullmatch=True))
def test_generated_entries_are_read(game: Game, line: str) -> None:
    assert ACCEPTS["entry"].fullmatch(line)
    assert read_entry(line, game) == entry_fits(line, game)


@given(st.from_regex(regex("section", RULES), fullmatch=True))
def test_generated_sections_are_read(line: str) -> None:
    assert Section.from_text(line[:-1]).to_json() + "\n" == line


POSITIONS = [
    (Game(1, 1, 1), "."),
    (Game(3, 2, 3), "XO./..X"),
    (Game(2, 3, 2), "X./.O/.."),
    (Game(3, 2, 3, gravity=True, exact=True), "..X/.OX"),
    (Game(2, 3, 2, gravity=True, misere=True, exact=True), "../.O/.X"),
]


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_generated_heads_are_read(game: Game, position: str) -> None:
    @given(st.from_regex(regex("head", narrow_head(game, position)), fullmatch=True))
    def generated(line: str) -> None:
        assert ACCEPTS["head"].fullmatch(line)
        head = Head.from_text(line[:-1])
        assert (str(head.position), head.to_json() + "\n") == (position, line)

    generated()


@given(st.text())
def test_every_text_has_one_spelling(text: str) -> None:
    one_spelling(text)


def one_spelling(text: str) -> None:
    """A head with this text satisfies the grammar, and is read as it was written."""
    line = Head(Position(Game(3, 3, 3)), text, strategy=text).to_json() + "\n"
    assert ACCEPTS["head"].fullmatch(line)
    assert Head.from_text(line[:-1]).claim == text


def test_whole_files(tmp_path: Path) -> None:
    for path in [*SMALL, draw_of_333(tmp_path / "draw.gz")]:
        assert ACCEPTS["certificate"].fullmatch(gzip.decompress(path.read_bytes()).decode("ascii"))


# --- what the grammar forbids is not read


def test_mutated_lines() -> None:
    """A line is read exactly where the grammar and the rules beyond it allow it."""
    rng, seen, start = random.Random(0), Counter[tuple[str, bool, bool]](), _lines()
    for _ in range(6000):
        line = mutated(rng.choice(start[rng.choice(list(READERS))]).encode(), rng).decode("utf-8", "replace")
        for kind, reader in READERS.items():
            grammar, read = bool(ACCEPTS[kind].fullmatch(line)), reader(line)
            assert read == (grammar and FITS[kind](line)), f"{kind}: {line!r}"
            seen[kind, grammar, read] += 1
    assert all(seen[kind, True, True] > 30 and seen[kind, False, False] > 100 for kind in READERS), seen
    assert all(seen[kind, True, False] > 3 for kind in ("head", "entry")), seen


def _lines() -> dict[str, list[str]]:
    """Return lines of each kind."""
    lines = [line for path in SMALL for line in gzip.decompress(path.read_bytes()).decode("ascii").splitlines(True)]
    lines += ["10 1edfeef p2-3,7-15,5-10\n", OTHER_HEAD]
    lines += [OTHER_HEAD.replace("2]", f"2{options}]").replace("X./O.", "../XO") for options in OPTIONS] * 4
    lines += ["10 3ffcf g12:3f00,7x2-3:f0,5p0-1p2-3:1c000\n", "0 1ffffff g0x7-8x9-10x1-2:1fff000,3:fff\n"] * 20
    return {kind: [line for line in lines if ACCEPTS[kind].fullmatch(line)] for kind in READERS}


OPTIONS = [', "gravity"', ', "gravity", "misere"', ', "gravity", "misere", "exact"', ', "exact"']
OTHER_HEAD = r"""{"schema": "noughts/certificate/2", "game": [2, 2, 2], "position": "X./O.", "claim": "\u00e9 \"\n\\",
 "value": "win", "strategy": "a b"}
""".replace(",\n", ",")


def test_mutated_ends(tmp_path: Path) -> None:
    """No last line but the right one is accepted, and it satisfies the grammar."""
    rng, path = random.Random(0), tmp_path / "short"
    path.write_bytes(gzip.decompress(SHORT.read_bytes()))
    body, end = re.fullmatch(rb"(.*\n)(end .*\n)", path.read_bytes(), re.DOTALL).groups()  # type: ignore[union-attr]
    assert ACCEPTS["end"].fullmatch(end.decode())
    for _ in range(300):
        changed = mutated(end, rng)
        path.write_bytes(body + changed)
        if changed == end:
            check(path)
            continue
        with pytest.raises(CertificateError):
            check(path)


# --- the line readers, and the rules beyond the grammar


def accepted(reader: Callable[[str], object], line: str) -> bool:
    """Return whether a reader accepts a line, which has one line feed at its end."""
    if line[-1:] != "\n":
        return False
    try:
        reader(line[:-1])
    except (ValueError, NoughtsError):
        return False
    return True


def read_entry(line: str, game: Game) -> bool:
    return accepted(lambda text: Entry.from_text(text, game), line)


def entry_fits(line: str, game: Game) -> bool:
    """Return whether an entry that satisfies the grammar names cells of the board, and each of them once."""
    first, second, rest = line.split()
    if rest[0] == "g":
        return groups_fit([first, second, *re.findall(":([0-9a-f]+)", rest)], re.sub(":[0-9a-f]+", "", rest), game)
    numbers = [int(number) for number in re.findall("[0-9]+", rest)]
    boards = max(int(first, 16), int(second, 16)) <= game.full
    return boards and max(numbers, default=0) < game.cells and len(set(numbers)) == len(numbers)


def groups_fit(boards: list[str], rest: str, game: Game) -> bool:
    """Return whether an entry's boards, and the cells beside its groups' boards, are cells of the game."""
    numbers = [int(number) for number in re.findall("[0-9]+", rest)]
    return max(int(board, 16) for board in boards) <= game.full and max(numbers) < game.cells


def head_fits(line: str) -> bool:
    """Return whether a head that satisfies the grammar has a game and a position that a game reaches."""
    written = line.partition('"position"')[0]
    m, n, k = (int(number) for number in re.findall("[0-9]+", written)[1:])
    options = dict.fromkeys(re.findall('"(gravity|misere|exact)"', written), True)
    rows = re.findall('"position": "(.*?)"', line)[0].split("/")
    if not (1 <= m <= 26 and 1 <= n <= 26 and 1 <= k <= max(m, n)) or [len(row) for row in rows] != [m] * n:
        return False
    stones = [[cell for cell, mark in enumerate("".join(rows)) if mark == side] for side in "XO"]
    return accepted(lambda _: Position.from_stones(Game(m, n, k, **options), *stones), "\n")


BOARD = Game(5, 5, 4)
READERS: dict[str, Callable[[str], bool]] = {
    "head": lambda line: accepted(Head.from_text, line),
    "section": lambda line: accepted(Section.from_text, line),
    "entry": lambda line: read_entry(line, BOARD),
}
FITS: dict[str, Callable[[str], bool]] = {
    "head": head_fits,
    "section": lambda line: True,
    "entry": lambda line: entry_fits(line, BOARD),
}
