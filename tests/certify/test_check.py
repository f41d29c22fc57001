"""Certificates hold, and every fault is found: flipped bits, cuts, false arguments under a right digest."""

import hashlib
import re
from pathlib import Path

import pytest

from noughts.certify import Checked, Entry, Section, Writer, check
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.errors import CertificateError
from tests.certify.builders import draw_of_333, strategy_entries, value, write

STANDARD, WIN = Game(3, 3, 3), Game(4, 3, 3)


@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize("name", ["draw.cert", "draw.cert.gz"])
def test_a_draw(tmp_path: Path, name: str, symmetry: bool) -> None:
    checked = check(draw_of_333(tmp_path / name, symmetry))
    assert checked.conclusion == "draw"
    assert checked.shown == {Side.O: "not lose", Side.X: "not lose"}
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("symmetry", [False, True])
def test_a_win(tmp_path: Path, symmetry: bool) -> None:
    start, section = Position(WIN), Section("strategy", "X", "win", symmetry)
    entries = strategy_entries(start, Side.X, "win", symmetry)
    checked = check(write(tmp_path / "win", start, "X wins", [(section, entries)], value="win"))
    assert checked.conclusion == "X wins"
    assert checked.entries == len(entries)


def test_a_win_needs_no_entry_where_a_line_is_completed(tmp_path: Path) -> None:
    start = parse_position("XX./OO./...")
    assert check(write(tmp_path / "win", start, "", [(Section("strategy", "X", "win"), [])], value="win")).shown


def test_both_sides_of_a_later_position(tmp_path: Path) -> None:
    start = parse_position("X../.O./...")
    sections = [
        (Section("strategy", side.value, "not lose"), strategy_entries(start, side, "not lose", False)) for side in Side
    ]
    assert check(write(tmp_path / "both", start, "draw", sections, value="draw")).conclusion == "draw"
    with pytest.raises(CertificateError, match="the head claims 'draw'"):
        check(write(tmp_path / "one", start, "draw", sections[:1], value="draw"))
    one = check(write(tmp_path / "modest", start, "", sections[:1]))
    assert one.conclusion == "X does not lose"


def test_pairing_draws_a_board_at_once(tmp_path: Path) -> None:
    """On 5,5,5 each of the 12 lines has two cells of its own in the pairing of Hales and Jewett's figure."""
    game = Game(5, 5, 5)
    pairing = """
        11 1 8 1 12
        6 2 2 9 10
        3 7 0 9 3
        6 7 4 4 10
        12 5 8 5 11
    """
    cells: dict[str, list[int]] = {}
    for cell, label in enumerate(pairing.split()):
        cells.setdefault(label, []).append(cell)
    pairs = tuple((a, b) for a, b in (pair for label, pair in cells.items() if label != "0"))
    entry = Entry(0, game.full, pairs=pairs)
    path = write(tmp_path / "pairs", Position(game), "draw", [(Section("breaker", "X"), [entry])], value="draw")
    assert check(path).conclusion == "draw"
    shared = Entry(0, game.full, pairs=(*pairs[1:], (pairs[0][0], pairs[1][0])))
    path = write(tmp_path / "shared", Position(game), "draw", [(Section("breaker", "X"), [shared])], value="draw")
    with pytest.raises(CertificateError, match="not of two free cells of its own"):
        check(path)


def test_potential_draws_a_board_at_once(tmp_path: Path) -> None:
    for text, holds in (("4,4,4", True), ("5,5,5", True), ("3,3,3", False)):
        game = Game.from_text(text)
        entry = Entry(0, game.full, potential=True)
        path = write(tmp_path / "e", Position(game), "draw", [(Section("breaker", "X"), [entry])], value="draw")
        if holds:
            assert check(path).conclusion == "draw"
        else:
            with pytest.raises(CertificateError, match="too much potential"):
                check(path)


def test_pairs_and_the_potential_of_the_rest(tmp_path: Path) -> None:
    """Two pairs on 5,5,5 stop two rows; the rest has 17/32, and the centre's lines double another 7/32."""
    game, section = Game(5, 5, 5), Section("breaker", "X")
    entry = Entry(0, game.full, pairs=((0, 1), (23, 24)))
    assert check(write(tmp_path / "f", Position(game), "", [(section, [entry])])).shown[Side.O] == "not lose"
    game = Game(4, 3, 3)
    entry = Entry(0, game.full, pairs=((0, 1), (4, 5)))
    with pytest.raises(CertificateError, match="too much potential in the 12 lines that no pair stops"):
        check(write(tmp_path / "f", Position(game), "", [(section, [entry])]))


