"""The grammar in docs/certificate.abnf is executed: what it generates is read, and nothing is read that it forbids."""

import gzip
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.certify import Entry, Head, Section, check
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import CertificateError, NoughtsError
from tests.certify.builders import draw_of_333, kept
from tests.fuzz.mutate import mutated

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
