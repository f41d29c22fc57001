"""Mutations of certificates: `noughts check` and the proved checker say the same, and what holds is true.

Where the proved checker is not built, brute force alone says what is true.
"""

import gzip
import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from noughts.board_text.position_text import parse_position
from noughts.certify import Checked, Entry, Section
from noughts.certify.entry import ReplyGroup
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import CertificateError, CertificateRefused
from tests.certify.builders import kept, normal_form, strategy_entries, write
from tests.fuzz.certificate_mutations import KINDS, Draft, Mutation, long_line
from tests.fuzz.mutate import fuzzed, mutated
from tests.fuzz.small_games import entries_of, grown
from tests.fuzz.values import maker_wins, value
from tests.verified_checker import Verdict, built, expected, is_built, said, verdict

MOST_CELLS = 12  # of a game whose value is computed, or
MOST_FREE = 9  # at the start
LONGEST = 600  # characters of a message
HOLDS, REFUSED, NO_CERTIFICATE = "holds", "refused", "no certificate"
Goal = Literal["win", "not lose"]
Sections = list[tuple[Section, list[Entry]]]


# --- the files that the mutations start from


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Certificates that hold: those of docs/results.md and new ones."""
    path = tmp_path_factory.mktemp("certificates") / "c"
    old = [gzip.decompress(path.read_bytes()) for path in kept(most=3000)]
    new = [write(path, start, "c", sections).read_bytes() for start, sections in _made()]
    return sorted([*old, *new, *_with_groups(path, 12)], key=lambda data: (len(data), data))


def _with_groups(path: Path, count: int) -> list[bytes]:
    """Return random certificates that hold and have groups of replies, exchanges and pairs among them."""
    rng, found = random.Random(0), list[bytes]()
    tries = (grown(rng, breaker=1) for _ in range(2000))  # about 400 are enough
    while len(found) < count:
        data = next(tries, None)
        assert data is not None, "too few of the certificates made by chance hold"
        wanted = (rb" g", rb" g[0-9,:a-f]*x", rb" g[0-9,:a-fx-]*p")[len(found) % 3]
        if re.search(wanted, data):
            path.write_bytes(data)
            found += [data] if isinstance(verdict(path), Checked) else []
    return found


def _made() -> Iterator[tuple[Position, Sections]]:
    """Yield starts and the sections that hold there."""
    three, later = Position(Game(3, 3, 3)), parse_position("X../.O./...")
    four = parse_position("O.../.X../....", Game(4, 3, 3))
    for symmetry in (False, True):
        yield three, [_strategy(three, Side.O, "not lose", symmetry)]
        yield four, [_strategy(four, Side.X, "win", symmetry)]
        yield later, [_strategy(later, side, "not lose", symmetry) for side in Side]
        yield _breaker_first(symmetry)
    for game in (Game(2, 2, 2), Game(1, 1, 1), Game(3, 2, 2)):
        yield Position(game), [_strategy(Position(game), Side.X, "win", False)]
    won = parse_position("XX./OO./...")
    yield won, [(Section("strategy", "X", "win"), [])]
    yield parse_position("XOX/OOX/X.O"), [(Section("breaker", "X"), [])]
    yield _both_kinds(later)
    for game in (Game(4, 4, 4), Game(5, 5, 5)):
        yield Position(game), [_breaker([Entry(0, game.full, potential=True)])]
    pairs = ((0, 1), (23, 24))
    yield Position(Game(5, 5, 5)), [_breaker([Entry(0, (1 << 25) - 1, pairs=pairs)])]
    yield Position(Game(5, 5, 5)), [(Section("strategy", "O"), [Entry(0, 0, pairs=pairs)])]
    groups = tuple(ReplyGroup(reply, 1 << move) for move, reply in ((0, 1), (1, 0), (2, 1), (3, 4), (4, 3), (5, 4)))
    yield Position(Game(3, 2, 3)), [_breaker([Entry(0, 0b111111, groups=groups)], symmetry=True)]


def _strategy(start: Position, side: Side, goal: Goal, symmetry: bool) -> tuple[Section, list[Entry]]:
    section = Section("strategy", side.value, goal, symmetry)
    return section, strategy_entries(start, side, goal, symmetry)


def _breaker(entries: list[Entry], symmetry: bool = False) -> tuple[Section, list[Entry]]:
    return Section("breaker", "X", symmetry=symmetry), entries


def _breaker_first(symmetry: bool) -> tuple[Position, Sections]:
    """Breaker is to move at the start."""
    start = parse_position("...X/..../..../....", Game(4, 4, 4))
    corner, move = (0, 5) if symmetry else (3, 6)
    free = start.game.full & ~(1 << corner)
    after = normal_form(start.game, 1 << corner, free & ~(1 << move), symmetry=symmetry)
    entries = [Entry(1 << corner, free, moves=(move,)), Entry(*after, potential=True)]
    return start, [_breaker(entries, symmetry)]


def _both_kinds(start: Position) -> tuple[Position, Sections]:
    """A section of each kind: X stops O's lines, and O does not lose."""
    entries = entries_of(start, Section("breaker", "O"), random.Random(0))
    return start, [(Section("breaker", "O"), entries), _strategy(start, Side.O, "not lose", False)]