def test_breaker_answers_every_move(tmp_path: Path) -> None:
    """On 3,2,3 Breaker answers in the same row, and what is left is dead."""
    section = Section("breaker", "X", symmetry=True)
    row = Entry(0, 0b111, replies=((0, 1), (1, 0), (2, 1)))
    both = Entry(0, 0b111111, replies=((0, 1), (1, 0), (2, 1), (3, 4), (4, 3), (5, 4)))
    checked = check(write(tmp_path / "b", Position(Game(3, 2, 3)), "", [(section, [row, both])]))
    assert (checked.shown[Side.O], checked.positions) == ("not lose", 3)


def test_breaker_loses_what_maker_wins(tmp_path: Path) -> None:
    start, section = Position(Game(2, 2, 2)), Section("breaker", "X")
    replies = Entry(0, 0b1111, replies=((0, 1), (1, 0), (2, 3), (3, 2)))
    nested = [
        Entry(1 << a, 0b1111 & ~(1 << a | 1 << b), replies=((c, d), (d, c)))
        for a, b, c, d in [(0, 1, 2, 3), (1, 0, 2, 3), (2, 3, 0, 1), (3, 2, 0, 1)]
    ]
    with pytest.raises(CertificateError, match=r"Maker completes a line|no reply"):
        check(write(tmp_path / "b", start, "", [(section, [replies, *nested])]))
    with pytest.raises(CertificateError, match="does not answer each of Maker's moves once"):
        check(write(tmp_path / "c", start, "", [(section, [Entry(0, 15, replies=((0, 1), (1, 0), (2, 3)))])]))
    with pytest.raises(CertificateError, match="reply 0 is not free"):
        check(write(tmp_path / "d", start, "", [(section, [Entry(0, 15, replies=((0, 0), (1, 0), (2, 3), (3, 0)))])]))
    with pytest.raises(CertificateError, match="does not answer"):
        check(write(tmp_path / "e", start, "", [(section, [Entry(0, 15, replies=((0, 1), (0, 2)))])]))


def test_breaker_to_move_first(tmp_path: Path) -> None:
    start, section = parse_position("X../.../..."), Section("breaker", "X")
    path = write(tmp_path / "b", start, "", [(section, [])])
    with pytest.raises(CertificateError, match="Breaker is to move"):
        check(path)


def redigest(path: Path) -> None:
    """Give a file that was tampered with a right count and digest again."""
    body = re.sub(rb"end .*\n\Z", b"", path.read_bytes())
    count = sum(1 for line in body.splitlines() if not line.startswith(b"{"))
    path.write_bytes(body + f"end {count} {hashlib.sha256(body).hexdigest()}\n".encode())