# --- what the checkers say


def _agree(path: Path, data: bytes, thorough: bool) -> str:
    """Return the kind of a file's verdict. Fails where brute force, or the proved checker where it is built, differs.

    `thorough`: whether the proved checker is asked, which takes a process, and whether larger games are computed.
    """
    found = verdict(path)
    if thorough and is_built():
        assert said(path) == expected(found)
    if isinstance(found, Checked):
        _must_be_true(data, found, MOST_CELLS if thorough else MOST_FREE)
        _no_place_is_lost(data)
    else:
        _one_line(found)
    return _kind(found)


def _kind(found: Verdict) -> str:
    return {Checked: HOLDS, CertificateRefused: REFUSED, CertificateError: NO_CERTIFICATE}[type(found)]


def _one_line(error: Exception) -> None:
    """The fault is one short line that names a line of the file."""
    message = str(error)
    assert re.match(r"line [0-9]+: \S", message), message
    assert message.isprintable(), repr(message)
    assert len(message) < LONGEST, message


def _no_place_is_lost(data: bytes) -> None:
    """Brute force says of no place that Breaker has an entry for, that Maker wins there."""
    draft = Draft.of(data)
    for part in draft.parts:
        for entry in part.entries if b'"breaker"' in part.line else []:
            maker, free, what = entry.split()
            if int(free, 16).bit_count() <= MOST_FREE and not what.startswith(b"m"):
                assert not maker_wins(draft.game, int(maker, 16), int(free, 16)), entry


def _must_be_true(data: bytes, found: Checked, most_cells: int) -> None:
    """What a certificate shows agrees with plain minimax, where the board is small."""
    draft = Draft.of(data)
    x, o = draft.stones
    if draft.game[0] * draft.game[1] - (x | o).bit_count() > MOST_FREE and draft.game[0] * draft.game[1] > most_cells:
        return
    to_move = "X" if x.bit_count() == o.bit_count() else "O"
    worth = value(draft.game, x, o) if to_move == "X" else value(draft.game, o, x)
    for side, goal in found.shown.items():
        result = worth if side.value == to_move else -worth
        assert result >= (goal == "win")
    assert found.value in (None, {1: "win", 0: "draw", -1: "loss"}[worth])


# --- the tests


def test_files_that_hold(files: list[bytes], thorough: bool, tmp_path: Path) -> None:
    for data in files:
        (tmp_path / "c").write_bytes(data)
        assert _agree(tmp_path / "c", data, thorough) == HOLDS, data[:300]


def test_mutations(files: list[bytes], mutations: int, thorough: bool, rng: random.Random, tmp_path: Path) -> None:
    """The proved checker names the same line of a fault, and prints the same numbers and digests."""
    weights, known = [1 / (200 + len(data)) for data in files], set(files)  # some mutations change nothing

    def judge(path: Path, data: bytes) -> str:
        return _agree(path, data, thorough and data not in known)

    answers = fuzzed(tmp_path / "c", mutations, lambda: _mutation(files, weights, rng), judge)
    assert set(answers) == {HOLDS, REFUSED, NO_CERTIFICATE}
    if thorough:
        built()  # else the test is skipped, and says that the proved checker is missing


def _mutation(files: list[bytes], weights: list[float], rng: random.Random) -> tuple[str, bytes]:
    """Return the name of a mutation and a file: a mutation of one that holds, or a random one, perhaps mutated."""
    if rng.random() < 0.01:
        return "long_line", long_line(rng.choices(files, weights)[0], rng)
    kind: Mutation = rng.choice(KINDS)
    if rng.random() < 0.6:
        return kind.__name__, kind(rng.choices(files, weights)[0], rng)
    data = grown(rng)
    return ("grown", data) if rng.random() < 0.5 else (f"grown, {kind.__name__}", kind(data, rng))


def test_compressed_files(
    files: list[bytes], mutations: int, thorough: bool, rng: random.Random, tmp_path: Path
) -> None:
    """What a damaged gzip file holds is checked like any other, or it is not a certificate."""
    path, unpacked, seen = tmp_path / "c.gz", tmp_path / "c", Counter[bool]()
    for _ in range(mutations // 10):
        data = gzip.compress(rng.choice(files[:10]), mtime=0)
        data = rng.choice((mutated, mutated, _pieces))(data, rng)
        path.write_bytes(data)
        found = verdict(path)
        try:
            plain = gzip.decompress(data)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            assert isinstance(found, CertificateError)
            _one_line(found)
            seen[False] += 1
            continue
        unpacked.write_bytes(plain)
        _agree(unpacked, plain, thorough)
        assert expected(found) == expected(verdict(unpacked))
        seen[True] += 1
    assert min(seen[True], seen[False]) > 0


def _pieces(data: bytes, rng: random.Random) -> bytes:
    """Return a file in two pieces that are compressed alone, perhaps with zeros or other bytes below them."""
    plain = gzip.decompress(data)
    at = rng.randrange(len(plain) + 1)
    below = rng.choice((b"", b"", bytes(8), b"\0x", b"x", gzip.compress(b"")))
    return gzip.compress(plain[:at]) + gzip.compress(plain[at:]) + below