def test_every_flipped_bit_and_every_cut_is_found(tmp_path: Path) -> None:
    data = draw_of_333(tmp_path / "good").read_bytes()
    bad = tmp_path / "bad"
    for index in range(0, 8 * len(data), 13):
        flipped = bytearray(data)
        flipped[index // 8] ^= 1 << index % 8
        bad.write_bytes(flipped)
        with pytest.raises(CertificateError):
            check(bad)
    for size in range(0, len(data), 97):
        bad.write_bytes(data[:size])
        with pytest.raises(CertificateError):
            check(bad)
    bad.write_bytes(data + data[-20:])
    with pytest.raises(CertificateError):
        check(bad)


def test_compressed_files_are_guarded_too(tmp_path: Path) -> None:
    data = draw_of_333(tmp_path / "good.gz").read_bytes()
    bad = tmp_path / "bad.gz"
    for index in range(10, len(data), 5):  # the first ten bytes hold a time and flags that mean nothing
        flipped = bytearray(data)
        flipped[index] ^= 0x10
        bad.write_bytes(flipped)
        with pytest.raises(CertificateError):
            check(bad)


def test_every_entry_is_needed(tmp_path: Path) -> None:
    """With any entry dropped, under a right digest, the check fails, but where a line is completed instead."""
    path = draw_of_333(tmp_path / "good")
    lines = path.read_text().splitlines(keepends=True)
    spared = 0
    for number in range(2, len(lines) - 1):
        path.write_text("".join(lines[:number] + lines[number + 1 :]))
        redigest(path)
        x, o = (int(board, 16) for board in lines[number].split()[:2])
        if completes(o, STANDARD.full & ~(x | o)):
            spared += 1
            assert check(path).conclusion == "draw"
        else:
            with pytest.raises(CertificateError, match="no move is given"):
                check(path)
    assert 0 < spared < len(lines) - 10


def test_a_move_that_loses_is_found(tmp_path: Path) -> None:
    """Every entry's move is changed to one that minimax says loses: the check fails."""
    path = draw_of_333(tmp_path / "good")
    lines = path.read_text().splitlines(keepends=True)
    changed = 0
    for number in range(2, len(lines) - 1):
        x, o = (int(board, 16) for board in lines[number].split()[:2])
        position = Position.from_boards(STANDARD, x, o)
        for move in position.legal_moves:
            if value(position.play(move)) == 1:
                path.write_text("".join([*lines[:number], f"{x:x} {o:x} m{move}\n", *lines[number + 1 :]]))
                redigest(path)
                with pytest.raises(CertificateError):
                    check(path)
                changed += 1
    assert changed > 100


def completes(stones: int, free: int) -> bool:
    return any((stones | 1 << c) & m == m for c in range(9) if free >> c & 1 for m in STANDARD.line_masks)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"value": "draw"', '"value": "win"', "claims 'win'"),
        ('"side": "O"', '"side": "X"', "no move is given"),
        ('"goal": "not lose"', '"goal": "win"', "was to win"),
        ("noughts/certificate/1", "noughts/certificate/9", "schema"),
        ('"game": [3, 3, 3]', '"game": [3, 3, 4]', "cannot be read"),
        ('"position": ".../.../..."', '"position": ".../..."', "not of this game"),
        ('"section": "strategy"', '"section": "guess"', "cannot be read"),
        ("m", "z", "cannot be read"),
    ],
)
def test_a_false_head_is_found(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = draw_of_333(tmp_path / "bad")
    head, section, *rest = path.read_text().splitlines(keepends=True)
    target = [head, section, *rest]
    where = next(index for index, line in enumerate(target) if old in line and (old != "m" or index > 1))
    target[where] = target[where].replace(old, new)
    path.write_text("".join(target))
    redigest(path)
    with pytest.raises(CertificateError, match=re.escape(message)):
        check(path)


def test_other_faults(tmp_path: Path) -> None:
    start, section = Position(STANDARD), Section("strategy", "X", "win")
    for entries, message in (
        ([Entry(0, 0, moves=(9,))], "no cell 9"),
        ([Entry(0, 0, moves=(0,)), Entry(0, 0, moves=(0,))], "a second one"),
        ([Entry(0, 0, potential=True)], "a draw's argument in a win"),
        ([Entry(0, 0, moves=(4,))], "no move is given"),
    ):
        with pytest.raises(CertificateError, match=message):
            check(write(tmp_path / "f", start, "", [(section, entries)]))
    with pytest.raises(CertificateError, match="no section"):
        check(write(tmp_path / "f", start, "", []))
    with Writer(tmp_path / "f", start, "") as writer:
        writer.entry(Entry(0, 0, moves=(0,)))
    with pytest.raises(CertificateError, match="before any section"):
        check(tmp_path / "f")
    with pytest.raises(CertificateError, match="is no leaf"):
        check(write(tmp_path / "f", start, "", [(Section("strategy", "X"), [Entry(0, 0, replies=((0, 1),))])]))


def test_a_writer_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    def stop() -> None:
        with Writer(tmp_path / "f", Position(STANDARD), "") as writer:
            writer.section(Section("strategy", "X"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert list(tmp_path.iterdir()) == []


def test_what_is_checked_is_told(tmp_path: Path) -> None:
    checked: Checked = check(draw_of_333(tmp_path / "f"))
    assert checked.head["claim"] == "draw"
    assert checked.positions > checked.entries > 0
